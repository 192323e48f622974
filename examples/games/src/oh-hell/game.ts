import type { Ctx, PlayerID, RandomAPI } from 'rondel';
import { dealUnseen } from 'rondel/ai';
import { ActivePlayers, defineGame, effect, invalid } from 'rondel/core';
import { CARDS, suitOf, type Card } from './cards.ts';
import {
  cardsOf, hasEveryBid, isRoundOver, leftOf, nextToPlay, playCard, refusalOfBid, refusalOfCard, scoreRound, sizeOf, totalOf, voidsOf, type Table,
} from './round.ts';

export interface Setup {
  /** `'full'`: down to one card and up again. `'short'`: only down. Default: `'full'`. */
  rounds?: 'full' | 'short';
  /** Number of cards in the first hand, if there are enough for all. Default: 10. */
  cards?: number;
}

const MOST_CARDS = 10;

/** Returns the number of cards in a hand, for each round of a match. */
export function roundSizes(numPlayers: number, { rounds = 'full', cards = MOST_CARDS }: Setup = {}): number[] {
  const most = Math.min(cards, Math.floor(CARDS.length / numPlayers));
  const down = Array.from({ length: most }, (_, at) => most - at);
  return rounds === 'short' ? down : [...down, ...down.toReversed().slice(1)];
}

/** Shuffles, deals this round's hands, and turns up the next card. */
function deal(G: Table, playOrder: readonly PlayerID[], random: RandomAPI) {
  const cards = random.Shuffle([...CARDS]);
  for (const id of playOrder) {
    G.hands[id] = cards.splice(0, G.sizes[G.results.length]);
    G.bids[id] = null;
  }
  G.turnUp = cards.shift() ?? null;
  G.stock = cards;
  G.tricks = [];
  G.ready = [];
}

const isMatchOver = (G: Table) => G.results.length === G.sizes.length;

const positionLeftOfDealer = ({ G, ctx }: { G: Table; ctx: Ctx }) => ctx.playOrder.indexOf(leftOf(G.dealer, ctx.playOrder));

