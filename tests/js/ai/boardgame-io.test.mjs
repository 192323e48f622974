// Slow: searches of bots. boardgame.io's own tests of its bots at v0.50.2 (src/ai/ai.test.ts, twenty tests) under their names.
// boardgame.io's bots and Rondel's pass all of them. Differences between the bots are listed in docs/07-coming-from-boardgame-io.md.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import test from 'node:test';
import { quietly } from '../support/console.mjs';

const require = createRequire(import.meta.url);

/** Runs one of their tests on both libraries. */
function told(name, follow) {
  for (const library of ['boardgame.io', 'rondel']) {
    const entry = (path) => require(`${library}/${path}`);
    const modules = { ...entry('ai'), ...entry('client'), ...entry('core'), ...entry('internal') };
    test(`${name}: ${library}`, () => quietly(() => follow(modules)));
  }
}

const LINES = ['012', '345', '678', '036', '147', '258', '048', '246'];
const ticTacToe = ({ ProcessGameConfig }) => ProcessGameConfig({
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    clickCell: ({ G, ctx }, id) => ({ ...G, cells: G.cells.map((cell, i) => (i === id ? cell ?? ctx.currentPlayer : cell)) }),
  },
  endIf({ G: { cells }, ctx }) {
    const isWon = LINES.some((line) => [...line].every((i) => cells[i] === ctx.currentPlayer));
    if (isWon) return { winner: ctx.currentPlayer };
    return cells.includes(null) ? undefined : { draw: true };
  },
});
const makeMove = (type, args, playerID) => ({ type: 'MAKE_MOVE', payload: { type, args, playerID } });
const enumerate = (G, ctx, playerID) => G.cells.flatMap((cell, id) => (cell === null ? [makeMove('clickCell', [id], playerID)] : []));
const nothing = () => [];

told('Step advances game state', async ({ Client, RandomBot, Step }) => {
  const game = {
    setup: () => ({ moved: false }), moves: { clickCell: ({ G }) => ({ moved: !G.moved }) }, endIf: ({ G }) => G.moved || undefined,
    ai: { enumerate: () => [{ move: 'clickCell' }] },
  };
  const client = Client({ game, debug: false, quiet: true });
  await Step(client, new RandomBot({ enumerate: client.game.ai.enumerate }));
  assert.deepEqual(client.getState().G, { moved: true });
});

told('Step does not crash on empty action', async ({ Client, RandomBot, Step }) => {
  const client = Client({ game: { ai: { enumerate: nothing } }, debug: false, quiet: true });
  assert.equal(await Step(client, new RandomBot({ enumerate: nothing })), undefined);
});

told('Step works with stages', async ({ Client, RandomBot, Step }) => {
  const game = {
    moves: { A: ({ G }) => { G.moved = true; } }, turn: { activePlayers: { currentPlayer: 'stage' } }, ai: { enumerate: () => [{ move: 'A' }] },
  };
  const client = Client({ game, debug: false, quiet: true });
  await Step(client, new RandomBot({ enumerate: game.ai.enumerate }));
  assert.deepEqual(client.getState().G, { moved: true });
});

told('Simulate with multiple bots', async (modules) => {
  const { InitializeGame, RandomBot, Simulate } = modules;
  const game = ticTacToe(modules);
  const bots = { 0: new RandomBot({ seed: 'test', enumerate }), 1: new RandomBot({ seed: 'test', enumerate }) };
  assert.ok((await Simulate({ game, bots, state: InitializeGame({ game }) })).state.ctx.gameover);
});

told('Simulate with a single bot', async (modules) => {
  const { InitializeGame, RandomBot, Simulate } = modules;
  const game = ticTacToe(modules);
  const bots = new RandomBot({ seed: 'test', enumerate });
  assert.ok((await Simulate({ game, bots, state: InitializeGame({ game }), depth: 10 })).state.ctx.gameover);
});

told('Simulate with activePlayers', async ({ InitializeGame, ProcessGameConfig, RandomBot, Simulate, Stage }) => {
  const game = ProcessGameConfig({
    moves: { A: ({ G }) => { G.moved = true; } }, turn: { activePlayers: { currentPlayer: Stage.NULL } }, endIf: ({ G }) => G.moved,
  });
  const bots = new RandomBot({ seed: 'test', enumerate: () => [makeMove('A')] });
  assert.ok((await Simulate({ game, bots, state: InitializeGame({ game }), depth: 1 })).state.ctx.gameover);
});

told('Bot random', ({ RandomBot }) => {
  const number = new RandomBot({ enumerate: nothing }).random();
  assert.ok(number >= 0 && number < 1);
});

