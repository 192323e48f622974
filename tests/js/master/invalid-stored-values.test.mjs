// An invalid stored value is its match's error, which names the path. Other matches go on.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { Local } from 'rondel/multiplayer';
import { InMemory, LocalStorage } from '../../../pkg/lib/online/storage/storage.js';
import { capture } from '../support/console.mjs';
import { throughJSON } from '../support/json.mjs';
import { withLocalStorage } from '../support/local-storage.mjs';
import { nextTask } from '../support/tasks.mjs';
import { event, move, room } from './support.mjs';

const ALL = { state: true, metadata: true, log: true, initialState: true };
const game = () => ({
  name: 'heap',
  setup: () => ({ n: 0 }),
  turn: { activePlayers: { all: null } },
  moves: { add: ({ G }, by = 1) => { G.n += by; } },
});

/** Two matches, one of which gets an invalid value. */
async function begun(options) {
  const table = room(game(), options);
  for (const matchID of ['m', 'other']) {
    await table.master.onSync(matchID, '0');
    await table.master.onUpdate(move('add', '0', [1], { session: 'tab', seq: 1, first: 1 }), 0, matchID, '0');
  }
  table.news();
  return table;
}

/** Writes to the storage as another process might. */
function change({ storage }, matchID, changes) {
  for (const [field, work] of Object.entries(changes)) storage[field].set(matchID, work(throughJSON(storage[field].get(matchID) ?? null)));
}

/** Replacements for members of the state, or of its members. */
const put = (path, value) => (state) => {
  const names = path.split('.');
  const last = names.pop();
  let object = state;
  for (const name of names) object = object[name];
  object[last] = value;
  return state;
};

const entry = ['0', 'tab', 1, 1, []];
const ledger = (fields) => put('_sync', { base: 0, since: {}, sessions: [entry], ...fields });
const WRONG_STATES = [
  [put('ctx', null), /^ctx|expected a state/],
  [put('ctx.playOrder', null), /^ctx\.playOrder|expected a state/],
  [put('_stateID', '1'), /^_stateID: /],
  [put('_stateID', -1), /^_stateID: /],
  [put('_revision', 'x'), /^_revision: expected a whole number, got a string$/],
  [put('_logSize', -1), /^_logSize: expected a whole number, got a number$/],
  [put('_version', {}), /^_version: expected a version, got an object$/],
  [put('_history', []), /^_history: expected an object, got a list$/],
  [put('_history.stateID', null), /^_history\.stateID: expected a whole number, got null$/],
  [put('_history.undo', ['', 1]), /^_history\.undo\[1\]: expected a text, got a number$/],
  [put('_history.redo', 'x'), /^_history\.redo: expected a list, got a string$/],
  [put('_sync', null), /^_sync: expected an object, got null$/],
  [put('_sync', 7), /^_sync: expected an object, got a number$/],
  [ledger({ base: undefined }), /^_sync\.base: expected a whole number, got undefined$/],
  [ledger({ base: 1.5 }), /^_sync\.base: /],
  [ledger({ since: null }), /^_sync\.since: /],
  [ledger({ since: { 0: 'x' } }), /^_sync\.since\.0: expected a whole number, got a string$/],
  [ledger({ forgotten: [[]] }), /^_sync\.forgotten: expected an object, got a list$/],
  [ledger({ sessions: {} }), /^_sync\.sessions: expected a list, got an object$/],
  [ledger({ sessions: [null] }), /^_sync\.sessions\[0\]: expected a list, got null$/],
  [ledger({ sessions: new Array(1) }), /^_sync\.sessions\[0\]: expected a list, got undefined$/],
  [ledger({ sessions: [entry, entry.with(2, null)] }), /^_sync\.sessions\[1\]\[2\]: expected a whole number, got null$/],
  [ledger({ sessions: [entry.with(0, 7)] }), /^_sync\.sessions\[0\]\[0\]: expected a text, got a number$/],
  [ledger({ sessions: [entry.with(4, [[1]])] }), /^_sync\.sessions\[0\]\[4\]\[0\]\[1\]: expected an object, got undefined$/],
  [ledger({ sessions: [entry.with(4, new Array(1))] }), /^_sync\.sessions\[0\]\[4\]\[0\]: expected a list, got undefined$/],
  [() => 'nonsense', /expected/],
  [() => [], /expected/],
];