/** Bid how many tricks you will take, and take exactly that many. */
export const game = defineGame({
  name: 'oh-hell',
  minPlayers: 3,
  maxPlayers: 6,
  disableUndo: true,
  // Moves and rules end turns and phases. Players cannot call events themselves.
  events: false,
  effects: {
    /** A card is played. */
    play: effect<{ playerID: PlayerID; card: Card }>({ duration: 300 }),
    /** A trick is complete, and belongs to this player. */
    take: effect<{ playerID: PlayerID }>({ duration: 1200 }),
  },

  validateSetupData: (data: unknown): string | undefined => {
    const { rounds = 'full', cards = MOST_CARDS } = (data ?? {}) as Setup;
    if (rounds !== 'full' && rounds !== 'short') return "rounds: expected 'full' or 'short'";
    return Number.isInteger(cards) && cards >= 1 && cards <= 13 ? undefined : 'cards: expected a whole number from 1 to 13';
  },

  setup: ({ ctx, random }: { ctx: Ctx; random: RandomAPI }, setupData?: Setup): Table => {
    const dealer = ctx.playOrder[random.Die(ctx.numPlayers) - 1];
    const G: Table = {
      sizes: roundSizes(ctx.numPlayers, setupData), results: [], dealer, hands: {}, stock: [], turnUp: null, bids: {}, tricks: [], ready: [],
    };
    deal(G, ctx.playOrder, random);
    return G;
  },

  playerView: ({ G, playerID }): Table => ({
    ...G,
    stock: G.stock.map(() => null),
    hands: Object.fromEntries(Object.entries(G.hands).map(([id, hand]) => [id, id === playerID ? hand : hand.map(() => null)])),
  }),

  phases: {
    bid: {
      start: true,
      next: 'play',
      turn: {
        minMoves: 1,
        maxMoves: 1,
        order: { first: positionLeftOfDealer, next: ({ ctx }) => (ctx.playOrderPos + 1) % ctx.numPlayers },
      },
      moves: {
        bid: {
          validate: ({ G, playerID }, bid: number) => {
            const refusal = refusalOfBid(G, playerID, bid);
            return refusal === undefined || invalid(refusal);
          },
          move: ({ G, playerID }, bid: number) => {
            G.bids[playerID] = bid;
          },
        },
      },
      endIf: ({ G }) => hasEveryBid(G),
    },

    play: {
      next: 'score',
      turn: {
        minMoves: 1,
        maxMoves: 1,
        order: { first: positionLeftOfDealer, next: ({ G, ctx }) => ctx.playOrder.indexOf(nextToPlay(G, ctx.playOrder)) },
      },
      moves: {
        play: {
          validate: ({ G, playerID }, card: Card) => {
            const refusal = refusalOfCard(G, playerID, card);
            return refusal === undefined || invalid(refusal);
          },
          move: ({ G, playerID, effects }, card: Card) => {
            const { winner } = playCard(G, playerID, card);
            effects.emit('play', { playerID, card });
            if (winner !== null) effects.emit('take', { playerID: winner });
            if (isRoundOver(G)) scoreRound(G);
          },
        },
      },
      endIf: ({ G }) => isRoundOver(G),
    },

    score: {
      next: 'bid',
      // Each player looks at the result for as long as they like. The next dealer deals when all are ready.
      turn: { activePlayers: ActivePlayers.ALL_ONCE },
      moves: {
        ready: ({ G, playerID }) => {
          G.ready.push(playerID);
        },
      },
      endIf: ({ G, ctx }) => G.ready.length === ctx.numPlayers,
      onEnd: ({ G, ctx, random }) => {
        G.dealer = leftOf(G.dealer, ctx.playOrder);
        deal(G, ctx.playOrder, random);
      },
    },
  },

  endIf: ({ G, ctx }): { winners: PlayerID[] } | undefined => {
    if (!isMatchOver(G)) return undefined;
    const most = Math.max(...ctx.playOrder.map((id) => totalOf(G, id)));
    return { winners: ctx.playOrder.filter((id) => totalOf(G, id) === most) };
  },

  ai: {
    enumerate: (G, ctx, playerID) => {
      if (ctx.phase === 'score') return [{ move: 'ready' }];
      if (ctx.phase === 'bid') {
        const bids = Array.from({ length: sizeOf(G) + 1 }, (_, bid) => bid);
        return bids.filter((bid) => !refusalOfBid(G, playerID, bid)).map((bid) => ({ move: 'bid', args: [bid] }));
      }
      return cardsOf(G, playerID).filter((card) => !refusalOfCard(G, playerID, card)).map((card) => ({ move: 'play', args: [card] }));
    },
    // A bot guesses the hands of the others. It looks no further than this round, so that its G has no other rounds, and no stock.
    determinize: (view, ctx, playerID, random) => {
      const shown = new Set(view.tricks.flatMap(({ plays }) => plays.map(({ card }) => card)));
      const voids = new Map(ctx.playOrder.map((id) => [id, voidsOf(view, id)]));
      const { hands } = dealUnseen(view, {
        cards: CARDS.filter((card) => card !== view.turnUp && !shown.has(card)),
        places: ['hands'],
        fits: (card, [, id]) => id === playerID || !voids.get(id)?.has(suitOf(card)),
      }, random);
      return { ...view, hands, sizes: [sizeOf(view)], results: [], stock: [] };
    },
    score: (G, ctx, playerID) => {
      const all = ctx.playOrder.reduce((sum, id) => sum + totalOf(G, id), 0);
      return totalOf(G, playerID) - all / ctx.numPlayers;
    },
    // The longest round has 56 actions: 4 players bid, and play 13 cards each.
    playoutDepth: 60,
    bots: { steady: { bot: 'ismcts', iterations: 1500, thinkingTime: 1500 } },
  },
});
