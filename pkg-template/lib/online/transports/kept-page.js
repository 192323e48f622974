/**
 * Browsers may keep a page that is left, and show it again as it was.
 *
 * @param {{ left?: () => void, back: () => void }} listener
 * @returns how to stop listening
 */
export function whenPageIsLeft({ left = () => {}, back }) {
  if (typeof document === 'undefined' || typeof addEventListener === 'undefined') return () => {};
  const shown = ({ persisted }) => persisted && back();
  addEventListener('pagehide', left);
  addEventListener('pageshow', shown);
  return () => {
    removeEventListener('pagehide', left);
    removeEventListener('pageshow', shown);
  };
}

/** When the page has a network again, or is looked at again. Returns how to stop watching. */
export function whenPageWakes(wake) {
  const { document } = globalThis;
  const seen = () => document.visibilityState === 'visible' && wake();
  globalThis.addEventListener?.('online', wake);
  document?.addEventListener('visibilitychange', seen);
  return () => {
    globalThis.removeEventListener?.('online', wake);
    document?.removeEventListener('visibilitychange', seen);
  };
}
