// Bots at a Local master, by boardgame.io's contract, and boardgame.io's own bots.
import assert from 'node:assert/strict';
import test from 'node:test';
import bgio from 'boardgame.io/dist/cjs/ai.js';
import { Client } from 'rondel/client';
import { Local } from 'rondel/multiplayer';
import { printing } from '../support/console.mjs';
import { withLocalStorage } from '../support/local-storage.mjs';
import { until } from '../support/tasks.mjs';
import { race, say } from './race.mjs';
import { cards, move, sit } from './transports.mjs';
import { unbound } from '../../../pkg/lib/util/bound.js';

const { MCTSBot, RandomBot } = bgio;

/** A bot that always says 1, and records the states that it receives. */
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

/** Both players may act all the time. */
const atOnce = () => cards({ turn: { activePlayers: { all: null } } });

test('a bot moves in its turn, and receives the game, its enumerate and the seed', async (t) => {
  const asked = [];
  const game = race({ seed: 'abc' });
  const tab = sit(Local({ bots: { 1: noting(asked) } }), game, { playerID: '0' });
  t.after(() => tab.transport.disconnect());
  move(tab, 'say', 1);
  await until(() => tab.state.ctx.turn === 3);
  assert.deepEqual(tab.state.G.said, ['0', '1']);
  assert.equal(asked.length, 1);
  assert.equal(asked[0].playerID, '1');
  assert.equal(unbound(asked.options.enumerate), game.ai.enumerate);
  assert.equal(asked.options.seed, 'abc');
  assert.equal(asked.options.game.moves, game.moves);
});

test('the seats of bots count as connected', (t) => {
  const game = race();
  const multiplayer = Local({ bots: { 1: noting() } });
  const [client, other] = ['0', '2'].map((playerID) => Client({ game, numPlayers: 4, multiplayer, playerID, debug: false, quiet: true }));
  for (const { start, dispose } of [client, other]) {
    start();
    t.after(dispose);
  }
  const isConnected = true;
  assert.deepEqual(other.matchData, [{ id: 0, isConnected }, { id: 1, isConnected }, { id: 2, isConnected }, { id: 3 }]);
  assert.deepEqual(client.matchData, other.matchData);
});

test('a bot at a seat that the match does not have causes one warning in development', async (t) => {
  const printed = printing(t);
  const tab = sit(Local({ bots: { 1: noting(), 7: noting(), two: noting() } }), race(), { playerID: '0' });
  t.after(() => tab.transport.disconnect());
  move(tab, 'say', 1);
  await until(() => tab.state.G.said.length === 2);
  const warnings = printed.filter((text) => text.includes('bots['));
  assert.deepEqual(warnings, ['7', 'two'].map((seat) => `rondel: Local: bots['${seat}']: there is no such seat: the match has numPlayers: 2`));
});

