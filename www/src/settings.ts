/** Settings of a build, from the environment: where the site will be, and where its sources are. */

/** Address of the host, such as `https://rondel.example`. Without it the site has no sitemap. */
export const site = process.env['SITE_URL'] || undefined;

/** Folder of the site on its host, without a slash at the end: `''` or, for example, `/rondel`. */
export const base = (process.env['SITE_BASE'] ?? '').replace(/\/+$/, '');

/** Address of the repository for links to files that have no page. Without it such links become plain text. */
export const repository = process.env['SITE_REPOSITORY']?.replace(/\/+$/, '') || undefined;
