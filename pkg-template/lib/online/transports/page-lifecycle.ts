/**
 * Listens for the end of a page, and for its return from the back/forward cache.
 *
 * @returns a function that stops listening
 */
export function whenPageIsLeft({ left = () => {}, back }: { left?: () => void, back: () => void }): () => void {
  if (typeof document === 'undefined' || typeof addEventListener === 'undefined') return () => {};
  const shown = ({ persisted }: PageTransitionEvent) => persisted && back();
  addEventListener('pagehide', left);
  addEventListener('pageshow', shown);
  return () => {
    removeEventListener('pagehide', left);
    removeEventListener('pageshow', shown);
  };
}

/** Calls `wake` when the page is online or visible again. Returns a function that stops listening. */
export function whenPageWakes(wake: () => void): () => void {
  const { document } = globalThis;
  const seen = () => document.visibilityState === 'visible' && wake();
  globalThis.addEventListener?.('online', wake);
  document?.addEventListener('visibilitychange', seen);
  return () => {
    globalThis.removeEventListener?.('online', wake);
    document?.removeEventListener('visibilitychange', seen);
  };
}
