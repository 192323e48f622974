// Slow: plays games in Rust, which have to be compiled. Bots of games in Rust search in the game's own module.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ISMCTSBot, MCTSBot, RandomBot } from 'rondel/ai';
import { Client } from 'rondel/client';
import { InitializeGame } from 'rondel/internal';
import { Local } from 'rondel/multiplayer';
import { openSearch } from '../../../pkg/lib/ai/search.js';
import { builtGame } from './built.mjs';

const ticTacToe = await builtGame('tic-tac-toe');
const magpies = await builtGame('magpies');

/** Plays a match between two bots, and returns its outcome. */
async function playOut(game, bots, { seed = 'seed', numPlayers = 2 } = {}) {
  const client = Client({ game: { ...game, seed }, numPlayers, quiet: true });
  for (let actions = 0; actions < 500; actions += 1) {
    const { ctx, _stateID } = client.getState();
    if (ctx.gameover) return ctx.gameover;
    const { type, args, playerID } = (await chosen(client, bots)).payload;
    client.moves[type](...args);
    assert.equal(client.getState()._stateID, _stateID + 1, `${type}(${JSON.stringify(args)}) of player ${playerID}`);
  }
  return undefined;
}

/** Returns the action of the first bot that has one. Each receives its seat's view. */
async function chosen(client, bots) {
  const { activePlayers, currentPlayer } = client.getState().ctx;
  for (const playerID of activePlayers ? Object.keys(activePlayers) : [currentPlayer]) {
    client.updatePlayerID(playerID);
    const { action } = await bots[playerID].play(client.getState(), playerID);
    if (action) return action;
  }
  return undefined;
}

test('a search of 1,000 iterations loses none of 20 matches of tic-tac-toe', async () => {
  const game = ticTacToe;
  for (let match = 0; match < 20; match += 1) {
    const side = match % 2;
    const mcts = new MCTSBot({ game, seed: `search ${match}`, iterations: 1000 });
    const random = new RandomBot({ game, seed: `random ${match}` });
    const gameover = await playOut(game, side === 0 ? [mcts, random] : [random, mcts]);
    assert.notEqual(gameover.winner, String(1 - side));
    mcts.free();
  }
});

test('the same seed makes the same moves, and another position gives others', async () => {
  const game = magpies;
  const state = InitializeGame({ game: { ...game, seed: 'a' }, numPlayers: 3 });
  const chosen = async () => (await new ISMCTSBot({ game, seed: 'bot', iterations: 200 }).play(state, '1')).action;
  assert.deepEqual(await chosen(), await chosen());
});

test('candidates have their visits, and proven values if the match ends', () => {
  const game = ticTacToe;
  const client = Client({ game, numPlayers: 2, quiet: true });
  client.moves.mark(0);
  client.moves.mark(3);
  const search = openSearch(game, { playerID: '0', seed: 'a' });
  search.begin(client.getState());
  search.run(50);
  const { children } = search.tree();
  assert.ok(children.some(({ children: replies }) => replies.length > 0));
  client.moves.mark(1);
  client.moves.mark(4);
  search.begin(client.getState());
  search.run(500);
  const best = search.choose();
  assert.deepEqual(best.action, { type: 'MAKE_MOVE', payload: { type: 'mark', args: [2], playerID: '0' } });
  assert.deepEqual([best.value, best.proven, best.playerID], [1, true, '0']);
  assert.ok(search.size > 1 && search.iterations > 0);
  assert.equal(search.failure, undefined);
  search.free();
});

/** A match after these marks, as a search receives it. */
function stateAfter(...cells) {
  const client = Client({ game: ticTacToe, numPlayers: 2, quiet: true });
  for (const cell of cells) client.moves.mark(cell);
  return client.getState();
}

const visitsOf = (search) => search.candidates().reduce((sum, { visits }) => sum + visits, 0);

test('a search keeps the statistics of a position only if the match reaches it', () => {
  const search = openSearch(ticTacToe, { playerID: '0', seed: 'a' });
  const begin = (...cells) => {
    search.begin(stateAfter(...cells));
    search.run(1);
    return visitsOf(search);
  };
  search.begin(stateAfter());
  search.run(2000);
  const { size } = search;
  const next = search.choose().action.payload.args[0];
  const reply = search.tree().children.find(({ action }) => action.payload.args[0] === next).children[0].action.payload.args[0];
  const kept = begin(next, reply);
  assert.ok(kept > 10, `${kept} visits`);
  assert.equal(search.iterations, 1);
  assert.ok(search.size > 10 && search.size < size, `${search.size} of ${size} nodes`);
  // After an undo, then the same number of actions in another match, and a longer match.
  assert.equal(begin(), 1);
  search.run(2000);
  assert.equal(begin(next, reply), kept);
  const after = stateAfter(4, 0);
  search.begin({ ...after, G: { cells: after.G.cells.map((cell, at) => (at === 8 ? '0' : cell)) } });
  search.run(1);
  assert.equal(visitsOf(search), 1);
  assert.equal(search.failure, undefined);
});

