import { unref } from '../util/unref.js';

/** Milliseconds in which clients may answer that a socket is closed. */
const GRACE = 1000;
/** Milliseconds in which others may answer a request for an upgrade that no transport answers. */
const UNTAKEN = 1000;

/**
 * Requests for an upgrade that a transport answers, however long it takes: whether to may be asked of a database.
 *
 * @type {WeakSet<object>}
 */
const taken = new WeakSet();

/** A transport answers this request. */
export function take(request) {
  taken.add(request);
}

/** Answers an upgrade with a status in place of a connection. It ends, also if its client does not. */
export function refuse(socket, status) {
  socket.once('finish', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

/**
 * Refuses the requests for an upgrade that nobody has answered: Node leaves it to the listeners.
 *
 * @param {import('node:http').Server} httpServer
 * @param {{ destroyUpgrade?: boolean, destroyUpgradeTimeout?: number }} [options] socket.io's
 */
export function refuseUntaken(httpServer, { destroyUpgrade = true, destroyUpgradeTimeout = UNTAKEN } = {}) {
  if (!destroyUpgrade) return;
  // The last answer of each connection.
  const responses = new WeakMap();
  httpServer.on('request', (request, response) => responses.set(request.socket, response));
  httpServer.on('upgrade', (request, socket) => {
    const answered = /** @type {import('node:net').Socket} */ (socket);
    const wait = () => {
      // Other requests have been answered on the same connection.
      const { bytesWritten } = answered;
      const look = () => {
        if (!taken.has(request) && answered.writable && answered.bytesWritten === bytesWritten) refuse(answered, '404 Not Found');
      };
      unref(setTimeout(look, destroyUpgradeTimeout));
    };
    const response = responses.get(socket);
    // What is still to be written for an earlier request is no answer to this one.
    if (response && !response.writableFinished) response.once('close', wait);
    else wait();
  });
}

/**
 * Keeps the sockets that an HTTP server has handed over. When it is closed it waits for them, and does not end them by itself.
 * It does not listen to their errors either: an error before they are WebSockets would end the process.
 *
 * @param {import('node:http').Server} httpServer
 * @returns {() => void} to be called when they have been asked to close: those that do not are cut
 */
export function trackUpgraded(httpServer) {
  const sockets = new Set();
  httpServer.on('upgrade', (_request, socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
  });
  return () => {
    unref(setTimeout(() => sockets.forEach((socket) => socket.destroy()), GRACE));
  };
}
