// Matches of a game of examples/games on boardgame.io and on Rondel, compared state by state. The rules are the same files: on boardgame.io
// the import of `rondel/core` is replaced.
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import bgioClient from 'boardgame.io/dist/cjs/client.js';
import { build } from 'esbuild';
import { Client } from 'rondel/client';
import { makeDice } from '../support/dice.mjs';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const CORE = fileURLToPath(import.meta.resolve('boardgame.io/dist/cjs/core.js'));

/** Returns the game in a folder of the examples, on both engines. */
export async function bothOf(name) {
  const [theirs, ours] = await Promise.all([bundled(name, { 'rondel/core': CORE }), bundled(name, {})]);
  return { theirs, ours };
}

/** Without an alias, the imports are Rondel's own. */
async function bundled(name, alias) {
  const { outputFiles } = await build({
    entryPoints: [`examples/games/src/${name}/game.ts`], bundle: true, write: false, format: 'esm', platform: 'node', alias, logLevel: 'error',
    target: 'node22', absWorkingDir: ROOT,
  });
  const { game } = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`);
  return game;
}

/**
 * Plays a match on both. Returns what both show at the end.
 *
 * @param next returns the next action of a player from what both show, or nothing to stop
 */
export function playBoth({ theirs, ours }, next, { setupData, numPlayers = 2, seed = 'both' } = {}) {
  const pair = [[bgioClient.Client, theirs], [Client, ours]].map(([Made, game]) => Made({
    game: { ...game, seed, setup: (context) => game.setup(context, setupData), playerView: ({ G }) => G }, numPlayers, debug: false,
  }));
  const seen = () => pair.map((client) => {
    const { G, ctx: { currentPlayer, playOrder, activePlayers, turn, gameover } } = client.getState();
    return { G, playOrder, currentPlayer, activePlayers: gameover ? null : activePlayers, turn, gameover };
  });
  for (let [left, right] = seen(); ; [left, right] = seen()) {
    assert.deepEqual(right, left);
    const action = !right.gameover && next(right);
    if (!action) return right;
    for (const client of pair) {
      client.updatePlayerID(action.playerID);
      client.moves[action.move](...action.args ?? []);
    }
  }
}

/** Returns a `next` that chooses at random among the actions of all players who may act, and stops after `most` of them. */
export function atRandom({ ours }, seed, most = Infinity) {
  const dice = makeDice(seed);
  let count = 0;
  return ({ G, ...ctx }) => {
    count += 1;
    if (count > most) return undefined;
    const active = ctx.activePlayers ? Object.keys(ctx.activePlayers) : [ctx.currentPlayer];
    const actions = active.flatMap((playerID) => ours.ai.enumerate(G, ctx, playerID).map((action) => ({ ...action, playerID })));
    return dice.one(actions);
  };
}
