// Owners of matches and seats: a master checks them in the match's turn, on the metadata that it acts on.
import assert from 'node:assert/strict';
import test from 'node:test';
import { createMatch } from 'rondel/internal';
import { InMemory } from '../../../pkg/lib/online/storage/storage.js';
import { Auth } from '../../../pkg-server/lib/auth.js';
import { move, room } from './support.mjs';

const game = (name) => ({
  ...(name !== undefined && { name }),
  setup: () => ({ n: 0 }),
  turn: { activePlayers: { all: null } },
  moves: { add: ({ G }) => { G.n += 1; } },
});

/** A match of the game of this name in a storage; `seats` maps some players to their credentials. */
function stored(name, seats = {}) {
  const storage = new InMemory();
  const match = createMatch({ game: game(name) });
  for (const [id, credentials] of Object.entries(seats)) match.metadata.players[id].credentials = credentials;
  storage.createMatch('m', match);
  return storage;
}

test('a master whose game has a name refuses a match of another name', async () => {
  const { master, state, news, errors } = room(game('here'), { storage: stored('elsewhere') });
  const refused = { error: 'game not found' };
  assert.deepEqual(await master.onSync('m', null), refused);
  assert.deepEqual(await master.onSync('m', '0'), refused);
  assert.deepEqual(await master.onUpdate(move('add', '0'), 0, 'm', '0'), refused);
  assert.deepEqual(await master.onUpdate(move('add', '0', [], { session: 'tab', seq: 1, first: 1 }), 0, 'm', '0'), refused);
  assert.deepEqual(await master.onPlayerLeave('m', '0'), refused);
  assert.deepEqual(await master.onConnectionChange('m', '0', undefined, true), refused);
  assert.deepEqual(await master.onChatMessage('m', { id: 'x', sender: '0', payload: '' }), refused);
  assert.deepEqual([state().G.n, news(), errors], [0, { 0: [], 1: [], null: [] }, []]);
});

test('an unplayable state of another game\'s match is no error', async () => {
  const storage = stored('elsewhere');
  const { state } = storage.fetch('m', { state: true });
  storage.setState('m', { ...state, ctx: { ...state.ctx, phase: 'unheard of' } });
  const { master, errors } = room(game('here'), { storage });
  assert.deepEqual(await master.onSync('m', null), { error: 'game not found' });
  assert.deepEqual(errors, []);
});

test("a custom master whose game has no name accepts every match, as in boardgame.io's tests", async () => {
  const { master, state } = room(game(), { storage: stored('tic-tac-toe') });
  assert.equal(await master.onSync('m', '0'), undefined);
  assert.equal(await master.onUpdate(move('add', '0'), 0, 'm', '0'), undefined);
  assert.equal(await master.onConnectionChange('m', '0', undefined, true), undefined);
  assert.equal(state().G.n, 1);
});

test('a match whose metadata name no game is refused, and one without metadata is accepted', async () => {
  const storage = stored('elsewhere');
  const { metadata: { gameName, ...metadata } } = storage.fetch('m', { metadata: true });
  storage.setMetadata('m', metadata);
  const { master, state } = room(game('here'), { storage });
  assert.deepEqual(await master.onUpdate(move('add', '0'), 0, 'm', '0'), { error: 'game not found' });
  storage.setMetadata('m', undefined);
  assert.equal(await master.onUpdate(move('add', '0'), 0, 'm', '0'), undefined);
  assert.equal(state().G.n, 1);
});

/** A request that arrives while the first in the queue waits, and continues after `meanwhile`. */
async function askedBefore(storage, ask, meanwhile) {
  const auth = new Auth();
  const table = room(game('here'), { storage, auth });
  let goOn;
  const { fetch } = storage;
  storage.fetch = (...args) => {
    storage.fetch = fetch;
    return new Promise((resolve) => { goOn = () => resolve(fetch.apply(storage, args)); });
  };
  // A spectator's request, which needs no authentication.
  const first = table.master.onSync('m', null);
  const answer = ask(table.master);
  await new Promise(setImmediate);
  meanwhile(storage);
  goOn();
  await first;
  table.news();
  return { ...table, answer: await answer };
}

function give(storage, playerID, fields) {
  const { metadata } = storage.fetch('m', { metadata: true });
  storage.setMetadata('m', { ...metadata, players: { ...metadata.players, [playerID]: { ...metadata.players[playerID], ...fields } } });
}

const act = (master) => master.onUpdate(move('add', '0'), 0, 'm', '0');
const actAs = (credentials) => (master) => {
  const { type, payload } = move('add', '0');
  return master.onUpdate({ type, payload: { ...payload, credentials } }, 0, 'm', '0');
};

test('an acting player must have the seat at their turn in the queue, not only at the request', async () => {
  // No seat had credentials, so everybody could act.
  const free = await askedBefore(stored('here'), act, (storage) => give(storage, '0', { credentials: 'of somebody' }));
  assert.deepEqual([free.answer, free.state().G.n], [{ error: 'unauthorized action' }, 0]);
  const other = await askedBefore(stored('here'), act, (storage) => give(storage, '1', { credentials: 'of somebody' }));
  assert.deepEqual([other.answer, other.state().G.n], [{ error: 'unauthorized action' }, 0]);
  // Another player has the seat.
  const lost = await askedBefore(stored('here', { 0: 'mine' }), actAs('mine'), (storage) => give(storage, '0', { credentials: 'theirs' }));
  assert.deepEqual([lost.answer, lost.state().G.n], [{ error: 'unauthorized action' }, 0]);
  for (const ask of [(master) => master.onSync('m', '0', 'mine'), (master) => master.onPlayerLeave('m', '0', 'mine')]) {
    const { answer, news } = await askedBefore(stored('here', { 0: 'mine' }), ask, (storage) => give(storage, '0', { credentials: 'theirs' }));
    assert.deepEqual([answer, news()[0]], [{ error: 'unauthorized' }, []]);
  }
  // Another match has the ID.
  const anew = await askedBefore(stored('here', { 0: 'mine' }), actAs('mine'), (storage) => {
    const { metadata } = storage.fetch('m', { metadata: true });
    storage.setMetadata('m', { ...metadata, createdAt: metadata.createdAt + 1 });
  });
  assert.deepEqual([anew.answer, anew.state().G.n], [{ error: 'unauthorized action' }, 0]);
});

test('other players\' joining, leaving and renaming prevents nobody from acting', async () => {
  for (const [playerID, fields] of [['1', { credentials: 'theirs', name: 'Bo' }], ['1', { isConnected: true }], ['0', { name: 'Al', isConnected: true }]]) {
    const { answer, state } = await askedBefore(stored('here', { 0: 'mine' }), actAs('mine'), (storage) => give(storage, playerID, fields));
    assert.deepEqual([answer, state().G.n], [undefined, 1]);
  }
});
