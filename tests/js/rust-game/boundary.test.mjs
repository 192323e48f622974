// The boundary between a page and the module of a game in Rust when its code traps, with a simulated module.
import assert from 'node:assert/strict';
import test from 'node:test';
import { instanceOf } from '../../../pkg/lib/engine/instance.js';
import { MatchHost } from '../../../pkg/lib/engine/match-host.js';

/** An instance with scripted engines: `make(act)` returns one whose `start` is `act`. */
function made() {
  const acts = [];
  const module = { stack: 1000, recovered: [], panicked: (reason) => module.boundary.panicked(reason) };
  const instance = instanceOf({
    imports: { setBoundary(boundary) { module.boundary = boundary; } },
    initSync: () => ({ gameengine_new: (number) => number, gameengine_start: (number) => acts[number - 1](), __wbg_gameengine_free() {} }),
    __wbg_reset_state() {},
    recovery: () => ({
      stack: () => module.stack,
      unwind(stack = 1000) { module.stack = stack; },
      recover() { module.recovered.push(module.boundary.host); },
    }),
  }, ['GameEngine']);
  const make = (act) => {
    const host = new MatchHost(false, () => {});
    const engine = instance(() => /** @type {any} */ (null)).GameEngine.make(host, acts.push(act));
    return Object.assign(engine, { act: () => engine.start() });
  };
  return Object.assign(module, { make });
}

function panic(module, reason) {
  module.stack -= 100;
  module.panicked(reason);
  throw new WebAssembly.RuntimeError('unreachable');
}

test('after a panic the instance continues, and the host of the match releases the objects in use', () => {
  const module = made();
  const engine = module.make(() => panic(module, 'no card, at src/lib.rs:3:1'));
  assert.throws(() => engine.act(), { code: 'game/panic', message: 'no card, at src/lib.rs:3:1' });
  assert.deepEqual([module.stack, module.recovered, engine.isRetired, engine.uses], [1000, [engine.host], false, 0]);
  assert.equal(module.make(() => 7).act(), 7);
});

test('a panic in a nested export keeps the outer one\'s stack, and the instance recovers when that has returned', () => {
  const module = made();
  const inner = module.make(() => panic(module, 'inner'));
  const outer = module.make(() => {
    module.stack -= 10;
    assert.throws(() => inner.act(), { message: 'inner' });
    assert.deepEqual([module.stack, module.recovered], [990, []]);
    module.stack += 10;
    return 5;
  });
  assert.equal(outer.act(), 5);
  assert.equal(module.recovered.length, 1);
  assert.notEqual(module.recovered[0], inner.host);
  assert.equal(outer.isRetired, false);
});

test('a trap without a message retires the instance, also after a panic', () => {
  const module = made();
  const panics = module.make(() => panic(module, 'first'));
  assert.throws(() => panics.act(), { code: 'game/panic' });
  const engine = module.make(() => { throw new WebAssembly.RuntimeError('memory access out of bounds'); });
  assert.throws(() => engine.act(), { code: 'engine/retired' });
  assert.throws(() => panics.act(), { code: 'engine/retired' });
  assert.equal(module.make(() => 7).act(), 7);
});
