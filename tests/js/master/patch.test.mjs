// Patches: the changes between two states, and nothing else.
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { produce } from 'immer';
import rfc6902 from 'rfc6902';
import { diff, isEqual, patched } from '../../../pkg/lib/online/protocol/patch.js';
import { throughJSON } from '../support/json.mjs';


test('a patch names only changed values', () => {
  const before = { cells: [null, null, null], turn: 1, players: { 0: { name: 'a' }, 1: { name: 'b' } } };
  const after = produce(before, (draft) => {
    draft.cells[1] = '0';
    draft.players[1].name = 'c';
  });
  assert.deepEqual(diff(before, after), [
    { op: 'replace', path: '/cells/1', value: '0' },
    { op: 'replace', path: '/players/1/name', value: 'c' },
  ]);
  assert.deepEqual(diff(before, before), []);
});

test('values that are reference-equal are not read', () => {
  const guarded = { get secret() { throw new Error('looked at'); } };
  assert.deepEqual(diff({ guarded, n: 1 }, { guarded, n: 2 }), [{ op: 'replace', path: '/n', value: 2 }]);
});

test('objects gain and lose members', () => {
  assert.deepEqual(diff({ a: 1, b: 2 }, { b: 2, c: 3 }), [
    { op: 'remove', path: '/a' },
    { op: 'add', path: '/c', value: 3 },
  ]);
});

test('undefined members count as absent, undefined elements as null', () => {
  assert.deepEqual(diff({ a: undefined }, {}), []);
  assert.deepEqual(diff({}, { a: undefined, b: () => {} }), []);
  assert.deepEqual(diff({ a: 1 }, { a: undefined }), [{ op: 'remove', path: '/a' }]);
  assert.deepEqual(diff({ a: undefined }, { a: 1 }), [{ op: 'add', path: '/a', value: 1 }]);
  assert.deepEqual(diff([undefined, 1], [null, undefined]), [{ op: 'replace', path: '/1', value: null }]);
});

test('a card drawn from anywhere in a deck is one removal, and a card put onto it one addition', () => {
  const deck = Array.from({ length: 52 }, (_, id) => ({ id }));
  assert.deepEqual(diff(deck, deck.slice(1)), [{ op: 'remove', path: '/0' }]);
  assert.deepEqual(diff(deck, deck.filter(({ id }) => id !== 20)), [{ op: 'remove', path: '/20' }]);
  assert.deepEqual(diff(deck, [...deck, { id: 52 }]), [{ op: 'add', path: '/52', value: { id: 52 } }]);
  assert.deepEqual(diff(deck, [{ id: 52 }, ...deck]), [{ op: 'add', path: '/0', value: { id: 52 } }]);
  // A playerView that rebuilds each view shares nothing with the last one.
  assert.deepEqual(diff(deck, throughJSON(deck.slice(1))), [{ op: 'remove', path: '/0' }]);
});

test('a shuffled hand is replaced as a whole, because that is shorter', () => {
  assert.deepEqual(diff({ hand: [1, 2, 3, 4, 5] }, { hand: [5, 3, 1, 2, 4] }), [
    { op: 'replace', path: '/hand', value: [5, 3, 1, 2, 4] },
  ]);
});

test('a list of any length that becomes far longer or shorter is replaced as a whole', () => {
  const [long, short] = [Array(4e9), [{ rank: 1 }]];
  assert.deepEqual(diff({ deck: long }, { deck: short }), [{ op: 'replace', path: '/deck', value: short }]);
  const [{ op, path, value }, ...others] = diff({ deck: short }, { deck: long });
  assert.deepEqual([op, path, value === long, others], ['replace', '/deck', true, []]);
});

test('names with a slash or a tilde are escaped', () => {
  const operations = diff({ 'a/b': { '~': 1 } }, { 'a/b': { '~': 2 } });
  assert.deepEqual(operations, [{ op: 'replace', path: '/a~1b/~0', value: 2 }]);
  assert.deepEqual(patched({ 'a/b': { '~': 1 } }, operations), { 'a/b': { '~': 2 } });
});

test('keys keep the game\'s order, even if a move has changed it', () => {
  for (const [before, after] of [
    [{ a: 1, b: 2, c: 3 }, { a: 1, c: 3, d: 4, b: 2 }],
    [{ a: 1, b: 2 }, { new: 0, a: 1, b: 3 }],
    [{ a: undefined, b: 2 }, { a: 1, b: 2 }],
    [{ b: 2 }, { 1: 1, b: 2 }],
    [[{ a: 1, b: 2 }], [{ b: 2, a: 1 }, 3]],
  ]) {
    assert.equal(JSON.stringify(patched(before, diff(before, after))), JSON.stringify(after));
  }
});

test('keys behind a new key are moved without their values; numeric keys come first anyway', () => {
  const cells = Array(100).fill(null);
  assert.deepEqual(diff({ cells }, { winner: '0', cells }), [
    { op: 'add', path: '/winner', value: '0' },
    { op: 'move', from: '/cells', path: '/cells' },
  ]);
  assert.deepEqual(diff({ cells }, { 7: true, cells }), [{ op: 'add', path: '/7', value: true }]);
  assert.equal(patched({ cells }, [{ op: 'move', from: '/cells', path: '/cells' }]).cells, cells);
});

