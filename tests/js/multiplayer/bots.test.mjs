// Bots at a Local master, by boardgame.io's contract, and with its own bots.
import assert from 'node:assert/strict';
import test from 'node:test';
import bgio from 'boardgame.io/dist/cjs/ai.js';
import { Client } from 'rondel/client';
import { Local } from 'rondel/multiplayer';
import { printing } from '../support/console.mjs';
import { withLocalStorage } from '../support/local-storage.mjs';
import { nextTask, until } from '../support/tasks.mjs';
import { cards, move, sit } from './transports.mjs';

const { MCTSBot, RandomBot } = bgio;

/** A race to ten: whoever says the last number wins. Each player's mind is secret. */
function race(game = {}) {
  return {
    setup: () => ({ said: [], minds: { 0: 'zero', 1: 'one' } }),
    playerView: ({ G, playerID }) => ({ ...G, minds: { [playerID]: G.minds[playerID] } }),
    moves: { say: ({ G, playerID }, n) => (n > 2 ? 'INVALID_MOVE' : void G.said.push(playerID)) },
    turn: { minMoves: 1, maxMoves: 1 },
    endIf: ({ G }) => (G.said.length >= 10 ? { winner: G.said.at(-1) } : undefined),
    ai: { enumerate: () => [{ move: 'say', args: [1] }, { move: 'say', args: [2] }] },
    ...game,
  };
}

const say = (playerID, ...args) => ({ action: { type: 'MAKE_MOVE', payload: { type: 'say', args, playerID } } });

/** A bot that always says 1, and records what it was shown. */
function noting(asked = []) {
  return class {
    constructor(options) {
      asked.options = options;
    }

    async play(state, playerID) {
      asked.push({ state, playerID });
      return say(playerID, 1);
    }
  };
}

test('a bot moves in its turn, and is given the game, its enumerate and the seed', async (t) => {
  const asked = [];
  const game = race({ seed: 'abc' });
  const tab = sit(Local({ bots: { 1: noting(asked) } }), game, { playerID: '0' });
  t.after(() => tab.transport.disconnect());
  move(tab, 'say', 1);
  await until(() => tab.state.ctx.turn === 3);
  assert.deepEqual(tab.state.G.said, ['0', '1']);
  assert.equal(asked.length, 1);
  assert.equal(asked[0].playerID, '1');
  assert.equal(asked.options.enumerate, game.ai.enumerate);
  assert.equal(asked.options.seed, 'abc');
  assert.equal(asked.options.game.moves, game.moves);
});

test('a bot sees what a player at its seat sees', async (t) => {
  const asked = [];
  const tab = sit(Local({ bots: { 1: noting(asked) } }), race({ seed: 'a secret seed' }), { playerID: '0' });
  t.after(() => tab.transport.disconnect());
  move(tab, 'say', 1);
  await until(() => asked.length === 1);
  const [{ state }] = asked;
  assert.deepEqual(state.G, { said: ['0'], minds: { 1: 'one' } });
  assert.equal(state.ctx.currentPlayer, '1');
  assert.doesNotMatch(JSON.stringify(state), /zero|a secret seed/);
});

test('a bot whose turn is the first moves first', async (t) => {
  const tab = sit(Local({ bots: { 0: noting() } }), race(), { playerID: '1' });
  t.after(() => tab.transport.disconnect());
  await until(() => tab.state.ctx.turn === 2);
  assert.deepEqual(tab.state.G.said, ['0']);
});

test('after a reload in a bot\'s turn the bot moves', async (t) => {
  withLocalStorage(t);
  const before = sit(Local({ persist: true }), race(), { playerID: '0' });
  move(before, 'say', 1);
  before.transport.disconnect();
  // Another game object has another master, as after a reload.
  const tab = sit(Local({ persist: true, bots: { 1: noting() } }), race(), { playerID: '0' });
  t.after(() => tab.transport.disconnect());
  assert.deepEqual(tab.state.G.said, ['0']);
  await until(() => tab.state.G.said.length === 2);
});

test('a match of bots alone is played to its end', async (t) => {
  const bot = noting();
  const tab = sit(Local({ bots: { 0: bot, 1: bot } }), race(), { playerID: null });
  t.after(() => tab.transport.disconnect());
  await until(() => tab.state.ctx.gameover);
  assert.deepEqual(tab.state.ctx.gameover, { winner: '1' });
});

test('bots play games with deltaState, too', async (t) => {
  const bot = noting();
  const tab = sit(Local({ bots: { 0: bot, 1: bot } }), race({ deltaState: true }), { playerID: null });
  t.after(() => tab.transport.disconnect());
  await until(() => tab.state.G.said.length === 2);
  assert.deepEqual(tab.state.G.said, ['0', '1']);
});

test('of several active bots one acts at a time', async (t) => {
  let thinking = 0;
  class Slow {
    async play({ _stateID }, playerID) {
      assert.equal(++thinking, 1);
      await new Promise((done) => setTimeout(done, 5));
      thinking--;
      return { action: { type: 'MAKE_MOVE', payload: { type: 'play', args: [`${playerID} ${_stateID}`], playerID } } };
    }
  }
  const game = cards({ turn: { activePlayers: { all: null, maxMoves: 1 } } });
  const tab = sit(Local({ bots: { 0: Slow, 1: Slow } }), game, { playerID: null });
  t.after(() => tab.transport.disconnect());
  await until(() => tab.state.ctx.activePlayers === null);
  assert.deepEqual(tab.state.G.table, ['0 0', '1 1']);
});

