// Deep copies with JSON semantics, for clients in their master's page.
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { produce } from 'immer';
import { jsonCopy } from '../../../pkg/lib/util/json-copy.js';
import { objectsIn } from './objects-in.mjs';

const throughText = (value) => {
  const text = JSON.stringify(value);
  return text === undefined ? undefined : JSON.parse(text);
};

/** Values that games may have, and others that JSON does not have. */
const anything = fc.anything({ withNullPrototype: true, withDate: true, withSparseArray: true, withBoxedValues: true, withMap: true });
const state = fc.dictionary(fc.constantFrom('a', 'b', '0', '1', '__proto__', 'constructor'), anything, { noNullPrototype: false });

test('a copy equals the parsed text, in the same order, and shares nothing with the original', () => {
  fc.assert(fc.property(anything, (value) => {
    const copy = jsonCopy(value);
    assert.deepStrictEqual(copy, throughText(value));
    assert.equal(JSON.stringify(copy), JSON.stringify(throughText(value)));
    const originals = objectsIn(value);
    for (const object of objectsIn(copy)) assert.ok(!originals.has(object));
  }), { numRuns: 2000 });
});

test('a copy that reuses the one before equals the parsed text', () => {
  fc.assert(fc.property(state, state, fc.array(fc.constantFrom('a', 'b', '0', '1', '__proto__', 'constructor')), (one, other, kept) => {
    // Partly the same objects, as in two successive states.
    const next = { ...other };
    for (const key of kept) if (Object.hasOwn(one, key)) Object.defineProperty(next, key, Object.getOwnPropertyDescriptor(one, key));
    const copy = jsonCopy(next, one, jsonCopy(one));
    assert.equal(JSON.stringify(copy), JSON.stringify(throughText(next)));
    assert.deepStrictEqual(copy, throughText(next));
    const originals = new Set([...objectsIn(one), ...objectsIn(next)]);
    for (const object of objectsIn(copy)) assert.ok(!originals.has(object));
  }), { numRuns: 2000 });
});

test('an unchanged part is the same object as before, even if it was rebuilt or moved', () => {
  const before = { cells: [null, null], hands: { 0: [{ id: 1 }, { id: 2 }, { id: 3 }] }, log: [{ n: 1 }] };
  const copy = jsonCopy(before);
  const after = produce(before, (draft) => {
    draft.cells[1] = 'x';
    draft.hands[0].splice(1, 1);
  });
  const next = jsonCopy({ ...after, log: structuredClone(after.log) }, before, copy);
  assert.deepEqual(next, { cells: [null, 'x'], hands: { 0: [{ id: 1 }, { id: 3 }] }, log: [{ n: 1 }] });
  assert.equal(next.log, copy.log);
  assert.equal(next.hands[0][0], copy.hands[0][0]);
  assert.equal(next.hands[0][1], copy.hands[0][2]);
  assert.deepEqual(copy, before);
  assert.equal(jsonCopy(structuredClone(before), before, copy), copy);
});

test('an object whose keys have another order is a new object', () => {
  const [before, after] = [{ a: 1, b: 2 }, { b: 2, a: 1 }];
  assert.equal(JSON.stringify(jsonCopy(after, before, jsonCopy(before))), '{"b":2,"a":1}');
});

test('parts that were not plain before are not reused', () => {
  const secret = { told: 1 };
  class Card {
    secret = secret;

    toJSON() {
      return { secret: { told: 2 } };
    }
  }
  const before = new Card();
  assert.deepEqual(jsonCopy({ secret }, before, jsonCopy(before)), { secret: { told: 1 } });
});

test('members under symbols are omitted, as in text', () => {
  const before = { [Symbol('s')]: { secret: true }, n: 1 };
  const copy = jsonCopy(before);
  assert.deepEqual(Reflect.ownKeys(copy), ['n']);
  assert.deepEqual(Reflect.ownKeys(jsonCopy({ ...before, n: 2 }, before, copy)), ['n']);
});

test('the copy throws where JSON.stringify does', () => {
  const circle = {};
  circle.self = circle;
  for (const value of [circle, [1n], { toJSON() { throw new Error('no'); } }]) {
    assert.throws(() => jsonCopy(value));
    assert.throws(() => JSON.stringify(value));
  }
});
