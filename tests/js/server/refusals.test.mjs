// Refused actions: each is stored, and so their number at once is limited per player, over all connections.
import assert from 'node:assert/strict';
import test from 'node:test';
import { InMemory } from 'rondel/server';
import { move } from '../master/support.mjs';
import { WIRES } from './raw.mjs';
import { serve, until } from './support.mjs';

const game = {
  name: 'sums',
  setup: () => ({ by: [] }),
  turn: { activePlayers: { all: null } },
  moves: { add: ({ G }, n) => { G.by.push(n); } },
};
const WIRE = 'a WebSocket';
/** The default burst; used parts do not refill while a test lasts. */
const NEVER_REGAINED = { messages: { rate: 0.001, burst: 2000 } };
/** Number of refused actions that a player may send at once. */
const AT_ONCE = 100;

/** A refused action: there is no such move. */
const refused = (playerID, session, seq, credentials) => made({ move: 'none', playerID, session, seq, credentials });

function made({ move: type, playerID, session, seq, first = seq, credentials }) {
  const action = move(type, playerID, [seq], { session, seq, first });
  return { ...action, payload: { ...action.payload, credentials } };
}

/** A server whose storage counts the stored states, and a function to take a seat there. */
async function counting(t, { wire = WIRE, ...options } = {}) {
  const db = new InMemory();
  const { compareAndSetState } = db;
  let stored = 0;
  db.compareAndSetState = (...args) => {
    stored += 1;
    return compareAndSetState.apply(db, args);
  };
  const { url } = await serve(t, { games: [game], db, limits: NEVER_REGAINED, ...options });
  const sit = async (playerID, credentials) => {
    const client = await WIRES[wire](url, 'sums');
    client.send('sync', 'm', playerID, credentials, 2);
    await until([], () => client.heard.some((text) => /by\\?"/.test(text)));
    return { ...client, act: (action) => client.send('update', action, 0, 'm', playerID) };
  };
  return { db, sit, stored: () => stored };
}

const by = ({ db }) => db.fetch('m', { state: true }).state.G.by;

for (const wire of Object.keys(WIRES)) {
  test(`over ${wire}, the number of a player's stored refusals is limited over all connections and sessions`, async (t) => {
    const server = await counting(t, { wire });
    const [opponent, ...cheats] = await Promise.all(['1', '0', '0', '0'].map((playerID) => server.sit(playerID)));
    for (let seq = 1; seq <= 50; seq += 1) {
      for (const [i, cheat] of cheats.entries()) {
        for (const session of ['one', 'two', 'three']) cheat.act(refused('0', `${session} ${i}`, seq));
      }
    }
    // The server has read their last message when it answers it.
    for (const { heard, send } of cheats) {
      heard.length = 0;
      send('sync', 'm', '0', undefined, 2);
      await until([], () => heard.some((text) => /by\\?"/.test(text)));
    }
    opponent.act(made({ move: 'add', playerID: '1', session: 'honest', seq: 1 }));
    await until([], () => by(server).length === 1);
    assert.ok(server.stored() <= AT_ONCE + 4, `${server.stored()} states were stored`);
  });
}

test('actions that wait because others were refused run later, in order', async (t) => {
  const server = await counting(t, { limits: { messages: { rate: 4000, burst: 400 } } });
  const player = await server.sit('0');
  for (let seq = 1; seq <= 60; seq += 1) player.act(refused('0', 'tab', seq));
  player.act(made({ move: 'add', playerID: '0', session: 'tab', seq: 61 }));
  await until([], () => by(server).length === 1);
  assert.equal(server.stored(), 61);
});

test('a refused action is refused again to a client that has not received the refusal, also by another connection', async (t) => {
  const server = await counting(t);
  const [player, again] = [await server.sit('0'), await server.sit('0')];
  const action = refused('0', 'tab', 1);
  player.act(action);
  await until([], () => player.heard.some((text) => text.includes('"tab",1,[[1,')));
  again.act({ ...action, payload: { ...action.payload, type: 'add' } });
  await until([], () => again.heard.some((text) => text.includes('"tab",1,[[1,')));
  assert.deepEqual(by(server), []);
  assert.equal(server.stored(), 1);
});

test('a client that sends 32 actions again at each reconnect is not delayed by them', async (t) => {
  const server = await counting(t);
  for (let time = 0; time < 3; time += 1) {
    const page = await server.sit('0');
    for (let seq = 1; seq <= 32; seq += 1) page.act(made({ move: 'add', playerID: '0', session: 'tab', seq, first: 1 }));
    page.socket.close();
  }
  const page = await server.sit('0');
  // It follows all messages that wait for an answer, as from Rondel's clients.
  for (let seq = 1; seq <= 32; seq += 1) page.act(made({ move: 'add', playerID: '0', session: 'tab', seq, first: 1 }));
  page.act(made({ move: 'add', playerID: '0', session: 'tab', seq: 33, first: 1 }));
  await until([], () => by(server).length === 33);
  assert.deepEqual(by(server), Array.from({ length: 33 }, (_, i) => i + 1));
});

test('a stranger who acts for a player without their credentials costs the player nothing', async (t) => {
  const auth = { authenticateCredentials: ({ credentials }) => credentials === 'right' };
  const server = await counting(t, { auth });
  const player = await server.sit('0', 'right');
  const stranger = await server.sit('1', 'right');
  for (let seq = 1; seq <= 300; seq += 1) {
    stranger.send('update', refused('0', 'lies', seq, 'wrong'), 0, 'm', '0');
  }
  stranger.send('update', made({ move: 'add', playerID: '1', session: 'stranger', seq: 1, credentials: 'right' }), 0, 'm', '1');
  player.act(made({ move: 'add', playerID: '0', session: 'tab', seq: 1, credentials: 'right' }));
  await until([], () => by(server).length === 1);
  assert.equal(server.stored(), 1);
});
