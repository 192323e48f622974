// A server of games in Rust in its own process; one game fails wherever its state says so. Prints its address, and on request the number of
// replaced instances.
import { createMatch } from 'rondel/internal';
import { InMemory, Server } from 'rondel/server';
import { board, faults, openTraps, traps } from '../../rust-game/duel.mjs';

/** A match of another version of the game, whose `migrate` overflows the stack. */
const OLD = 'old';

let instances = 0;
const { Instance } = WebAssembly;
WebAssembly.Instance = class extends Instance {
  constructor(...given) {
    super(...given);
    if (this.exports.rondel_version) instances += 1;
  }
};

console.info = () => {};
const db = new InMemory();
const old = createMatch({ game: traps(), numPlayers: 2 });
db.createMatch(OLD, { ...old, initialState: { ...old.initialState, _version: 1 } });
const server = Server({ games: [board(), faults(), traps(), openTraps()], db, origins: false, trustedProxies: 1 });
const { appServer } = await server.run({ port: 0, host: '127.0.0.1' });
process.on('message', () => process.send({ instances }));
process.send({ url: `http://127.0.0.1:${appServer.address().port}` });