for (const [i, [work, expected]] of WRONG_STATES.entries()) {
  test(`a malformed state is its match's error: ${expected} (${i})`, async () => {
    const table = await begun();
    const { master, storage, errors, news } = table;
    const before = storage.fetch('other', ALL);
    change(table, 'm', { state: work });
    const wrong = storage.fetch('m', ALL);
    const sync = { session: 'tab', seq: 2, first: 2 };
    for (const answer of [
      await master.onUpdate(move('add', '0', [1], sync), 1, 'm', '0'),
      await master.onUpdate(move('add', '0', [1]), 1, 'm', '0'),
      await master.onPlayerLeave('m', '0'),
      await master.onSync('m', '0'),
      await master.onSync('m', null),
    ]) assert.match(answer.error, expected);
    assert.deepEqual(errors.map(({ message }) => expected.test(message)), [true], 'it is reported once');
    // Nothing is sent or stored, and other matches are not affected.
    assert.deepEqual([news()[1], storage.fetch('m', ALL), storage.fetch('other', ALL)], [[], wrong, before]);
    assert.equal(await master.onUpdate(move('add', '1', [1]), 1, 'other', '1'), undefined);
    // When the state is repaired, the match goes on.
    storage.state.set('m', before.state);
    assert.equal(await master.onUpdate(move('add', '0', [1], sync), 1, 'm', '0'), undefined);
    assert.equal(storage.fetch('m', ALL).state.G.n, 2);
  });
}

test('malformed metadata, logs and initial states are their match\'s error', async () => {
  for (const [field, value, expected] of [
    ['metadata', 7, 'metadata: expected an object, got a number'],
    ['metadata', {}, 'metadata.players: expected an object, got undefined'],
    ['metadata', { players: { 0: null } }, 'metadata.players.0: expected an object, got null'],
    ['metadata', { players: {}, gameName: 7 }, 'metadata.gameName: expected a name, got a number'],
    ['log', [null], 'log[0]: expected an object, got null'],
    ['log', [{}], 'log[0].action: expected an object, got undefined'],
    ['log', [{ action: { payload: 'x' } }], 'log[0].action.payload: expected an object, got a string'],
    ['initial', 'x', /^initialState\./],
  ]) {
    const table = await begun();
    table.storage[field].set('m', value);
    const { error } = await table.master.onSync('m', '0');
    if (typeof expected === 'string') assert.equal(error, expected);
    else assert.match(error, expected);
    const connection = await table.master.onConnectionChange('m', '0', undefined, true);
    assert.deepEqual(connection, field === 'metadata' ? { error } : undefined);
    assert.deepEqual(table.errors.map(({ message }) => message), [error]);
    assert.equal(await table.master.onSync('other', '0'), undefined);
    // Moves need the state and the metadata.
    assert.deepEqual(await table.master.onUpdate(move('add', '0', [1]), 1, 'm', '0'), field === 'metadata' ? { error } : undefined);
  }
});

test('asking for the match takes no seat from players without credentials', async () => {
  const { master, storage, errors, news } = room(game());
  for (const player of [{ credentials: 'secret' }, { name: 'Ann' }]) {
    const metadata = { gameName: 'heap', players: { 0: { id: 0, ...player }, 1: { id: 1 } } };
    storage.setMetadata('m', metadata);
    for (const viewer of ['0', null]) assert.deepEqual(await master.onSync('m', viewer), { error: 'state: expected an object, got undefined' });
    assert.deepEqual(storage.fetch('m', ALL), { state: undefined, metadata, log: [], initialState: undefined });
  }
  assert.deepEqual([errors.map(({ message }) => message), news()[0]], [['state: expected an object, got undefined'], []]);
  storage.setMetadata('m', { gameName: 'heap', players: { 0: { id: 0 }, 1: { id: 1 } } });
  assert.equal(await master.onSync('m', '0'), undefined);
});

test('a storage may return null for missing parts, or omit them', async () => {
  const { storage, master, news } = await begun();
  const { fetch } = storage;
  storage.fetchLogPart = undefined;
  storage.fetch = (...args) => ({ ...fetch.apply(storage, args), metadata: null, log: null, initialState: undefined });
  assert.equal(await master.onSync('m', '0'), undefined);
  assert.deepEqual([news()[0][0].args[1].log, news()[0]], [[], []]);
  // Parts that were not requested are not read, however long a log is.
  storage.fetch = (matchID) => ({ ...fetch.call(storage, matchID, ALL), log: 'nonsense', initialState: 7 });
  assert.equal(await master.onUpdate(move('add', '0', [1]), 1, 'm', '0'), undefined);
  storage.fetch = () => ({ state: null });
  assert.deepEqual(await master.onUpdate(move('add', '0', [1]), 1, 'm', '0'), { error: 'game not found' });
  storage.fetch = () => null;
  assert.deepEqual(await master.onUpdate(move('add', '0', [1]), 1, 'm', '0'), { error: 'fetch: expected an object, got null' });
});

