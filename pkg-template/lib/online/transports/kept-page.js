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
