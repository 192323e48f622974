/** Links to the site that this page is a part of. Elsewhere, for example on a game server, the page has none. */

/** Address of the site: scripts/site adds this element. */
const site = document.querySelector('link[rel="up"]')?.href ?? null;

/** Returns the address of a page of the site; `null` without a site. */
export function siteAddress(path) {
  return site === null ? null : new URL(path, site).href;
}

/** Shows the links of the page that lead to the site. */
export function showSiteLinks() {
  if (site === null) return;
  for (const link of document.querySelectorAll('a[data-site]')) {
    link.href = siteAddress(link.dataset.site);
    link.hidden = false;
  }
}
