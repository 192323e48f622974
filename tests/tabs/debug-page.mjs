// The functions of the pages of debug-panel.test.mjs, which bundles this file.
import { Client } from 'rondel/client';
import { invalid } from 'rondel/core';
import { Debug } from 'rondel/debug';
import { Broadcast, Local } from 'rondel/multiplayer';

const nim = {
  name: 'nim',
  setup: () => ({ heap: 10, hands: { 0: ['secret of 0'], 1: ['secret of 1'] }, taken: [] }),
  playerView: ({ G, playerID }) => ({ ...G, hands: playerID === null ? {} : { [playerID]: G.hands[playerID] } }),
  turn: { maxMoves: 1 },
  moves: {
    take({ G, playerID }, count) {
      if (!(count > 0 && count <= 3)) return invalid({ most: 3 });
      G.heap -= count;
      G.taken.push(`${playerID} took ${count}`);
      return undefined;
    },
    roll: ({ G, random }) => { G.taken.push(`rolled ${random.D6()}`); },
  },
  endIf: ({ G, ctx }) => (G.heap <= 0 ? { winner: ctx.currentPlayer } : undefined),
  ai: { enumerate: (G) => [1, 2, 3].filter((count) => count <= G.heap).map((count) => ({ move: 'take', args: [count] })) },
};

const large = {
  name: 'large',
  setup: () => ({ objects: Array.from({ length: 20_000 }, (_, id) => ({ id, at: [id, -id] })), 'naïve 🎲 name': 'שלום', text: 'x'.repeat(100_000) }),
  moves: { many: ({ G }, ...args) => { G.last = args; }, next: ({ G }) => { G.objects[7].at[0] += 1; } },
};

const cyclic = {
  name: 'cyclic',
  compat: '0.50',
  setup() {
    const G = { name: 'cycle' };
    return G;
  },
  moves: { knot: ({ G }) => { G.more = 1; } },
};

/** Number of moves that the game `counted` has made, in the match and in copies of it. */
globalThis.countedMoves = 0;
const counted = {
  name: 'counted',
  setup: () => ({ n: 0 }),
  moves: {
    add({ G }) {
      globalThis.countedMoves += 1;
      G.n += 1;
    },
  },
};

/** Games by name that say which moves they have. */
const withMoves = (name, ...moves) => ({ name, moves: Object.fromEntries(moves.map((move) => [move, ({ G }) => { G.last = move; }])) });
const more = {
  /** The time of player 0 runs out soon, that of player 1 late. */
  timed: {
    name: 'timed',
    setup: () => ({ late: [] }),
    turn: { time: ({ ctx }) => (ctx.currentPlayer === '0' ? 1500 : 300_000), onTimeout: ({ G, playerID }) => { G.late.push(playerID); } },
    moves: { go: ({ G }) => { G.gone = true; } },
  },
  empty: {},
  first: { name: 'game1' },
  second: { name: 'game2' },
  board: { ...withMoves('board', 'clickCell', 'playCard'), setup: () => ({ last: null }) },
  tokens: withMoves('tokens', 'takeCard', 'takeToken'),
  listed: withMoves('listed', 'list', 'take'),
};

globalThis.clients = [];
const games = new Map();
Object.assign(globalThis, { Debug });

/** Starts a client. `debug` may name the element of its panel by a selector. */
globalThis.begin = ({ game = 'nim', seed = 'seed', isLocal, isBroadcast, network, target, impl, debug, ...options } = {}) => {
  if (!games.has(seed)) games.set(seed, seed === 'none' ? { ...nim } : { ...nim, seed });
  const chosen = { nim: games.get(seed), large, cyclic, counted, ...more }[game];
  const multiplayer = isBroadcast ? Broadcast({ channel: 'debug' }) : isLocal ? Local(network ?? {}) : undefined;
  const panel = target || impl ? { ...debug, ...target && { target: document.querySelector(target) }, ...impl && { impl: Debug } } : debug;
  const client = Client({ game: chosen, multiplayer, ...panel !== undefined && { debug: panel }, quiet: true, ...options });
  client.start();
  globalThis.clients.push(client);
  return globalThis.clients.length - 1;
};

const throwing = { name: 'throwing', setup: () => ({ n: 0 }), moves: { add: ({ G }) => { G.n += 1; } }, playerView: ({ G }) => { if (G.n === 1) throw new Error('the view throws'); return G; } };

/** Starts a client whose `playerView` throws in one state. */
globalThis.beginThrowing = () => {
  const client = Client({ game: throwing, quiet: true });
  client.start();
  globalThis.clients.push(client);
};
