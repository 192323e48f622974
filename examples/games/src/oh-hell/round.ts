// The rules of one round, as functions of the table.
import type { PlayerID } from 'rondel';
import { positionOf, suitOf, type Card, type Suit } from './cards.ts';

interface Play {
  playerID: PlayerID;
  card: Card;
}

/** The cards of one trick in the order of play. `winner` is `null` until all have played. */
export interface Trick {
  plays: Play[];
  winner: PlayerID | null;
}

export interface RoundResult {
  /** Number of tricks of the round. */
  cards: number;
  dealer: PlayerID;
  bids: Record<PlayerID, number>;
  taken: Record<PlayerID, number>;
  points: Record<PlayerID, number>;
}

/** State of a match. `null` in a hand or in the stock is a card that the viewer does not see. */
export interface Table {
  /** Number of cards in a hand, for each round of the match. */
  sizes: number[];
  /** The rounds that are over. */
  results: RoundResult[];
  dealer: PlayerID;
  hands: Record<PlayerID, (Card | null)[]>;
  /** The cards that were not dealt. They stay face down. */
  stock: (Card | null)[];
  /** The card whose suit is trump. `null`: all cards were dealt, and there is no trump. */
  turnUp: Card | null;
  bids: Record<PlayerID, number | null>;
  /** All tricks of the round. The last one may be incomplete. */
  tricks: Trick[];
  /** The players who have seen the result of the round. */
  ready: PlayerID[];
}

/** Why a bid or a card is refused. */
export type Refusal = 'no-bid' | 'hook' | 'not-yours' | 'follow-suit';

/** Returns the player to the left of another one. */
export const leftOf = (playerID: PlayerID, order: readonly PlayerID[]): PlayerID => order[(order.indexOf(playerID) + 1) % order.length];

/** Returns the index of the round on the table. A round stays there until the next one is dealt. */
export const roundOf = (G: Table): number => G.results.length - (isRoundOver(G) ? 1 : 0);

/** Returns the players in their order, beginning with this one. */
export function rotated(order: readonly PlayerID[], first: PlayerID): PlayerID[] {
  const at = order.indexOf(first);
  return [...order.slice(at), ...order.slice(0, at)];
}

/** Returns the number of tricks of the round on the table. */
export const sizeOf = (G: Table): number => G.sizes[roundOf(G)];

export const trumpOf = (G: Table): Suit | null => (G.turnUp === null ? null : suitOf(G.turnUp));

/** Returns the sum of the bids so far. */
export const totalBid = (G: Table): number => bidsOf(G).reduce((sum, bid) => sum + bid, 0);

export const hasEveryBid = (G: Table): boolean => bidsOf(G).length === seatsOf(G);

export const isRoundOver = (G: Table): boolean => Object.values(G.hands).every((hand) => hand.length === 0);

/** Returns the bid that the dealer may not make, or `null` for other players and if no bid is excluded. */
export function excludedBid(G: Table, playerID: PlayerID): number | null {
  const excluded = sizeOf(G) - totalBid(G);
  return playerID === G.dealer && excluded >= 0 ? excluded : null;
}

export function refusalOfBid(G: Table, playerID: PlayerID, bid: number): Refusal | undefined {
  if (!Number.isInteger(bid) || bid < 0 || bid > sizeOf(G)) return 'no-bid';
  return bid === excludedBid(G, playerID) ? 'hook' : undefined;
}

export function refusalOfCard(G: Table, playerID: PlayerID, card: Card): Refusal | undefined {
  const hand = cardsOf(G, playerID);
  if (!hand.includes(card)) return 'not-yours';
  const led = suitLed(G);
  return led !== null && suitOf(card) !== led && hand.some((other) => suitOf(other) === led) ? 'follow-suit' : undefined;
}

/** Returns the suit that the next player has to follow, or `null` if they lead. */
export function suitLed(G: Table): Suit | null {
  const trick = G.tricks.at(-1);
  return trick && trick.winner === null ? suitOf(trick.plays[0].card) : null;
}

