/** So many answers that nobody has asked a hub for wait to be read. */
const MOST = 500;

/**
 * Counts how often a client is answered that somebody is there while it has not read all before: such an answer has two bytes, and takes up a
 * hundred times as many until it is read. Returns what is given the bytes that are not read, and returns whether to answer: not whom it has cut.
 *
 * @param {import('./limits.js').ServerLimits} limits
 * @param {import('../../server.d.ts').TransportName} transport
 * @param {() => void} cut
 */
export function countEchoes(limits, transport, cut) {
  let unread = 0;
  return (backlog) => {
    unread = backlog > 0 ? unread + 1 : 0;
    if (unread <= MOST) return true;
    limits.watch({ type: 'cut', transport, why: 'backlog' });
    cut();
    return false;
  };
}
