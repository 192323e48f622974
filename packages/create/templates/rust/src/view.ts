import type { PlayerID } from 'rondel';
import type { Client, Multiplayer, ViewOf } from 'rondel/client';
import type { Card } from './cards.ts';
import type { game } from './game.ts';

/** A client of this game, and the match that it shows. */
export type GameClient = Client<typeof game, Multiplayer>;
export type State = NonNullable<ReturnType<GameClient['getState']>>;

/** `G` as one player sees it: a hidden pile is its number of cards. */
type View = ViewOf<typeof game>;

const handOf = (G: View, id: PlayerID) => G.hands[Number(id)];
const sizeOf = (pile: readonly string[] | number | undefined) => (typeof pile === 'object' ? pile.length : pile ?? 0);

/** Returns the cards of a hand that the player sees. */
export function cardsOf(G: View, id: PlayerID): Card[] {
  const hand = handOf(G, id);
  return typeof hand === 'object' ? [...hand] as Card[] : [];
}

/** Returns the number of cards in a hand. */
export const handSize = (G: View, id: PlayerID): number => sizeOf(handOf(G, id));

/** Returns the number of cards in the deck. */
export const deckSize = (G: View): number => sizeOf(G.deck);

/** Returns the card that the next one has to match. */
export const topCard = (G: View): Card | undefined => G.pile.at(-1) as Card | undefined;

/** Returns the winners of a match that is over. */
export function winnersOf({ gameover }: State['ctx']): readonly PlayerID[] | undefined {
  if (!gameover) return undefined;
  return 'winners' in gameover ? gameover.winners : 'winner' in gameover ? [gameover.winner] : [];
}
