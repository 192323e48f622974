/** Returns the ID of the match in the page's address, as in `/?match=x`. */
export const matchInAddress = () => new URLSearchParams(location.search).get('match');

const addressOf = (matchID: string) => new URL(`/?match=${encodeURIComponent(matchID)}`, location.href).href;

/** Shows a match in the page's address, so that a reload and a link lead to it. */
export function showInAddress(matchID: string | undefined) {
  history.replaceState(null, '', matchID === undefined ? '/' : addressOf(matchID));
}

/** Copies the link to a match. Resolves with a text for the player. */
export async function copyLink(matchID: string): Promise<string> {
  const link = addressOf(matchID);
  try {
    await navigator.clipboard.writeText(link);
    return 'The link is copied.';
  } catch {
    // The browser does not allow it, for example at an address without HTTPS.
    return link;
  }
}
