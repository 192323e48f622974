import { described } from '../util/described.js';
import { rondelError } from '../util/error.js';
import { hasMembers, isPlain } from '../util/objects.js';

/**
 * A `G` as it may be: what a player sees, with the cards that they do not see dealt at random to the places where they see none. What
 * is not changed is shared with the view.
 *
 * @type {typeof import('../../ai.d.ts').dealUnseen}
 */
export function dealUnseen(view, { cards, places, isHole = isNull, fits }, random) {
  if (!Array.isArray(cards)) throw mistake(`cards: expected a list of all cards, got ${described(cards)}`);
  if (!Array.isArray(places)) throw mistake(`places: expected a list of names of G's fields, got ${described(places)}`);
  const left = countsOf(cards);
  /** @type {string[][]} */
  const holes = [];
  for (const place of places) {
    if (!Object.hasOwn(view, place)) throw mistake(`G.${place} is not in the view: put null there for each card that is hidden`);
    noteCards(view[place], [place], { left, holes, isHole });
  }
  const unseen = cards.filter((card) => takeOne(left, card));
  if (holes.length > unseen.length) {
    throw mistake(`${holes.length} cards are hidden in ${places.join(', ')}, and of ${cards.length} cards only ${unseen.length} are nowhere to be seen`);
  }
  const shuffled = random.Shuffle(unseen);
  const dealt = fits ? fittingDeal(holes, shuffled, fits) : shuffled;
  const G = /** @type {any} */ ({ ...view });
  const own = new Set([G]);
  holes.forEach((path, index) => put(dealt[index], path, { G, own }));
  return G;
}

/** Takes the cards that can be seen here away from those that are left, and notes the paths of holes. */
function noteCards(value, path, found) {
  if (found.isHole(value)) return void found.holes.push(path);
  if (found.left.has(keyOf(value))) return void takeOne(found.left, value);
  if (!isContainer(value)) return checkNoCard(value, path);
  for (const key of Object.keys(value)) noteCards(value[key], [...path, key], found);
}

/** What lies at a place itself, or in lists and seats there, is meant to be a card. With other fields around it, it may be anything. */
function checkNoCard(value, [place, ...keys]) {
  if (!['string', 'number'].includes(typeof value) || !keys.every((key) => /^\d+$/.test(key))) return;
  throw mistake(`${described(value)} lies in G.${place}, but is not among the cards`);
}

function countsOf(cards) {
  const counts = new Map();
  for (const card of cards) counts.set(keyOf(card), (counts.get(keyOf(card)) ?? 0) + 1);
  return counts;
}

/** Whether one of these cards is left; if so, it is taken. */
function takeOne(left, card) {
  const key = keyOf(card);
  const count = left.get(key) ?? 0;
  if (count > 0) left.set(key, count - 1);
  return count > 0;
}

/** Cards with the same JSON text are the same card. */
function keyOf(card) {
  return hasMembers(card) ? JSON.stringify(card) : card;
}

/**
 * For each hole a card that fits there: some deal that is possible, not each one equally often. By augmenting paths (Kuhn): a card may
 * push another one to the next hole that it fits.
 */
function fittingDeal(holes, cards, fits) {
  const holeOf = new Map();
  holes.forEach((_, hole) => {
    if (!isPlaced(hole, new Set())) throw mistake(`there is no way to deal ${cards.length} cards to ${holes.length} places so that all of them fit`);
  });
  const dealt = [];
  for (const [index, hole] of holeOf) dealt[hole] = cards[index];
  return dealt;

  /** @param {Set<number>} tried cards that this attempt has looked at */
  function isPlaced(hole, tried) {
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
function put(card, path, { G, own }) {
  let container = G;
  for (const key of path.slice(0, -1)) {
    if (!own.has(container[key])) {
      container[key] = copyOf(container[key]);
      own.add(container[key]);
    }
    container = container[key];
  }
  container[path.at(-1)] = card;
}

function copyOf(container) {
  return Array.isArray(container) ? [...container] : { ...container };
}

function isContainer(value) {
  return Array.isArray(value) || isPlain(value);
}

function isNull(value) {
  return value === null;
}

function mistake(message) {
  return rondelError('game/determinize', `dealUnseen: ${message}`);
}
