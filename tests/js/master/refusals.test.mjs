// Actions that the master refuses, and the receivers of the refusal.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Master } from 'rondel/master';
import { InMemory } from '../../../pkg/lib/online/storage/storage.js';
import { printedBy } from '../support/console.mjs';
import { freely, inTurn, secretive, together } from './games.mjs';
import { begun, event, move, types } from './support.mjs';

test('only the author receives a refusal: a sync for boardgame.io\'s client, an acknowledgement for Rondel\'s', async () => {
  const { master, state, news } = await begun(inTurn());
  assert.deepEqual(await master.onUpdate(move('no', '0'), 0, 'm', '0', 'c'), { error: 'action/invalid_move' });
  assert.deepEqual(types(news()), { 0: ['sync'], 1: [], null: [] });
  assert.equal(state()._sync, undefined);

  const sync = { session: 'tab', seq: 1, first: 1 };
  assert.deepEqual(await master.onUpdate(move('never', '0', [], sync), 0, 'm', '0'), { error: 'action/invalid_move' });
  const { 0: messages, 1: others } = news();
  assert.equal(others.length, 0);
  assert.deepEqual(messages[0].args, ['m', 0, 0, [], []]);
  const [[session, last, [[seq, error]]]] = messages[0].sync.acks;
  assert.deepEqual([session, last, seq, error.type, error.payload], ['tab', 1, 1, 'action/invalid_move', { why: 'because' }]);
});

test('each rule has its own error', async () => {
  const { master } = await begun({ ...inTurn(), events: { endPhase: false } });
  const error = async (action, stateID = 0, playerID = action.payload.playerID) => {
    return (await master.onUpdate(action, stateID, 'm', playerID))?.error;
  };
  assert.equal(await error(move('add', '1')), 'action/inactive_player');
  assert.equal(await error(move('add', '7')), 'action/inactive_player');
  assert.equal(await error(move('nothing', '0')), 'action/unavailable_move');
  assert.equal(await error(event('endPhase', '0')), 'action/action_disabled');
  assert.equal(await error(event('nothing', '0')), 'action/action_invalid');
  assert.equal(await error(move('add', '0'), 7), 'action/stale_state_id');
  assert.equal(await error(move('add', '0'), 0, '1'), 'unauthorized action');
  assert.equal((await master.onUpdate(move('add', '0'), 0, 'other', '0')).error, 'game not found');
  assert.equal(await error(move('win', '0')), undefined);
  assert.equal(await error(move('add', '1'), 1), 'action/gameover');
});

test('two active players move at once, without ignoreStaleStateID', async () => {
  const { master, state } = await begun(together());
  assert.equal(await master.onUpdate(move('add', '0'), 0, 'm', '0'), undefined);
  assert.equal(await master.onUpdate(move('add', '1'), 0, 'm', '1'), undefined);
  assert.deepEqual(state().G.by, ['0', '1']);
});

test('an action of a past turn is refused, unless its move has ignoreStaleStateID', async () => {
  const game = freely();
  game.moves = { ...game.moves, any: { move: game.moves.add, ignoreStaleStateID: true } };
  const { master, state } = await begun(game);
  await master.onUpdate(event('endTurn', '0'), 0, 'm', '0');
  await master.onUpdate(event('endTurn', '1'), 1, 'm', '1');
  assert.deepEqual(await master.onUpdate(move('add', '0'), 0, 'm', '0'), { error: 'action/stale_state_id' });
  assert.equal(await master.onUpdate(move('any', '0'), 0, 'm', '0'), undefined);
  assert.deepEqual(state().G.by, ['0']);
});

