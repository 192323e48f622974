// Storages: boardgame.io's contract, and matches that it stored.
import assert from 'node:assert/strict';
import test from 'node:test';
import bgioClient from 'boardgame.io/dist/cjs/client.js';
import bgioMultiplayer from 'boardgame.io/dist/cjs/multiplayer.js';
import { InMemory, LocalStorage } from '../../../pkg/lib/online/storage/storage.js';
import { Async, Sync, createMatch } from 'rondel/internal';
import { Master } from 'rondel/master';
import { capture, quietly } from '../support/console.mjs';
import { withLocalStorage } from '../support/local-storage.mjs';

const game = { name: 'counter', setup: () => ({ n: 0 }), moves: { add: ({ G }, by) => { G.n += by; } } };
const ALL = { state: true, metadata: true, log: true, initialState: true };
const entry = (n) => ({ action: { type: 'MAKE_MOVE', payload: { type: 'add', args: [n], playerID: '0' } }, _stateID: n, turn: 1, phase: null });

for (const [name, make] of [['InMemory', () => new InMemory()], ['LocalStorage', () => new LocalStorage('test')]]) {
  test(`${name} returns the stored values, and only the requested parts`, (t) => {
    withLocalStorage(t);
    const storage = make();
    assert.equal(storage.type(), 0);
    storage.connect();
    const { initialState, metadata } = createMatch({ game, numPlayers: 3 });
    storage.createMatch('m', { initialState, metadata });
    assert.deepEqual(storage.fetch('m', ALL), { state: initialState, initialState, metadata, log: [] });
    assert.deepEqual(storage.fetch('m', { metadata: true }), { metadata });
    assert.deepEqual(storage.fetch('m', {}), {});
    assert.deepEqual(storage.fetch('other', ALL), { state: undefined, initialState: undefined, metadata: undefined, log: [] });

    storage.setState('m', { ...initialState, _stateID: 1 }, [entry(1)]);
    storage.setState('m', { ...initialState, _stateID: 2 }, [entry(2), entry(3)]);
    storage.setState('m', { ...initialState, _stateID: 3 });
    storage.setMetadata('m', { ...metadata, gameover: 1 });
    const { log } = storage.fetch('m', ALL);
    assert.deepEqual(log, [entry(1), entry(2), entry(3)]);
    log.push('mine');
    assert.equal(storage.fetch('m', ALL).log.length, 3);
    assert.equal(storage.fetch('m', ALL).state._stateID, 3);
    assert.equal(storage.fetch('m', ALL).initialState._stateID, 0);
    assert.equal(storage.fetch('m', ALL).metadata.gameover, 1);

    storage.wipe('m');
    assert.deepEqual(storage.fetch('m', ALL), { state: undefined, initialState: undefined, metadata: undefined, log: [] });
    assert.deepEqual(storage.listMatches(), []);
  });

  test(`${name} lists matches by the given filters`, (t) => {
    withLocalStorage(t);
    const storage = make();
    storage.setMetadata('a', { gameName: 'x', updatedAt: 1 });
    storage.setMetadata('b', { gameName: 'x', updatedAt: 2, gameover: {} });
    storage.setMetadata('c', { gameName: 'y', updatedAt: 3 });
    const list = (options) => storage.listMatches(options);
    assert.deepEqual(list(), ['a', 'b', 'c']);
    assert.deepEqual(list({ gameName: 'x' }), ['a', 'b']);
    assert.deepEqual(list({ where: { isGameover: true } }), ['b']);
    assert.deepEqual(list({ where: { isGameover: false } }), ['a', 'c']);
    assert.deepEqual(list({ where: { updatedBefore: 2 } }), ['a']);
    assert.deepEqual(list({ where: { updatedAfter: 2 } }), ['c']);
    assert.deepEqual(list({ gameName: 'y', where: { isGameover: true } }), []);
  });
}

test('a match that boardgame.io stored in the browser continues', async (t) => {
  withLocalStorage(t);
  const { Local } = bgioMultiplayer;
  const client = quietly(() => bgioClient.Client({
    game: structuredCloneOf(game), multiplayer: Local({ persist: true }), playerID: '0', matchID: 'old', debug: false, quiet: true,
  }));
  client.start();
  await settled();
  client.moves.add(5);
  await settled();
  client.stop();

  const { state, log, initialState, metadata } = new LocalStorage().fetch('old', ALL);
  assert.deepEqual([state.G, initialState.G, log.length, metadata.gameName], [{ n: 5 }, { n: 0 }, 1, 'counter']);
});

