// How often a move crosses the border of WebAssembly, with the probes of the stack: scripts/bench crossings. Counted at the instances, whatever the glue around them is:
// calls of exports are crossings into it, calls of imports are crossings out of it.
import { loadEngine, withEngines } from './engines.mjs';
import { printTable } from './measure.mjs';
import { playMaster, playMatch, tapped } from './online-matches.mjs';
import { board } from './online-scenarios.mjs';

/** What is made and learnt once is over by then. */
const BEFORE = 10;
const MOVES = 50;

const crossings = { in: 0, out: 0 };
countCrossings();
await withEngines(async ([rondel]) => {
  const kit = await loadEngine(rondel);
  printTable(['crossings per move', 'in', 'out'], [
    counted('a move in a page', inPage(kit)),
    counted('an action of a master', playMaster(kit, { rules: board() })),
    counted('a move over Local(), two clients', playMatch(kit, { rules: board() })),
    // Over a line, where clients go ahead of the master.
    counted("a move over a network, two clients, predict: 'flow'", playMatch(overNetwork(kit), { rules: board(), predict: 'flow' })),
  ]);
});

/** Lets every instance that is made from now on count. */
function countCrossings() {
  const { Instance } = WebAssembly;
  WebAssembly.Instance = class {
    constructor(module, imports) {
      const asked = mapped(imports, (functions) => mapped(functions, (called) => counting('out', called)));
      this.exports = mapped(new Instance(module, asked).exports, (exported) => counting('in', exported));
    }
  };
}

function counting(direction, value) {
  if (typeof value !== 'function') return value;
  return (...args) => {
    crossings[direction] += 1;
    return value(...args);
  };
}

function mapped(object, change) {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]));
}

function counted(name, { move, end }) {
  for (let i = 0; i < BEFORE; i += 1) move(i);
  Object.assign(crossings, { in: 0, out: 0 });
  for (let i = BEFORE; i < BEFORE + MOVES; i += 1) move(i);
  const numbers = [crossings.in, crossings.out].map((count) => (count / MOVES).toFixed(1));
  end(BEFORE + MOVES);
  return [name, ...numbers];
}

function overNetwork(kit) {
  return { ...kit, Local: () => kit.Local({ network: tapped(kit.network()) }) };
}

function inPage({ Client }) {
  let shown;
  const client = Client({ game: board(), debug: false, quiet: true });
  client.start();
  client.subscribe((state) => { shown = state; });
  return {
    move: (i) => client.moves.mark(i % 64),
    end(moves) {
      if (shown._stateID !== moves) throw new Error('The moves of this scenario are refused.');
    },
  };
}
