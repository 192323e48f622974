import type { PlayerID } from 'rondel';
import { dealUnseen } from 'rondel/ai';
import { defineGame, invalid } from 'rondel/core';
import { CARDS, rankOf, suitOf, type Card } from './cards.ts';

/** State of a match. `null` is a card that the viewer does not see. */
interface Table {
  deck: (Card | null)[];
  hands: Record<PlayerID, (Card | null)[]>;
  /** The played cards. The last one is on top. */
  pile: Card[];
}

/** Name of the game at the server. */
export const GAME_NAME = 'last-card';

const HAND_SIZE = 5;

const matches = (card: Card, top: Card | undefined) => top !== undefined && (suitOf(card) === suitOf(top) || rankOf(card) === rankOf(top));
const playable = (G: Table, id: PlayerID) => G.hands[id].filter((card) => card !== null).filter((card) => matches(card, G.pile.at(-1)));

/** Play a card of the same suit or rank, or draw one. The first player without cards wins. */
export const game = defineGame({
  name: GAME_NAME,
  minPlayers: 2,
  maxPlayers: 4,
  disableUndo: true,
  // A move ends the turn. Players cannot call events themselves.
  events: false,
  turn: { minMoves: 1, maxMoves: 1 },

  setup: ({ ctx, random }): Table => {
    const deck = random.Shuffle(CARDS);
    const hands = Object.fromEntries(ctx.playOrder.map((id) => [id, deck.splice(0, HAND_SIZE)]));
    return { hands, pile: deck.splice(0, 1), deck };
  },

  playerView: ({ G, playerID }): Table => ({
    pile: G.pile,
    deck: G.deck.map(() => null),
    hands: Object.fromEntries(Object.entries(G.hands).map(([id, hand]) => [id, id === playerID ? hand : hand.map(() => null)])),
  }),

  moves: {
    play: {
      validate: ({ G, playerID }, card: Card) => {
        if (!G.hands[playerID].includes(card)) return invalid('not-yours');
        return matches(card, G.pile.at(-1)) || invalid('no-match');
      },
      move: ({ G, playerID }, card: Card) => {
        G.hands[playerID] = G.hands[playerID].filter((other) => other !== card);
        G.pile.push(card);
      },
    },
    draw: {
      // The page does not know the next card: it waits for the server.
      client: false,
      validate: ({ G, playerID }) => playable(G, playerID).length === 0 || invalid('can-play'),
      move: ({ G, playerID }) => {
        // Without a deck, drawing is passing.
        G.hands[playerID].push(...G.deck.splice(-1));
      },
    },
  },

  endIf: ({ G, ctx }) => {
    const fewest = Math.min(...ctx.playOrder.map((id) => G.hands[id].length));
    const isStuck = G.deck.length === 0 && ctx.playOrder.every((id) => playable(G, id).length === 0);
    return (fewest === 0 || isStuck) && { winners: ctx.playOrder.filter((id) => G.hands[id].length === fewest) };
  },

  ai: {
    enumerate: (G, _ctx, playerID) => {
      const cards = playable(G, playerID);
      return cards.length > 0 ? cards.map((card) => ({ move: 'play', args: [card] })) : [{ move: 'draw' }];
    },
    // A bot guesses the cards that it does not see.
    determinize: (view, _ctx, _playerID, random) => dealUnseen(view, { cards: CARDS, places: ['deck', 'hands', 'pile'] }, random),
  },
});
