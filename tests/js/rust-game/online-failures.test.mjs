// A Rust game whose code fails, at a master and in pages that predict it.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Master } from 'rondel/master';
import { InMemory } from '../../../pkg/lib/online/storage/storage.js';
import { duel, faults } from '../../rust-game/duel.mjs';
import { table } from '../online/support.mjs';

const silent = /** @type {any} */ ({ send() {}, sendAll() {} });

/** A master with a match, and a function that acts as its first player. */
async function hosted(game = faults()) {
  const storage = new InMemory();
  const master = new Master(game, storage, silent);
  await master.onSync('m', '0', undefined, 2);
  const state = () => storage.fetch('m', { state: true }).state;
  const move = (type, ...args) => master.onUpdate({ type: 'MAKE_MOVE', payload: { type, args, playerID: '0' } }, state()._stateID, 'm', '0');
  const event = (type) => master.onUpdate({ type: 'GAME_EVENT', payload: { type, args: [], playerID: '0' } }, state()._stateID, 'm', '0');
  return { master, state, move, event, storage };
}

test('the master refuses an action that panics, or fills the stack or the memory, and all matches go on', async () => {
  const [{ state, move, event }, other] = [await hosted(), await hosted(duel({ seed: 'duel' }))];
  let count = 0;
  for (const failing of ['panic', 'overflow', 'panic']) {
    const refusal = await move(failing);
    assert.equal(refusal.error, 'action/invalid_move');
    assert.equal(await move('count'), undefined);
    assert.equal(state().G.count, (count += 1));
  }
  assert.equal(await move('arm', 'hook'), undefined);
  assert.equal((await event('endTurn')).error, 'action/invalid_move');
  assert.equal(await move('arm', ''), undefined);
  assert.equal(await event('endTurn'), undefined);
  assert.equal(state().ctx.currentPlayer, '1');
  assert.equal(await other.move('lay', 0), undefined);
  assert.equal(other.state().G.round.length, 1);
});

test('the master refuses a value of the game that JSON cannot represent, and reports its place', async () => {
  const { master, state, move } = await hosted();
  const reports = [];
  master.onError = ({ code, message }) => { reports.push(`${code}: ${message}`); };
  for (const failing of [['say', 'refusal'], ['say', 'log'], ['say', 'end'], ['arm', 'said']]) {
    assert.equal((await move(...failing)).error, 'action/invalid_move');
  }
  assert.deepEqual([state()._stateID, state().ctx.gameover], [0, undefined]);
  assert.deepEqual(reports.map((report) => report.split(': ').slice(0, 2).join(': ')), [
    'game/state: payload[1]', 'game/state: metadata[0]', 'game/state: ctx.gameover', 'game/state: ctx.gameover[0]',
  ]);
  assert.equal(await move('count'), undefined);
});

for (const predict of ['none', 'flow']) {
  test(`an invalid move is refused with the place and the expected type (predict: ${predict})`, async (t) => {
    const { seated, run } = table(t, duel({ seed: 'duel' }), { predict });
    const [{ client }] = await seated('0', '1');
    const why = async (...args) => {
      const handle = client.moves.lay(...args);
      await run();
      return [handle.status, handle.error?.type, handle.error?.message];
    };
    for (const [args, message] of [
      [['x'.repeat(10_000)], /lay: .*place: invalid type: string "x{100,300}…x{100,300}", expected usize$/],
      [[], /lay: .*place is missing/], [['x'], /lay: .*place: invalid type: string "x", expected usize/], [[-1], /place: .*expected usize/],
      [[1e300], /place: .*expected usize/], [[{ toString: 1 }], /place: .*expected usize/],
    ]) {
      const [status, type, told] = await why(...args);
      assert.deepEqual([status, type], ['rejected', 'action/invalid_move']);
      assert.match(told, message);
    }
    assert.equal((await why(0, 'more than it takes', () => {}))[0], 'confirmed');
    assert.deepEqual(client.log.map(({ action }) => action.payload.args), [[0]]);
  });
}

for (const predict of ['moves', 'flow']) {
  test(`a page that predicts a panic waits for the master, and predicts again after its answer (${predict})`, async (t) => {
    const { seated, run } = table(t, faults({ seed: 'x' }), { predict });
    const [{ client: zero }, { client: one }] = await seated('0', '1');
    const counted = zero.moves.count();
    assert.equal(counted.status, 'predicted');
    const failing = zero.moves.panic();
    assert.equal(failing.status, 'sent');
    assert.equal(zero.getState().G.count, 1);
    await run();
    assert.deepEqual([counted.status, failing.status, failing.error.type], ['confirmed', 'rejected', 'action/invalid_move']);
    assert.equal(zero.moves.count().status, 'predicted');
    assert.equal(zero.getState().G.count, 2);
    await run();
    assert.deepEqual([zero, one].map(({ getState }) => [getState().G.count, getState().pending]), [[2, 0], [2, 0]]);
  });
}

for (const move of ['panic', 'overflow', 'hoard']) {
  test(`a page whose validation of a move fails goes on, and predicts (${move})`, async (t) => {
    const { seated, run } = table(t, faults({ seed: 'x' }), { predict: 'flow' });
    const [{ client: zero }] = await seated('0', '1');
    const waiting = zero.moves.count();
    // Only the master can decide.
    for (let asked = 0; asked < 4; asked += 1) assert.equal(zero.canMove(move), true);
    assert.equal(zero.canMove('count'), true);
    const counted = zero.moves.count();
    assert.deepEqual([waiting.status, counted.status], ['predicted', 'predicted']);
    const failing = zero.moves[move]();
    await run();
    assert.deepEqual([waiting.status, counted.status, failing.status], ['confirmed', 'confirmed', 'rejected']);
    assert.equal(zero.getState().G.count, 2);
  });
}

for (const move of ['overflow', 'hoard']) {
  test(`a page whose instance fails during a prediction continues in another (${move})`, async (t) => {
    const { seated, run } = table(t, faults({ seed: 'x' }), { predict: 'flow' });
    const [{ client: zero }, { client: one }] = await seated('0', '1');
    const failing = zero.moves[move]();
    await run();
    assert.equal(failing.status, 'rejected');
    const counted = zero.moves.count();
    await run();
    assert.equal(counted.status, 'confirmed');
    assert.deepEqual([zero, one].map(({ getState }) => getState().G.count), [1, 1]);
  });
}

test('a match that fails the instance repeatedly waits, and the others go on', async () => {
  const [hostile, other] = [await hosted(), await hosted()];
  let tries = 0;
  while (await hostile.move('hoard') && (await hostile.move('count')) === undefined) tries += 1;
  assert.ok(tries < 100);
  assert.deepEqual(await hostile.move('count'), { error: 'match/limited' });
  assert.equal(await other.move('count'), undefined);
  assert.equal(other.state().G.count, 1);
});

test('an unreadable stored state is an error of its match, with the place', async () => {
  const { master, storage, state, move } = await hosted();
  storage.setState('m', { ...state(), G: { ...state().G, count: 'three' } });
  assert.match((await move('count')).error, /count/);
  await master.onSync('n', '0', undefined, 2);
  assert.equal(await master.onUpdate({ type: 'MAKE_MOVE', payload: { type: 'count', args: [], playerID: '0' } }, 0, 'n', '0'), undefined);
});
