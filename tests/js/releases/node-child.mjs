// A node of a cluster from a built tree ROOT of either release: node-child.mjs ROOT DATABASE REDIS
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { game } from './game.mjs';

const [root, databaseURL, redisURL] = process.argv.slice(2);
const require = createRequire(resolve(root, 'package.json'));
const { createAdapter } = require('@socket.io/redis-adapter');
const { createClient } = require('redis');
const { Postgres, Server, SocketIO } = await import(pathToFileURL(resolve(root, 'pkg/server.js')).href);

const clients = [createClient({ url: redisURL }), createClient({ url: redisURL })];
await Promise.all(clients.map((client) => client.on('error', () => {}).connect()));
const server = Server({ games: [game], origins: false, db: new Postgres(databaseURL), transport: new SocketIO({ socketAdapter: createAdapter(...clients) }) });
const running = await server.run({ port: 0, host: '127.0.0.1' });
process.once('SIGTERM', async () => {
  await server.kill(running);
  process.exit();
});
process.send(running.appServer.address().port);
