import { unref } from '../util/unref.js';

/** Milliseconds in which clients may confirm that a socket is closed. */
const GRACE = 1000;
/** Milliseconds in which other listeners may respond to a request for an upgrade that no transport takes. */
const UNTAKEN = 1000;

/**
 * Requests for an upgrade that a transport takes, however long it takes to respond: it may ask a database whether to.
 *
 * @type {WeakSet<object>}
 */
const taken = new WeakSet();

/** A transport takes this request. */
export function take(request) {
  taken.add(request);
}

/** Refuses a request with a status. Its socket ends, also if its client does not. */
export function refuse(socket, status) {
  socket.once('finish', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

/**
 * Refuses the requests for an upgrade that no listener has responded to: Node does not.
 *
 * @param {import('node:http').Server} httpServer
 * @param {{ destroyUpgrade?: boolean, destroyUpgradeTimeout?: number }} [options] socket.io's
 */
export function refuseUntaken(httpServer, { destroyUpgrade = true, destroyUpgradeTimeout = UNTAKEN } = {}) {
  if (!destroyUpgrade) return;
  // The last response of each connection.
  const responses = new WeakMap();
  httpServer.on('request', (request, response) => responses.set(request.socket, response));
  httpServer.on('upgrade', (request, socket) => {
    const upgrading = /** @type {import('node:net').Socket} */ (socket);
    const wait = () => {
      // There were responses to other requests on the same connection.
      const { bytesWritten } = upgrading;
      const look = () => {
        if (!taken.has(request) && upgrading.writable && upgrading.bytesWritten === bytesWritten) refuse(upgrading, '404 Not Found');
      };
      unref(setTimeout(look, destroyUpgradeTimeout));
    };
    const response = responses.get(socket);
    // What is still to be written for an earlier request is no response to this one.
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
