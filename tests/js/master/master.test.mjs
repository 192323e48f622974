// The master: what it does with actions, stores, and tells to whom.
import assert from 'node:assert/strict';
import test from 'node:test';
import bgioInternal from 'boardgame.io/dist/cjs/internal.js';
import bgioMaster from 'boardgame.io/dist/cjs/master.js';
import { INVALID_MOVE, invalid } from 'rondel/core';
import { InitializeGame, getFilterPlayerView } from 'rondel/internal';
import { Master } from 'rondel/master';
import { patched } from '../../../pkg/lib/online/protocol/patch.js';
import { InMemory } from '../../../pkg/lib/online/storage/storage.js';
import { event, move, room, secretive } from './support.mjs';

const json = (value) => JSON.parse(JSON.stringify(value));
const types = (news) => Object.fromEntries(Object.entries(news).map(([viewer, messages]) => [viewer, messages.map(({ type }) => type)]));

/** Turns of one move each. */
const inTurn = () => ({
  name: 'turns',
  seed: 'a',
  setup: () => ({ n: 0, by: [] }),
  turn: { maxMoves: 1 },
  moves: {
    add: ({ G, playerID }, by = 1) => { G.n += by; G.by.push(playerID); },
    no: () => INVALID_MOVE,
    never: () => invalid({ why: 'because' }),
    win: ({ events }) => events.endGame({ winner: '0' }),
  },
});

/** Everybody moves as he likes. */
const together = () => ({ ...inTurn(), turn: { activePlayers: { all: null } } });

/** One player as long as he likes. */
const freely = () => ({ ...inTurn(), turn: {} });

async function begun(game, options) {
  const table = room(game, options);
  assert.equal(await table.master.onSync('m', '0', undefined, 2), undefined);
  table.news();
  return table;
}