test('a bot sees its player\'s view', async (t) => {
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

test('a bot at the first seat moves first', async (t) => {
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

test('a match of only bots is played to its end', async (t) => {
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

test('several active bots act one at a time', async (t) => {
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

test('a new state aborts a search, and the bot searches the latest state', async (t) => {
  const seen = [];
  class Thinker {
    async play({ _stateID }, playerID, { signal }) {
      seen.push({ _stateID, signal });
      if (seen.length === 1) await new Promise((_done, fail) => { signal.addEventListener('abort', () => fail(signal.reason)); });
      return { action: { type: 'MAKE_MOVE', payload: { type: 'play', args: ['bot'], playerID } } };
    }
  }
  const tab = sit(Local({ bots: { 1: Thinker } }), atOnce(), { playerID: '0' });
  t.after(() => tab.transport.disconnect());
  await until(() => seen.length === 1);
  move(tab, 'play', 'mine');
  assert.deepEqual(tab.state.G.table, ['mine']);
  assert.equal(seen[0].signal.aborted, true);
  await until(() => tab.state.G.table.length === 2);
  assert.deepEqual(tab.state.G.table, ['mine', 'bot']);
  assert.ok(seen[1]._stateID > seen[0]._stateID);
});

test('a bot that ignores the abort blocks no match, and its late result is discarded', async (t) => {
  const thoughts = [];
  class Stubborn {
    play({ _stateID }, playerID) {
      return new Promise((done) => {
        thoughts.push({ _stateID, end: () => done({ action: { type: 'MAKE_MOVE', payload: { type: 'play', args: [`bot ${_stateID}`], playerID } } }) });
      });
    }
  }
  const tab = sit(Local({ bots: { 1: Stubborn } }), atOnce(), { playerID: '0' });
  t.after(() => tab.transport.disconnect());
  await until(() => thoughts.length === 1);
  move(tab, 'play', 'mine');
  await until(() => thoughts.length === 2);
  thoughts[0].end();
  thoughts[1].end();
  await until(() => tab.state.G.table.length === 2);
  assert.deepEqual(tab.state.G.table, ['mine', `bot ${thoughts[1]._stateID}`]);
});

test('people who act all the time do not prevent bots from acting', async (t) => {
  const broken = [];
  let end;
  class Slow {
    play(_state, playerID, { signal }) {
      return new Promise((done, fail) => {
        end = () => done({ action: { type: 'MAKE_MOVE', payload: { type: 'play', args: ['bot'], playerID } } });
        signal.addEventListener('abort', () => {
          broken.push(signal);
          end = undefined;
          fail(signal.reason);
        });
      });
    }
  }
  const tab = sit(Local({ bots: { 1: Slow } }), atOnce(), { playerID: '0' });
  t.after(() => tab.transport.disconnect());
  for (let i = 0; i < 4; i += 1) {
    await until(() => end);
    move(tab, 'play', 'mine');
  }
  assert.equal(broken.length, 3);
  end();
  await until(() => tab.state.G.table.length === 5);
  assert.deepEqual(tab.state.G.table, ['mine', 'mine', 'mine', 'mine', 'bot']);
});

test('several bots who may act all the time take turns', async (t) => {
  class Player {
    async play({ _stateID }, playerID) {
      return { action: { type: 'MAKE_MOVE', payload: { type: 'play', args: [playerID], playerID } } };
    }
  }
  const game = cards({ endIf: ({ G }) => G.table.length === 6 });
  const tab = sit(Local({ bots: { 0: Player, 1: Player, 2: Player } }), game, { playerID: null, numPlayers: 3 });
  t.after(() => tab.transport.disconnect());
  await until(() => tab.state.ctx.gameover);
  assert.deepEqual(tab.state.G.table, ['0', '1', '2', '0', '1', '2']);
});

test("progress of a bot's search goes to its spec's onProgress", async (t) => {
  const shown = [];
  class Thinker {
    async play(_state, playerID, { onProgress }) {
      onProgress({ iterations: 7, share: 0.5, candidates: [] });
      return say(playerID, 1);
    }
  }
  const tab = sit(Local({ bots: { 0: { bot: Thinker, onProgress: (...told) => shown.push(told) } } }), race(), { playerID: '1' });
  t.after(() => tab.transport.disconnect());
  await until(() => tab.state.ctx.turn === 2);
  assert.deepEqual(shown, [[{ iterations: 7, share: 0.5, candidates: [] }]]);
});

test('the client\'s constructor refuses an invalid bot by name', () => {
  for (const [bots, message] of [
    [{ 1: 'hard' }, /^bots\['1'\]: .*rondel\/ai/],
    [{ 1: { bot: class {}, thinkingTime: -1 } }, /^bots\['1'\]\.thinkingTime: expected milliseconds, got -1/],
    [{ 1: 7 }, /^bots\['1'\]: expected a bot's class/],
  ]) {
    assert.throws(() => Client({ game: race(), multiplayer: Local({ bots }), debug: false, quiet: true }), { code: 'bot/options', message });
  }
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

test('against bots of the page, a game for one has as many players as the page says', async (t) => {
  class Second {
    play() {
      return Promise.resolve({ action: { type: 'MAKE_MOVE', payload: { type: 'add', args: [], playerID: '1' } } });
    }
  }
  const game = { minPlayers: 1, maxPlayers: 1, setup: () => ({ n: 0 }), turn: { maxMoves: 1 }, moves: { add: ({ G }) => { G.n += 1; } } };
  const client = Client({ game, numPlayers: 2, playerID: '0', multiplayer: Local({ bots: { 1: Second } }), debug: false, quiet: true });
  t.after(() => client.dispose());
  client.start();
  client.moves.add();
  await until(() => client.getState().G.n === 2);
});
