// A lobby's store at a server that is slow, or fails: what it shows, and when it asks.
import assert from 'node:assert/strict';
import test from 'node:test';
import { makeLobbyStore } from '../../../pkg/lib/lobby/lobby-store.js';
import { fakeLocalStorage } from '../support/local-storage.mjs';
import { nextTask } from '../support/tasks.mjs';

const gameComponents = [{ game: { name: 'nim' }, board: null }];
const MATCH = { matchID: 'm', gameName: 'nim', players: [{ id: 0, name: 'Ann' }, { id: 1 }] };

/** A store whose questions wait in `asked`: each is answered with a body, or fails. */
function slow(t, refreshInterval = 1000) {
  globalThis.localStorage = fakeLocalStorage();
  t.mock.timers.enable({ apis: ['setInterval', 'setTimeout'] });
  const asked = [];
  t.mock.method(globalThis, 'fetch', (url, { signal } = {}) => new Promise((resolve, reject) => {
    const path = new URL(url).pathname;
    const settle = (how) => async (value) => {
      how(value);
      for (let i = 0; i < 5; i += 1) await nextTask();
    };
    asked.push({ path, signal, server: new URL(url).host, answer: settle((body) => resolve(Response.json(body))), fail: settle((text) => reject(new Error(text))) });
  }));
  const options = { gameComponents, lobbyServer: 'http://one.example', clientFactory: () => null, refreshInterval };
  const store = makeLobbyStore(options);
  t.after(() => store.stop());
  store.start();
  return { asked, options, store };
}

test('what a server that was replaced answers late, or fails to, is of no interest', async (t) => {
  const { asked, options, store } = slow(t);
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

test('who fails to leave the lobby from a match is not asked for matches until they are back in the list', async (t) => {
  const { asked, store } = slow(t);
  store.handlers.handleEnterLobby('Ann');
  await asked.shift().answer(['nim']);
  await asked.shift().answer({ matches: [MATCH] });
  store.handlers.handleStartMatch('nim', { matchID: 'm', playerID: '0', numPlayers: 2 });
  // Another tab has forgotten what proves the seat.
  await store.handlers.handleExitLobby();
  assert.match(store.getState().errorMsg, /failed to leave match m/);
  assert.equal(store.getState().phase, 'play');
  t.mock.timers.tick(5000);
  assert.deepEqual(asked, []);
  store.handlers.handleExitMatch();
  assert.equal(asked.length, 1);
});

for (const [refreshInterval, patience] of [[1000, 10_000], [30_000, 30_000]]) {
  test(`a question without an answer counts as an outage after ${patience / 1000} seconds, and the next is asked`, async (t) => {
    const { asked, store } = slow(t, refreshInterval);
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