/** Returns the cards of a hand that the viewer sees. */
export const cardsOf = (G: Table, playerID: PlayerID): Card[] => G.hands[playerID].filter((card) => card !== null);

/** Returns who has to bid next, or `null` if all have bid. */
export const nextToBid = (G: Table, order: readonly PlayerID[]): PlayerID | null => biddersOf(G, order).find((id) => G.bids[id] === null) ?? null;

/** Returns who has bid last, or `null` if nobody has bid. */
export const lastToBid = (G: Table, order: readonly PlayerID[]): PlayerID | null => biddersOf(G, order).findLast((id) => G.bids[id] !== null) ?? null;

/** Returns who leads the next trick, or plays the next card of this one. */
export function nextToPlay(G: Table, order: readonly PlayerID[]): PlayerID {
  const trick = G.tricks.at(-1);
  return trick ? (trick.winner ?? leftOf(trick.plays.at(-1)!.playerID, order)) : leftOf(G.dealer, order);
}

/** Moves a card from a hand to the trick. The last card of a trick decides it. */
export function playCard(G: Table, playerID: PlayerID, card: Card): Trick {
  G.hands[playerID] = G.hands[playerID].filter((other) => other !== card);
  if (suitLed(G) === null) G.tricks.push({ plays: [], winner: null });
  const trick = G.tricks.at(-1)!;
  trick.plays.push({ playerID, card });
  if (trick.plays.length === seatsOf(G)) trick.winner = winnerOf(trick.plays, trumpOf(G));
  return trick;
}

/** Returns the player of the highest trump, or without trumps that of the highest card of the suit led. */
export const winnerOf = (plays: readonly Play[], trump: Suit | null): PlayerID =>
  plays.reduce((best, play) => (beats(play.card, best.card, trump) ? play : best)).playerID;

const beats = (card: Card, best: Card, trump: Suit | null) =>
  suitOf(card) === suitOf(best) ? positionOf(card) > positionOf(best) : suitOf(card) === trump;

/** Returns the number of tricks that a player has taken in this round. */
export const takenBy = (G: Table, playerID: PlayerID): number => G.tricks.filter(({ winner }) => winner === playerID).length;

/** Returns the points for a round: 10 and one for each trick, but only for a bid that was exact. */
export const pointsFor = (bid: number, taken: number): number => (bid === taken ? 10 + bid : 0);

/** Adds the result of the round, all of whose cards are played. */
export function scoreRound(G: Table) {
  const bids: Record<PlayerID, number> = {};
  const taken: Record<PlayerID, number> = {};
  const points: Record<PlayerID, number> = {};
  for (const [id, bid] of Object.entries(G.bids)) {
    bids[id] = bid ?? 0;
    taken[id] = takenBy(G, id);
    points[id] = pointsFor(bids[id], taken[id]);
  }
  G.results.push({ cards: G.tricks.length, dealer: G.dealer, bids, taken, points });
}

/** Returns the points of a player in all rounds so far. */
export const totalOf = (G: Table, playerID: PlayerID): number => G.results.reduce((sum, { points }) => sum + points[playerID], 0);

/** Returns the suits that a player cannot have: they have not followed them in this round. */
export const voidsOf = (G: Table, playerID: PlayerID): Set<Suit> => new Set(G.tricks.flatMap(({ plays }) => {
  const led = suitOf(plays[0].card);
  const own = plays.find((play) => play.playerID === playerID);
  return own && suitOf(own.card) !== led ? [led] : [];
}));

const biddersOf = ({ dealer }: Table, order: readonly PlayerID[]) => rotated(order, leftOf(dealer, order));
const bidsOf = (G: Table) => Object.values(G.bids).filter((bid) => bid !== null);
const seatsOf = (G: Table) => Object.keys(G.bids).length;
