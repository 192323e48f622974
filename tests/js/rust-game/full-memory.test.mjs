// Matches of a game in Rust that together take more memory than its module may: all of them go on.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Master } from 'rondel/master';
import { InMemory } from 'rondel/server';
import { traps } from '../../rust-game/duel.mjs';

/** So many, of so many MiB each; the tests' module has 64. */
const MATCHES = 20;
const MIB = 6;
const ROUNDS = 3;

test('matches that together exceed the memory of the module take turns in it, and no action is refused for that', async () => {
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
