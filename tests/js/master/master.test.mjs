// The master: how matches begin, what it stores, and who receives its messages.
import assert from 'node:assert/strict';
import test from 'node:test';
import { patched } from '../../../pkg/lib/online/protocol/patch.js';
import { nextTask } from '../support/tasks.mjs';
import { inTurn, secretive } from './games.mjs';
import { begun, event, move, room, types } from './support.mjs';

test('a sync begins the match, and only its sender gets the answer', async () => {
  const { master, news, state, metadata, payloads } = room(inTurn());
  const events = [];
  master.subscribe((happened) => events.push(happened));
  assert.equal(await master.onSync('m', '1', undefined, 3, 'the connection'), undefined);
  const { 0: zero, 1: [{ type, args: [matchID, info], sync }], null: nobody } = news();
  assert.deepEqual([zero, nobody, type, matchID], [[], [], 'sync', 'm']);
  assert.deepEqual([info.state.ctx.numPlayers, info.state._stateID, info.log], [3, 0, []]);
  assert.deepEqual(info.filteredMetadata, [{ id: 0 }, { id: 1 }, { id: 2 }]);
  assert.deepEqual(info.initialState, info.state);
  assert.deepEqual(sync, { acks: [] });
  assert.equal(payloads[0].sender, 'the connection');
  assert.deepEqual([state().G, metadata().gameName, metadata().unlisted], [{ n: 0, by: [] }, 'turns', true]);
  assert.deepEqual(events, [{ state: state(), matchID: 'm' }]);
  await master.onSync('m', null);
  assert.equal(news().null[0].type, 'sync');
  assert.equal(events.length, 1);
});

test('a match cannot begin without required setupData, for too many players, or with a setup that throws', async () => {
  const demanding = room({ ...inTurn(), validateSetupData: (data) => (data ? undefined : 'SECRET') });
  assert.deepEqual(await demanding.master.onSync('m', '0'), { error: 'game requires setupData' });
  const { master, errors, state } = room({ ...inTurn(), setup: () => { throw new Error('SECRET'); } });
  assert.deepEqual(await master.onSync('m', '0'), { error: 'the match could not begin' });
  assert.deepEqual([errors[0].message, state()], ['SECRET', undefined]);
  const crowd = room(inTurn());
  for (const numPlayers of [1e9, -1, 1.5, Infinity]) {
    assert.deepEqual(await crowd.master.onSync('m', '0', undefined, numPlayers), { error: `numPlayers: expected a number from 1 to 100 (for more, set the game's maxPlayers)` });
  }
  assert.deepEqual([crowd.errors, crowd.state()], [[], undefined]);
  for (const numPlayers of ['9', {}, NaN, null, 0]) {
    assert.equal(await crowd.master.onSync(`m${numPlayers}`, '0', undefined, numPlayers), undefined);
    assert.equal(crowd.news()[0][0].args[1].state.ctx.numPlayers, 2);
  }
});

test('a match begins for the default number of players of its game', async () => {
  const { master, state } = room({ ...inTurn(), minPlayers: 3, maxPlayers: 4 });
  for (const numPlayers of [1, 2, 5]) {
    assert.deepEqual(await master.onSync('m', '0', undefined, numPlayers), { error: 'numPlayers: expected a number from 3 to 4' });
  }
  assert.equal(state(), undefined);
  await master.onSync('m', '0');
  assert.equal(state().ctx.numPlayers, 3, 'the smallest number by default');
});

test('a host decides who may begin a match', async () => {
  const { master, state } = room(inTurn());
  const asked = [];
  master.whyNotBegin = (sender) => {
    asked.push(sender);
    return sender === 'host' ? null : 'game not found';
  };
  assert.deepEqual(await master.onSync('m', '0', undefined, 2, 'guest'), { error: 'game not found' });
  assert.equal(state(), undefined);
  assert.equal(await master.onSync('m', '0', undefined, 2, 'host'), undefined);
  assert.equal(await master.onSync('m', '0', undefined, 2, 'guest'), undefined, 'it has begun');
  assert.deepEqual(asked, ['guest', 'host']);
});

