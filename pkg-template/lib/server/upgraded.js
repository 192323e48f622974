/** Milliseconds in which clients may answer that a socket is closed. */
const GRACE = 1000;

/**
 * The sockets that an HTTP server has handed over: it waits for them when it is closed, and ends them by nothing. Nor does it
 * listen to their errors any more: one that comes before they are WebSockets would end the process.
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
    const cut = () => sockets.forEach((socket) => socket.destroy());
    setTimeout(cut, GRACE).unref();
  };
}
