// Slow: every order of calls. Subscribers that start, stop and move clients during connecting, disconnecting and messages: the last call
// wins.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { mulberry32 } from '../../../pkg/lib/util/random.js';
import { InMemory } from '../../../pkg/lib/online/storage/storage.js';
import { quiet, until } from '../support/tasks.mjs';
import { LINES } from './lines.mjs';

const MATCHES = 40;
/** When the other side of a line receives a message. */
const WHEN = { 'at once': (work) => work(), later: setImmediate };

for (const [name, makeLines] of Object.entries(LINES)) {
  for (const [when, later] of Object.entries(WHEN)) {
    test(`over ${name} that answers ${when}, clients end where the last call sent them`, async () => {
      await Promise.all(Array.from({ length: MATCHES }, (_, seed) => play(makeLines, { seed, later })));
    });
  }
}

async function play(makeLines, { seed, later }) {
  const chance = mulberry32(seed + 1);
  const game = {
    setup: () => ({ n: 0 }),
    turn: { activePlayers: { all: null } },
    moves: { add: ({ G }) => { G.n += 1; } },
  };
  const storage = new InMemory();
  const lines = makeLines({ game, storage, later });
  const seats = ['0', '1'].map((playerID) => ({ isOn: false, matchID: 'a', playerID }));
  const clients = seats.map((seat) => Client({ ...seat, game, numPlayers: 3, multiplayer: lines.multiplayer(), quiet: true }));
  const said = [];
  let [left, depth] = [12, 0];
  clients.forEach((client, i) => client.subscribe(() => {
    if (depth === 3 || left === 0 || chance() > 0.35) return;
    left -= 1;
    depth += 1;
    act(chance() < 0.7 ? i : 1 - i);
    depth -= 1;
  }));

  clients.forEach((client, i) => {
    seats[i].isOn = true;
    client.start();
  });
  for (let step = 0; step < 8; step += 1) {
    for (let turns = Math.floor(chance() * 6); turns > 0; turns -= 1) await new Promise(setImmediate);
    act(chance() < 0.5 ? 0 : 1);
  }
  left = 0;
  const what = `seed ${seed}: ${said.join(', ')}`;
  // The outcome of the last dropped action is unknown.
  await quiet();
  await comes(() => clients.every((client, i) => !seats[i].isOn || client.getState()?.isConnected), what);
  clients.forEach((client, i) => {
    const { isOn, matchID, playerID } = seats[i];
    const seen = [client.getState()?.isConnected ?? false, client.matchID, client.playerID];
    assert.deepEqual(seen, [isOn, matchID, playerID], what);
  });
  if (seats.every(({ isOn }) => isOn) && seats[0].matchID === seats[1].matchID) {
    clients[0].moves.add();
    await comes(() => clients[0].getState().pending === 0 && clients[0].getState().G.n === clients[1].getState().G.n, what);
  }
  clients.forEach((client) => client.stop());
  await comes(() => lines.open() === 0, what);
  clients.forEach((client) => client.dispose());

  function act(i) {
    const [client, seat] = [clients[i], seats[i]];
    const ways = {
      stop() {
        seat.isOn = false;
        client.stop();
      },
      start() {
        seat.isOn = true;
        client.start();
      },
      match() {
        seat.matchID = seat.matchID === 'a' ? 'b' : 'a';
        client.updateMatchID(seat.matchID);
      },
      seat() {
        seat.playerID = String((Number(seat.playerID) + 1) % 3);
        client.updatePlayerID(seat.playerID);
      },
      credentials: () => client.updateCredentials(String(left)),
      move: () => client.moves.add(),
      drop: () => lines.drop(i),
    };
    const names = [...Object.keys(ways), 'stop', 'start', 'start'];
    const name = names[Math.floor(chance() * names.length)];
    said.push(`${'+'.repeat(depth)}${i} ${name}`);
    ways[name]();
  }
}

async function comes(isTrue, what) {
  try {
    await until(isTrue);
  } catch (error) {
    assert.fail(`${what}: ${error.message}`);
  }
}
