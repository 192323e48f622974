// A server in its own process, with `shutdown` from the argument. It prints lines of JSON.
import { createServer } from 'node:http';
import { InMemory, Server } from 'rondel/server';

const { hangs, ...shutdown } = JSON.parse(process.argv[2]);
const db = new InMemory();
if (hangs) db.setMetadata = () => new Promise(() => {});
const game = { name: 'nim', setup: () => ({ left: 21 }), moves: { take: ({ G }, n) => { G.left -= n; } } };
const server = Server({ games: [game], db, origins: false, log: 'info', shutdown });
if (hangs) server.db.close = () => new Promise(() => {});
await server.run({ port: 0, host: '127.0.0.1' });
// An open server, as in a process that forgets to close it.
createServer().listen(0, '127.0.0.1');