test('a match goes on while a bot thinks, and the bot then moves in the latest state', async (t) => {
  const seen = [];
  let think;
  class Thinker {
    async play({ _stateID }, playerID) {
      seen.push(_stateID);
      await new Promise((done) => { think = done; });
      return { action: { type: 'MAKE_MOVE', payload: { type: 'play', args: ['bot'], playerID } } };
    }
  }
  const game = cards({ turn: { activePlayers: { all: null } } });
  const tab = sit(Local({ bots: { 1: Thinker } }), game, { playerID: '0' });
  t.after(() => tab.transport.disconnect());
  await until(() => think);
  move(tab, 'play', 'mine');
  assert.deepEqual(tab.state.G.table, ['mine']);
  think();
  await until(() => seen.length === 2);
  assert.ok(seen[1] > seen[0]);
});

/** Seats a bot, and lets time pass until it must have given up; `printed` is what the console says of it. */
async function givenUp(t, Bot, game = race()) {
  const printed = printing(t);
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const tab = sit(Local({ bots: { 0: Bot } }), game, { playerID: '1' });
  t.after(() => tab.transport.disconnect());
  await pass(t, 15);
  return { printed: printed.filter((text) => text.includes("bot '0'")), tab };
}

/** Lets so many pauses of bots pass. */
async function pass(t, pauses) {
  for (let i = 0; i < pauses; i++) {
    await nextTask();
    t.mock.timers.tick(100);
  }
  await nextTask();
}

for (const [name, play, why] of [
  ['is always refused', async (state, playerID) => say(playerID, 3), /invalid_move|in vain/],
  ['throws', async () => { throw new Error('no idea'); }, /no idea/],
  ['throws before it promises anything', () => { throw new Error('no idea'); }, /no idea/],
  ['has nothing to say', async () => undefined, /in vain/],
  ['acts for somebody else', async () => say('1', 1), /unauthorized action/],
]) {
  test(`a bot that ${name} gives up after ten attempts`, async (t) => {
    let attempts = 0;
    class Bot {
      play(...args) {
        attempts++;
        return play(...args);
      }
    }
    const { printed, tab } = await givenUp(t, Bot);
    assert.equal(attempts, 10);
    assert.equal(printed.length, 1);
    assert.match(printed[0], why);
    assert.deepEqual(tab.state.G.said, []);
  });
}

test('a bot that gave up tries again after the next action', async (t) => {
  let isWise = false;
  class Bot {
    async play(state, playerID) {
      return { action: { type: 'MAKE_MOVE', payload: { type: isWise ? 'play' : 'nonsense', args: ['bot'], playerID } } };
    }
  }
  const { tab } = await givenUp(t, Bot, cards());
  isWise = true;
  move(tab, 'play', 'mine');
  await pass(t, 1);
  assert.deepEqual(tab.state.G.table, ['mine', 'bot']);
});

test('bots wait while nobody is connected, and go on when somebody reconnects', async () => {
  const asked = [];
  const multiplayer = Local({ bots: { 0: noting(asked), 1: noting(asked) } });
  const tab = sit(multiplayer, race(), { playerID: null });
  await until(() => tab.state.G.said.length === 2);
  tab.transport.disconnect();
  const { length } = asked;
  await new Promise((done) => setTimeout(done, 250));
  assert.equal(asked.length, length);
  tab.transport.connect();
  await until(() => tab.state.G.said.length > length);
  tab.transport.disconnect();
});

test("boardgame.io's RandomBot plays", async (t) => {
  const tab = sit(Local({ bots: { 0: RandomBot, 1: RandomBot } }), race(), { playerID: null });
  t.after(() => tab.transport.disconnect());
  await until(() => tab.state.ctx.gameover);
  assert.equal(tab.state.G.said.length, 10);
});

test("boardgame.io's MCTSBot plays", async (t) => {
  class Thinker extends MCTSBot {
    constructor(options) {
      super({ ...options, iterations: 5, playoutDepth: 5 });
    }
  }
  const tab = sit(Local({ bots: { 1: Thinker } }), race(), { playerID: '0' });
  t.after(() => tab.transport.disconnect());
  move(tab, 'say', 1);
  await until(() => tab.state.G.said.length === 2);
});

test('against bots of the page, a game for one is played by as many as the page says', async (t) => {
  class Second {
    play() {
      return Promise.resolve({ action: { type: 'MAKE_MOVE', payload: { type: 'add', args: [], playerID: '1' } } });
    }
  }
  const game = { minPlayers: 1, maxPlayers: 1, setup: () => ({ n: 0 }), turn: { maxMoves: 1 }, moves: { add: ({ G }) => { G.n += 1; } } };
  const client = Client({ game, numPlayers: 2, playerID: '0', multiplayer: Local({ bots: { 1: Second } }), debug: false });
  t.after(() => client.dispose());
  client.start();
  client.moves.add();
  await until(() => client.getState().G.n === 2);
});
