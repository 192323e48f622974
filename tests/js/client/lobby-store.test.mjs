// A lobby's store with a slow or failing server: its state and its requests.
import assert from 'node:assert/strict';
import test from 'node:test';
import { matchOf, settled, slowLobby } from '../support/slow-lobby.mjs';
import { nextTask } from '../support/tasks.mjs';

const MATCH = matchOf('m', 'Ann');

test('late answers and failures of a replaced server are ignored', async (t) => {
  const { asked, options, store } = slowLobby(t);
  store.handlers.handleEnterLobby('Ann');
  const [late] = asked;
  store.update({ ...options, lobbyServer: 'http://two.example' });
  assert.deepEqual(asked.map(({ server }) => server), ['one.example', 'two.example']);
  await late.fail('the first server is gone');
  assert.equal(store.getState().errorMsg, '');
  // The second request is pending: one request at a time.
  t.mock.timers.tick(3000);
  assert.equal(asked.length, 2);
  await asked[1].answer(['nim']);
  await asked[2].answer({ matches: [MATCH] });
  assert.deepEqual(store.getState().matches, [MATCH]);
  t.mock.timers.tick(1000);
  assert.equal(asked.length, 4);
});

for (const [refreshInterval, patience] of [[1000, 10_000], [30_000, 30_000]]) {
  test(`a request without an answer counts as an outage after ${patience / 1000} seconds, and the next one is sent`, async (t) => {
    const { asked, store } = slowLobby(t, { refreshInterval });
    store.handlers.handleEnterLobby('Ann');
    await asked[0].answer(['nim']);
    assert.deepEqual(asked.map(({ path }) => path), ['/games', '/games/nim']);
    t.mock.timers.tick(patience - 1);
    await nextTask();
    assert.equal(store.getState().errorMsg, '');
    t.mock.timers.tick(1);
    await nextTask();
    assert.match(store.getState().errorMsg, new RegExp(`no answer within ${patience / 1000} seconds`));
    assert.equal(asked[1].signal.aborted, true);
    t.mock.timers.tick(refreshInterval);
    assert.equal(asked.length, 3);
    await asked[2].answer(['nim']);
    await asked[3].answer({ matches: [MATCH] });
    assert.deepEqual([store.getState().errorMsg, store.getState().matches], ['', [MATCH]]);
  });
}

test('the next answer ends an outage that followed an action', async (t) => {
  const { list, store, take } = slowLobby(t);
  store.handlers.handleEnterLobby('Ann');
  await list();
  store.handlers.handleCreateMatch('nim', 2);
  await settled();
  await take('/create').answer({ matchID: 'm' });
  await take('/games').fail('busy');
  assert.equal(store.getState().errorMsg, 'failed to retrieve list of matches (busy)');
  t.mock.timers.tick(1000);
  await list(matchOf('m'));
  assert.deepEqual([store.getState().errorMsg, store.getState().matches], ['', [matchOf('m')]]);
});

test('the store ignores a failure after a newer request was answered', async (t) => {
  const { list, store, take } = slowLobby(t);
  store.handlers.handleEnterLobby('Ann');
  const late = take('/games');
  store.handlers.handleRefreshMatches();
  await list(MATCH);
  await late.fail('connection reset');
  assert.deepEqual([store.getState().errorMsg, store.getState().matches], ['', [MATCH]]);
});

test('a list that is requested faster than it is answered shows each answer that arrives in order', async (t) => {
  const { asked, list, store } = slowLobby(t);
  store.handlers.handleEnterLobby('Ann');
  for (const matchID of ['one', 'two']) {
    store.handlers.handleRefreshMatches();
    await list(matchOf(matchID));
    assert.deepEqual(store.getState().matches, [matchOf(matchID)]);
  }
  assert.equal(asked.length, 1);
});

test('the creator of a match has it in the list, even if another request was sent meanwhile', async (t) => {
  const { list, store, take } = slowLobby(t);
  store.handlers.handleEnterLobby('Ann');
  await list();
  const created = store.handlers.handleCreateMatch('nim', 2);
  await settled();
  await take('/create').answer({ matchID: 'm' });
  store.handlers.handleRefreshMatches();
  await list(matchOf('m'));
  await created;
  assert.deepEqual(store.getState().matches, [matchOf('m')]);
});

test('the list omits an entry that is not a match', async (t) => {
  const { list, store } = slowLobby(t);
  store.handlers.handleEnterLobby('Ann');
  const seat = { id: 0 };
  const broken = [null, 3, {}, { ...MATCH, matchID: 1 }, { ...MATCH, gameName: { en: 'nim' } }, { ...MATCH, gameName: undefined },
    { ...MATCH, players: 'Ann' }, { ...MATCH, players: [null] }, { ...MATCH, players: [seat, { id: 1, name: { toString: null } }] }];
  await list(...broken, MATCH, { ...MATCH, matchID: 'free', players: { 0: { id: 0, name: null } } });
  assert.deepEqual(store.getState().matches.map(({ matchID }) => matchID), ['m', 'free']);
});

for (const refreshInterval of [Infinity, 2 ** 31, NaN, 0]) {
  test(`a lobby whose refreshInterval is ${refreshInterval} sends one request, and another on refresh`, async (t) => {
    const { asked, list, store } = slowLobby(t, { refreshInterval });
    store.handlers.handleEnterLobby('Ann');
    t.mock.timers.tick(9999);
    await nextTask();
    assert.deepEqual([asked.length, store.getState().errorMsg], [1, '']);
    await list(MATCH);
    t.mock.timers.tick(100_000);
    assert.equal(asked.length, 0);
    store.handlers.handleRefreshMatches();
    assert.equal(asked.length, 1);
    t.mock.timers.tick(10_000);
    await settled();
    assert.match(store.getState().errorMsg, /no answer within 10 seconds/);
  });
}

test('a hidden page sends no requests, and sends one at once when it is visible again', async (t) => {
  const document = Object.assign(new EventTarget(), { hidden: false });
  globalThis.document = document;
  t.after(() => { delete globalThis.document; });
  const { asked, list, store } = slowLobby(t);
  const turn = (hidden) => {
    document.hidden = hidden;
    document.dispatchEvent(new Event('visibilitychange'));
  };
  turn(true);
  turn(false);
  assert.equal(asked.length, 0);
  store.handlers.handleEnterLobby('Ann');
  await list(MATCH);
  turn(true);
  t.mock.timers.tick(5000);
  assert.equal(asked.length, 0);
  turn(false);
  assert.equal(asked.length, 1);
  await list(MATCH);
  t.mock.timers.tick(1000);
  assert.equal(asked.length, 1);
  await list(MATCH);
  store.stop();
  turn(true);
  turn(false);
  assert.equal(asked.length, 0);
});
