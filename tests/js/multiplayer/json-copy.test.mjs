// What clients in their master's page get instead of text: it must be what text would come to.
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { produce } from 'immer';
import { jsonCopy } from '../../../pkg/lib/online/protocol/json-copy.js';
import { objectsIn } from './objects-in.mjs';

const throughText = (value) => {
  const text = JSON.stringify(value);
  return text === undefined ? undefined : JSON.parse(text);
};

/** Whatever games may keep, and what JSON cannot say. */
const anything = fc.anything({ withNullPrototype: true, withDate: true, withSparseArray: true, withBoxedValues: true, withMap: true });
const state = fc.dictionary(fc.constantFrom('a', 'b', '0', '1', '__proto__', 'constructor'), anything, { noNullPrototype: false });

test('a copy is what its text comes to, in the same order, and shares nothing with the original', () => {
  fc.assert(fc.property(anything, (value) => {
    const copy = jsonCopy(value);
    assert.deepStrictEqual(copy, throughText(value));
    assert.equal(JSON.stringify(copy), JSON.stringify(throughText(value)));
    const originals = objectsIn(value);
    for (const object of objectsIn(copy)) assert.ok(!originals.has(object));
  }), { numRuns: 2000 });
});

test('so is a copy that is made from the one before', () => {
  fc.assert(fc.property(state, state, fc.array(fc.constantFrom('a', 'b', '0', '1', '__proto__', 'constructor')), (one, other, kept) => {
    // Partly the same objects, as in two states that follow each other.
    const next = { ...other };
    for (const key of kept) if (Object.hasOwn(one, key)) Object.defineProperty(next, key, Object.getOwnPropertyDescriptor(one, key));
    const copy = jsonCopy(next, one, jsonCopy(one));
    assert.equal(JSON.stringify(copy), JSON.stringify(throughText(next)));
    assert.deepStrictEqual(copy, throughText(next));
    const originals = new Set([...objectsIn(one), ...objectsIn(next)]);
    for (const object of objectsIn(copy)) assert.ok(!originals.has(object));
  }), { numRuns: 2000 });
});

test('what has not changed is the same object as before, even if it was made anew or has moved', () => {
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

test('an object whose members have changed places is another', () => {
  const [before, after] = [{ a: 1, b: 2 }, { b: 2, a: 1 }];
  assert.equal(JSON.stringify(jsonCopy(after, before, jsonCopy(before))), '{"b":2,"a":1}');
});

test('what was not plain before is no pattern for what is now', () => {
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

test('what stands under a symbol is left out, as in text', () => {
  const before = { [Symbol('s')]: { secret: true }, n: 1 };
  const copy = jsonCopy(before);
  assert.deepEqual(Reflect.ownKeys(copy), ['n']);
  assert.deepEqual(Reflect.ownKeys(jsonCopy({ ...before, n: 2 }, before, copy)), ['n']);
});

test('it throws where JSON does', () => {
  const circle = {};
  circle.self = circle;
  for (const value of [circle, [1n], { toJSON() { throw new Error('no'); } }]) {
    assert.throws(() => jsonCopy(value));
    assert.throws(() => JSON.stringify(value));
  }
});