test('patching shares unchanged values and does not change the old value', () => {
  const before = { a: { x: 1 }, b: { list: [{ n: 1 }, { n: 2 }] } };
  const kept = throughJSON(before);
  const after = patched(before, [{ op: 'replace', path: '/b/list/1/n', value: 3 }]);
  assert.deepEqual(before, kept);
  assert.deepEqual(after, { a: { x: 1 }, b: { list: [{ n: 1 }, { n: 3 }] } });
  assert.equal(after.a, before.a);
  assert.equal(after.b.list[0], before.b.list[0]);
  assert.equal(patched(before, []), before);
});

test('a patch can be applied twice: its own values are not changed', () => {
  const operations = [{ op: 'add', path: '/list', value: [] }, { op: 'add', path: '/list/-', value: 1 }];
  assert.deepEqual(patched({}, operations), { list: [1] });
  assert.deepEqual(patched({}, operations), { list: [1] });
});

test('malformed and impossible patches throw', () => {
  const before = { list: [1], text: 'abc', nothing: null };
  for (const operations of [
    undefined, null, {}, 'x', [null], [7], [{}],
    [{ op: 'add', value: 1 }],
    [{ op: 'add', path: 7, value: 1 }],
    [{ op: 'add', path: 'list', value: 1 }],
    [{ op: 'add', path: 'x/list', value: 1 }],
    [{ op: 'add', path: '/list/0' }],
    [{ op: 'add', path: '/list/2', value: 1 }],
    [{ op: 'add', path: '/list/-1', value: 1 }],
    [{ op: 'add', path: '/list/01', value: 1 }],
    [{ op: 'add', path: '/list/1e0', value: 1 }],
    [{ op: 'add', path: '/list/x', value: 1 }],
    [{ op: 'replace', path: '/list/-', value: 1 }],
    [{ op: 'replace', path: '/list/1', value: 1 }],
    [{ op: 'replace', path: '/list/length', value: 0 }],
    [{ op: 'replace', path: '/none', value: 1 }],
    [{ op: 'replace', path: '/none/x', value: 1 }],
    [{ op: 'replace', path: '/text/0', value: 'x' }],
    [{ op: 'replace', path: '/nothing/x', value: 1 }],
    [{ op: 'replace', path: '/constructor', value: 1 }],
    [{ op: 'add', path: '/constructor/prototype/x', value: 1 }],
    [{ op: 'add', path: '/__proto__/x', value: 1 }],
    [{ op: 'add', path: '/list/__proto__/x', value: 1 }],
    [{ op: 'remove', path: '' }],
    [{ op: 'remove', path: '/none' }],
    [{ op: 'remove', path: '/toString' }],
    [{ op: 'move', from: '/list', path: '/list/0' }],
    [{ op: 'move', from: 'list', path: '/x' }],
    [{ op: 'move', path: '/x' }],
    [{ op: 'move', from: '', path: '' }],
    [{ op: 'move', from: '/none', path: '/none' }],
    [{ op: 'move', from: '/list/-', path: '/x' }],
    [{ op: 'move', from: '/list/length', path: '/x' }],
    [{ op: 'move', from: '/constructor', path: '/x' }],
    [{ op: 'move', from: '/text', path: '/none/x' }],
    [{ op: 'move', from: '', path: '/x' }],
    [{ op: 'copy', path: '/x' }],
    [{ op: 'copy', from: 7, path: '/x' }],
    [{ op: 'copy', from: '/list/1', path: '/x' }],
    [{ op: 'copy', from: '/list/length', path: '/x' }],
    [{ op: 'copy', from: '/text/0', path: '/x' }],
    [{ op: 'test', path: '/text' }],
    [{ op: 'test', path: '/text', value: 'abd' }],
    [{ op: 'test', path: '/none', value: null }],
    [{ op: 'test', path: '/nothing', value: {} }],
    [{ op: 'test', path: '/list', value: { 0: 1 } }],
    [{ op: 'test', path: '/list', value: [1, 2] }],
    [{ op: 'test', path: '/list/0', value: '1' }],
    [{ op: 'test', path: '/list/00', value: 1 }],
    [{ op: 'test', path: '/list/length', value: 1 }],
    [{ op: 'add', path: '/text', value: 'lost' }, { op: 'test', path: '/list', value: [] }],
    [{ op: '__proto__', path: '/text', value: 'abc' }],
  ]) {
    assert.throws(() => patched(before, operations), { code: 'update/patch_failed' }, JSON.stringify(operations));
  }
  assert.deepEqual(before, { list: [1], text: 'abc', nothing: null });
});

