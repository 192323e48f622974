// Slow: bots play some matches of each game, others each day. `RONDEL_MATCHES=1000` plays a thousand of each, which takes half an hour of
// processor time for chess, and two minutes for each of the others.
// The games of examples/games, with every number of players: each match ends by its rules.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { simulate } from '../../../pkg/lib/command/simulate.js';
import { temporaryFolder } from '../support/folders.mjs';
import { DAY } from '../support/rotation.mjs';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const { RONDEL_MATCHES } = process.env;

/** Matches of a day, numbers of players, the bot at the first seat, and setup data. All others play at random. */
const GAMES = {
  'chess': { matches: 10, players: [2], first: 'random' },
  'oh-hell': { matches: 100, players: [3, 4, 5, 6], first: 'ismcts:5', setupData: { rounds: 'short', cards: 5 } },
  'strandline': { matches: 100, players: [2, 3, 4, 5], first: 'ismcts:5' },
};

for (const [name, { matches: ofToday, players, first, setupData = {} }] of Object.entries(GAMES)) {
  const matches = Number(RONDEL_MATCHES ?? ofToday);
  test(`${matches} matches of ${name} end, day ${DAY}`, async (t) => {
    const file = await bundled(t, name);
    for (const numPlayers of players) {
      const games = matches / players.length;
      const bots = [first, ...Array(numPlayers - 1).fill('random')].join();
      const { text } = await simulate([
        file, '--games', String(games), '--bots', bots, '--setup-data', JSON.stringify(setupData), '--seed', `day ${DAY}`, '--workers', '1', '--json',
      ]);
      const { tally } = JSON.parse(text);
      const { cut, failed, firstFailure, others, wins, draws, actions } = tally;
      assert.deepEqual({ games: tally.games, cut, failed, firstFailure, others }, { games, cut: 0, failed: 0, firstFailure: null, others: 0 });
      // Players may share a win.
      assert.ok(wins.reduce((sum, won) => sum + won, draws) >= games);
      t.diagnostic(`${numPlayers} players: wins ${wins.join(', ')}, draws ${draws}, ${actions.min} to ${actions.max} actions`);
    }
  });
}

/** Returns a file with the game, as the command reads it. */
async function bundled(t, name) {
  const outfile = join(temporaryFolder(t), `${name}.mjs`);
  await build({
    entryPoints: [`examples/games/src/${name}/game.ts`], outfile, bundle: true, format: 'esm', platform: 'node', target: 'node22', logLevel: 'error', absWorkingDir: ROOT,
  });
  return outfile;
}
