// The pace of bots, which lets people follow the game.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Local } from 'rondel/multiplayer';
import { nextTask } from '../support/tasks.mjs';
import { race, say } from './race.mjs';
import { cards, move, sit } from './transports.mjs';

/** A bot that returns its action at once. */
const prompt = (asked = []) => class {
  async play({ _stateID }, playerID) {
    asked.push(_stateID);
    return say(playerID, 1);
  }
};

/** A room whose time advances only by `pass`. */
function table(t, bot, { game = race(), playerID = '1' } = {}) {
  let now = 0;
  t.mock.timers.enable({ apis: ['setTimeout'] });
  t.mock.method(performance, 'now', () => now);
  const tab = sit(Local({ bots: { 0: bot } }), game, { playerID });
  t.after(() => tab.transport.disconnect());
  const pass = async (milliseconds) => {
    for (const end = now + milliseconds; now < end; now += 100) {
      for (let i = 0; i < 5; i += 1) await nextTask();
      t.mock.timers.tick(100);
      for (let i = 0; i < 5; i += 1) await nextTask();
    }
  };
  return { tab, pass };
}

test('a bot acts no sooner than its minTime after a state, including its search', async (t) => {
  const asked = [];
  const { tab, pass } = table(t, { bot: prompt(asked), minTime: 3000 });
  await pass(2800);
  assert.deepEqual([asked, tab.state.G.said], [[0], []]);
  await pass(300);
  assert.deepEqual(tab.state.G.said, ['0']);
});

test('a match that goes on meanwhile makes the bot search again', async (t) => {
  const asked = [];
  class Player {
    async play({ _stateID }, playerID) {
      asked.push(_stateID);
      return { action: { type: 'MAKE_MOVE', payload: { type: 'play', args: ['bot'], playerID } } };
    }
  }
  const { tab, pass } = table(t, { bot: Player, minTime: 3000 }, { game: cards() });
  await pass(1000);
  move(tab, 'play', 'mine');
  await pass(2500);
  assert.deepEqual(tab.state.G.table, ['mine']);
  await pass(700);
  assert.deepEqual([tab.state.G.table, asked.slice(0, 2)], [['mine', 'bot'], [0, 1]]);
});

test('the action in place of a failing bot has the same pace', async (t) => {
  const { tab, pass } = table(t, { bot: class { play() { throw new Error('no idea'); } }, minTime: 3000 });
  t.mock.method(console, 'error', () => {});
  await pass(2800);
  assert.deepEqual(tab.state.G.said, []);
  await pass(300);
  assert.deepEqual(tab.state.G.said, ['0']);
});

test('the default is a second in a page, and none in Node, where tests and scripts play', async (t) => {
  const there = table(t, prompt());
  await there.pass(200);
  assert.deepEqual(there.tab.state.G.said, ['0']);
  t.mock.restoreAll();
  t.mock.timers.reset();
  const node = Object.getOwnPropertyDescriptor(process.versions, 'node');
  Object.defineProperty(process.versions, 'node', { ...node, value: undefined });
  t.after(() => Object.defineProperty(process.versions, 'node', node));
  const { tab, pass } = table(t, prompt());
  await pass(800);
  assert.deepEqual(tab.state.G.said, []);
  await pass(400);
  assert.deepEqual(tab.state.G.said, ['0']);
});
