// A lobby's store at a server that is slow, or fails: what it shows, and when it asks.
import assert from 'node:assert/strict';
import test from 'node:test';
import { matchOf, settled, slowLobby } from '../support/slow-lobby.mjs';
import { nextTask } from '../support/tasks.mjs';

const MATCH = matchOf('m', 'Ann');

test('late answers and failures of a server that was replaced are ignored', async (t) => {
  const { asked, options, store } = slowLobby(t);
  store.handlers.handleEnterLobby('Ann');
  const [late] = asked;
  store.update({ ...options, lobbyServer: 'http://two.example' });
  assert.deepEqual(asked.map(({ server }) => server), ['one.example', 'two.example']);
  await late.fail('the first server is gone');
  assert.equal(store.getState().errorMsg, '');
  // The second is being asked still: one question at a time.
  t.mock.timers.tick(3000);
  assert.equal(asked.length, 2);
  await asked[1].answer(['nim']);
  await asked[2].answer({ matches: [MATCH] });
  assert.deepEqual(store.getState().matches, [MATCH]);
  t.mock.timers.tick(1000);
  assert.equal(asked.length, 4);
});

for (const [refreshInterval, patience] of [[1000, 10_000], [30_000, 30_000]]) {
  test(`a question without an answer counts as an outage after ${patience / 1000} seconds, and the next is asked`, async (t) => {
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

test('an outage that follows an action is over with the next answer', async (t) => {
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

test('a question that fails after a newer one was answered is of no interest', async (t) => {
  const { list, store, take } = slowLobby(t);
  store.handlers.handleEnterLobby('Ann');
  const late = take('/games');
  store.handlers.handleRefreshMatches();
  await list(MATCH);
  await late.fail('connection reset');
  assert.deepEqual([store.getState().errorMsg, store.getState().matches], ['', [MATCH]]);
});

test('a list that is asked for faster than it is answered shows each answer that comes in order', async (t) => {
  const { asked, list, store } = slowLobby(t);
  store.handlers.handleEnterLobby('Ann');
  for (const matchID of ['one', 'two']) {
    store.handlers.handleRefreshMatches();
    await list(matchOf(matchID));
    assert.deepEqual(store.getState().matches, [matchOf(matchID)]);
  }
  assert.equal(asked.length, 1);
});

test('who has created a match has it in the list, also if somebody has asked meanwhile', async (t) => {
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

test('an entry of the list that is no match is left out', async (t) => {
  const { list, store } = slowLobby(t);
  store.handlers.handleEnterLobby('Ann');
  const seat = { id: 0 };
  const broken = [null, 3, {}, { ...MATCH, matchID: 1 }, { ...MATCH, gameName: { en: 'nim' } }, { ...MATCH, gameName: undefined },
    { ...MATCH, players: 'Ann' }, { ...MATCH, players: [null] }, { ...MATCH, players: [seat, { id: 1, name: { toString: null } }] }];
  await list(...broken, MATCH, { ...MATCH, matchID: 'free', players: { 0: { id: 0, name: null } } });
  assert.deepEqual(store.getState().matches.map(({ matchID }) => matchID), ['m', 'free']);
});

for (const refreshInterval of [Infinity, 2 ** 31, NaN, 0]) {
  test(`a lobby whose refreshInterval is ${refreshInterval} asks once, and then when it is refreshed`, async (t) => {
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

test('a page that nobody sees asks nothing, and asks at once when it is seen again', async (t) => {
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
