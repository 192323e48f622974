// Values that code may throw, and functions that describe them without throwing.
import assert from 'node:assert/strict';

const { proxy: revoked, revoke } = Proxy.revocable({}, {});
revoke();

const refuse = () => { throw new Error('a trap of the thrown proxy'); };
const handler = Object.fromEntries(Reflect.ownKeys(Reflect).filter((key) => typeof key === 'string').map((key) => [key, refuse]));

/** Values of every kind, by name. */
export const THROWN = {
  undefined,
  null: null,
  'NaN': NaN,
  'negative zero': -0,
  'the empty text': '',
  'a text': 'thrown',
  'true': true,
  'a big integer': 7n,
  'a symbol': Symbol('thrown'),
  'a function': refuse,
  'a frozen object': Object.freeze({}),
  'an object without a prototype': Object.create(null),
  'a thenable that throws': { get then() { throw new Error('the thenable'); } },
  'a revoked proxy': revoked,
  'a proxy whose traps throw': new Proxy({}, handler),
  'an error': new Error('thrown'),
  'an error that throws its message': Object.defineProperty(new Error(), 'message', { get: refuse }),
  'a frozen error': Object.freeze(new TypeError('frozen')),
  'an error as a full stack throws it': new RangeError('Maximum call stack size exceeded'),
  'an error as a trap throws it': new WebAssembly.RuntimeError('unreachable'),
};

/** Returns the error of a call in a list, or an empty list if the call throws nothing. */
export function thrownBy(call) {
  try {
    call();
  } catch (error) {
    return [error];
  }
  return [];
}

/** Asserts that the call throws this very value. */
export function assertThrows(call, value, what) {
  const thrown = thrownBy(call);
  if (thrown.length === 0) assert.fail(`${what}: nothing was thrown`);
  if (!Object.is(thrown[0], value)) assert.fail(`${what}: something else was thrown: ${textOf(thrown[0])}`);
}

/** Returns a description of any value. */
export function textOf(value) {
  try {
    if (value instanceof Error) return `${value.name}: ${value.message}${placeOf(value)}`;
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  } catch {
    return `a value of type ${typeof value} that cannot be looked at`;
  }
}

/** Returns the place in Rondel or in a case where an error was created. */
function placeOf({ name, stack }) {
  if (name === 'AssertionError') return '';
  const place = String(stack).split('\n').find((line) => /at .*(\/pkg\/|\/faults\/)/.test(line));
  return place ? ` (${place.trim().replace(/file:\/\/.*\/(pkg|tests)\//, '')})` : '';
}

/** Returns `true` for the error of a full stack: a RangeError, or Firefox's InternalError. */
export function isOverflow(error) {
  return error instanceof RangeError || (error instanceof Error && error.name === 'InternalError' && error.message === 'too much recursion');
}

/** Returns `true` if an error is a fault of the engine itself: a trap, or a leaked borrow or object. */
export function isFault(error) {
  try {
    if (error instanceof WebAssembly.RuntimeError) return true;
    return error instanceof Error
      && /recursive use of an object|null pointer passed to rust|already (mutably )?borrowed|moved value|unreachable|memory access/.test(error.message);
  } catch {
    return false;
  }
}
