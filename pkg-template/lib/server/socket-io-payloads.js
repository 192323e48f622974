/** What stands between the packets in the body of a poll, in engine.io's protocol. */
const SEPARATOR = '\x1e';

/**
 * Has a connection cut whose client sends more packets in the body of a poll than it may send at once: the library makes all of them
 * before it hands over the first.
 *
 * @param {any} connection of engine.io's
 * @param {number} most packets
 * @param {() => void} cut
 */
export function boundPayloads({ transport }, most, cut) {
  const { onData } = transport;
  if (transport.name !== 'polling' || typeof onData !== 'function') return;
  transport.onData = (payload) => (hasMore(payload, most) ? cut() : onData.call(transport, payload));
}

function hasMore(payload, most) {
  if (typeof payload !== 'string') return false;
  let count = 1;
  for (let at = payload.indexOf(SEPARATOR); at !== -1 && count <= most; at = payload.indexOf(SEPARATOR, at + 1)) count += 1;
  return count > most;
}
