import { unref } from '../util/unref.js';
import { PATIENCE } from './limits.js';

/**
 * By connection of engine.io's, the responses to its polls that are on their way: a client may ask again over another
 * connection, and read none of them.
 *
 * @type {WeakMap<object, Set<any>>}
 */
const responses = new WeakMap();

/** Tracks the responses to a connection's polls. */
export function watchPolls(connection) {
  const underway = new Set();
  responses.set(connection, underway);
  connection.on('flush', () => {
    const { res } = connection.transport;
    if (!res) return;
    underway.add(res);
    const forget = () => underway.delete(res);
    res.once('finish', forget);
    res.once('close', forget);
  });
  // Nobody counts them any more.
  connection.once('close', () => unref(setTimeout(() => underway.forEach((res) => res.destroy()), PATIENCE)));
}

/** Characters and bytes that wait until the client reads on: the library's, those of a WebSocket, and those of polls. */
export function backlogOf(connection) {
  const { writeBuffer, transport } = connection;
  let sum = transport.socket?.bufferedAmount ?? 0;
  for (let i = 0; i < writeBuffer.length; i += 1) sum += sizeOf(writeBuffer[i]);
  for (const res of responses.get(connection) ?? []) sum += res.writableLength;
  return sum;
}

/** Ends a connection without waiting for its client: the library would wait until it has read all. */
export function cut(connection) {
  const { socket } = connection.transport;
  connection.close(true);
  socket?.terminate();
  for (const res of responses.get(connection) ?? []) res.destroy();
}

/** A packet is a text, or a frame as a WebSocket gets it. */
function sizeOf({ data, options }) {
  return data?.length ?? options?.wsPreEncodedFrame?.[0]?.length ?? 0;
}
