// Common ground of the master with boardgame.io's: messages, identities and stored states.
import assert from 'node:assert/strict';
import test from 'node:test';
import bgioInternal from 'boardgame.io/dist/cjs/internal.js';
import bgioMaster from 'boardgame.io/dist/cjs/master.js';
import { InitializeGame, getFilterPlayerView } from 'rondel/internal';
import { Master } from 'rondel/master';
import { InMemory } from '../../../pkg/lib/online/storage/storage.js';
import { silence } from '../support/console.mjs';
import { throughJSON } from '../support/json.mjs';
import { inTurn } from './games.mjs';
import { begun, event, move, room, types } from './support.mjs';

test('the same actions send the same messages as boardgame.io\'s master', async (t) => {
  silence(t);
  const actions = [
    move('add', '0', [2]), move('add', '1', [3]), event('endTurn', '0'), { type: 'UNDO', payload: { type: null, args: null, playerID: '1' } },
    move('add', '1'), event('endGame', '0', [{ winner: '1' }]), move('add', '1'),
  ];
  const told = async (Class, filterOf, game, compare) => {
    const lines = [];
    const filter = filterOf(game);
    const note = (viewer, payload) => lines.push(compare(throughJSON(filter(viewer, payload))));
    const storage = new InMemory();
    const master = new Class(game, storage, { send: () => {}, sendAll: (payload) => { note('0', payload); note('1', payload); } });
    await master.onSync('m', '0');
    for (const action of actions) {
      const { _stateID } = storage.fetch('m', { state: true }).state;
      await master.onUpdate(throughJSON(action), _stateID, 'm', action.payload.playerID);
    }
    return lines;
  };
  const plain = ({ type, args: [matchID, { plugins, ...state }, deltalog] }) => ({ type, matchID, state, deltalog });
  const game = () => ({ ...inTurn(), compat: '0.50' });
  const mine = await told(Master, getFilterPlayerView, game(), plain);
  const { compat, ...rules } = game();
  const theirs = await told(bgioMaster.Master, bgioInternal.getFilterPlayerView, bgioInternal.ProcessGameConfig(rules), plain);
  // After a refused action, boardgame.io sends everybody the unchanged state.
  const happened = theirs.filter(({ state }, i) => state._stateID !== theirs[i - 2]?.state._stateID);
  assert.equal(happened.length, 10);
  assert.deepEqual(mine, happened);
});

test('with deltaState the master sends patches, and an update to an author with boardgame.io\'s client', async () => {
  const { master, news } = await begun({ ...inTurn(), deltaState: true });
  await master.onUpdate(move('add', '0'), 0, 'm', '0');
  assert.deepEqual(types(news()), { 0: ['patch', 'update'], 1: ['patch'], null: ['patch'] });
  await master.onUpdate(move('add', '1', [], { session: 'tab', seq: 1, first: 1 }), 1, 'm', '1');
  assert.deepEqual(types(news()), { 0: ['patch'], 1: ['patch'], null: ['patch'] });
});

test('a match continues from a state that boardgame.io stored', async () => {
  const { master, storage, state } = await begun(inTurn());
  storage.setState('m', throughJSON(InitializeGame({ game: inTurn() })));
  assert.equal(await master.onUpdate(move('add', '0'), 0, 'm', '0'), undefined);
  assert.equal(state().G.n, 1);
});

test('players and matches may be numbers, as in boardgame.io', async () => {
  const { master, storage, news } = room(inTurn());
  assert.equal(await master.onSync(7, 0), undefined);
  assert.equal(await master.onUpdate(move('add', 0), 0, 7, 0), undefined);
  assert.equal(await master.onUpdate(move('add', '1'), 1, '7', 1), undefined);
  assert.equal(await master.onConnectionChange(7, 0, undefined, true), undefined);
  assert.equal(await master.onChatMessage(7, { id: 'a', sender: 0, payload: '' }), undefined);
  assert.equal(await master.onPlayerLeave(7, 0), undefined);
  const { state, metadata } = storage.fetch('7', { state: true, metadata: true });
  assert.deepEqual([state.G.by, metadata.players[0].isConnected], [['0', '1'], true]);
  const { 0: heard } = news();
  assert.deepEqual(heard.map(({ type }) => type), ['sync', 'update', 'update', 'matchData', 'chat', 'update']);
  for (const { args } of heard) assert.equal(args[0], '7');
  assert.equal(heard[4].args[1].sender, '0');
});

test('an action without a playerID belongs to its sender, as in boardgame.io', async () => {
  const { master, state, log } = await begun(inTurn());
  for (const [i, playerID] of [undefined, null, '0', 0].entries()) {
    const sender = String(i % 2);
    const action = { type: 'MAKE_MOVE', payload: { type: 'add', args: [1], ...(i > 0 && { playerID: playerID === null ? null : sender }) } };
    assert.equal(await master.onUpdate(action, i, 'm', sender), undefined);
  }
  assert.deepEqual(state().G.by, ['0', '1', '0', '1']);
  assert.deepEqual(log().filter(({ automatic }) => !automatic).map(({ action }) => action.payload.playerID), ['0', '1', '0', '1']);
  assert.deepEqual(await master.onUpdate(move('add', undefined), 4, 'm', '1'), { error: 'action/inactive_player' });
});
