// The server that pages play at, in a process of its own: it can be killed. Its arguments: a port, the pages' origin, a folder for matches.
import { FlatFile, Server } from 'rondel/server';
import { game } from '../tabs/game.mjs';

const [port, origin, dir] = process.argv.slice(2);
const server = Server({ games: [game], origins: [origin], db: new FlatFile({ dir }) });
await server.run({ port: Number(port), host: '127.0.0.1' });
