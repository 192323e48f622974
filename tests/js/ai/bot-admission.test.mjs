// Bots that wait for a server's permission before they search.
import assert from 'node:assert/strict';
import test from 'node:test';
import { seatBots } from '../../../pkg/lib/ai/seated-bots.js';
import { until } from '../support/tasks.mjs';
import { race } from '../multiplayer/race.mjs';

const stateOf = (_stateID) => ({ G: { said: [] }, ctx: { currentPlayer: '0' }, _stateID });

/** A bot at seat 0 that waits for admission; records the requests to the runner and the actions. */
function seated({ admit }) {
  const asked = [];
  const done = [];
  const seats = seatBots({
    game: race(),
    isActive: () => true,
    viewOf: (_playerID, { args }) => ({ args }),
    act: async (...action) => { done.push(action); },
    runner: /** @type {any} */ ({
      async think(question) {
        asked.push(question.state._stateID);
        return { action: { type: 'MAKE_MOVE', payload: { type: 'say', args: [], playerID: '0' } } };
      },
      forget() {},
      close() {},
    }),
    onFailure: () => {},
    pauseOf: () => 0,
    admit,
  });
  return { asked, done, seats };
}

test('an admitted bot searches the current state and acts in it', async (t) => {
  const waiting = [];
  const released = [];
  const { asked, done, seats } = seated({
    admit: (_matchID, signal) => new Promise((admitted, refused) => {
      waiting.push(() => admitted(() => released.push(1)));
      signal.addEventListener('abort', () => refused(signal.reason));
    }),
  });
  t.after(() => seats.forget('m'));
  const bots = { 0: {} };
  // The wait is interrupted three times in a row, and then no more.
  for (let _stateID = 0; _stateID < 4; _stateID += 1) {
    seats.lookAt('m', stateOf(_stateID), bots);
    await until(() => waiting.length === _stateID + 1);
  }
  seats.lookAt('m', stateOf(4), bots);
  waiting[3]();
  await until(() => done.length === 1);
  assert.deepEqual([asked, done[0].slice(1), released.length], [[4], [4, 'm', '0'], 1]);
});
