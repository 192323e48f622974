// Mutations of states and other stored values, the same for the same seed on every third day.
import { partOfToday } from '../support/rotation.mjs';

/** Error of a hostile value, which differs from all errors of Rondel. */
export const HOSTILE = new Error('a hostile value');

const refuse = () => { throw HOSTILE; };
const { proxy: revoked, revoke } = Proxy.revocable([], {});
revoke();

/** Replacements: values that JSON has, and values that only objects have. */
const PLAIN = [
  null, true, false, 0, -0, 1, -1, 2, 1.5, 255, 65536, 2 ** 31, 2 ** 32, 2 ** 53, 1e308, '', '0', '1', '7', 'x', 'late', 'aside', 'add', '__proto__',
  'constructor', '\0#1', [], {}, [null], ['0'], ['0', '1'], ['0', '0'], [0, 1], [[]], { 0: null }, { 0: 'aside' }, { 9: 'x' }, { 0: -1 }, { c: 'x' }, { data: null }, { data: {} },
  Array(200).fill('0'), 'x'.repeat(10_000),
];
const ODD = [
  undefined, NaN, Infinity, -Infinity, 7n, Symbol('x'), refuse, () => '0', new Date(NaN), new Map([[1, 2]]), new Uint8Array(3), Object.create(null), revoked,
  new Proxy({}, { get: refuse, ownKeys: refuse, has: refuse, getPrototypeOf: refuse, getOwnPropertyDescriptor: refuse }), new Proxy([], {}),
  Object.assign([], { length: 2 ** 32 - 1 }), [, '1'], Object.assign(['0', '1'], { extra: 1 }), new Number(1), new String('0'), { toString: refuse, valueOf: refuse, toJSON: refuse },
];

/** A generator of numbers from 0 to 1: mulberry32. The three days have different ones. */
export function chances(seed) {
  let a = seed + 100 * partOfToday(3);
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * A copy of a value with one to three mistakes, and a description of them.
 *
 * @param {unknown} value a JSON value
 * @param {() => number} chance
 * @param {{ plain?: boolean, within?: string[] }} options `plain`: only with JSON values; `within`: only in these
 *   fields, and below them
 */
export function mutated(value, chance, { plain = false, within } = {}) {
  const pick = (list) => list[Math.floor(chance() * list.length)];
  const copy = structuredClone(value);
  const mistakes = [];
  const count = 1 + Math.floor(chance() * chance() * 3);
  for (let i = 0; i < count; i += 1) {
    const places = placesIn(copy, within);
    if (places.length === 0) break;
    // Fields near the top are as likely as all others, and G is the game's own.
    const near = places.filter(({ path }) => path.length <= 3);
    const { holder, key, path } = pick(chance() < 0.6 && near.length > 0 ? near : places);
    mistakes.push(`${path.join('.')} ${mistake(holder, key, copy, { chance, pick, plain })}`);
  }
  return { value: copy, what: mistakes.join(', ') };
}

function placesIn(root, within) {
  const places = [];
  const walk = (holder, path) => {
    if (typeof holder !== 'object' || holder === null || path.length > 8 || path[0] === 'G') return;
    for (const key of Object.keys(holder)) {
      if (path.length === 0 && within && !within.includes(key)) continue;
      const descriptor = Object.getOwnPropertyDescriptor(holder, key);
      if (!('value' in descriptor) || !descriptor.writable) continue;
      places.push({ holder, key, path: [...path, key] });
      const inner = descriptor.value;
      // Hostile values are not mutated further.
      const isPlain = typeof inner === 'object' && inner !== null && !ODD.includes(inner) && [Object.prototype, Array.prototype].includes(Object.getPrototypeOf(inner));
      if (isPlain && (!Array.isArray(inner) || inner.length < 300)) walk(inner, [...path, key]);
    }
  };
  walk(root, []);
  return places;
}

/** Returns `false` for the values of earlier mistakes, which may throw. */
function isShortList(holder, key) {
  try {
    return Array.isArray(holder[key]) && holder[key].length < 1000;
  } catch {
    return false;
  }
}

/** Makes the mistake; returns its description. */
function mistake(holder, key, root, { chance, pick, plain }) {
  const kind = chance();
  if (kind < 0.15) {
    delete holder[key];
    return 'is missing';
  }
  if (kind < 0.25 && isShortList(holder, key)) {
    holder[key].push(structuredClone(pick(PLAIN)));
    return 'has something more';
  }
  if (!plain && kind < 0.3) {
    Object.defineProperty(holder, key, { get: refuse, enumerable: true, configurable: true });
    return 'throws';
  }
  if (!plain && kind < 0.33) {
    let asked = 0;
    const before = holder[key];
    Object.defineProperty(holder, key, { get: () => ((asked += 1) > 1 ? refuse : before), enumerable: true, configurable: true });
    return 'is something else each time';
  }
  if (!plain && kind < 0.36) {
    holder[key] = root;
    return 'leads to the whole';
  }
  // A G that throws when it is touched is the game's own problem.
  const odd = plain || key === 'G' || chance() < 0.6 ? structuredClone(pick(PLAIN)) : pick(ODD);
  holder[key] = odd;
  return `is ${named(odd)}`;
}

function named(value) {
  if (value === revoked) return 'a revoked proxy';
  try {
    if (typeof value === 'object' && value !== null) return `${value.constructor?.name ?? 'an object'} ${JSON.stringify(value).slice(0, 40)}`;
    return typeof value === 'string' ? JSON.stringify(value.slice(0, 20)) : String(value).slice(0, 40);
  } catch {
    return 'hostile';
  }
}
