/**
 * The entries of a header that proxies add to: each adds one at the end, so that the last is by the nearest. Node joins the lines
 * of some headers; somebody who makes requests by hand may not.
 */
export function entriesOf(header: string | string[] | undefined) {
  return [header ?? []].flat().join(',').split(',').map((entry) => entry.trim());
}
