// The page of the guide's pictures: a market from which two players take goods. Each has a hidden purse. Bundled by panel-pictures.mjs.
import { Client } from 'rondel/client';
import { INVALID_MOVE } from 'rondel/core';
import { Local } from 'rondel/multiplayer';

const GOODS = ['silk', 'pepper', 'amber', 'tea', 'salt', 'pearls'];
const PRICES = { silk: 4, pepper: 2, amber: 3, tea: 1, salt: 1, pearls: 5 };

/** Returns the stalls at which a player can buy. The purses of others are hidden. */
function affordable({ stalls, purses }, playerID) {
  return [...stalls.keys()].filter((stall) => stalls[stall] && PRICES[stalls[stall]] <= (purses[playerID] ?? Infinity));
}

const market = {
  name: 'market',
  seed: 'pictures',
  setup: ({ random }) => ({ stalls: random.Shuffle(GOODS), goods: { 0: [], 1: [] }, purses: { 0: 7, 1: 7 } }),
  playerView: ({ G, playerID }) => ({ ...G, purses: playerID === null ? {} : { [playerID]: G.purses[playerID] } }),
  moves: {
    buy({ G, playerID }, stall) {
      const good = G.stalls[stall];
      if (!good || G.purses[playerID] < PRICES[good]) return INVALID_MOVE;
      G.stalls[stall] = null;
      G.purses[playerID] -= PRICES[good];
      G.goods[playerID].push(good);
      return undefined;
    },
  },
  endIf({ G, ctx }) {
    if (affordable(G, ctx.currentPlayer).length > 0) return undefined;
    const [mine, other] = [G.goods[0].length, G.goods[1].length];
    return mine === other ? { draw: true } : { winner: mine > other ? '0' : '1' };
  },
  ai: {
    enumerate: (G, _ctx, playerID) => affordable(G, playerID).map((stall) => ({ move: 'buy', args: [stall] })),
  },
};

const inTurns = { ...market, turn: { minMoves: 1, maxMoves: 1 } };
const open = { ...inTurns, playerView: undefined };
const atOnce = { ...market, turn: { activePlayers: { all: null } } };

/** Starts the match of a picture. */
globalThis.begin = ({ isAtOnce, isOpen, hasMaster, latency = 0 }) => {
  const multiplayer = hasMaster ? Local({ latency }) : undefined;
  globalThis.clients = (hasMaster ? ['0', '1'] : [undefined]).map((playerID) => {
    const client = Client({ game: isAtOnce ? atOnce : isOpen ? open : inTurns, multiplayer, playerID, quiet: true });
    client.start();
    return client;
  });
  globalThis.clients[0].subscribe(show);
};

/** Shows the stalls, and what each player has bought. */
function show(state) {
  if (!state) return;
  const { stalls, goods } = state.G;
  const [list, line] = ['#stalls', '#goods'].map((id) => /** @type {Element} */ (document.querySelector(id)));
  list.replaceChildren(...stalls.map((good, i) => Object.assign(document.createElement('li'), { textContent: good ? `${i}: ${good}, ${PRICES[good]}` : `${i}: sold` })));
  line.textContent = Object.entries(goods).map(([id, own]) => `player ${id} has ${own.join(', ') || 'nothing'}`).join('; ');
}