test('strict moves, undo, redo, and games with compat: \'0.50\' require the latest state ID', async () => {
  const game = together();
  game.moves = { ...game.moves, exact: { move: game.moves.add, strict: true } };
  const { master } = await begun(game);
  await master.onUpdate(move('add', '0'), 0, 'm', '0');
  assert.deepEqual(await master.onUpdate(move('exact', '1'), 0, 'm', '1'), { error: 'action/stale_state_id' });
  assert.equal(await master.onUpdate(move('exact', '1'), 1, 'm', '1'), undefined);

  const old = await begun({ ...together(), compat: '0.50' });
  await old.master.onUpdate(move('add', '0'), 0, 'm', '0');
  assert.deepEqual(await old.master.onUpdate(move('add', '1'), 0, 'm', '1'), { error: 'action/stale_state_id' });

  const { master: alone } = await begun(freely());
  await alone.onUpdate(move('add', '0'), 0, 'm', '0');
  await alone.onUpdate(move('add', '0'), 1, 'm', '0');
  const undo = { type: 'UNDO', payload: { playerID: '0' } };
  assert.deepEqual(await alone.onUpdate(undo, 1, 'm', '0'), { error: 'action/stale_state_id' });
  assert.equal(await alone.onUpdate(undo, 2, 'm', '0'), undefined);
});

test('only a player who is active alone can undo and redo, and others get that reason', async () => {
  const { master, state, news } = await begun(freely());
  const undo = (playerID) => ({ type: 'UNDO', payload: { type: null, args: null, playerID } });
  await master.onUpdate(move('add', '0'), 0, 'm', '0');
  assert.deepEqual(Object.values(news()).map(([{ sync }]) => sync.canUndo), [true, undefined, undefined]);
  assert.deepEqual(await master.onUpdate(undo('1'), 1, 'm', '1'), { error: 'action/inactive_player' });
  news();
  assert.equal(await master.onUpdate(undo('0'), 1, 'm', '0'), undefined);
  assert.deepEqual(news()[0][0].sync, { acks: [], canRedo: true });
  assert.equal(state().G.n, 0);
  assert.equal(await master.onUpdate({ type: 'REDO', payload: { playerID: '0' } }, 2, 'm', '0'), undefined);
  assert.equal(state().G.n, 1);

  const crowd = await begun(together());
  await crowd.master.onUpdate(move('add', '0'), 0, 'm', '0');
  assert.equal(crowd.news()[0][0].sync.canUndo, undefined);
  assert.deepEqual(await crowd.master.onUpdate(undo('0'), 1, 'm', '0'), { error: 'action/action_invalid' });
});

test('a move that throws is refused, and only onError gets the exception', async () => {
  const { master, state, news, errors } = await begun(secretive());
  for (const sync of [undefined, { session: 'tab', seq: 1, first: 1 }]) {
    assert.deepEqual(await master.onUpdate(move('explode', '0', [], sync), 0, 'm', '0'), { error: 'action/invalid_move' });
  }
  assert.deepEqual(errors.map(({ message }) => message), ['SECRET-deck', 'SECRET-deck']);
  assert.doesNotMatch(JSON.stringify(news()), /SECRET-deck/);
  assert.equal(await master.onUpdate(move('place', '0', [1]), 0, 'm', '0'), undefined);
  assert.equal(state().G.cells[1], '0');
});

test('in development exceptions are printed, unless onError is set; it may throw itself', async () => {
  const { master } = await begun(secretive());
  const printed = await printedBy(async () => {
    await new Master(secretive(), new InMemory(), { send() { throw new Error('the wire'); } }).onSync('m', '0');
    master.onError = () => { throw new Error('worse'); };
    assert.deepEqual(await master.onUpdate(move('explode', '0'), 0, 'm', '0'), { error: 'action/invalid_move' });
  });
  assert.match(printed[0], /rondel: match m: Error: the wire/);
  assert.match(printed[1], /worse/);
});

test('a line on the console stays one line for any name of a match or player', async () => {
  const forged = 'm\nrondel: match other:\r\u001b[2K\u009b31m\u2028\u202e';
  const game = { compat: '0.50', moves: { go: ({ events }, where) => { events.setPhase(where); }, explode() { throw new Error('no'); } } };
  const { InMemory: Storage } = await import('rondel/server');
  const master = new Master(game, new Storage(), { send() {}, sendAll() {} });
  const printed = await printedBy(async () => {
    await master.onSync(forged, '0');
    await master.onUpdate(move('explode', '0'), 0, forged, '0');
    await master.onUpdate(move('go', '0', [forged]), 0, forged, '0');
  });
  const lines = printed.filter((line) => line.includes('other'));
  assert.equal(lines.length, 2, printed.join('|'));
  for (const line of lines) assert.doesNotMatch(line.split(': Error:')[0], /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
});
