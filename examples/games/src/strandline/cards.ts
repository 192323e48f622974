/** A kind of card. A find is any of the first four. */
export type Kind = 'glass' | 'shell' | 'wood' | 'map' | 'gull' | 'crate';

interface Face {
  kind: Kind;
  /** The name within a sentence. */
  name: string;
  /** Number of cards in the pack. */
  count: number;
  /** Number of logs on a card of driftwood. */
  logs?: number;
}

const FACES = {
  'green-glass': { kind: 'glass', name: 'green glass', count: 3 },
  'blue-glass': { kind: 'glass', name: 'blue glass', count: 3 },
  'amber-glass': { kind: 'glass', name: 'amber glass', count: 3 },
  'rose-glass': { kind: 'glass', name: 'rose glass', count: 3 },
  'left-shell': { kind: 'shell', name: 'left shell', count: 5 },
  'right-shell': { kind: 'shell', name: 'right shell', count: 5 },
  'one-log': { kind: 'wood', name: 'one log', count: 3, logs: 1 },
  'two-logs': { kind: 'wood', name: 'two logs', count: 3, logs: 2 },
  'three-logs': { kind: 'wood', name: 'three logs', count: 2, logs: 3 },
  'map': { kind: 'map', name: 'map scrap', count: 6 },
  'gull': { kind: 'gull', name: 'gull', count: 7 },
  'crate': { kind: 'crate', name: 'crate', count: 5 },
} as const satisfies Record<string, Face>;

/** The face of a card. */
export type Design = keyof typeof FACES;
/** A card, such as `'map-2'`. No card exists twice. */
export type Card = `${Design}-${number}`;

const DESIGNS = Object.keys(FACES) as Design[];

/** The 48 cards, in the order in which a hand is sorted. */
export const CARDS: readonly Card[] = DESIGNS.flatMap((design) => Array.from({ length: FACES[design].count }, (_, at): Card => `${design}-${at + 1}`));

/** Designs and places of all cards. Bots ask for them some thousand times for each of their moves. */
const PLACES = new Map(CARDS.map((card, at) => [card, { at, design: card.slice(0, card.lastIndexOf('-')) as Design }]));

export const isCard = (value: unknown): value is Card => PLACES.has(value as Card);

export const designOf = (card: Card): Design => PLACES.get(card)!.design;
export const kindOf = (card: Card): Kind => FACES[designOf(card)].kind;

/** Returns `true` for a card that scores by itself, and that a gull takes. */
export const isFind = (card: Card): boolean => kindOf(card) !== 'gull' && kindOf(card) !== 'crate';

export const logsOn = (card: Card): number => (FACES[designOf(card)] as Face).logs ?? 0;

/** Returns the name of a card within a sentence, such as `'green glass'`. */
export const nameOf = (card: Card): string => FACES[designOf(card)].name;

/** Returns the name of a card on its own, such as `'Green glass'`. */
export const titleOf = (card: Card): string => nameOf(card).replace(/^./, (letter) => letter.toUpperCase());

export const sorted = (cards: readonly Card[]): Card[] => [...cards].sort((a, b) => PLACES.get(a)!.at - PLACES.get(b)!.at);
