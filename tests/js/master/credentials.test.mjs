// Credentials for acting, seeing and chatting as a player, and secrets that never reach the wrong viewer.
import assert from 'node:assert/strict';
import test from 'node:test';
import { nextTask } from '../support/tasks.mjs';
import { inTurn, secretive } from './games.mjs';
import { event, move, room, types } from './support.mjs';

/** boardgame.io's `Auth`, with the members that a master uses. */
const auth = { authenticateCredentials: ({ credentials, playerID, metadata }) => credentials === metadata.players[playerID].credentials };

async function guarded(options) {
  const table = room(inTurn(), { auth, ...options });
  await table.master.onSync('m', null);
  const metadata = table.metadata();
  const players = { 0: { id: 0, credentials: 'SECRET-0' }, 1: { id: 1, credentials: 'SECRET-1' } };
  table.storage.setMetadata('m', { ...metadata, players });
  table.news();
  return table;
}

const signed = (action, credentials) => ({ ...action, payload: { ...action.payload, credentials } });

test('acting, seeing and chatting for a player need their credentials', async () => {
  const { master, news, state, log } = await guarded();
  const denied = { error: 'unauthorized action' };
  for (const credentials of [undefined, null, '', 'SECRET-1', {}, 7, ['SECRET-0']]) {
    assert.deepEqual(await master.onUpdate(signed(move('add', '0'), credentials), 0, 'm', '0'), denied);
    assert.deepEqual(await master.onSync('m', '0', credentials), { error: 'unauthorized' });
    assert.deepEqual(await master.onConnectionChange('m', '0', credentials, true), { error: 'unauthorized' });
    assert.deepEqual(await master.onChatMessage('m', { id: 'x', sender: '0', payload: '' }, credentials), { error: 'unauthorized' });
  }
  for (const player of ['__proto__', 'constructor', 'toString', '7']) {
    assert.deepEqual(await master.onUpdate(signed(move('add', player), undefined), 0, 'm', player), denied);
    assert.deepEqual(await master.onSync('m', player), { error: 'unauthorized' });
  }
  assert.deepEqual(await master.onChatMessage('m', { id: 'x', sender: null, payload: '' }), { error: 'unauthorized' });
  assert.deepEqual(types(news()), { 0: [], 1: [], null: [] });

  assert.equal(await master.onUpdate(signed(move('add', '0'), 'SECRET-0'), 0, 'm', '0'), undefined);
  assert.equal(await master.onSync('m', '0', 'SECRET-0'), undefined);
  assert.equal(await master.onSync('m', null), undefined);
  assert.equal(await master.onConnectionChange('m', '0', 'SECRET-0', true), undefined);
  assert.equal(await master.onChatMessage('m', { id: 'x', sender: '0', payload: '' }, 'SECRET-0'), undefined);
  assert.deepEqual(types(news()), { 0: ['update', 'sync', 'matchData', 'chat'], 1: ['update', 'matchData', 'chat'], null: ['update', 'sync', 'matchData', 'chat'] });
  assert.doesNotMatch(JSON.stringify([state(), log()]), /SECRET/);
});

test('authenticateCredentials may be asynchronous, and its exception is a denial with its own error type', async () => {
  const slowly = { authenticateCredentials: async (data) => { await nextTask(); return auth.authenticateCredentials(data); } };
  const { master, state } = await guarded({ auth: slowly });
  assert.equal(await master.onUpdate(signed(move('add', '0'), 'SECRET-0'), 0, 'm', '0'), undefined);
  master.auth = { authenticateCredentials: () => { throw new Error('no'); } };
  assert.deepEqual(await master.onUpdate(signed(move('add', '1'), 'SECRET-1'), 1, 'm', '1'), { error: 'auth/failed' });
  master.auth = { authenticateCredentials: async () => { throw new Error('no'); } };
  assert.deepEqual(await master.onUpdate(signed(move('add', '1'), 'SECRET-1'), 1, 'm', '1'), { error: 'auth/failed' });
  assert.deepEqual(await master.onSync('m', '1', 'SECRET-1'), { error: 'auth/failed' });
  assert.deepEqual(await master.onChatMessage('m', { id: 'x', sender: '1', payload: '' }, 'SECRET-1'), { error: 'auth/failed' });
  assert.equal(state()._stateID, 1);
});

test('no message to a viewer holds a secret of another', async () => {
  for (const patches of [false, true]) for (const deltaState of [false, true]) {
    const { master, heard, payloads } = room({ ...secretive(), deltaState }, { patches });
    const seqs = { 0: 0, 1: 0 };
    const act = async (action, playerID, isOurs) => {
      const { _stateID } = master.storageAPI.fetch('m', { state: true }).state;
      if (isOurs) action.sync = { session: `tab-${playerID}`, seq: (seqs[playerID] += 1), first: seqs[playerID] };
      return master.onUpdate(action, _stateID, 'm', playerID);
    };
    for (const viewer of ['0', '1', null]) await master.onSync('m', viewer);
    for (const isOurs of [false, true]) {
      for (const playerID of ['0', '1']) {
        await act(move('place', playerID, [playerID]), playerID, isOurs);
        await act(move('whisper', playerID, [`SECRET-hand-${playerID}-arg`]), playerID, isOurs);
        await act(move('murmur', playerID, [`SECRET-hand-${playerID}-arg`]), playerID, isOurs);
        await act(move('roll', playerID), playerID, isOurs);
        await act(move('explode', playerID), playerID, isOurs);
        await act(move('nothing', playerID), playerID, isOurs);
        await act({ type: 'UNDO', payload: { type: null, args: null, playerID } }, playerID, isOurs);
        await act(event('setActivePlayers', playerID, [{ all: null }]), playerID, isOurs);
      }
      for (const viewer of ['0', '1', null]) await master.onSync('m', viewer);
    }
    assert.match(JSON.stringify(payloads), /SECRET-deck/);
    for (const viewer of ['0', '1', null]) {
      const text = JSON.stringify(heard[viewer]);
      const own = new RegExp(`SECRET-(hand|diary)-${viewer}`);
      assert.ok(heard[viewer].length > 10);
      assert.deepEqual((text.match(/SECRET[-\w]*/g) ?? []).filter((secret) => !own.test(secret)), []);
      assert.doesNotMatch(text, /prngstate|_sync/);
    }
  }
});
