// boardgame.io's server as it is published, in a process of its own. It answers by IPC: the port; then a match's state for
// its ID, and nothing for 'cut', which ends all sockets.
import { createRequire } from 'node:module';
import { games } from './games.mjs';

const { Server } = createRequire(import.meta.url)('boardgame.io/dist/cjs/server.js');

const server = Server({ games, origins: [/127\.0\.0\.1/] });
const { appServer } = await server.run(0);
const sockets = new Set();
appServer.on('connection', (socket) => {
  sockets.add(socket);
  socket.once('close', () => sockets.delete(socket));
});
process.on('message', async (asked) => {
  if (asked === 'cut') return sockets.forEach((socket) => socket.destroy());
  const { state } = await server.db.fetch(asked, { state: true });
  process.send({ state });
});
process.send({ port: appServer.address().port });
