const SUITS = { '♣': 'clubs', '♦': 'diamonds', '♥': 'hearts', '♠': 'spades' } as const;
const RANKS = { 7: 'seven', 8: 'eight', 9: 'nine', 10: 'ten', J: 'jack', Q: 'queen', K: 'king', A: 'ace' } as const;

type Suit = keyof typeof SUITS;
type Rank = `${keyof typeof RANKS}`;
/** A card, such as `'10♥'`. */
export type Card = `${Rank}${Suit}`;

const keysOf = <Key extends string>(names: Record<Key, string>) => Object.keys(names) as Key[];

export const CARDS: Card[] = keysOf(SUITS).flatMap((suit) => keysOf<Rank>(RANKS).map((rank): Card => `${rank}${suit}`));

export const suitOf = (card: Card) => card.slice(-1) as Suit;
export const rankOf = (card: Card) => card.slice(0, -1) as Rank;

/** Returns the name of a card for screen readers, such as `'ten of hearts'`. */
export const nameOfCard = (card: Card) => `${RANKS[rankOf(card)]} of ${SUITS[suitOf(card)]}`;

export const isRed = (card: Card) => '♦♥'.includes(suitOf(card));
