/** So many pongs may wait to be read. */
const MOST = 500;

/**
 * Counts the pongs that are sent to a client that has not read all before: a pong has two bytes, and takes up a
 * hundred times as many until it is read. Returns a function that takes the bytes not read, and returns whether to answer: not a client that it has cut.
 *
 * @param {import('./limits.js').ServerLimits} limits
 * @param {{ request: any, transport: import('../../server.d.ts').TransportName, cut: () => void }} connection
 */
export function countEchoes(limits, { request, transport, cut }) {
  let unread = 0;
  return (backlog) => {
    unread = backlog > 0 ? unread + 1 : 0;
    if (unread <= MOST) return true;
    limits.watch({ type: 'cut', transport, why: 'backlog' });
    limits.reasons.note(request, 'backlog');
    cut();
    return false;
  };
}