for (const [what, offered, type] of [
  ['makeMove', makeMove('move'), 'MAKE_MOVE'], ['translate to makeMove', { move: 'move' }, 'MAKE_MOVE'],
  ['translate to gameEvent', { event: 'endTurn' }, 'GAME_EVENT'], ['unrecognized', { unknown: true }, undefined],
]) {
  told(`Bot enumerate: ${what}`, ({ RandomBot }) => {
    assert.deepEqual(new RandomBot({ enumerate: () => [offered] }).enumerate().map((action) => action?.type), [type]);
  });
}

told('MCTSBot in a game that never ends', async ({ InitializeGame, MCTSBot, Simulate }) => {
  const game = {};
  const bots = new MCTSBot({ seed: 'test', game, enumerate: nothing });
  assert.equal((await Simulate({ game, bots, state: InitializeGame({ game }) })).state.ctx.turn, 1);
});

told('RandomBot vs. MCTSBot', async (modules) => {
  const { InitializeGame, MCTSBot, RandomBot, Simulate } = modules;
  const game = ticTacToe(modules);
  const bots = { 0: new RandomBot({ seed: 'test', enumerate }), 1: new MCTSBot({ iterations: 200, seed: 'test', game, enumerate }) };
  for (let i = 0; i < 5; i += 1) {
    const { state } = await Simulate({ game, bots, state: InitializeGame({ game }) });
    assert.notDeepEqual(state.ctx.gameover, { winner: '0' });
  }
});

told('MCTSBot vs. MCTSBot', async (modules) => {
  const { InitializeGame, MCTSBot, Simulate } = modules;
  const game = ticTacToe(modules);
  for (let seed = 0; seed < 5; seed += 1) {
    const bots = {
      0: new MCTSBot({ seed, game, enumerate, iterations: 400, playoutDepth: 50 }), 1: new MCTSBot({ seed, game, enumerate, iterations: 400 }),
    };
    const { state } = await Simulate({ game, bots, state: InitializeGame({ game }) });
    assert.deepEqual(state.ctx.gameover, { draw: true });
  }
});

told('MCTSBot with activePlayers', async ({ InitializeGame, MCTSBot, ProcessGameConfig, Simulate, Stage }) => {
  const game = ProcessGameConfig({
    setup: () => ({ moves: 0 }), moves: { A: ({ G }) => { G.moves += 1; } }, turn: { activePlayers: { currentPlayer: Stage.NULL } },
    endIf: ({ G }) => G.moves > 5,
  });
  const bots = new MCTSBot({ seed: 'test', game, enumerate: () => [makeMove('A')] });
  assert.ok((await Simulate({ game, bots, state: InitializeGame({ game }), depth: 10 })).state.ctx.gameover);
});

told('MCTSBot objectives', async (modules) => {
  const { InitializeGame, MCTSBot } = modules;
  const game = ticTacToe(modules);
  const objectives = () => ({ 'play-on-square-0': { checker: (G) => G.cells[0] !== null, weight: 10 } });
  for (let seed = 0; seed < 10; seed += 1) {
    const { action } = await new MCTSBot({ iterations: 200, seed, game, enumerate, objectives }).play(InitializeGame({ game }), '0');
    assert.deepEqual(action.payload.args, [0]);
  }
});

told('MCTSBot async mode', async (modules) => {
  const { InitializeGame, MCTSBot } = modules;
  const game = ticTacToe(modules);
  const bot = new MCTSBot({ seed: '0', game, enumerate, iterations: 10, playoutDepth: 10 });
  bot.setOpt('async', true);
  assert.ok((await bot.play(InitializeGame({ game }), '0')).action);
});

told('iterations & playout depth: set opts', (modules) => {
  const bot = new modules.MCTSBot({ game: ticTacToe(modules), enumerate: nothing });
  bot.setOpt('iterations', 1);
  assert.equal(bot.opts().iterations.value, 1);
});

told('iterations & playout depth: setOpt works on invalid key', ({ RandomBot }) => {
  const bot = new RandomBot({ enumerate: nothing });
  bot.setOpt('unknown', 1);
  assert.throws(() => bot.getOpt('unknown'));
});

told('iterations & playout depth: functions', async (modules) => {
  const { InitializeGame, MCTSBot } = modules;
  const game = ticTacToe(modules);
  const state = InitializeGame({ game });
  state.ctx.turn = 8;
  const { currentPlayer } = state.ctx;
  let asked = [];
  const bot = new MCTSBot({
    game, iterations: (G, ctx) => ctx.turn * 100, playoutDepth: (G, ctx) => ctx.turn * 10,
    enumerate: (...about) => {
      asked.push(about);
      return enumerate(...about);
    },
  });
  assert.deepEqual([bot.iterations(null, { turn: 8 }, currentPlayer), bot.playoutDepth(null, { turn: 8 }, currentPlayer)], [800, 80]);
  bot.playout({ state });
  assert.deepEqual(asked[0], [state.G, state.ctx, currentPlayer]);
  asked = [];
  const thought = bot.play(state, currentPlayer);
  assert.deepEqual(asked[0], [state.G, state.ctx, currentPlayer]);
  await thought;
});
