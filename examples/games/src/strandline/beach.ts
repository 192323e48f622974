// The rules of a match, as functions of its state.
import type { PlayerID } from 'rondel';
import { CARDS, designOf, isCard, isFind, kindOf, type Card } from './cards.ts';
import { pointsOfTide, sumOf, triangle, type TideResult } from './scores.ts';

/** A question to a player after cards are revealed: whether to chase a gull away, or whether to claim what is in a crate. */
export type Question = 'gull' | 'crate';

/** A gull and the find that it is after. */
export interface Chase {
  by: PlayerID;
  from: PlayerID;
  /** `'open'` until the player has decided. */
  outcome: 'open' | 'shooed' | 'lost';
}

/** A crate that a player has revealed. */
export interface Crate {
  owner: PlayerID;
  /** The card in it. */
  card: Card;
  claims: PlayerID[];
  /** The player who gets the card: `null` until all have decided. */
  to: PlayerID | null;
}

/** The cards that all have revealed at the same time, and the reactions to them. */
export interface Wave {
  picks: Record<PlayerID, Card>;
  chases: Chase[];
  crates: Crate[];
  /** The questions that each player still has to answer. The first one is asked. */
  asked: Record<PlayerID, Question[]>;
  /** `true` after the last reaction. The wave is shown until the next one. */
  isSettled: boolean;
}

/** Stands for a picked card that the viewer does not see. */
export const HIDDEN = 'hidden';

/** State of a match. `null` in a hand or in the sea is a card that the viewer does not see. */
export interface Beach {
  /** Number of tides of the match. */
  tides: number;
  /** Number of cards in a hand at the beginning of a tide. */
  cards: number;
  /** Seconds for each decision. 0: no limit. */
  time: number;
  hands: Record<PlayerID, (Card | null)[]>;
  /** The card of their hand that each player has picked: `null` before. */
  picks: Record<PlayerID, Card | typeof HIDDEN | null>;
  /** The cards in front of each player, face up. */
  finds: Record<PlayerID, Card[]>;
  /** Number of map scraps of each player, of the tides that are over. */
  maps: Record<PlayerID, number>;
  whistles: Record<PlayerID, number>;
  /** The cards that were not dealt. */
  sea: (Card | null)[];
  /** `null` before the first reveal. */
  wave: Wave | null;
  /** The tides that are over. */
  results: TideResult[];
}

type Shuffle = (cards: Card[]) => Card[];

const WHISTLES = 3;

const each = <Value>(order: readonly PlayerID[], valueOf: (id: PlayerID) => Value): Record<PlayerID, Value> =>
  Object.fromEntries(order.map((id) => [id, valueOf(id)]));

/** Returns the state before the first deal. */
export function emptyBeach(order: readonly PlayerID[], { tides, cards, time }: Pick<Beach, 'tides' | 'cards' | 'time'>): Beach {
  return {
    tides, cards, time, hands: each(order, () => []), picks: each(order, () => null), finds: each(order, () => []), maps: each(order, () => 0),
    whistles: each(order, () => WHISTLES), sea: [], wave: null, results: [],
  };
}

/** Shuffles all cards, and deals the hands of a tide. */
export function deal(G: Beach, order: readonly PlayerID[], shuffle: Shuffle) {
  const cards = shuffle([...CARDS]);
  for (const id of order) {
    G.hands[id] = cards.splice(0, G.cards);
    G.finds[id] = [];
  }
  G.sea = cards;
}

export const isMatchOver = (G: Beach): boolean => G.results.length === G.tides;

/** Returns the number of the present tide, from 1. After the match it is the last one. */
export const tideOf = (G: Beach): number => Math.min(G.results.length + 1, G.tides);

/** Returns `'left'` or `'right'`: where hands pass in this tide, and gulls fly. */
export const directionOf = (G: Beach): 'left' | 'right' => (G.results.length % 2 === 0 ? 'left' : 'right');

function neighbourOf(id: PlayerID, order: readonly PlayerID[], step: number): PlayerID {
  return order[(order.indexOf(id) + step + order.length) % order.length];
}

const stepOf = (G: Beach) => (directionOf(G) === 'left' ? 1 : -1);

/** Returns the player who gets this player's hand. */
export const receiverOf = (G: Beach, id: PlayerID, order: readonly PlayerID[]): PlayerID => neighbourOf(id, order, stepOf(G));

/** Returns the players who may claim a crate of this player, in the order of precedence: the receiver of the hand, then the other neighbour. */
export function claimantsOf(G: Beach, owner: PlayerID, order: readonly PlayerID[]): PlayerID[] {
  return [...new Set([receiverOf(G, owner, order), neighbourOf(owner, order, -stepOf(G))])];
}

export const isReacting = (G: Beach): boolean => G.wave !== null && !G.wave.isSettled;

/** Returns the question that a player has to answer now, if there is one. */
export const questionFor = (G: Beach, id: PlayerID): Question | undefined => G.wave?.asked[id]?.[0];

/** Returns the players who still have to pick, or to react. */
export function waitingFor(G: Beach, order: readonly PlayerID[]): PlayerID[] {
  if (isMatchOver(G)) return [];
  return order.filter((id) => (isReacting(G) ? questionFor(G, id) !== undefined : G.picks[id] === null));
}

