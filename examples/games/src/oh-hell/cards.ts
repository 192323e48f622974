const SUITS = { '♠': 'spades', '♥': 'hearts', '♣': 'clubs', '♦': 'diamonds' } as const;
const RANKS = {
  2: 'Two', 3: 'Three', 4: 'Four', 5: 'Five', 6: 'Six', 7: 'Seven', 8: 'Eight', 9: 'Nine', 10: 'Ten', J: 'Jack', Q: 'Queen', K: 'King', A: 'Ace',
} as const;

export type Suit = keyof typeof SUITS;
type Rank = `${keyof typeof RANKS}`;
/** A card, such as `'10♥'`. */
export type Card = `${Rank}${Suit}`;

const keysOf = <Key extends string>(names: Record<Key, string>) => Object.keys(names) as Key[];

// JavaScript lists keys that are numbers first, in ascending order.
const RANK_ORDER = keysOf<Rank>(RANKS);
const SUIT_ORDER = keysOf(SUITS);

/** The 52 cards, from the lowest to the highest of each suit. */
export const CARDS: readonly Card[] = SUIT_ORDER.flatMap((suit) => RANK_ORDER.map((rank): Card => `${rank}${suit}`));

/** Suit and strength of each card. A bot asks for them some thousand times for each of its moves. */
const FACES = new Map(CARDS.map((card, at) => [card, { suit: card.slice(-1) as Suit, rank: card.slice(0, -1) as Rank, at }]));

const faceOf = (card: Card) => FACES.get(card)!;

export const suitOf = (card: Card): Suit => faceOf(card).suit;
export const rankOf = (card: Card): Rank => faceOf(card).rank;

/** Returns the position of a card in {@link CARDS}. Within a suit, higher positions are higher cards. */
export const positionOf = (card: Card): number => faceOf(card).at;

/** Returns the name of a card, such as `'Queen of hearts'`. */
export const nameOfCard = (card: Card): string => `${RANKS[rankOf(card)]} of ${SUITS[suitOf(card)]}`;

export const nameOfSuit = (suit: Suit): string => SUITS[suit];

export const isRed = (suit: Suit): boolean => suit === '♥' || suit === '♦';

/** Returns the cards sorted for a hand: by suits, the highest of each first, trumps at the end. */
export const sorted = (cards: readonly Card[], trump: Suit | null): Card[] => [...cards].sort((a, b) => placeOf(a, trump) - placeOf(b, trump));

// Suits are 100 apart, more than a suit has cards.
function placeOf(card: Card, trump: Suit | null): number {
  const { suit, at } = faceOf(card);
  return (suit === trump ? SUIT_ORDER.length : SUIT_ORDER.indexOf(suit)) * 100 - at;
}
