// Messages as text: short, and decoded to the original value.
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { decode, encode } from '../../../pkg/lib/online/protocol/wire.js';
import { throughJSON } from '../support/json.mjs';


const moved = { action: { type: 'MAKE_MOVE', payload: { type: 'place', args: [59], playerID: '1' } }, _stateID: 59, turn: 60, phase: null };
const ended = { action: { type: 'GAME_EVENT', payload: { type: 'endTurn', args: true } }, _stateID: 59, turn: 60, phase: null, automatic: true };
const patch = [
  { op: 'replace', path: '/G/cells/59', value: '1' },
  { op: 'replace', path: '/ctx/turn', value: 61 },
  { op: 'replace', path: '/ctx/currentPlayer', value: '0' },
  { op: 'replace', path: '/ctx/playOrderPos', value: 0 },
  { op: 'replace', path: '/_stateID', value: 60 },
];

test('a move that ends the turn is a third of boardgame.io\'s message', () => {
  const data = { type: 'patch', args: ['default', 59, 60, patch, [moved, ended]], sync: { acks: [['k3f9x2', 30]] } };
  assert.deepEqual(decode(encode(data)), data);
  assert.ok(encode(data).length < 240, encode(data));
  assert.ok(JSON.stringify(data).length > 570);
});

test('everything but patches is plain JSON', () => {
  for (const data of [
    { type: 'chat', args: ['m', { id: 'x', sender: '0', payload: [1] }] },
    { type: 'update', args: ['m', { G: 1 }, [moved]], sync: { acks: [] } },
  ]) {
    assert.equal(encode(data), JSON.stringify(data));
    assert.deepEqual(decode(encode(data)), data);
  }
});

test('unusual log entries are encoded unchanged', () => {
  const entries = [
    { ...moved, action: { ...moved.action, more: 1 } },
    { ...moved, action: { type: 'OTHER', payload: {} } },
    { ...moved, action: { type: 'MAKE_MOVE', payload: { type: 'x', args: [], playerID: null } } },
    { ...moved, action: { type: 'MAKE_MOVE', payload: { type: 'x', playerID: '0' } } },
    { action: moved.action },
    { ...ended, phase: 'play', redact: true, metadata: { x: [1] } },
    { ...moved, action: { type: 'UNDO', payload: { type: null, args: null, playerID: '0' } } },
  ];
  const data = { type: 'patch', args: ['m', 1, 2, [], entries] };
  assert.deepEqual(decode(encode(data)), data);
});

test('malformed text throws an error', () => {
  for (const text of ['', '{', '[]', '[1]', '["m",1,2,7,[]]', '["m",1,2,[null],[]]', '["m",1,2,[],[[0]],[]]', '["m",1,2,["+x"],[]]']) {
    try {
      decode(text);
    } catch (error) {
      assert.ok(error instanceof SyntaxError || error instanceof TypeError, text);
    }
  }
});

const value = fc.oneof(fc.constantFrom(null, true, 0, 'x', '+', '-', ''), fc.array(fc.integer(), { maxLength: 2 }), fc.dictionary(fc.string(), fc.integer(), { maxKeys: 2 }));
const operation = fc.oneof(
  fc.record({ op: fc.constantFrom('add', 'replace'), path: fc.constantFrom('', '/a', '/a/0', '/-', '/+'), value }),
  fc.record({ op: fc.constant('remove'), path: fc.constantFrom('/a', '/-') }),
  fc.constantFrom('/a', '/>').map((path) => ({ op: 'move', from: path, path })),
);
const entry = fc.record({
  action: fc.record({
    type: fc.constantFrom('MAKE_MOVE', 'GAME_EVENT', 'UNDO', 'REDO', 'PLUGIN', 'PLAYER_LEAVE'),
    payload: fc.record({ type: fc.constantFrom('a', null), args: value, playerID: fc.constantFrom('0', '1') }, { requiredKeys: [] }),
  }),
  _stateID: fc.integer({ min: 0, max: 3 }),
  turn: fc.integer({ min: 0, max: 2 }),
  phase: fc.constantFrom(null, 'p'),
  automatic: fc.constant(true),
  redact: fc.boolean(),
  metadata: value,
}, { requiredKeys: ['action', '_stateID'] });
const message = fc.record({
  type: fc.constant('patch'),
  args: fc.tuple(fc.string(), fc.nat(), fc.nat(), fc.array(operation), fc.array(entry)),
  sync: fc.record({
    acks: fc.array(fc.tuple(fc.string(), fc.nat())),
    canUndo: fc.constant(true),
    canRedo: fc.constant(true),
  }, { requiredKeys: ['acks'] }),
}, { requiredKeys: ['type', 'args'] });

test('any message is decoded to the original value', () => {
  fc.assert(fc.property(message, (data) => {
    assert.deepEqual(decode(encode(data)), throughJSON(data));
  }), { numRuns: 1000 });
});