/** Returns the crates that a player may claim now. */
export function cratesFor(G: Beach, id: PlayerID, order: readonly PlayerID[]): Crate[] {
  if (questionFor(G, id) !== 'crate') return [];
  return G.wave!.crates.filter(({ owner }) => claimantsOf(G, owner, order).includes(id));
}

/** Returns the gull that is after this player's card, if there is one. */
export const chaseOf = (G: Beach, id: PlayerID): Chase | undefined => G.wave?.chases.find(({ from }) => from === id);

export const hasAllPicked = (G: Beach): boolean => Object.values(G.picks).every((pick) => pick !== null);

/** Lays the picked cards open, and asks the players who may react. */
export function reveal(G: Beach, order: readonly PlayerID[]) {
  const picks = { ...G.picks } as Record<PlayerID, Card>;
  for (const id of order) {
    G.hands[id] = G.hands[id].filter((card) => card !== picks[id]);
    G.picks[id] = null;
  }
  const playersOf = (kind: 'gull' | 'crate') => order.filter((id) => kindOf(picks[id]) === kind);
  const chases = playersOf('gull').map((by): Chase => ({ by, from: receiverOf(G, by, order), outcome: 'open' }))
    .filter(({ from }) => isFind(picks[from]));
  const crates = playersOf('crate').map((owner): Crate => ({ owner, card: washUp(G), claims: [], to: null }));
  const canClaim = (id: PlayerID) => crates.some(({ owner }) => claimantsOf(G, owner, order).includes(id));
  const asked = each(order, (id): Question[] => {
    if (G.whistles[id] === 0) return [];
    return [...(chases.some(({ from }) => from === id) ? ['gull' as const] : []), ...(canClaim(id) ? ['crate' as const] : [])];
  });
  G.wave = { picks, chases, crates, asked, isSettled: false };
}

/** Takes the first find out of the sea. There are more of them than crates in hands. */
function washUp(G: Beach): Card {
  const at = G.sea.findIndex((card) => card !== null && isFind(card));
  return G.sea.splice(at, 1)[0]!;
}

/** Decides about a gull. A whistle chases it away. */
export function answerGull(G: Beach, id: PlayerID, shoos: boolean) {
  const { asked } = G.wave!;
  chaseOf(G, id)!.outcome = shoos ? 'shooed' : 'lost';
  if (shoos) G.whistles[id] -= 1;
  // Without a whistle there is nothing left to decide.
  asked[id] = G.whistles[id] === 0 ? [] : asked[id].slice(1);
}

/** Decides about crates: claims that of a player, or none. */
export function answerCrate(G: Beach, id: PlayerID, owner: PlayerID | null) {
  G.wave!.crates.find((crate) => crate.owner === owner)?.claims.push(id);
  G.wave!.asked[id] = [];
}

/** Gives the revealed cards to their players, and passes the hands on. The last card of a hand ends the tide. */
export function settle(G: Beach, order: readonly PlayerID[], shuffle: Shuffle) {
  const wave = G.wave!;
  for (const chase of wave.chases) if (chase.outcome === 'open') chase.outcome = 'lost';
  for (const id of order) G.finds[wave.chases.find(({ from, outcome }) => from === id && outcome === 'lost')?.by ?? id].push(wave.picks[id]);
  for (const crate of wave.crates) open(G, crate, order);
  wave.isSettled = true;

  const hands = each(order, (id) => G.hands[id]);
  for (const id of order) G.hands[receiverOf(G, id, order)] = hands[id];
  if (order.every((id) => G.hands[id].length <= 1)) endTide(G, order, shuffle);
}

/** Gives the card of a crate to the first claimant, who pays the owner, or to the owner. */
function open(G: Beach, crate: Crate, order: readonly PlayerID[]) {
  const claimant = claimantsOf(G, crate.owner, order).find((id) => crate.claims.includes(id));
  crate.to = claimant ?? crate.owner;
  G.finds[crate.to].push(crate.card);
  if (claimant === undefined) return;
  G.whistles[claimant] -= 1;
  G.whistles[crate.owner] += 1;
}

function endTide(G: Beach, order: readonly PlayerID[], shuffle: Shuffle) {
  G.results.push(pointsOfTide(G.finds));
  for (const id of order) G.maps[id] += G.finds[id].filter((card) => kindOf(card) === 'map').length;
  if (!isMatchOver(G)) return deal(G, order, shuffle);
  // The last cards are washed away, and stay unknown.
  for (const id of order) G.hands[id] = [];
  G.sea = [];
}

/** Returns a player's points so far: those of the tides, the map scraps, and the whistles. */
export const totalOf = (G: Beach, id: PlayerID): number =>
  G.results.reduce((sum, result) => sum + sumOf(result[id]), 0) + triangle(G.maps[id]) + G.whistles[id];

/** Returns the cards of a hand that the viewer sees, each design once. */
export function differentCards(hand: readonly (Card | null)[]): Card[] {
  const cards = hand.filter(isCard);
  return cards.filter((card, at) => cards.findIndex((other) => designOf(other) === designOf(card)) === at);
}
