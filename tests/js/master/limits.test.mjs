// Limits in bytes on a master's input and memory: arguments, the log, an answer.
import assert from 'node:assert/strict';
import test from 'node:test';
import { getFilterPlayerView } from 'rondel/internal';
import { Master } from 'rondel/master';
import { sizeOf } from '../../../pkg/lib/online/limits.js';
import { InMemory } from '../../../pkg/lib/online/storage/storage.js';
import { move } from './support.mjs';

const game = (more) => ({
  name: 'counter',
  setup: () => ({ n: 0 }),
  moves: { add: ({ G }) => { G.n += 1; }, whisper: { move: ({ G }) => { G.n += 1; }, redact: true } },
  ...more,
});

/** A master with limits, and all its messages: `said`. */
async function limited(limits, { more = {}, storage = new InMemory(), auth = undefined } = {}) {
  const said = [];
  const master = new Master(game(more), storage, { send: (payload) => said.push(payload), sendAll: (payload) => said.push(payload) }, auth, { limits });
  master.onError = (error) => { throw error; };
  await master.onSync('m', '0', undefined, 2);
  const act = (seq, args = [], type = 'add') => {
    const stateID = storage.fetch('m', { state: true }).state._stateID;
    return master.onUpdate(move(type, '0', args, { session: 'tab', seq, first: seq }), stateID, 'm', '0');
  };
  const count = () => storage.fetch('m', { state: true }).state.G.n;
  return { master, storage, said, act, count };
}

test('arguments that take more memory than the limit are refused, as many small values or as one long text', async () => {
  const { master, said, act, count } = await limited({ args: 1000 });
  for (const [i, value] of ['x'.repeat(900), Array(18).fill([])].entries()) assert.equal(await act(i + 1, [value]), undefined);
  assert.equal(count(), 2);
  for (const [i, value] of ['x'.repeat(1000), Array(21).fill([]), Array(21).fill({}), { ['x'.repeat(1000)]: 1 }].entries()) {
    assert.deepEqual(await act(i + 3, [value]), { error: 'arguments too big' });
    const [[, , refused]] = said.at(-1).sync.acks['0'];
    assert.deepEqual(refused.at(-1), [i + 3, { type: 'action/action_invalid', message: 'arguments too big' }]);
  }
  assert.deepEqual(await master.onUpdate(move('add', '0', ['x'.repeat(1000)]), 2, 'm', '0'), { error: 'arguments too big' });
  assert.equal(count(), 2);
});

test('by default arguments may be a board of 40 by 40 cells, and not a text of 20 kB', async () => {
  const { act } = await limited();
  assert.equal(await act(1, [Array.from({ length: 40 }, () => Array(40).fill(1))]), undefined);
  assert.deepEqual(await act(2, ['x'.repeat(20_000)]), { error: 'arguments too big' });
});

test('an action that would exceed the limit of the log is refused, and the match can still be read', async () => {
  const { master, storage, said, act, count } = await limited({ log: 10_000 });
  let seq = 1;
  while (await act(seq, ['x'.repeat(500)]) === undefined) seq += 1;
  const made = count();
  assert.ok(made > 5 && made < 20, `${made} moves`);
  const [[, last, refused]] = said.at(-1).sync.acks['0'];
  assert.deepEqual([last, refused], [seq, [[seq, { type: 'match/log_full', message: 'the log of the match is full: nobody can act in it any more' }]]]);
  const { state, log } = storage.fetch('m', { state: true, log: true });
  assert.equal(state._logSize, log.reduce((sum, entry) => sum + sizeOf(entry), 0));
  assert.ok(state._logSize <= 10_000);
  // A shorter action may still fit.
  assert.equal(await act(seq + 1, []), undefined);
  assert.equal(await master.onSync('m', null), undefined);
  assert.equal(said.at(-1).args[1].log.length, made + 1);
  assert.equal(await master.onPlayerLeave('m', '1'), undefined);
});

