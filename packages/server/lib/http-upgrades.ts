import { unref } from './rondel.js';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** Timeout in which clients confirm that a socket is closed, in milliseconds. */
const GRACE = 1000;
/** Timeout in which other listeners respond to a request for an upgrade that no transport claims, in milliseconds. */
const UNCLAIMED = 1000;

/** Options of socket.io's server. */
interface UpgradeOptions {
  destroyUpgrade?: boolean;
  /** Milliseconds. */
  destroyUpgradeTimeout?: number;
}

/** Requests for an upgrade that a transport responds to. It may ask a database first. */
const claimed: WeakSet<IncomingMessage> = new WeakSet();

/** Marks a request for an upgrade as a transport's, however long it takes to respond. */
export function claimUpgrade(request: IncomingMessage) {
  claimed.add(request);
}

/** Refuses a request with a status, and names the option that says so. Its socket ends, also if its client does not. */
export function refuse(socket: Duplex, status: string, option = '') {
  socket.once('finish', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: ${option.length}\r\n\r\n${option}`);
}

/** Refuses the requests for an upgrade that no listener has responded to: Node does not. */
export function refuseUnclaimed(httpServer: Server, { destroyUpgrade = true, destroyUpgradeTimeout = UNCLAIMED }: UpgradeOptions = {}) {
  if (!destroyUpgrade) return;
  // The last response of each connection.
  const responses: WeakMap<Duplex, ServerResponse> = new WeakMap();
  httpServer.on('request', (request, response) => responses.set(request.socket, response));
  httpServer.on('upgrade', (request, socket) => {
    const upgrading = (socket as Socket);
    const wait = () => {
      // There were responses to other requests on the same connection.
      const { bytesWritten } = upgrading;
      const look = () => {
        if (!claimed.has(request) && upgrading.writable && upgrading.bytesWritten === bytesWritten) refuse(upgrading, '404 Not Found');
      };
      unref(setTimeout(look, destroyUpgradeTimeout));
    };
    const response = responses.get(socket);
    // A response to an earlier request may still be written.
    if (response && !response.writableFinished) response.once('close', wait);
    else wait();
  });
}

/**
 * Keeps the sockets that an HTTP server has handed over. When it is closed it waits for them, and does not end them by itself.
 * It does not listen to their errors either: an error before they are WebSockets would end the process.
 *
 * @returns to be called when they have been asked to close: those that do not are cut
 */
export function trackUpgradedSockets(httpServer: Server): () => void {
  const sockets: Set<Duplex> = new Set();
  httpServer.on('upgrade', (_request, socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
  });
  return () => {
    unref(setTimeout(() => sockets.forEach((socket) => socket.destroy()), GRACE));
  };
}