test('a search that ran while nobody had to act knows its position afterwards', () => {
  const search = openSearch(ticTacToe, { playerID: '0', seed: 'a' });
  search.begin(stateAfter());
  search.run(2000);
  search.begin(stateAfter(4));
  search.begin(stateAfter(4, 0));
  search.run(1);
  assert.ok(visitsOf(search) > 10);
});

test('hidden values are dealt again: nothing is kept from other deals', () => {
  for (const determinize of [true, null]) {
    const client = Client({ game: { ...magpies, seed: 'a' }, numPlayers: 2, quiet: true });
    const search = openSearch(magpies, { playerID: '0', seed: 'a', determinize });
    search.begin(client.store.getState());
    search.run(300);
    const { type, args, playerID } = search.choose().action.payload;
    client.updatePlayerID(playerID);
    client.moves[type](...args);
    search.begin(client.store.getState());
    search.run(1);
    assert.equal(visitsOf(search), 1);
  }
});

test('a full tree is followed, and does not grow', () => {
  const search = openSearch(ticTacToe, { playerID: '0', seed: 'a', mostNodes: 200 });
  for (const cells of [[], [4, 0], [4, 0, 1, 7]]) {
    search.begin(stateAfter(...cells));
    search.run(1000);
    assert.ok(search.size <= 200, `${search.size} nodes`);
  }
});

test('the findings of several searches are merged', () => {
  const game = ticTacToe;
  const state = InitializeGame({ game, numPlayers: 2 });
  const searches = ['a', 'b'].map((seed) => openSearch(game, { playerID: '0', seed }));
  for (const search of searches) {
    search.begin(state);
    search.run(300);
  }
  const candidates = searches.map((search) => search.candidates());
  const visits = candidates.flat().reduce((sum, candidate) => sum + candidate.visits, 0);
  assert.equal(visits, 600);
  assert.equal(searches[0].choose({ candidates }).action.payload.type, 'mark');
  assert.ok(searches[0].choose({ sharpness: 0, candidates }));
});

test('a bot receives its view, and deals the hidden values', async () => {
  const game = magpies;
  const rules = game[Symbol.for('rondel.rules')];
  const { G, ctx, ...state } = InitializeGame({ game: { ...game, seed: 'a' }, numPlayers: 2 });
  const view = rules.view({ G, ctx }, '0');
  assert.equal(typeof view.hands[1], 'number');
  for (const Bot of [ISMCTSBot, MCTSBot]) {
    const bot = new Bot({ game, seed: 'bot', iterations: 100 });
    const { action } = await bot.play({ G: view, ctx, ...state }, '0');
    assert.ok(view.hands[0].includes(action.payload.args[0]));
    // A bot with the whole game does not read the rest of it, either.
    const other = await new Bot({ game, seed: 'bot', iterations: 100 }).play({ G, ctx, ...state }, '0');
    assert.deepEqual(other.action, action);
  }
});

test('bots play magpies to the end', async () => {
  const game = magpies;
  const bots = ['0', '1', '2'].map((seat) => new ISMCTSBot({ game, seed: `bot ${seat}`, iterations: 30 }));
  assert.ok(await playOut(game, bots, { numPlayers: 3 }));
});

test('a bot of each difficulty takes a seat over Local', async () => {
  for (const difficulty of ['easy', 'medium']) {
    const game = ticTacToe;
    const client = Client({ game, numPlayers: 2, playerID: '0', quiet: true, multiplayer: Local({ bots: { 1: { bot: MCTSBot, difficulty } } }) });
    client.start();
    client.moves.mark(4);
    const { G } = await new Promise((resolve) => {
      client.subscribe((state) => state?.ctx.turn === 3 && resolve(state));
    });
    assert.equal(G.cells.filter((cell) => cell === '1').length, 1);
    client.stop();
  }
});

test('a bot class in JavaScript is refused with a hint at Rust', () => {
  const game = ticTacToe;
  const said = (options) => assert.throws(() => openSearch(game, options), { code: 'bot/options' });
  said({ score: () => 1 });
  said({ objectives: () => ({}) });
});