test('a host decides who may act, and how much', async () => {
  const { master, state, news } = room(inTurn());
  await master.onSync('m', '0', undefined, 2);
  const asked = [];
  master.whyNotAct = (sender, bytes) => {
    asked.push([sender, bytes]);
    return sender === 'host' ? null : 'not now';
  };
  const act = (sender, seq, args) => master.onUpdate(move('add', '0', args, seq && { session: 'tab', seq, first: seq }), 0, 'm', '0', sender);
  assert.deepEqual(await act('guest', 1), { error: 'match/limited' });
  const [{ sync }] = news()[0].slice(-1);
  assert.deepEqual(sync.acks, [['tab', 1, [[1, { type: 'match/limited', message: 'not now' }]]]]);
  // boardgame.io's client shows its move already, and receives the full state.
  assert.deepEqual(await act('guest'), { error: 'match/limited' });
  assert.equal(news()[0].at(-1).type, 'sync');
  assert.equal(state().G.n, 0);
  assert.equal(await act('host', 2, ['x'.repeat(1000)]), undefined);
  assert.deepEqual(asked.map(([sender]) => sender), ['guest', 'guest', 'host']);
  const [[, small], , [, big]] = asked;
  assert.ok(small > 300 && small < 500 && big - small >= 1000 && big - small < 1100, `${small} and ${big} bytes`);
});

test('an exception of whyNotAct is reported and refuses the action', async () => {
  const { master, state, errors } = await begun(inTurn());
  master.whyNotAct = () => { throw new Error('no host'); };
  assert.equal(typeof (await master.onUpdate(move('add', '0'), 0, 'm', '0'))?.error, 'string');
  assert.deepEqual(errors.map(({ message }) => message), ['no host']);
  assert.equal(state().G.n, 0);
  master.whyNotAct = () => null;
  assert.equal(await master.onUpdate(move('add', '0', [1]), 0, 'm', '0'), undefined);
});

test('matches of a game without a seed get different seeds', async () => {
  const { master, storage } = room({ setup: ({ random }) => random.Number(), moves: {} });
  for (const matchID of ['m', 'n']) await master.onSync(matchID, '0');
  assert.notEqual(storage.fetch('m', { state: true }).state.G, storage.fetch('n', { state: true }).state.G);
});

test('a move is stored, and then sent to everybody', async () => {
  const { master, storage, state, log, news, payloads } = await begun(inTurn());
  const order = [];
  const { setState } = storage;
  storage.setState = (...args) => { order.push('stored'); return setState.apply(storage, args); };
  master.subscribe(({ action, state: { _stateID, deltalog } }) => order.push(`${action.payload.type} ${_stateID} ${deltalog.length}`));
  payloads.push = (...args) => { order.push(args[0].type); return Array.prototype.push.apply(payloads, args); };
  assert.equal(await master.onUpdate(move('add', '0', [5]), 0, 'm', '0'), undefined);
  assert.deepEqual(order, ['stored', 'add 1 2', 'update']);
  assert.deepEqual(state().G, { n: 5, by: ['0'] });
  assert.equal('deltalog' in state(), false);
  assert.deepEqual(log().map(({ action }) => action.payload.type), ['add', 'endTurn']);
  const heard = news();
  for (const viewer of ['0', '1', null]) {
    const [{ type, args: [matchID, view, deltalog] }] = heard[viewer];
    assert.deepEqual([heard[viewer].length, type, matchID, view.G.n, view._stateID, deltalog.length], [1, 'update', 'm', 5, 1, 2]);
  }
});

test('with a synchronous storage everything happens before the method returns', () => {
  const { master, state, news } = room(inTurn());
  master.onSync('m', '0');
  master.onUpdate(move('add', '0'), 0, 'm', '0');
  master.onUpdate(move('add', '1'), 1, 'm', '1');
  assert.equal(state().G.n, 2);
  assert.deepEqual(types(news()), { 0: ['sync', 'update', 'update'], 1: ['update', 'update'], null: ['update', 'update'] });
});