test('patches of other masters may move, copy and test', () => {
  const before = { list: [1, { n: 2 }, 3], '': { '~/': 4 }, nothing: null };
  const kept = throughJSON(before);
  for (const [operations, after] of [
    [[{ op: 'move', from: '/list', path: '/x' }], { '': { '~/': 4 }, nothing: null, x: [1, { n: 2 }, 3] }],
    [[{ op: 'move', from: '/list/1/n', path: '/list/1' }], { ...before, list: [1, 2, {}, 3] }],
    [[{ op: 'move', from: '/list/0', path: '/list/2' }], { ...before, list: [{ n: 2 }, 3, 1] }],
    [[{ op: 'move', from: '/list/0', path: '/list/0' }], before],
    [[{ op: 'move', from: '/list/2', path: '' }], 3],
    [[{ op: 'move', from: '//~0~1', path: '/list/-' }], { ...before, '': {}, list: [1, { n: 2 }, 3, 4] }],
    [[{ op: 'copy', from: '/list/1', path: '/list/0' }, { op: 'replace', path: '/list/0/n', value: 5 }], { ...before, list: [{ n: 5 }, 1, { n: 2 }, 3] }],
    [[{ op: 'replace', path: '/list/1/n', value: 5 }, { op: 'copy', from: '/list/1', path: '/x' }, { op: 'replace', path: '/list/1/n', value: 6 }, { op: 'add', path: '/x/m', value: 7 }],
      { ...before, list: [1, { n: 6 }, 3], x: { n: 5, m: 7 } }],
    [[{ op: 'copy', from: '', path: '/nothing' }], { ...before, nothing: before }],
    [[{ op: 'copy', from: '/nothing', path: '/x' }], { ...before, x: null }],
    [[{ op: 'test', path: '', value: { nothing: null, list: [1, { n: 2 }, 3], '': { '~/': 4 } } }], before],
    [[{ op: 'test', path: '/nothing', value: null }, { op: 'test', path: '/list/1', value: { n: 2 } }, { op: 'remove', path: '/list' }], { '': { '~/': 4 }, nothing: null }],
  ]) {
    assert.deepEqual(patched(before, operations), after, JSON.stringify(operations));
    assert.deepEqual(before, kept);
  }
});

test('no patch reaches a prototype', () => {
  const after = patched({}, [{ op: 'add', path: '/__proto__', value: { bad: true } }]);
  assert.equal(after.bad, undefined);
  assert.equal({}.bad, undefined);
  assert.deepEqual(Object.keys(after), ['__proto__']);
  const [before, next] = [JSON.parse('{"__proto__":{"a":1}}'), JSON.parse('{"__proto__":{"a":2}}')];
  assert.equal(JSON.stringify(patched(before, diff(before, next))), JSON.stringify(next));
});

test('a change of one element of 10,000 is a short patch', () => {
  const before = { G: { list: Array.from({ length: 10000 }, (_, id) => ({ id, name: `card ${id}` })) } };
  const after = produce(before, (draft) => { draft.G.list[5000].name = 'changed'; });
  assert.deepEqual(diff(before, after), [{ op: 'replace', path: '/G/list/5000/name', value: 'changed' }]);
  assert.deepEqual(patched(before, diff(before, after)), after);
});

const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(null, true, 0, 1, 2, 'a', ''),
    fc.array(tie('tree'), { maxLength: 6 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c', '0', '7', 'a/b', '~1', '-', '__proto__', 'constructor'), tie('tree'), { maxKeys: 5 }),
    fc.record({ a: tie('tree'), b: fc.option(tie('tree'), { nil: undefined }) }),
  ),
}));

test('the patch between any two values turns one into the other, with its keys in order, applied by Rondel and by rfc6902', () => {
  fc.assert(fc.property(tree, tree, (before, after) => {
    const operations = throughJSON(diff(before, after));
    assert.equal(JSON.stringify(patched(throughJSON(before), operations)), JSON.stringify(after));
    // rfc6902 refuses these two paths.
    if (!/"(__proto__|constructor)"/.test(JSON.stringify([before, after]))) {
      const document = { whole: throughJSON(before) };
      const prefixed = operations.map(({ from, path, ...rest }) => ({ ...rest, path: `/whole${path}`, ...(from && { from: `/whole${from}` }) }));
      assert.ok(rfc6902.applyPatch(document, prefixed).every((error) => error === null));
      assert.equal(JSON.stringify(document.whole), JSON.stringify(after));
    }
  }), { numRuns: 2000 });
});

test('two values are equal if no patch leads from one to the other', () => {
  const similar = tree.chain((one) => fc.tuple(fc.constant(one), fc.oneof(tree, fc.constant(one).map(throughJSON))));
  fc.assert(fc.property(similar, ([one, other]) => {
    assert.equal(isEqual(one, other), diff(one, other).length === 0);
  }), { numRuns: 2000 });
  const holes = Array(3);
  for (const [one, other] of [[holes, [0, 1, 2]], [holes, [null, null, null]], [[holes], [[0, 1, 2]]], [{ a: undefined }, { a: null }], [{ a: 1 }, { a: 1, b: () => {} }]]) {
    assert.equal(isEqual(one, other), diff(one, other).length === 0);
    assert.equal(isEqual(other, one), diff(other, one).length === 0);
  }
});