test('neither a logger nor a console that throws stops a match', async () => {
  const { error } = console;
  console.error = () => { throw new Error('the console'); };
  try {
    for (const onError of [() => { throw null; }, async () => { throw new Error('later'); }, undefined, () => ({ get then() { throw 7; } })]) {
      const table = room({ ...game(), moves: { add: ({ G }) => { G.n += 1; }, fail: () => { throw undefined; } } });
      const { master, storage, state } = table;
      master.onError = onError;
      master.subscribe(() => { throw Symbol('a subscriber'); });
      master.transportAPI = { send() { throw null; }, sendAll: async () => { throw undefined; } };
      await master.onSync('m', '0');
      assert.deepEqual(await master.onUpdate(move('fail', '0', [], { session: 'tab', seq: 1, first: 1 }), 0, 'm', '0'), { error: 'action/invalid_move' });
      const { fetch } = storage;
      storage.fetch = () => { throw null; };
      assert.deepEqual(await master.onUpdate(move('add', '0'), 0, 'm', '0'), { error: 'storage failed' });
      storage.fetch = async () => { throw Symbol('no disk'); };
      assert.deepEqual(await master.onUpdate(move('add', '0'), 0, 'm', '0'), { error: 'storage failed' });
      storage.fetch = fetch;
      assert.equal(await master.onUpdate(move('add', '0'), 0, 'm', '0'), undefined);
      assert.equal(state().G.n, 1);
      await nextTask();
    }
  } finally {
    console.error = error;
  }
});

/**
 * A browser; `open` opens a page with a client and returns its console output. Each is a new page, because hubs are found by the game,
 * unless it gets another page's game.
 */
function openBrowser(t) {
  const clients = [];
  t.after(() => clients.forEach((client) => client.dispose()));
  const browser = withLocalStorage(t);
  const open = (rules = game(), playerID = '0') => {
    const { result: client, printed } = capture(() => {
      const client = Client({ game: rules, playerID, multiplayer: Local({ persist: true }), debug: false, quiet: true });
      client.start();
      return client;
    });
    clients.push(client);
    return { client, printed };
  };
  return { browser, texts: browser.texts, open };
}

test('a persisted match that cannot be read is kept, and no other begins in its place', async (t) => {
  const { texts, open } = openBrowser(t);
  const first = open();
  first.client.moves.add(5);
  first.client.dispose();
  const stored = new LocalStorage('bgio:heap');
  const { state } = stored.fetch('default', ALL);
  const wrong = { ...state, ctx: { ...state.ctx, playOrder: null } };
  stored.state.set('default', wrong);
  const before = [...texts];

  const second = open();
  second.client.moves.add(1);
  assert.equal(second.client.getState(), null);
  assert.deepEqual([...texts], before);
  assert.match(second.printed.join(), /match default: RondelError: .*expected/);
  second.client.dispose();
  // When it can be read again, it goes on.
  stored.state.set('default', state);
  assert.equal(open().client.getState().G.n, 5);
});

test('a value under a key of localStorage that is not a list of matches is kept, and no match begins', async (t) => {
  for (const text of ['', '{', '7', '{}', 'null', '"x"']) {
    const { texts, open } = openBrowser(t);
    texts.set('bgio:heap_state', text);
    const { client, printed } = open();
    client.moves.add(1);
    assert.equal(client.getState(), null);
    assert.deepEqual([...texts], [['bgio:heap_state', text]]);
    assert.match(printed.join(), /bgio:heap_state: expected a list of matches/);
    client.dispose();
  }
});

test('a new page does not show players as connected because a persisted match does', async (t) => {
  const { open } = openBrowser(t);
  const rules = game();
  open(rules, '0');
  open(rules, '1');
  const stored = () => Object.values(new LocalStorage('bgio:heap').fetch('default', ALL).metadata.players).map(({ isConnected }) => isConnected);
  assert.deepEqual(stored(), [true, true]);
  // The page crashes without disconnecting. Another one opens.
  open();
  assert.deepEqual(stored(), [true, false]);
});

test('a state counts its writes, including refusals and departures', async () => {
  for (const compares of [true, false]) {
    const storage = new InMemory();
    if (!compares) Object.assign(storage, { compareAndSetState: undefined, compareAndSetMetadata: undefined, createMatchIfAbsent: undefined });
    const { master, state } = room(game(), { storage });
    await master.onSync('m', '0');
    const first = state()._revision;
    const made = (seq) => ({ session: 'tab', seq, first: seq });
    await master.onUpdate(move('add', '0', [1], made(1)), 0, 'm', '0');
    assert.deepEqual([state()._stateID, state()._revision], [1, first + 1]);
    await master.onUpdate(move('nothing', '0', [1], made(2)), 1, 'm', '0');
    assert.deepEqual([state()._stateID, state()._revision], [1, first + 2]);
    await master.onUpdate(event('endTurn', '0'), 1, 'm', '0');
    await master.onPlayerLeave('m', '1');
    assert.deepEqual([state()._stateID, state()._revision], [3, first + 4]);
    // Two refusals, stored once; refusals of boardgame.io's client store nothing.
    await master.onUpdate(move('nothing', '0', [1], made(2)), 1, 'm', '0');
    await master.onUpdate(move('nothing', '0', [1]), 3, 'm', '0');
    assert.equal(state()._revision, first + 4);
  }
});