test('a move made by a subscriber is sent after the move before', () => {
  const { master, state, news } = room(inTurn());
  master.onSync('m', '0');
  master.subscribe(({ state: { _stateID, ctx } }) => {
    if (_stateID < 4) master.onUpdate(move('add', ctx.currentPlayer), _stateID, 'm', ctx.currentPlayer);
  });
  master.onUpdate(move('add', '0'), 0, 'm', '0');
  assert.equal(state()._stateID, 4);
  assert.deepEqual(news()[1].map(({ args }) => args[1]._stateID), [1, 2, 3, 4]);
});

test('patches turn each viewer\'s view into the next one', async () => {
  const { master, heard } = room(secretive(), { patches: true });
  const views = {};
  for (const viewer of ['0', '1', null]) {
    await master.onSync('m', viewer);
    views[viewer] = heard[viewer].at(-1).args[1].state;
  }
  const actions = [move('place', '0', [7]), move('whisper', '1', ['x']), move('roll', '0'), event('endTurn', '0')];
  for (const [i, action] of actions.entries()) await master.onUpdate(action, i, 'm', action.payload.playerID);
  for (const viewer of ['0', '1', null]) {
    const patches = heard[viewer].filter(({ type }) => type === 'patch');
    assert.equal(patches.length, 4);
    for (const { args: [, prevStateID, stateID, patch] } of patches) {
      assert.equal(views[viewer]._stateID, prevStateID);
      views[viewer] = patched(views[viewer], patch);
      assert.equal(views[viewer]._stateID, stateID);
    }
    await master.onSync('m', viewer);
    assert.deepEqual(views[viewer], heard[viewer].at(-1).args[1].state);
  }
});

test('the match goes on with any exception of a subscriber or a transport', async () => {
  const { master, state, errors } = await begun(inTurn());
  master.subscribe(() => { throw new Error('subscriber'); });
  assert.equal(await master.onUpdate(move('add', '0'), 0, 'm', '0'), undefined);
  master.subscribe(async () => { throw new Error('late subscriber'); });
  master.transportAPI = { send() { throw new Error('send'); }, sendAll: async () => { throw new Error('late send'); } };
  assert.equal(await master.onUpdate(move('add', '1'), 1, 'm', '1'), undefined);
  assert.equal(state()._stateID, 2);
  assert.deepEqual(await master.onUpdate(move('add', '1'), 2, 'm', '1'), { error: 'action/inactive_player' });
  await nextTask();
  assert.deepEqual(errors.map(({ message }) => message).sort(), ['late send', 'late subscriber', 'send', 'subscriber']);
});

test('metadata record within ten seconds when the match was last played', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: 10_000 });
  const { master, metadata } = await begun(inTurn());
  const times = [];
  for (const [i, passed] of [0, 9999, 1, 10_000, -5000].entries()) {
    t.mock.timers.setTime(Date.now() + passed);
    await master.onUpdate(move('add', String(i % 2)), i, 'm', String(i % 2));
    times.push(metadata().updatedAt);
  }
  assert.deepEqual(times, [10_000, 10_000, 20_000, 30_000, 25_000]);
});

test('metadata record when the match was last played, and how it ended', async () => {
  const { master, storage, metadata } = await begun(inTurn());
  storage.setMetadata('m', { ...metadata(), updatedAt: 0, nextMatchID: 'kept' });
  await master.onUpdate(move('add', '0'), 0, 'm', '0');
  assert.ok(metadata().updatedAt > 0);
  await master.onUpdate(move('win', '1'), 1, 'm', '1');
  assert.deepEqual([metadata().gameover, metadata().nextMatchID], [{ winner: '0' }, 'kept']);
  const ended = metadata();
  await master.onUpdate(move('add', '0'), 2, 'm', '0');
  assert.equal(metadata(), ended);
});