test('matches of LocalStorage outlive it, and another tab sees them at once', (t) => {
  withLocalStorage(t);
  const [here, there] = [new LocalStorage(), new LocalStorage()];
  here.createMatch('m', createMatch({ game }));
  assert.equal(there.fetch('m', ALL).state._stateID, 0);
  there.setState('m', { ...there.fetch('m', ALL).state, _stateID: 1 }, [entry(1)]);
  here.createMatch('n', createMatch({ game }));
  assert.equal(here.fetch('m', ALL).state._stateID, 1);
  assert.deepEqual(new LocalStorage().listMatches(), ['m', 'n']);
  assert.equal(new LocalStorage('other').listMatches().length, 0);
});

test('if two tabs store on the same state, one is refused', (t) => {
  withLocalStorage(t);
  const [here, there] = [new LocalStorage(), new LocalStorage()];
  here.createMatch('m', createMatch({ game }));
  const { state } = here.fetch('m', ALL);
  assert.equal(here.compareAndSetState('m', 0, { ...state, _stateID: 1 }, [entry(1)]), true);
  assert.equal(there.compareAndSetState('m', 0, { ...state, _stateID: 1 }, [entry(2)]), false);
  assert.deepEqual(there.fetch('m', ALL).log, [entry(1)]);
});

test('when localStorage is full, nothing changes', (t) => {
  const room = withLocalStorage(t);
  const storage = new LocalStorage();
  storage.createMatch('m', createMatch({ game }));
  storage.setState('m', storage.fetch('m', ALL).state, [entry(1)]);
  const before = [storage.fetch('m', ALL), [...room.texts]];
  const { state } = before[0];
  room.quota = room.texts.get('bgio_state').length + 10;
  assert.throws(() => storage.setState('m', { ...state, G: 'x'.repeat(1000) }, [entry(2)]), /quota/);
  assert.deepEqual([storage.fetch('m', ALL), [...room.texts]], before);
});

test('foreign values in the lists of localStorage are kept', (t) => {
  const { texts } = withLocalStorage(t);
  texts.set('bgio_state', '[1, null, ["m"]]');
  const storage = new LocalStorage();
  assert.equal(storage.fetch('m', ALL).state, undefined);
  storage.setState('n', { _stateID: 1 });
  assert.equal(storage.fetch('n', ALL).state._stateID, 1);
  assert.equal(texts.get('bgio_state'), '[1,null,["m"],["n",{"_stateID":1}]]');
});

test('a value in localStorage that is not a list is an error, and is not overwritten', (t) => {
  const { texts } = withLocalStorage(t);
  for (const text of ['', '{', '7', '{}', 'null', '"x"']) {
    texts.set('bgio_state', text);
    const storage = new LocalStorage();
    const unreadable = { code: 'storage/unreadable', message: 'localStorage.bgio_state: expected a list of matches' };
    assert.throws(() => storage.fetch('m', ALL), unreadable);
    assert.throws(() => storage.setState('n', { _stateID: 1 }), unreadable);
    assert.throws(() => storage.createMatchIfAbsent('n', { initialState: {}, metadata: {} }), unreadable);
    assert.deepEqual([...texts], [['bgio_state', text]]);
  }
});

test('the error names a storage whose has() is true and whose match has no state', async () => {
  class Forgetful extends InMemory {
    createMatchIfAbsent() { return false; }
  }
  const errors = [];
  const master = new Master({ setup: () => ({}), moves: {} }, new Forgetful(), { send() {}, sendAll() {} });
  master.onError = (error) => errors.push(error.message);
  assert.deepEqual(await master.onSync('m', '0'), { error: 'storage failed' });
  assert.match(errors[0], /^createMatchIfAbsent: /);
});

test('adapters for old versions of boardgame.io are called by the old method names', async () => {
  class Old extends Sync {
    createGame(...args) { return ['created', ...args]; }
    listGames(...args) { return ['listed', ...args]; }
  }
  class OldAsync extends Async {
    async createGame(...args) { return ['created', ...args]; }
    async listGames(...args) { return ['listed', ...args]; }
  }
  const { result, printed } = capture(() => [new Old().createMatch('m', {}), new Old().listMatches({})]);
  assert.deepEqual(result, [['created', 'm', {}], ['listed', {}]]);
  assert.equal(printed.length, 2);
  const late = quietly(() => [new OldAsync().createMatch('m', {}), new OldAsync().listMatches({})]);
  assert.deepEqual(await Promise.all(late), [['created', 'm', {}], ['listed', {}]]);
  assert.equal(new OldAsync().type(), 1);
  assert.equal(capture(() => new Sync().createMatch('m', {})).printed.length, 1);
});

function structuredCloneOf({ moves, ...rest }) {
  return { ...rest, moves: { ...moves } };
}

function settled() {
  return new Promise((resolve) => setTimeout(resolve, 5));
}
