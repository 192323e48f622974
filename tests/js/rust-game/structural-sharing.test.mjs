// Structural sharing between the successive shown values of a Rust game's `G`.
import assert from 'node:assert/strict';
import test from 'node:test';
import { frozen, patched } from '../../../pkg/lib/engine/patched.js';
import { ShownValues } from '../../../pkg/lib/engine/shown-values.js';
import { isFixedByModule } from '../../../pkg/lib/util/module-mark.js';

const parse = (text) => frozen(JSON.parse(text));
const apply = (old, text) => patched(old, JSON.parse(text));

test('changed parts are new and frozen, and all others are the same objects', () => {
  const old = parse('{"deck":[1,2,3],"hands":[{"cards":[4]},{"cards":[5]}],"round":{"no":1}}');
  const next = apply(old, '{"hands":[1,{"cards":[0,1,[9,{"x":[]}]]}],"deck":[2,1,[]]}');
  assert.deepEqual(next, { deck: [1, 2], hands: [{ cards: [4] }, { cards: [9, { x: [] }] }], round: { no: 1 } });
  assert.equal(next.round, old.round);
  assert.equal(next.hands[0], old.hands[0]);
  for (const made of [next, next.deck, next.hands, next.hands[1], next.hands[1].cards, next.hands[1].cards[1].x]) assert.ok(Object.isFrozen(made));
  assert.equal(apply(old, '{}'), old);
  assert.deepEqual(apply(old, '[{"deck":0}]'), { deck: 0 });
});

test('members appear, disappear and change their order', () => {
  const old = parse('{"a":{"x":1},"b":2}');
  const shrunk = apply(old, '{"b":[],"c":[{"y":[1]}]}');
  assert.equal(JSON.stringify(shrunk), '{"a":{"x":1},"c":{"y":[1]}}');
  assert.ok(Object.isFrozen(shrunk.c.y));
  const ordered = apply(old, '[["b","n","a"],{"n":[null]}]');
  assert.equal(JSON.stringify(ordered), '{"b":2,"n":null,"a":{"x":1}}');
  assert.equal(ordered.a, old.a);
});

test('a changed list is compared by index first, and then spliced', () => {
  const old = parse('[{"n":0},{"n":1},{"n":2}]');
  const next = apply(old, '[1,1,[{"n":8},{"n":9}],[2,{"n":[7]}]]');
  assert.deepEqual(next, [{ n: 0 }, { n: 8 }, { n: 9 }, { n: 7 }]);
  assert.equal(next[0], old[0]);
  assert.deepEqual(apply(old, '[2,{"n":[7]},0,[3]]'), [3, { n: 1 }, { n: 7 }]);
  assert.deepEqual(apply(parse('[1]'), '[0,[[]]]'), [[]]);
});

test('a tuple is changed by its members', () => {
  const old = parse('[{"n":0},[1,2]]');
  const next = apply(old, '{"1":[0,[7]]}');
  assert.deepEqual(next, [{ n: 0 }, [7, 2]]);
  assert.equal(next[0], old[0]);
  assert.ok(Object.isFrozen(next));
});

test('keys that every object inherits are ordinary keys', () => {
  const old = parse('{"__proto__":{"a":1},"constructor":1}');
  const next = apply(old, '{"__proto__":{"a":[2]},"toString":[3]}');
  assert.equal(JSON.stringify(next), '{"__proto__":{"a":2},"constructor":1,"toString":3}');
  assert.equal(Object.getPrototypeOf(next), Object.prototype);
  assert.equal(JSON.stringify(apply(old, '[["__proto__","x"],{"x":[1]}]')), '{"__proto__":{"a":1},"x":1}');
  assert.equal(JSON.stringify(apply(parse('{}'), '{"__proto__":[4]}')), '{"__proto__":4}');
});

test('each viewer sees one object per value, compared with that viewer\'s last one', () => {
  const shown = new ShownValues();
  const [first, second, third] = [{ n: 1 }, { n: 2 }, { n: 3 }];
  const asked = [];
  const look = (value, viewer) => shown.viewOf(value, viewer, (before, view) => {
    asked.push([value.n, viewer, before?.n, view]);
    return `${viewer} sees ${value.n}`;
  });
  shown.freeze(first);
  assert.equal(look(first, '0'), '0 sees 1');
  assert.equal(look(first, '0'), '0 sees 1');
  shown.freeze(second, first);
  // No viewer has read the second one: the last read value is the first.
  shown.freeze(third, second);
  look(third, '0');
  look(third, null);
  const stranger = { n: 4 };
  look(stranger, '0');
  look(stranger, '0');
  assert.deepEqual(asked, [
    [1, '0', undefined, undefined], [3, '0', 1, '0 sees 1'], [3, null, undefined, undefined], [4, '0', undefined, undefined], [4, '0', undefined, undefined],
  ]);
  shown.mark(first, 7);
  shown.mark(stranger, 8);
  assert.deepEqual([first, second, stranger, 5, null].map((value) => shown.numberOf(value)), [7, 0, 0, 0, 0]);
  assert.deepEqual(Reflect.ownKeys(first), ['n']);
});

test('a value from the module alone is immutable; one that shares with other values may have mutable parts', () => {
  const shown = new ShownValues();
  const own = shown.freeze({ n: 1 });
  const foreign = { n: 2 };
  const after = shown.freeze({ n: 3 }, foreign);
  const values = [own, shown.freeze({ n: 4 }, own), foreign, after, shown.freeze({ n: 5 }, after), null, 'own'];
  assert.deepEqual(values.map(isFixedByModule), [true, true, false, false, false, false, false]);
  assert.equal(new ShownValues().numberOf(own), 0);
});
