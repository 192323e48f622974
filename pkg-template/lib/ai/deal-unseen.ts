import { described } from '../util/foreign-text.js';
import { rondelError } from '../util/error.js';
import { hasMembers, isPlain } from '../util/objects.js';
import type { DealOptions } from '../../types/bots.js';
import type { RandomAPI } from '../../types/game.js';
import type { Foreign } from '../util/foreign.js';

/** Number of unseen cards, by card. */
type Counts = Map<unknown, number>;

/** Result of a walk through a view: the unseen cards, and the paths of the holes where they may be. */
interface ViewCards {
  unseenCounts: Counts;
  holes: string[][];
  isHole: (value: Foreign) => boolean;
}

/**
 * Fills the holes of a view with random unseen cards, for `ai.determinize`. A hole is a `null` in place of a hidden card. Cards without a
 * hole are out of the game.
 *
 * Throws `game/determinize` if there are too few cards, no card fits, or a visible card is not in `cards`.
 *
 * @example
 * ai: {
 *   determinize: (view, ctx, playerID, random) => dealUnseen(view, { cards: DECK, places: ['deck', 'hands', 'table'] }, random),
 * }
 */
export function dealUnseen<View extends object, G = View>(view: View, options: DealOptions, random: Pick<RandomAPI, 'Shuffle'>): G {
  const { cards, places, isHole = isNull, fits } = options;
  if (!Array.isArray(cards)) throw determinizeError(`cards: expected a list of all cards, got ${described(cards)}`);
  if (!Array.isArray(places)) throw determinizeError(`places: expected a list of names of G's fields, got ${described(places)}`);
  const unseenCounts = countsOf(cards);
  const holes: string[][] = [];
  for (const place of places) {
    if (!Object.hasOwn(view, place)) throw determinizeError(`G.${place} is not in the view: put null there for each card that is hidden`);
    collectCards((view as Record<string, unknown>)[place], [place], { unseenCounts, holes, isHole });
  }
  const unseen = cards.filter((card) => takeOne(unseenCounts, card));
  if (holes.length > unseen.length) {
    throw determinizeError(`${countedIn(holes)}, and of ${cards.length} cards only ${unseen.length} are nowhere to be seen${hintOfEmpty(holes, view)}`);
  }
  const shuffled = random.Shuffle(unseen);
  const dealt = fits ? fittingDeal(holes, shuffled, fits) : shuffled;
  // The result shares unchanged parts with the view.
  const G: Foreign = { ...view };
  const own = new Set<unknown>([G]);
  holes.forEach((path, index) => placeCard(dealt[index], path, { G, own }));
  return G;
}

/** Returns the number of hidden cards and their places: `3 cards are hidden (2 in G.hands, 1 in G.table)`. */
function countedIn(holes: string[][]) {
  const counts = new Map<string, number>();
  for (const [place] of holes) counts.set(place, (counts.get(place) ?? 0) + 1);
  return `${holes.length} cards are hidden (${[...counts].map(([place, count]) => `${count} in G.${place}`).join(', ')})`;
}

/** A field that is `null` as a whole is often an empty place. */
function hintOfEmpty(holes: string[][], view: Foreign) {
  const empty = holes.find((path) => path.length === 1 && view[path[0]] === null);
  return empty ? `. If null is an empty place in G.${empty[0]}, let isHole say what a hidden card is` : '';
}

/** Removes visible cards from the unseen ones, and collects the paths of holes. */
function collectCards(value: Foreign, path: string[], cards: ViewCards): void {
  if (cards.isHole(value)) return void cards.holes.push(path);
  if (cards.unseenCounts.has(keyOf(value))) return void takeOne(cards.unseenCounts, value);
  if (!isContainer(value)) return checkNoCard(value, path);
  for (const key of Object.keys(value)) collectCards(value[key], [...path, key], cards);
}

/** Throws if a place contains a value that is not a card. Values inside objects with other fields may be anything. */
function checkNoCard(value: unknown, [place, ...keys]: string[]) {
  if (!['string', 'number'].includes(typeof value) || !keys.every((key) => /^\d+$/.test(key))) return;
  throw determinizeError(`${described(value)} lies in G.${place}, but is not among the cards`);
}

function countsOf(cards: readonly unknown[]) {
  const counts: Counts = new Map();
  for (const card of cards) counts.set(keyOf(card), (counts.get(keyOf(card)) ?? 0) + 1);
  return counts;
}

/** Takes one card and returns `true`; returns `false` if none is left. */
function takeOne(left: Counts, card: unknown) {
  const key = keyOf(card);
  const count = left.get(key) ?? 0;
  if (count > 0) left.set(key, count - 1);
  return count > 0;
}

/** Cards with equal JSON texts are equal. */
function keyOf(card: unknown): unknown {
  return hasMembers(card) ? JSON.stringify(card) : card;
}

/**
 * Returns a fitting card for each hole. The deal is possible, but not drawn from a uniform distribution. Finds augmenting paths (Kuhn's
 * algorithm): a card may push another to the next hole that it fits.
 */
function fittingDeal(holes: string[][], cards: readonly Foreign[], fits: NonNullable<DealOptions['fits']>) {
  /** Hole by card, both as indexes. */
  const holeOf = new Map<number, number>();
  holes.forEach((_, hole) => {
    if (!isPlaced(hole, new Set())) throw determinizeError(`${countedIn(holes)}, and there is no way to deal ${cards.length} cards so that all of them fit`);
  });
  const dealt: Foreign[] = [];
  for (const [index, hole] of holeOf) dealt[hole] = cards[index];
  return dealt;

  /** @param tried cards that this attempt has tried */
  function isPlaced(hole: number, tried: Set<number>): boolean {
    return cards.some((card, index) => {
      if (tried.has(index) || !fits(card, holes[hole])) return false;
      tried.add(index);
      const holder = holeOf.get(index);
      if (holder !== undefined && !isPlaced(holder, tried)) return false;
      holeOf.set(index, hole);
      return true;
    });
  }
}

/** Puts a card to its place, in copies of the containers on its path. */
function placeCard(card: unknown, path: string[], { G, own }: { G: Foreign, own: Set<unknown> }) {
  let container = G;
  for (const key of path.slice(0, -1)) {
    if (!own.has(container[key])) {
      container[key] = copyOf(container[key]);
      own.add(container[key]);
    }
    container = container[key];
  }
  container[path.at(-1)!] = card;
}

function copyOf(container: Foreign): Foreign {
  return Array.isArray(container) ? [...container] : { ...container };
}

function isContainer(value: unknown) {
  return Array.isArray(value) || isPlain(value);
}

function isNull(value: unknown) {
  return value === null;
}

function determinizeError(message: string) {
  return rondelError('game/determinize', `dealUnseen: ${message}`);
}
