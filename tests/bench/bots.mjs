// Compares the search of bots with boardgame.io 0.50.2's, and random playouts with loops without an engine: scripts/bench bots.
import { PLAYOUTS } from './bot-playouts.mjs';
import { loadEngine, withEngines } from './engines.mjs';
import { clock, printTable, times } from './measure.mjs';
import { forked, inTurns, takeTurns } from './turns.mjs';
import { game as connectFour } from '../games/connect-four.mjs';
import { game as ticTacToe } from '../games/tic-tac-toe.mjs';

const GAMES = [ticTacToe, connectFour];
/** How long one engine searches or plays in one round, in milliseconds. */
const SLICE = 500;
const ROUNDS = 7;
/** Of one thought, boardgame.io's own numbers. */
const ITERATIONS = 1000;
const DEPTH = 50;
const BARS = { iterations: 25, playouts: 0.5 };

const SOURCES = [
  `export { MCTSBot } from 'rondel/ai'; export { InitializeGame } from 'rondel/internal';
   export { openSearch } from './pkg/lib/ai/search.js';`,
  "export { MCTSBot } from 'boardgame.io/dist/esm/ai.js'; export { InitializeGame } from 'boardgame.io/dist/esm/internal.js';",
];

const [, bench, part, contender] = process.argv;
if (part === undefined) {
  await withEngines(printAll, SOURCES);
} else {
  const [what, index] = part.split(':');
  const game = GAMES[Number(index)];
  const loop = PLAYOUTS[game.name][contender];
  const engine = loop ? null : await loadEngine(contender);
  takeTurns(what === 'iterations' ? () => timedThoughts(engine, game) : () => timedPlayouts(loop ? repeated(loop) : playoutsOf(engine, game)));
}

async function printAll([rondel, boardgameio]) {
  const searched = [];
  const played = [];
  for (const [index, { name }] of GAMES.entries()) {
    const play = (what, contenders) => inTurns(contenders.map((contender) => forked(bench, `${what}:${index}`, contender)), ROUNDS);
    const [ours, theirs] = await play('iterations', [rondel, boardgameio]);
    searched.push([name, perSecond(ours), perSecond(theirs), times(theirs / ours), `${BARS.iterations}x`]);
    const all = await play('playouts', [rondel, boardgameio, 'callbacks', 'by hand']);
    played.push([name, ...all.map(perSecond), (all[2] / all[0]).toFixed(2), String(BARS.playouts)]);
  }
  printTable(['MCTSBot, iterations/s', 'Rondel', 'boardgame.io', 'ratio', 'bar'], searched);
  console.log();
  printTable(['random playouts/s', 'Rondel', 'boardgame.io', 'the callbacks alone', 'by hand', 'Rondel/callbacks', 'bar'], played);
}

/** Microseconds for an iteration. Each thought is of a bot that knows nothing yet. */
async function timedThoughts({ MCTSBot, InitializeGame }, game) {
  const state = InitializeGame({ game, numPlayers: 2 });
  let [spent, iterations] = [0, 0];
  while (spent < SLICE) {
    const bot = new MCTSBot({ game, enumerate: game.ai.enumerate, seed: `seed ${iterations}`, iterations: ITERATIONS, playoutDepth: DEPTH });
    const began = clock();
    await bot.play(state, '0');
    spent += clock() - began;
    iterations += bot.iterationCounter;
    bot.free?.();
  }
  return (spent * 1000) / iterations;
}

/** Microseconds for a random match from the beginning of the game. */
function timedPlayouts(playOut) {
  let [spent, count] = [0, 0];
  for (const began = clock(); spent < SLICE; spent = clock() - began) {
    playOut(ITERATIONS);
    count += ITERATIONS;
  }
  return (spent * 1000) / count;
}

/** What plays so many random matches. Rondel's are those of a search, with a tree that grows: nobody has a use for others. */
function playoutsOf({ openSearch, MCTSBot, InitializeGame }, game) {
  const state = InitializeGame({ game, numPlayers: 2 });
  if (!openSearch) {
    const bot = new MCTSBot({ game, enumerate: game.ai.enumerate, seed: 'seed', playoutDepth: DEPTH });
    return repeated(() => bot.playout({ state }));
  }
  let begun = 0;
  return (count) => {
    // Each knows nothing yet: one that has solved the game plays no more.
    const search = openSearch(game, { playerID: '0', seed: `seed ${begun}`, playoutDepth: DEPTH });
    search.begin(state);
    begun += 1;
    while (search.iterations < count && !search.run(count - search.iterations));
    search.free();
  };
}

function repeated(once) {
  return (count) => {
    for (let i = 0; i < count; i += 1) once();
  };
}

function perSecond(microseconds) {
  return Math.round(1e6 / microseconds).toLocaleString('en');
}
