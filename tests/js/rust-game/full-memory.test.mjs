// A full memory of the module of a game in Rust: an action that takes all of it is refused; matches that do so together go on.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Master } from 'rondel/master';
import { InMemory } from 'rondel/server';
import { faults, traps } from '../../rust-game/duel.mjs';

/** Number and size in MiB of the matches; the tests' module has 64 MiB. */
const MATCHES = 20;
const MIB = 6;
const ROUNDS = 3;

test('an action that takes all memory by itself is not repeated', async () => {
  let failures = 0;
  const master = new Master(faults(), new InMemory(), { send() {}, sendAll() {} });
  master.onError = () => { failures += 1; };
  await master.onSync('hoarding', '0', undefined, 2);
  const { Instance } = WebAssembly;
  let instances = 0;
  WebAssembly.Instance = class extends Instance {
    constructor(...given) {
      super(...given);
      // The probe of the stack is an instance as well.
      if ('rondel_version' in this.exports) instances += 1;
    }
  };
  try {
    await master.onUpdate({ type: 'MAKE_MOVE', payload: { type: 'hoard', args: [], playerID: '0' } }, 0, 'hoarding', '0');
    await master.onSync('other', '0', undefined, 2);
  } finally {
    WebAssembly.Instance = Instance;
  }
  assert.deepEqual([failures, instances], [1, 1]);
});

test('matches that together exceed the memory of the module take turns, and no action is refused for that', async () => {
  const errors = [];
  const db = new InMemory();
  const master = new Master(traps(), db, { send() {}, sendAll() {} });
  master.onError = (error) => errors.push(error);
  const ids = Array.from({ length: MATCHES }, (_, i) => `heavy ${i}`);
  const act = (matchID, seq, type, ...args) => {
    const action = { type: 'MAKE_MOVE', payload: { type, args, playerID: '0' }, sync: { session: 'mine', seq, first: seq } };
    return master.onUpdate(action, seq - 1, matchID, '0');
  };
  for (const id of ids) {
    await master.onSync(id, '0', undefined, 2);
    assert.equal(await act(id, 1, 'load', MIB), undefined);
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const id of ids) assert.equal(await act(id, 2 + round, 'count'), undefined);
  }
  assert.deepEqual(errors, []);
  for (const id of ids) assert.equal(db.fetch(id, { state: true }).state.G.count, ROUNDS);
});
