// How often a move crosses the border of WebAssembly: scripts/bench crossings. Counted at the instances, whatever the glue around them is:
// calls of exports are crossings into it, calls of imports are crossings out of it.
import { loadEngine, withEngines } from './engines.mjs';
import { printTable } from './measure.mjs';
import { board } from './online-scenarios.mjs';

const MATCH = 'crossings';
/** What is made and learnt once is over by then. */
const BEFORE = 10;
const MOVES = 50;

const crossings = { in: 0, out: 0 };
countCrossings();
await withEngines(async ([rondel]) => {
  const kit = await loadEngine(rondel);
  printTable(['crossings per move', 'in', 'out'], [
    counted('a move in a page', inPage(kit)),
    counted('an action of a master', atMaster(kit)),
    counted('a move over Local(), two clients', overLocal(kit)),
    // Over a line, where clients go ahead of the master.
    counted("a move over a network, two clients, predict: 'flow'", overLocal(kit, { network: withoutDelay(kit.network()) })),
  ]);
});

/** Lets every instance that is made from now on count. */
function countCrossings() {
  const { Instance } = WebAssembly;
  WebAssembly.Instance = class {
    constructor(module, imports) {
      // What asks for nothing is the probe of the stack.
      if (!imports) return new Instance(module);
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

function counted(name, { move, stateID }) {
  for (let i = 0; i < BEFORE; i += 1) move(i);
  Object.assign(crossings, { in: 0, out: 0 });
  for (let i = BEFORE; i < BEFORE + MOVES; i += 1) move(i);
  const numbers = [crossings.in, crossings.out].map((count) => (count / MOVES).toFixed(1));
  if (stateID() !== BEFORE + MOVES) throw new Error('The moves of this scenario are refused.');
  return [name, ...numbers];
}

function inPage({ Client }) {
  let shown;
  const client = Client({ game: board(), debug: false });
  client.start();
  client.subscribe((state) => { shown = state; });
  return { move: (i) => client.moves.mark(i % 64), stateID: () => shown._stateID };
}

/** One with a client of Rondel's for each of two players. */
function atMaster({ Master }) {
  const states = new Map();
  const metadata = new Map();
  const storage = {
    type: () => 0,
    connect() {},
    createMatch(id, { initialState, metadata: data }) {
      states.set(id, initialState);
      metadata.set(id, data);
    },
    setState: (id, state) => { states.set(id, state); },
    setMetadata: (id, data) => { metadata.set(id, data); },
    fetch: (id) => ({ state: states.get(id), initialState: states.get(id), metadata: metadata.get(id), log: [] }),
    wipe() {},
    listMatches: () => [],
  };
  const master = new Master(board(), storage, { send() {}, sendAll() {} });
  master.onSync(MATCH, '0', undefined, 2);
  return {
    move(i) {
      const playerID = String(i % 2);
      const seq = (i >> 1) + 1;
      const action = { type: 'MAKE_MOVE', payload: { type: 'mark', args: [i % 64], playerID }, sync: { session: 'session', seq, first: seq } };
      master.onUpdate(action, i, MATCH, playerID);
    },
    stateID: () => states.get(MATCH)._stateID,
  };
}

function overLocal({ Client, Local }, options) {
  const shared = { game: board(), multiplayer: Local(options), matchID: MATCH, numPlayers: 2, predict: 'flow', debug: false };
  const clients = ['0', '1'].map((playerID) => Client({ ...shared, playerID }));
  const shown = [];
  clients.forEach((client, i) => {
    client.start();
    client.subscribe((state) => { shown[i] = state; });
  });
  return {
    move: (i) => clients[i % 2].moves.mark(i % 64),
    stateID: () => Math.min(...shown.map(({ _stateID }) => _stateID)),
  };
}

function withoutDelay(network) {
  return Object.assign(Object.create(network), { link: (receive) => ({ send: receive, close() {} }) });
}
