import type { PlayerID } from 'rondel';
import type { Client, Multiplayer, ViewOf } from 'rondel/client';
import type { Card } from './cards.ts';
import type { game } from './game.ts';

/** A client of this game, and the match that it shows. */
export type GameClient = Client<typeof game, Multiplayer>;
export type State = NonNullable<ReturnType<GameClient['getState']>>;

/** `G` as one player sees it. */
type View = ViewOf<typeof game>;

/** Returns the cards of a hand that the player sees. */
export const cardsOf = (G: View, id: PlayerID): Card[] => G.hands[id].filter((card) => card !== null);

/** Returns the number of cards in a hand. */
export const handSize = (G: View, id: PlayerID): number => G.hands[id].length;

/** Returns the number of cards in the deck. */
export const deckSize = (G: View): number => G.deck.length;

/** Returns the card that the next one has to match. */
export const topCard = (G: View): Card | undefined => G.pile.at(-1);

/** Returns the winners of a match that is over. */
export const winnersOf = (ctx: State['ctx']): readonly PlayerID[] | undefined => ctx.gameover?.winners;
