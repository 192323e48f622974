// Texts of strangers that are stored: names have no control characters, and nothing has what some databases cannot store.
import assert from 'node:assert/strict';
import test from 'node:test';
import { InMemory } from 'rondel/server';
import { until } from '../support/tasks.mjs';
import { WIRES } from './raw.mjs';
import { serve } from './serve.mjs';

const game = { name: 'nim', setup: (_context, setupData) => ({ said: setupData ?? '' }), moves: { say: ({ G }, text) => { G.said = text; } } };
const NAMES = ['\0', 'a\nb', 'a\u007f', 'a\u0085', '\ud800', 'a\udc00b'];
const FINE_NAMES = ['(left)', 'Zoë 😀', '名', ' ', '\u202e'];
const UNSTORABLE = ['\0', 'a\ud800', '\udc00a', ['\0'], { a: { b: 'a\0' } }, { '\ud800': 1 }, { '\0': 1 }];
const FINE = ['a\nb\t\u0001', '😀', { 'a\n': ['😀'] }];

/** A server with a match of nim, and Ann at a seat. */
async function table(t) {
  t.mock.method(console, 'warn', () => {});
  const db = new InMemory();
  const lobby = await serve(t, { games: [game], db });
  const { body: { matchID } } = await lobby.post('/games/nim/create', { numPlayers: 20 });
  const path = `/games/nim/${matchID}`;
  const { body: { playerCredentials: credentials } } = await lobby.post(`${path}/join`, { playerID: '0', playerName: 'Ann' });
  return { ...lobby, db, matchID, path, seat: { playerID: '0', credentials } };
}

test('a player\'s name has no control characters and no lone surrogates, by whatever route it comes', async (t) => {
  const { get, path, post, seat } = await table(t);
  const routes = [
    ['playerName', (name) => post(`${path}/join`, { playerName: name })],
    ['newName', (name) => post(`${path}/update`, { ...seat, newName: name })],
    ['newName', (name) => post(`${path}/rename`, { ...seat, newName: name })],
  ];
  for (const [field, ask] of routes) {
    for (const name of NAMES) {
      const { status, body } = await ask(name);
      assert.deepEqual([status, body], [400, `${field} must have neither control characters nor lone surrogates`], JSON.stringify(name));
    }
    for (const name of FINE_NAMES) assert.equal((await ask(name)).status, 200, JSON.stringify(name));
  }
  assert.equal((await get(path)).body.players[0].hasLeft, undefined);
  for (const name of NAMES) {
    const { status } = await post('/games/nim/create', { numPlayers: 2, bots: { 1: name } });
    assert.equal(status, 400, JSON.stringify(name));
  }
});

test('neither data nor setupData have what some databases cannot store', async (t) => {
  const { path, post, seat } = await table(t);
  const routes = [
    ['data', (data) => post(`${path}/join`, { playerName: 'Bob', data })],
    ['data', (data) => post(`${path}/update`, { ...seat, data })],
    ['setupData', (setupData) => post('/games/nim/create', { numPlayers: 2, setupData })],
    ['setupData', (setupData) => post(`${path}/playAgain`, { ...seat, setupData })],
  ];
  for (const [field, ask] of routes) {
    for (const value of UNSTORABLE) {
      const { status, body } = await ask(value);
      assert.deepEqual([status, body], [400, `${field}: texts and names in it must have neither U+0000 nor lone surrogates`], JSON.stringify(value));
    }
    for (const value of FINE) assert.equal((await ask(value)).status, 200, JSON.stringify(value));
  }
});

for (const [wire, open] of Object.entries(WIRES)) {
  test(`chat with what some databases cannot store is refused, and moves may carry it, by ${wire}`, async (t) => {
    const { db, matchID, seat, url } = await table(t);
    const { heard, send, socket } = await open(url, 'nim');
    t.after(() => socket.close());
    send('sync', matchID, '0', seat.credentials);
    await until(() => heard.length > 0);
    for (const payload of UNSTORABLE) send('chat', matchID, { id: 'odd', sender: '0', payload }, seat.credentials);
    send('chat', matchID, { id: 'a\0', sender: '0', payload: 'hello' }, seat.credentials);
    for (const [i, payload] of FINE.entries()) send('chat', matchID, { id: `fine ${i}`, sender: '0', payload }, seat.credentials);
    await until(() => db.fetch(matchID, { metadata: true }).metadata._chat?.length === FINE.length);
    assert.deepEqual(db.fetch(matchID, { metadata: true }).metadata._chat.map(({ payload }) => payload), FINE);
    send('update', { type: 'MAKE_MOVE', payload: { type: 'say', args: ['\0\ud800'], playerID: '0', credentials: seat.credentials } }, 0, matchID, '0');
    await until(() => db.fetch(matchID, { state: true }).state.G.said !== '');
  });
}