test('a match begins when somebody asks for it, and is told to him alone', async () => {
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

test('a match cannot begin without setup data that the game demands, for too many players, or with a setup that throws', async () => {
  const demanding = room({ ...inTurn(), validateSetupData: (data) => (data ? undefined : 'SECRET') });
  assert.deepEqual(await demanding.master.onSync('m', '0'), { error: 'game requires setupData' });
  const { master, errors, state } = room({ ...inTurn(), setup: () => { throw new Error('SECRET'); } });
  assert.deepEqual(await master.onSync('m', '0'), { error: 'the match could not begin' });
  assert.deepEqual([errors[0].message, state()], ['SECRET', undefined]);
  const crowd = room(inTurn());
  for (const numPlayers of [1e9, -1, 1.5, Infinity]) {
    assert.deepEqual(await crowd.master.onSync('m', '0', undefined, numPlayers), { error: 'the match could not begin' });
  }
  for (const numPlayers of ['9', {}, NaN, null, 0]) {
    assert.equal(await crowd.master.onSync(`m${numPlayers}`, '0', undefined, numPlayers), undefined);
    assert.equal(crowd.news()[0][0].args[1].state.ctx.numPlayers, 2);
  }
});

test('matches of a game without a seed are dealt differently', async () => {
  const { master, storage } = room({ setup: ({ random }) => random.Number(), moves: {} });
  for (const matchID of ['m', 'n']) await master.onSync(matchID, '0');
  assert.notEqual(storage.fetch('m', { state: true }).state.G, storage.fetch('n', { state: true }).state.G);
});

test('a move is stored, and then told to everybody', async () => {
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

test('with a storage that answers at once, all is done before the method returns', () => {
  const { master, state, news } = room(inTurn());
  master.onSync('m', '0');
  master.onUpdate(move('add', '0'), 0, 'm', '0');
  master.onUpdate(move('add', '1'), 1, 'm', '1');
  assert.equal(state().G.n, 2);
  assert.deepEqual(types(news()), { 0: ['sync', 'update', 'update'], 1: ['update', 'update'], null: ['update', 'update'] });
});

test('a subscriber that moves at once does so after everybody has heard of the move before', () => {
  const { master, state, news } = room(inTurn());
  master.onSync('m', '0');
  master.subscribe(({ state: { _stateID, ctx } }) => {
    if (_stateID < 4) master.onUpdate(move('add', ctx.currentPlayer), _stateID, 'm', ctx.currentPlayer);
  });
  master.onUpdate(move('add', '0'), 0, 'm', '0');
  assert.equal(state()._stateID, 4);
  assert.deepEqual(news()[1].map(({ args }) => args[1]._stateID), [1, 2, 3, 4]);
});

test('boardgame.io tells the same of the same actions', async () => {
  const actions = [
    move('add', '0', [2]), move('add', '1', [3]), event('endTurn', '0'), { type: 'UNDO', payload: { type: null, args: null, playerID: '1' } },
    move('add', '1'), event('endGame', '0', [{ winner: '1' }]), move('add', '1'),
  ];
  const told = async (Class, filterOf, game, compare) => {
    const lines = [];
    const filter = filterOf(game);
    const note = (viewer, payload) => lines.push(compare(json(filter(viewer, payload))));
    const storage = new InMemory();
    const master = new Class(game, storage, { send: () => {}, sendAll: (payload) => { note('0', payload); note('1', payload); } });
    await master.onSync('m', '0');
    for (const action of actions) {
      const { _stateID } = storage.fetch('m', { state: true }).state;
      await master.onUpdate(json(action), _stateID, 'm', action.payload.playerID);
    }
    return lines;
  };
  const plain = ({ type, args: [matchID, { plugins, ...state }, deltalog] }) => ({ type, matchID, state, deltalog });
  const game = () => ({ ...inTurn(), compat: '0.50' });
  const mine = await told(Master, getFilterPlayerView, game(), plain);
  const { log, error } = console;
  Object.assign(console, { log() {}, error() {} });
  const { compat, ...rules } = game();
  const theirs = await told(bgioMaster.Master, bgioInternal.getFilterPlayerView, bgioInternal.ProcessGameConfig(rules), plain);
  Object.assign(console, { log, error });
  // Of an action that was refused, boardgame.io tells everybody that nothing has happened.
  const happened = theirs.filter(({ state }, i) => state._stateID !== theirs[i - 2]?.state._stateID);
  assert.equal(happened.length, 10);
  assert.deepEqual(mine, happened);
});

test('a refusal is for its author alone: everything anew for boardgame.io\'s client, an acknowledgement for ours', async () => {
  const { master, state, news } = await begun(inTurn());
  assert.deepEqual(await master.onUpdate(move('no', '0'), 0, 'm', '0', 'c'), { error: 'action/invalid_move' });
  assert.deepEqual(types(news()), { 0: ['sync'], 1: [], null: [] });
  assert.equal('sync' in (state()._sync ?? {}), false);

  const sync = { session: 'tab', seq: 1, first: 1 };
  assert.deepEqual(await master.onUpdate(move('never', '0', [], sync), 0, 'm', '0'), { error: 'action/invalid_move' });
  const { 0: messages, 1: others } = news();
  assert.equal(others.length, 0);
  assert.deepEqual(messages[0].args, ['m', 0, 0, [], []]);
  const [[session, last, [[seq, error]]]] = messages[0].sync.acks;
  assert.deepEqual([session, last, seq, error.type, error.payload], ['tab', 1, 1, 'action/invalid_move', { why: 'because' }]);
});

test('each rule has its refusal', async () => {
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

test('both of two active players move at once, without ignoreStaleStateID', async () => {
  const { master, state } = await begun(together());
  assert.equal(await master.onUpdate(move('add', '0'), 0, 'm', '0'), undefined);
  assert.equal(await master.onUpdate(move('add', '1'), 0, 'm', '1'), undefined);
  assert.deepEqual(state().G.by, ['0', '1']);
});

test('an action made in a turn that is over is refused, unless the move says that it does not matter', async () => {
  const game = freely();
  game.moves = { ...game.moves, any: { move: game.moves.add, ignoreStaleStateID: true } };
  const { master, state } = await begun(game);
  await master.onUpdate(event('endTurn', '0'), 0, 'm', '0');
  await master.onUpdate(event('endTurn', '1'), 1, 'm', '1');
  assert.deepEqual(await master.onUpdate(move('add', '0'), 0, 'm', '0'), { error: 'action/stale_state_id' });
  assert.equal(await master.onUpdate(move('any', '0'), 0, 'm', '0'), undefined);
  assert.deepEqual(state().G.by, ['0']);
});

test('strict moves, undo and redo, and games of boardgame.io\'s ways demand that the present state was seen', async () => {
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

test('only a player who is active alone can undo and redo, and he is told when', async () => {
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

test('an action that comes twice is done once, and answered twice', async () => {
  const { master, state, news } = await begun(inTurn());
  const sync = { session: 'tab', seq: 1, first: 1 };
  for (let i = 0; i < 3; i += 1) assert.equal(await master.onUpdate(move('add', '0', [1], sync), 0, 'm', '0', 'c'), undefined);
  assert.equal(state().G.n, 1);
  const { 0: zero, 1: one } = news();
  assert.equal(one.length, 1);
  assert.deepEqual(zero.map(({ type }) => type), ['update', 'patch', 'patch']);
  for (const message of zero) assert.deepEqual(message.sync.acks, [['tab', 1]]);
  assert.deepEqual(zero[1].args, ['m', 1, 1, [], []]);
});

test('a refused action that comes again is refused again, whatever has happened since', async () => {
  const { master, state, news } = await begun(inTurn());
  const early = move('add', '1', [1], { session: 'tab', seq: 1, first: 1 });
  assert.deepEqual(await master.onUpdate(early, 0, 'm', '1'), { error: 'action/inactive_player' });
  await master.onUpdate(move('add', '0'), 0, 'm', '0');
  news();
  await master.onUpdate(early, 1, 'm', '1');
  assert.equal(state().G.n, 1);
  assert.equal(news()[1][0].sync.acks[0][2][0][1].type, 'action/inactive_player');
});

test('an action before which one is missing waits until that has come', async () => {
  const { master, state, news } = await begun(freely());
  const [first, second] = [1, 2].map((seq) => move('add', '0', [seq], { session: 'tab', seq, first: 1, ...(seq === 2 && { dependsOn: 1 }) }));
  assert.equal(await master.onUpdate(second, 0, 'm', '0'), undefined);
  assert.equal(state()._stateID, 0);
  assert.deepEqual(news()[0].map(({ sync }) => sync.acks), [[]]);
  await master.onUpdate(first, 0, 'm', '0');
  await master.onUpdate(second, 0, 'm', '0');
  assert.equal(state().G.n, 3);
  assert.deepEqual(news()[0].at(-1).sync.acks, [['tab', 2]]);
});

test('what was made on top of a refused action is refused with it', async () => {
  const { master, state, news } = await begun(freely());
  await master.onUpdate(move('no', '0', [], { session: 'tab', seq: 1, first: 1 }), 0, 'm', '0');
  const second = move('add', '0', [], { session: 'tab', seq: 2, first: 1, dependsOn: 1 });
  assert.deepEqual(await master.onUpdate(second, 0, 'm', '0'), { error: 'action/stale_state_id' });
  assert.equal(state().G.n, 0);
  assert.deepEqual(news()[0].at(-1).sync.acks[0][2].map(([seq, { type }]) => [seq, type]), [
    [1, 'action/invalid_move'], [2, 'action/stale_state_id'],
  ]);
});

test('two tabs of one player count for themselves, and both hear of both', async () => {
  const { master, state, news } = await begun(freely());
  await master.onUpdate(move('add', '0', [1], { session: 'one', seq: 1, first: 1 }), 0, 'm', '0');
  await master.onUpdate(move('add', '0', [1], { session: 'two', seq: 1, first: 1 }), 0, 'm', '0');
  assert.equal(state().G.n, 2);
  assert.deepEqual(news()[0].at(-1).sync.acks, [['one', 1], ['two', 1]]);
  await master.onSync('m', '0');
  assert.deepEqual(news()[0][0].sync.acks, [['one', 1], ['two', 1]]);
  await master.onSync('m', '1');
  assert.deepEqual(news()[1][0].sync.acks, []);
});

test('an action whose session was pushed out by others of its player is not done a second time', async () => {
  const game = freely();
  game.moves = { ...game.moves, any: { move: game.moves.add, ignoreStaleStateID: true } };
  const { master, state, news } = await begun(game);
  const [first, second] = [1, 2].map((seq) => move('any', '0', [100], { session: 'tab', seq, first: 1 }));
  await master.onUpdate(first, 0, 'm', '0');
  await master.onUpdate(second, 0, 'm', '0');
  for (let i = 0; i < 8; i += 1) {
    await master.onUpdate(move('add', '0', [1], { session: `tab ${i}`, seq: 1, first: 1 }), state()._stateID, 'm', '0');
  }
  news();
  // Its answers were lost, and it sends both again.
  for (const again of [first, second]) {
    assert.deepEqual(await master.onUpdate(again, 0, 'm', '0'), { error: 'action/stale_state_id' });
  }
  assert.deepEqual(news()[0].at(-1).sync.acks.at(-1).slice(0, 2), ['tab', 2]);
  assert.equal(await master.onUpdate(move('any', '0', [100], { session: 'tab', seq: 3, first: 3 }), 10, 'm', '0'), undefined);
  assert.equal(state().G.n, 308);
});

test('an action that was refused is not done when eight others of its player have pushed its session out', async () => {
  const game = { ...together(), setup: () => ({ n: 0, by: [] }) };
  game.moves = { ...game.moves, take: { move: ({ G }) => (G.n > 0 ? { ...G, n: G.n - 1 } : INVALID_MOVE), ignoreStaleStateID: true } };
  const { master, state } = await begun(game);
  const refused = move('take', '0', [], { session: 'tab', seq: 1, first: 1 });
  assert.deepEqual(await master.onUpdate(refused, 0, 'm', '0'), { error: 'action/invalid_move' });
  // Those who push it out are refused as well, but for one of another player's, which makes it possible.
  await master.onUpdate(move('add', '1'), 0, 'm', '1');
  for (let i = 0; i < 8; i += 1) await master.onUpdate(move('no', '0', [], { session: `tab ${i}`, seq: 1, first: 1 }), 1, 'm', '0');
  assert.deepEqual(await master.onUpdate(refused, 0, 'm', '0'), { error: 'action/stale_state_id' });
  assert.equal(state().G.n, 1);
});

test('another master over the same storage remembers all of that', async () => {
  const { master, storage } = await begun(freely());
  const action = move('add', '0', [1], { session: 'tab', seq: 1, first: 1 });
  await master.onUpdate(action, 0, 'm', '0');
  // As from a database.
  storage.state.set('m', json(storage.state.get('m')));
  const next = room(freely(), { storage });
  await next.master.onUpdate(action, 0, 'm', '0');
  assert.equal(next.state().G.n, 1);
  assert.deepEqual(next.news()[0][0].sync.acks, [['tab', 1]]);
});

test('patches lead each viewer from view to view', async () => {
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

test('a deltaState game tells patches, and its author what boardgame.io\'s client needs', async () => {
  const { master, news } = await begun({ ...inTurn(), deltaState: true });
  await master.onUpdate(move('add', '0'), 0, 'm', '0');
  assert.deepEqual(types(news()), { 0: ['patch', 'update'], 1: ['patch'], null: ['patch'] });
  await master.onUpdate(move('add', '1', [], { session: 'tab', seq: 1, first: 1 }), 1, 'm', '1');
  assert.deepEqual(types(news()), { 0: ['patch'], 1: ['patch'], null: ['patch'] });
});

test('a move that throws is refused, and nobody learns what it threw but the developer', async () => {
  const { master, state, news, errors } = await begun(secretive());
  for (const sync of [undefined, { session: 'tab', seq: 1, first: 1 }]) {
    assert.deepEqual(await master.onUpdate(move('explode', '0', [], sync), 0, 'm', '0'), { error: 'action/invalid_move' });
  }
  assert.deepEqual(errors.map(({ message }) => message), ['SECRET-deck', 'SECRET-deck']);
  assert.doesNotMatch(JSON.stringify(news()), /SECRET-deck/);
  assert.equal(await master.onUpdate(move('place', '0', [1]), 0, 'm', '0'), undefined);
  assert.equal(state().G.cells[1], '0');
});

test('in development, what is thrown is printed; onError may do otherwise, and may throw', async () => {
  const { master } = await begun(secretive());
  const printed = [];
  const { error } = console;
  console.error = (...parts) => printed.push(parts.map(String).join(' '));
  try {
    await new Master(secretive(), new InMemory(), { send() { throw new Error('the wire'); } }).onSync('m', '0');
    master.onError = () => { throw new Error('worse'); };
    assert.deepEqual(await master.onUpdate(move('explode', '0'), 0, 'm', '0'), { error: 'action/invalid_move' });
  } finally {
    console.error = error;
  }
  assert.match(printed[0], /rondel: match m: Error: the wire/);
  assert.match(printed[1], /worse/);
});

test('whatever a subscriber or a transport throws, the match goes on', async () => {
  const { master, state, errors } = await begun(inTurn());
  master.subscribe(() => { throw new Error('subscriber'); });
  assert.equal(await master.onUpdate(move('add', '0'), 0, 'm', '0'), undefined);
  master.subscribe(async () => { throw new Error('late subscriber'); });
  master.transportAPI = { send() { throw new Error('send'); }, sendAll: async () => { throw new Error('late send'); } };
  assert.equal(await master.onUpdate(move('add', '1'), 1, 'm', '1'), undefined);
  assert.equal(state()._stateID, 2);
  assert.deepEqual(await master.onUpdate(move('add', '1'), 2, 'm', '1'), { error: 'action/inactive_player' });
  await new Promise(setImmediate);
  assert.deepEqual(errors.map(({ message }) => message).sort(), ['late send', 'late subscriber', 'send', 'subscriber']);
});

test('metadata tell when the match was played last, and how it ended', async () => {
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

test('a player is connected until his last connection has gone', async () => {
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

test('a player leaves for good: the game decides what comes of it, and everybody hears', async () => {
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

test('a player cannot leave who is none, nor if the game throws', async () => {
  const game = { ...inTurn(), onPlayerLeave: () => { throw new Error('SECRET'); } };
  const { master, state, errors } = await begun(game);
  assert.deepEqual(await master.onPlayerLeave('m', '0'), { error: 'action/invalid_move' });
  assert.equal(errors[0].message, 'SECRET');
  for (const playerID of ['7', null, undefined, {}, '__proto__']) {
    assert.deepEqual(await master.onPlayerLeave('m', playerID), { error: 'player not in the match' });
  }
  assert.equal(state()._stateID, 0);
});

test('chat goes to everybody, as it is and no bigger than it may be', async () => {
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

/** boardgame.io's `Auth`, as far as a master knows it. */
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

test('only who has a player\'s credentials acts, sees and speaks for him', async () => {
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

test('credentials may be looked up slowly, or in vain', async () => {
  const slowly = { authenticateCredentials: async (data) => { await new Promise(setImmediate); return auth.authenticateCredentials(data); } };
  const { master, state } = await guarded({ auth: slowly });
  assert.equal(await master.onUpdate(signed(move('add', '0'), 'SECRET-0'), 0, 'm', '0'), undefined);
  master.auth = { authenticateCredentials: () => { throw new Error('no'); } };
  assert.deepEqual(await master.onUpdate(signed(move('add', '1'), 'SECRET-1'), 1, 'm', '1'), { error: 'unauthorized action' });
  master.auth = { authenticateCredentials: async () => { throw new Error('no'); } };
  assert.deepEqual(await master.onUpdate(signed(move('add', '1'), 'SECRET-1'), 1, 'm', '1'), { error: 'unauthorized action' });
  assert.equal(state()._stateID, 1);
});

test('no secret is in any byte to the wrong viewer', async () => {
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

test('a state of boardgame.io\'s goes on', async () => {
  const { master, storage, state } = await begun(inTurn());
  storage.setState('m', json(InitializeGame({ game: inTurn() })));
  assert.equal(await master.onUpdate(move('add', '0'), 0, 'm', '0'), undefined);
  assert.equal(state().G.n, 1);
});

test('fields that others have added to a state stay with it, and with the master', async () => {
  const { master, storage, state, news } = await begun(inTurn());
  storage.setState('m', { ...state(), _id: 'of the database' });
  await master.onUpdate(move('add', '0'), 0, 'm', '0');
  assert.equal(state()._id, 'of the database');
  assert.doesNotMatch(JSON.stringify(news()), /of the database/);
});

test('numbers will do for players and matches, as in boardgame.io', async () => {
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

test('an action that names no player is its sender\'s, as in boardgame.io', async () => {
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