test('a game without a log has no log limit', async () => {
  const { act, count, storage } = await limited({ log: 0 }, { more: { disableLog: true } });
  for (let seq = 1; seq <= 30; seq += 1) assert.equal(await act(seq, ['x'.repeat(500)]), undefined);
  assert.equal(count(), 30);
  assert.equal(storage.fetch('m', { state: true }).state._logSize, 0);
});

test('the log of a match from an older master is measured once', async () => {
  const { storage, act } = await limited({ log: 5000 });
  await act(1, ['x'.repeat(500)]);
  const { _logSize, ...older } = storage.fetch('m', { state: true }).state;
  storage.setState('m', older);
  const asked = [];
  const { fetchLogPart } = storage;
  storage.fetchLogPart = (...args) => asked.push(args) && fetchLogPart.apply(storage, args);
  assert.equal(await act(2), undefined);
  assert.equal(await act(3), undefined);
  assert.equal(asked.length, 1);
  assert.ok(storage.fetch('m', { state: true }).state._logSize > _logSize);
  // Like a storage without log pages.
  storage.fetchLogPart = undefined;
  const { _logSize: size, ...again } = storage.fetch('m', { state: true }).state;
  storage.setState('m', again);
  await act(4);
  await act(5, ['x'.repeat(3400)]);
  assert.ok(storage.fetch('m', { state: true }).state._logSize > size);
  assert.deepEqual(await act(6, ['x'.repeat(3400)]), { error: 'match/log_full' });
});

for (const inParts of [true, false]) {
  test(`an answer holds the newest entries that fit, and the rest comes in pages ${inParts ? '' : 'from a storage without log pages'}`, async () => {
    const { master, storage, said, act } = await limited({ answer: 3000 });
    for (let seq = 1; seq <= 100; seq += 1) await act(seq, [`SECRET-${seq}`], 'whisper');
    if (!inParts) storage.fetchLogPart = undefined;
    const { log } = storage.fetch('m', { log: true });
    const filter = getFilterPlayerView(game());
    for (const viewer of ['0', '1', null]) {
      said.length = 0;
      await master.onSync('m', viewer, undefined, 2, 'the sender');
      const [{ playerID, sender, ...payload }] = said.splice(0);
      const answer = filter(viewer, payload).args[1];
      const parts = [answer.log];
      let { earlier } = answer;
      while (earlier !== undefined) {
        assert.equal(await master.onLog('m', viewer, undefined, earlier, 'the sender'), undefined);
        const [{ sender: to, playerID: whose, ...message }] = said.splice(0);
        assert.deepEqual([to, whose ?? null], ['the sender', viewer]);
        const { type, args: [matchID, part] } = filter(viewer, message);
        assert.deepEqual([type, matchID, part.before], ['log', 'm', earlier]);
        assert.ok(JSON.stringify(part.log).length < 3200);
        parts.unshift(part.log);
        earlier = part.earlier;
      }
      assert.ok(parts.length > 3, `${parts.length} parts`);
      const whole = filter(viewer, { type: 'sync', args: ['m', { ...payload.args[1], log, earlier: undefined }] }).args[1].log;
      assert.deepEqual(parts.flat(), whole);
      assert.equal(JSON.stringify(parts).includes('SECRET'), viewer === '0');
    }
  });
}

test('log pages require the credentials of the seat', async () => {
  const { master, said, act } = await limited({ answer: 1 }, { auth: { authenticateCredentials: ({ credentials }) => credentials !== 'wrong' } });
  for (let seq = 1; seq <= 3; seq += 1) await act(seq);
  said.length = 0;
  for (const playerID of ['0', '1', '7']) {
    assert.deepEqual(await master.onLog('m', playerID, 'wrong', 2), { error: 'unauthorized' });
  }
  assert.deepEqual(await master.onLog('m', {}, 'right', 2), { error: 'unauthorized' });
  for (const before of [undefined, null, -1, 0.5, '2', {}, 2 ** 60]) {
    assert.deepEqual(await master.onLog('m', '0', 'right', before), { error: 'malformed question' });
  }
  assert.deepEqual(said, []);
  await master.onLog('m', '0', 'right', 2);
  assert.deepEqual(said.map(({ args }) => [args[1].log.length, args[1].earlier]), [[1, 1]]);
});