test('a player is connected until their last connection closes', async () => {
  const { master, news, metadata } = await begun(inTurn());
  const isConnected = () => metadata().players[0].isConnected;
  for (const [change, expected] of [[true, true], [true, true], [false, true], [false, false], [false, false], [true, true]]) {
    assert.equal(await master.onConnectionChange('m', '0', undefined, change), undefined);
    assert.equal(isConnected(), expected);
    const { 1: [{ type, args }] } = news();
    assert.deepEqual([type, args], ['matchData', ['m', [{ id: 0, isConnected: expected }, { id: 1 }]]]);
  }
  assert.equal(await master.onConnectionChange('m', null, undefined, true), undefined);
  assert.deepEqual(await master.onConnectionChange('m', '5', undefined, true), { error: 'player not in the match' });
  assert.deepEqual(await master.onConnectionChange('m', 'constructor', undefined, true), { error: 'player not in the match' });
  assert.deepEqual(await master.onConnectionChange('x', '0', undefined, true), { error: 'metadata not found' });
});

test('when a player leaves permanently, the game decides the consequences, and everybody receives them', async () => {
  const game = { ...inTurn(), onPlayerLeave: ({ G, playerID, events }) => { G.by.push(`-${playerID}`); events.endTurn(); } };
  const { master, state, log, news, storage } = await begun(game);
  const events = [];
  master.subscribe(({ action }) => events.push(action));
  assert.equal(await master.onPlayerLeave('m', '0'), undefined);
  assert.deepEqual([state().G.by, state().ctx.currentPlayer, state()._stateID], [['-0'], '1', 1]);
  assert.deepEqual(types(news()), { 0: ['update'], 1: ['update'], null: ['update'] });
  assert.deepEqual(events, [{ type: 'PLAYER_LEAVE', payload: { playerID: '0' } }]);
  assert.equal(log()[0].action.type, 'PLAYER_LEAVE');
  assert.deepEqual(await master.onPlayerLeave('x', '0'), { error: 'metadata not found' });
  storage.setMetadata('n', { gameName: 'another', players: {} });
  assert.deepEqual(await master.onPlayerLeave('n', '0'), { error: 'game not found' });
  storage.setMetadata('n', { gameName: 'turns', players: { 0: { id: 0 } } });
  assert.deepEqual(await master.onPlayerLeave('n', '0'), { error: 'game not found' });
  await master.onUpdate(event('endGame', '1'), 1, 'm', '1');
  assert.equal(await master.onPlayerLeave('m', '1'), undefined);
  assert.equal(state()._stateID, 2);
});

test('leaving fails for IDs that are no players, and when the game throws', async () => {
  const game = { ...inTurn(), onPlayerLeave: () => { throw new Error('SECRET'); } };
  const { master, state, errors } = await begun(game);
  assert.deepEqual(await master.onPlayerLeave('m', '0'), { error: 'action/invalid_move' });
  assert.equal(errors[0].message, 'SECRET');
  for (const playerID of ['7', null, undefined, {}, '__proto__']) {
    assert.deepEqual(await master.onPlayerLeave('m', playerID), { error: 'player not in the match' });
  }
  assert.equal(state()._stateID, 0);
});

test('a chat message goes to everybody unchanged, up to a size limit', async () => {
  const { master, news } = await begun(inTurn());
  const message = { id: 'a', sender: '0', payload: { text: 'hello' } };
  assert.equal(await master.onChatMessage('m', { ...message, more: 1 }), undefined);
  for (const messages of Object.values(news())) assert.deepEqual(messages, [{ type: 'chat', args: ['m', message] }]);
  const bad = { error: 'malformed chat message' };
  for (const wrong of [undefined, null, 'x', 7, {}, { sender: '0' }, { ...message, id: 7 }, { ...message, sender: {} }, { ...message, sender: '' }, { ...message, payload: 'x'.repeat(20000) }]) {
    assert.deepEqual(await master.onChatMessage('m', wrong), bad);
  }
  assert.deepEqual(await master.onChatMessage({}, message), bad);
  assert.equal(news()[0].length, 0);
});

test('fields that a storage adds to a state stay in it, and are not sent', async () => {
  const { master, storage, state, news } = await begun(inTurn());
  storage.setState('m', { ...state(), _id: 'a field of a database' });
  await master.onUpdate(move('add', '0'), 0, 'm', '0');
  assert.equal(state()._id, 'a field of a database');
  assert.doesNotMatch(JSON.stringify(news()), /a field of a database/);
});
