// Plays matches at a storage until it is killed, and prints the confirmations of players. Usage: node crashing-child.mjs STORAGE PLACE
import { setTimeout } from 'node:timers/promises';
import { Master } from 'rondel/master';
import { game, MATCHES, openStorage } from './crash-games.mjs';

const storage = openStorage(process.argv[2], process.argv[3]);
await storage.connect();

const sendAll = ({ args: [matchID, state] }) => process.stdout.write(`${matchID} ${state.G.n}\n`);
const master = new Master(game, storage, { send() {}, sendAll });
master.onError = () => {};
await Promise.all(MATCHES.map(play));

async function play(matchID) {
  for (let count = 0; ; count += 1) {
    const action = { type: 'MAKE_MOVE', payload: { type: 'add', args: ['x'.repeat(count % 500)], playerID: String(count % 2) } };
    const failure = await master.onSync(matchID, '0') ?? await master.onUpdate(/** @type {any} */ (action), 0, matchID, '0');
    // During an outage of the database it retries with pauses. Other matches play on if the storage answers at once.
    await setTimeout(failure ? 20 : 0);
  }
}
