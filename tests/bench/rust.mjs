// Compares games written in Rust with the same games in JavaScript, on Rondel and on boardgame.io 0.50.2, in a page, online and in random
// matches; and prints the size of their modules: scripts/bench rust, which has built them.
import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { loadEngine, withEngines } from './engines.mjs';
import { clock, printTable, times, us } from './measure.mjs';
import { GAMES, WAYS, timed } from './rust-scenarios.mjs';
import { forked, inTurns, takeTurns } from './turns.mjs';

const ROUNDS = 7;
/** Of one search in the module. */
const PLAYOUTS = 2000;
/** How long playouts are measured in one round, in milliseconds. */
const SLICE = 500;
const DEPTH = 50;
const BARS = { 'nobody looks': 4, 'a page looks at each state': 1, 'Local(), two clients': 1 };

/** Where `rondel build-game` leaves what it makes of a crate. */
const BUILT = { bench: './tests/bench/rust-games/pkg', 'tic-tac-toe': './examples/rust/tic-tac-toe/pkg' };
const SOURCES = [
  `export { Client } from 'rondel/client'; export { Local } from 'rondel/multiplayer';
   export { InitializeGame } from 'rondel/internal'; export { openSearch } from './pkg/lib/ai/search.js';
   export * as games from '${BUILT.bench}/index.js'; export { default as ticTacToe } from '${BUILT['tic-tac-toe']}/index.js';`,
  `export { Client } from 'rondel/client'; export { Local } from 'rondel/multiplayer';
   export { InitializeGame } from 'rondel/internal'; export { openSearch } from './pkg/lib/ai/search.js';
   export { game as ticTacToe } from './tests/games/tic-tac-toe.mjs';`,
  "export { Client } from 'boardgame.io/dist/esm/client.js'; export { Local } from 'boardgame.io/dist/esm/multiplayer.js';",
];

const [, bench, part, contender] = process.argv;
if (part === undefined) {
  await withEngines(printAll, SOURCES);
} else {
  const [what, index] = part.split(':');
  const kit = await loadEngine(contender);
  if (what === 'playouts') {
    takeTurns(() => timedPlayouts(kit));
  } else {
    const { rust, twin } = GAMES[Number(index)];
    const game = kit.games ? kit.games[rust] : twin.game();
    takeTurns(() => timed(WAYS[what], kit, game, twin.step));
  }
}

async function printAll(engines) {
  const rows = [];
  for (const [index, { name }] of GAMES.entries()) {
    for (const way of Object.keys(WAYS)) {
      const [rust, twin, theirs] = await inTurns(engines.map((engine) => forked(bench, `${way}:${index}`, engine)), ROUNDS);
      rows.push([`${name}, ${way}`, us(rust), us(twin), us(theirs), times(twin / rust), `${BARS[way]}x`, times(theirs / rust)]);
    }
  }
  printTable(['us/move', 'in Rust', 'its twin', 'boardgame.io', 'twin/Rust', 'bar', 'boardgame.io/Rust'], rows);
  console.log();
  const [rust, twin] = await inTurns(engines.slice(0, 2).map((engine) => forked(bench, 'playouts:0', engine)), ROUNDS);
  printTable(['tic-tac-toe, random matches/s in a search', 'in Rust', 'its twin', 'ratio'], [
    ['in WebAssembly', perSecond(rust), perSecond(twin), times(twin / rust)],
  ]);
  console.log();
  printTable(['module', 'bytes', 'gzip'], [await sizesOf('three games of this bench', 'bench'), await sizesOf('tic-tac-toe', 'tic-tac-toe')]);
}

/** Microseconds for a random match from the beginning of the game, in a search without a tree. */
function timedPlayouts({ openSearch, InitializeGame, ticTacToe }) {
  const state = InitializeGame({ game: ticTacToe, numPlayers: 2 });
  let [spent, count] = [0, 0];
  for (const began = clock(); spent < SLICE; spent = clock() - began) {
    const search = openSearch(ticTacToe, { playerID: '0', seed: `seed ${count}`, playoutDepth: DEPTH, mostNodes: 1 });
    search.begin(state);
    while (search.iterations < PLAYOUTS && !search.run(PLAYOUTS - search.iterations));
    count += search.iterations;
    search.free();
  }
  return (spent * 1000) / count;
}

async function sizesOf(name, folder) {
  const bytes = await readFile(`${BUILT[folder]}/game.wasm`);
  return [name, bytes.length.toLocaleString('en'), gzipSync(bytes, { level: 9 }).length.toLocaleString('en')];
}

function perSecond(microseconds) {
  return Math.round(1e6 / microseconds).toLocaleString('en');
}
