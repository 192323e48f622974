import { described } from '../util/foreign-text.js';
import { rondelError } from '../util/error.js';
import { hasMembers, isPlain } from '../util/objects.js';
import type { DealOptions } from '../../types/bots.js';
import type { RandomAPI } from '../../types/game.js';
import type { Foreign } from '../util/foreign.js';

/** Cards that are left, each with how many there are of it. */
type Counts = Map<unknown, number>;

/** The result of looking through a view: the cards that cannot be seen there, and the paths of the places where they may lie. */
interface Look {
  left: Counts;
  holes: string[][];
  isHole: (value: Foreign) => boolean;
}

/**
 * A `G` as it may be, for `ai.determinize`: what a player sees, with a `null` in place of each card that is hidden from them, is filled up at
 * random with those cards that they see nowhere. Cards that are left over are out of the game. Throws `game/determinize` if
 * there are too few, none that `fits`, or what lies there is not among them.
 *
 * @example
 * ai: {
 *   determinize: (view, ctx, playerID, random) => dealUnseen(view, { cards: DECK, places: ['deck', 'hands', 'table'] }, random),
 * }
 */
export function dealUnseen<View extends object, G = View>(view: View, options: DealOptions, random: Pick<RandomAPI, 'Shuffle'>): G {
  const { cards, places, isHole = isNull, fits } = options;
  if (!Array.isArray(cards)) throw mistake(`cards: expected a list of all cards, got ${described(cards)}`);
  if (!Array.isArray(places)) throw mistake(`places: expected a list of names of G's fields, got ${described(places)}`);
  const left = countsOf(cards);
  const holes: string[][] = [];
  for (const place of places) {
    if (!Object.hasOwn(view, place)) throw mistake(`G.${place} is not in the view: put null there for each card that is hidden`);
    noteCards((view as Record<string, unknown>)[place], [place], { left, holes, isHole });
  }
  const unseen = cards.filter((card) => takeOne(left, card));
  if (holes.length > unseen.length) {
    throw mistake(`${countedIn(holes)}, and of ${cards.length} cards only ${unseen.length} are nowhere to be seen${hintOfEmpty(holes, view)}`);
  }
  const shuffled = random.Shuffle(unseen);
  const dealt = fits ? fittingDeal(holes, shuffled, fits) : shuffled;
  // What is not changed is shared with the view.
  const G: Foreign = { ...view };
  const own = new Set<unknown>([G]);
  holes.forEach((path, index) => put(dealt[index], path, { G, own }));
  return G;
}

/** How many cards are hidden, and where: `3 cards are hidden (2 in G.hands, 1 in G.table)`. */
function countedIn(holes: string[][]) {
  const counts = new Map<string, number>();
  for (const [place] of holes) counts.set(place, (counts.get(place) ?? 0) + 1);
  return `${holes.length} cards are hidden (${[...counts].map(([place, count]) => `${count} in G.${place}`).join(', ')})`;
}

/** A place that is `null` as a whole is often one without a card. */
function hintOfEmpty(holes: string[][], view: Foreign) {
  const empty = holes.find((path) => path.length === 1 && view[path[0]] === null);
  return empty ? `. If null is an empty place in G.${empty[0]}, let isHole say what a hidden card is` : '';
}

/** Takes the cards that can be seen here away from those that are left, and notes the paths of holes. */
function noteCards(value: Foreign, path: string[], found: Look): void {
  if (found.isHole(value)) return void found.holes.push(path);
  if (found.left.has(keyOf(value))) return void takeOne(found.left, value);
  if (!isContainer(value)) return checkNoCard(value, path);
  for (const key of Object.keys(value)) noteCards(value[key], [...path, key], found);
}

/** What lies at a place itself, or in lists and seats there, is meant to be a card. With other fields around it, it may be anything. */
function checkNoCard(value: unknown, [place, ...keys]: string[]) {
  if (!['string', 'number'].includes(typeof value) || !keys.every((key) => /^\d+$/.test(key))) return;
  throw mistake(`${described(value)} lies in G.${place}, but is not among the cards`);
}

function countsOf(cards: readonly unknown[]) {
  const counts: Counts = new Map();
  for (const card of cards) counts.set(keyOf(card), (counts.get(keyOf(card)) ?? 0) + 1);
  return counts;
}

/** Whether one of these cards is left; if so, it is taken. */
function takeOne(left: Counts, card: unknown) {
  const key = keyOf(card);
  const count = left.get(key) ?? 0;
  if (count > 0) left.set(key, count - 1);
  return count > 0;
}

/** Cards with the same JSON text are the same card. */
function keyOf(card: unknown): unknown {
  return hasMembers(card) ? JSON.stringify(card) : card;
}

/**
 * For each hole a card that fits there: some deal that is possible, not each one equally often. By augmenting paths (Kuhn): a card may
 * push another one to the next hole that it fits.
 */
function fittingDeal(holes: string[][], cards: readonly Foreign[], fits: NonNullable<DealOptions['fits']>) {
  /** The places of cards: both by their numbers. */
  const holeOf = new Map<number, number>();
  holes.forEach((_, hole) => {
    if (!isPlaced(hole, new Set())) throw mistake(`${countedIn(holes)}, and there is no way to deal ${cards.length} cards so that all of them fit`);
  });
  const dealt: Foreign[] = [];
  for (const [index, hole] of holeOf) dealt[hole] = cards[index];
  return dealt;

  /** @param tried cards that this attempt has looked at */
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

/** Puts a card to its place, in copies of what contains it. */
function put(card: unknown, path: string[], { G, own }: { G: Foreign, own: Set<unknown> }) {
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

function mistake(message: string) {
  return rondelError('game/determinize', `dealUnseen: ${message}`);
}
