// Chess of examples/games without a clock plays the same on boardgame.io, with the import of `rondel/core` replaced.
import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import { fileURLToPath } from 'node:url';
import bgioClient from 'boardgame.io/dist/cjs/client.js';
import { build } from 'esbuild';
import { Client } from 'rondel/client';

const RULES = fileURLToPath(new URL('../../../examples/games/src/chess/game.ts', import.meta.url));
const CORE = fileURLToPath(import.meta.resolve('boardgame.io/dist/cjs/core.js'));

const games = {};

before(async () => {
  games.theirs = await bundled({ 'rondel/core': CORE });
  games.ours = await bundled({});
});

/** Returns the game of the example. Without an alias, its imports are Rondel's own. */
async function bundled(alias) {
  const { outputFiles } = await build({
    entryPoints: [RULES], bundle: true, write: false, format: 'esm', platform: 'node', alias, logLevel: 'error', target: 'node22',
    absWorkingDir: fileURLToPath(new URL('../../../', import.meta.url)),
  });
  const { game } = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`);
  return game;
}

/** Plays a match on both. `next` returns the next action of a player, from a state. */
function playBoth(next, setup = {}) {
  const pair = [[bgioClient.Client, games.theirs], [Client, games.ours]]
    .map(([Made, game]) => Made({ game: { ...game, seed: 'chess', setup: (context) => game.setup(context, setup) }, numPlayers: 2, debug: false }));
  const seen = () => pair.map((client) => {
    const { G, ctx: { currentPlayer, activePlayers, turn, gameover } } = client.getState();
    return { G, currentPlayer, activePlayers: gameover ? null : activePlayers, turn, gameover };
  });
  for (let [theirs, ours] = seen(); ; [theirs, ours] = seen()) {
    assert.deepEqual(ours, theirs);
    const action = !ours.gameover && next(ours);
    if (!action) return ours;
    for (const client of pair) {
      client.updatePlayerID(action.playerID);
      client.moves[action.move](...action.args ?? []);
    }
  }
}

/** Returns a `next` for a list of moves such as `'e2e4'`, and of `[playerID, move]`. */
function inOrder(list) {
  const left = [...list];
  return ({ currentPlayer }) => {
    const one = left.shift();
    if (typeof one !== 'string') return one && { playerID: one[0], move: one[1] };
    return { playerID: currentPlayer, move: 'move', args: [{ from: one.slice(0, 2), to: one.slice(2, 4) }] };
  };
}

test('fool\'s mate', () => {
  assert.deepEqual(playBoth(inOrder(['f2f3', 'e7e5', 'g2g4', 'd8h4'])).gameover, { winner: '1', reason: 'checkmate' });
});

test('offers of a draw, for the second player with the white pieces', () => {
  const { gameover, G } = playBoth(inOrder(['e2e4', ['1', 'offerDraw'], ['0', 'declineDraw'], 'e7e5', ['0', 'offerDraw'], ['1', 'acceptDraw']]), { white: '1' });
  assert.equal(G.white, '1');
  assert.deepEqual(gameover, { draw: true, reason: 'agreement' });
});

test('a resignation out of turn', () => {
  assert.deepEqual(playBoth(inOrder(['e2e4', ['0', 'resign']])).gameover, { winner: '1', reason: 'resignation' });
});

test('120 half-moves at random', () => {
  let number = 7;
  const below = (limit) => {
    number = (number * 48_271) % 2_147_483_647;
    return number % limit;
  };
  const { G } = playBoth(({ G, currentPlayer }) => {
    if (G.moves.length === 120) return undefined;
    const actions = games.ours.ai.enumerate(G, { currentPlayer }, currentPlayer);
    return { playerID: currentPlayer, ...actions[below(actions.length)] };
  });
  assert.ok(G.moves.length > 20);
});
