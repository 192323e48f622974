// Hostile messages: each is refused with an error to its sender, and nothing else happens.
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { Client } from 'rondel/client';
import { invalid } from 'rondel/core';
import { quietly } from '../support/console.mjs';
import { throughJSON } from '../support/json.mjs';
import { secretive } from './games.mjs';
import { forged, often, playerID } from './hostile-messages.mjs';
import { event, move, room } from './support.mjs';

const ERRORS = [
  'missing action or action payload', 'malformed action', 'unauthorized action', 'game not found', 'unauthorized',
  'malformed chat message', 'metadata not found', 'player not in the match', 'the match could not begin',
];

async function begun(options) {
  const table = room(secretive(), options);
  await table.master.onSync('m', '0');
  await table.master.onUpdate(move('place', '0', [3]), 0, 'm', '0');
  table.news();
  return table;
}

/** Only the sender gets an answer, nothing is stored, and the match goes on. */
async function unharmed({ master, state, metadata, news, log, errors }, attack) {
  const before = JSON.stringify([state(), metadata(), log()]);
  const answer = await attack();
  assert.equal(typeof answer?.error, 'string');
  assert.ok(ERRORS.includes(answer.error) || answer.error.startsWith('action/'), answer.error);
  assert.equal(JSON.stringify([state(), metadata(), log()]), before);
  const heard = news();
  assert.deepEqual([heard[1], heard.null], [[], []]);
  assert.deepEqual(errors, []);
  assert.deepEqual(Object.keys(Object.prototype), []);
  const { _stateID } = state();
  assert.equal(await master.onUpdate(move('place', '1', [_stateID % 64]), _stateID, 'm', '1'), undefined);
  assert.equal(state()._stateID, _stateID + 1);
  news();
}

const trap = new Proxy({}, {
  get() { throw new Error('get'); },
  ownKeys() { throw new Error('keys'); },
  getPrototypeOf() { throw new Error('prototype'); },
  has() { throw new Error('has'); },
});
const throwing = { get type() { throw new Error('type'); } };
const cyclic = [];
cyclic.push(cyclic);
const deep = () => {
  let value = 'x';
  for (let i = 0; i < 10_000; i += 1) value = [value];
  return value;
};
test('values that are no actions are refused', async () => {
  const table = await begun();
  for (const action of [
    undefined, null, 0, 1, '', 'MAKE_MOVE', true, [], {}, () => {}, Symbol('x'), 7n, NaN, trap, throwing,
    { type: 'MAKE_MOVE' }, { payload: {} }, { type: 'MAKE_MOVE', payload: null }, { type: 'MAKE_MOVE', payload: 'x' }, { type: 'MAKE_MOVE', payload: trap },
    { type: 'MAKE_MOVE', payload: { get playerID() { throw new Error('playerID'); } } },
  ]) {
    await unharmed(table, () => table.master.onUpdate(action, 1, 'm', '0'));
  }
});

test('actions that clients may not send are refused', async () => {
  const table = await begun();
  const state = { G: 'mine', ctx: {}, _stateID: 99 };
  for (const type of [
    'RESET', 'UPDATE', 'SYNC', 'PATCH', 'PLAYER_LEAVE', 'STRIP_TRANSIENTS', 'make_move', 'constructor', '__proto__', 'toString',
    7, {}, [], ['MAKE_MOVE'], true, Symbol('x'), trap,
  ]) {
    await unharmed(table, () => table.master.onUpdate({ type, state, clientOnly: false, initialState: state, patch: [], payload: { type: 'place', args: [1], playerID: '0' } }, 1, 'm', '0'));
  }
  for (const automatic of [true, 1]) {
    await unharmed(table, () => table.master.onUpdate({ ...event('endTurn', '0'), automatic }, 1, 'm', '0'));
  }
});

test('keys of Object.prototype are refused as names', async () => {
  const table = await begun();
  for (const name of ['constructor', '__proto__', 'prototype', 'toString', 'valueOf', 'hasOwnProperty', 'then', '', ' ', 'x'.repeat(1e6), 7, null, undefined, {}, [], ['place'], trap]) {
    for (const type of ['MAKE_MOVE', 'GAME_EVENT', 'PLUGIN']) {
      await unharmed(table, () => table.master.onUpdate({ type, payload: { type: name, args: [], playerID: '0' } }, table.state()._stateID, 'm', '0'));
    }
  }
  for (const name of ['random', 'log', 'events', 'nothing']) {
    await unharmed(table, () => table.master.onUpdate({ type: 'PLUGIN', payload: { type: name, args: [{ prngstate: 1 }], playerID: '0' } }, 1, 'm', '0'));
  }
});

test('actions for other players, and for IDs that are no players, are refused', async () => {
  const table = await begun();
  for (const [actor, author] of [
    ['0', '1'], ['1', '0'], ['0', null], ['0', undefined], [null, null], [undefined, undefined], ['', ''], ['7', '7'], ['-1', '-1'],
    ['__proto__', '__proto__'], ['constructor', 'constructor'], [NaN, NaN], [{}, {}], [['0'], ['0']], ['0', ['0']], [trap, trap], ['00', '00'], [' 0', ' 0'],
    ['x'.repeat(1e6), 'x'.repeat(1e6)], [Symbol('0'), Symbol('0')], [true, true],
  ]) {
    await unharmed(table, () => table.master.onUpdate(move('place', actor, [1]), table.state()._stateID, 'm', author));
  }
});

test('arguments that no client can have sent, and too large ones, are refused', async () => {
  const table = await begun();
  const wide = Array(100_001).fill(0);
  const sparse = [];
  sparse.length = 4e9;
  for (const args of [
    [() => {}], [Symbol('x')], [7n], [NaN], [Infinity], [new Date()], [new Map()], [new Uint8Array(9)], [/x/], [Promise.resolve()], [globalThis],
    [trap], [{ get x() { throw new Error('x'); } }], [{ toJSON() { throw new Error('x'); } }], cyclic, [{ cyclic }], deep(), [wide], wide, [sparse],
    ['x'.repeat(2e6)], [{ ['x'.repeat(2e6)]: 1 }], trap, [JSON.parse('{"__proto__":{"polluted":true}}')], [[JSON.parse('{"a":{"__proto__":1}}')]],
  ]) {
    for (const sync of [undefined, { session: 'tab', seq: 1, first: 1 }]) {
      if (sync) await refusedForGood(args);
      else await unharmed(table, () => table.master.onUpdate(move('place', '0', args, sync), table.state()._stateID, 'm', '0'));
    }
  }
});

test('players who are not in the match get an answer, and nothing is stored for them', async () => {
  for (const auth of [undefined, { authenticateCredentials: () => true }]) {
    const { master, state, news } = await begun({ auth, viewers: ['0', '1', null, '7', '__proto__'] });
    const before = JSON.stringify(state());
    const [revision, { _sync }] = [state()._revision, state()];
    for (let i = 1; i < 200; i += 1) {
      for (const name of ['7', `stranger ${i}`, '__proto__', '01', '2', '-0', '1e0']) {
        const action = move('place', name, [1], { session: `tab ${i}`, seq: 40, first: 1 });
        const { error } = await master.onUpdate(action, 1, 'm', name);
        assert.equal(error, auth ? 'unauthorized action' : 'action/inactive_player');
        assert.equal((await master.onUpdate(move('place', name, [1]), 1, 'm', name)).error, error);
      }
    }
    assert.deepEqual([JSON.stringify(state()), state()._revision, state()._sync], [before, revision, _sync]);
    if (auth) continue;
    // Every action that their client waits for is refused.
    const [{ sync: { acks: [[session, last, refused]] } }] = news()[7];
    assert.deepEqual([session, last, refused.map(([seq]) => seq)], ['tab 1', 40, Array.from({ length: 32 }, (_, i) => i + 9)]);
    assert.deepEqual(refused[0][1], { type: 'action/inactive_player', message: 'there is no such player in this match' });
  }
});

test('the memory of a match is bounded for any names of players and games', async () => {
  const game = {
    compat: '0.50',
    turn: { activePlayers: { all: null } },
    moves: { add: () => {} },
  };
  const { master, storage, state } = room(game);
  await master.onSync('m', '0');
  const known = () => new Set(state()._sync.sessions.map(([player]) => player)).size;
  const made = { session: 'tab', seq: 1, first: 1 };
  const sessions = Array.from({ length: 995 }, (_, i) => [`old ${i}`, 'tab', 0, 1, []]);
  storage.state.set('m', { ...state(), _sync: { base: 0, since: {}, sessions } });
  // With compat: '0.50', any name may become an active player.
  const names = Array.from({ length: 20 }, (_, i) => `new ${i}`);
  await master.onUpdate(event('setActivePlayers', '0', [['0', '1', ...names]]), 0, 'm', '0');
  const answers = [];
  for (const name of names) answers.push(await master.onUpdate(move('add', name, [], made), state()._stateID, 'm', name));
  assert.deepEqual(answers, [...Array(5).fill(undefined), ...Array(15).fill({ error: 'action/inactive_player' })]);
  assert.equal(known(), 1000);
  // Known players, and those at the seats, still play.
  assert.equal(await master.onUpdate(move('add', 'new 4', [], { ...made, seq: 2 }), state()._stateID, 'm', 'new 4'), undefined);
  assert.equal(await master.onUpdate(move('add', '1', [], made), state()._stateID, 'm', '1'), undefined);
  assert.equal(known(), 1001);
});

test('remembered refusals are short', async () => {
  const stage = 'stage '.repeat(40);
  const game = {
    turn: { activePlayers: { all: null }, stages: { a: {} } },
    moves: { never: (_, why) => invalid(why), odd: () => invalid({ f: () => {}, n: 7n }) },
  };
  const { master, state } = room(game);
  await master.onSync('m', '0');
  const sync = (session, seq) => ({ session: `tab ${session}`, seq, first: 1 });
  for (let session = 0; session < 9; session += 1) {
    let seq = 0;
    for (let i = 0; i < 12; i += 1) {
      await master.onUpdate(event('setStage', '0', [`${i} ${stage}`], sync(session, seq += 1)), 0, 'm', '0');
      await master.onUpdate(move('never', '0', [{ why: 'x'.repeat(1e5) }], sync(session, seq += 1)), 0, 'm', '0');
      await master.onUpdate(move('odd', '0', [], sync(session, seq += 1)), 0, 'm', '0');
    }
  }
  const { sessions } = state()._sync;
  assert.deepEqual([sessions.length, sessions[0][4].length], [8, 32]);
  assert.ok(JSON.stringify(state()._sync).length < 200_000);
  await master.onUpdate(move('never', '0', [{ why: 'because' }], sync(8, 37)), 0, 'm', '0');
  assert.deepEqual(state()._sync.sessions.at(-1)[4].at(-1)[1].payload, { why: 'because' });
});

test('one message causes little work, also with compat: \'0.50\'', async () => {
  const names = (count) => Array.from({ length: count }, (_, i) => `x${i}`);
  const nested = (depth, set) => (depth === 0 ? set : { ...set, next: nested(depth - 1, set) });
  const value = (count) => Object.fromEntries(names(count).map((name) => [name, { stage: 'a' }]));
  for (const compat of [undefined, '0.50']) {
    for (const arg of [
      names(45_000), { value: value(20_000) }, nested(20, { value: value(1500) }), nested(15, { value: value(900) }), { all: 'x'.repeat(900_000) },
      { value: { 0: 'x'.repeat(900_000) } },
    ]) {
      const { master, state } = room({ compat, maxPlayers: 1000, moves: { add: ({ G }) => { G.n = 1; } } }, { limits: { args: Infinity } });
      await master.onSync('m', '0', undefined, 1000);
      const began = process.cpuUsage().user;
      const answer = await master.onUpdate(event('setActivePlayers', '0', [arg], { session: 'tab', seq: 1, first: 1 }), 0, 'm', '0');
      await master.onUpdate(move('add', '0', []), state()._stateID, 'm', '0');
      // Without bounds it takes up to a minute.
      assert.ok(process.cpuUsage().user - began < 2_000_000, `${compat} ${JSON.stringify(arg).slice(0, 40)}`);
      assert.ok(answer === undefined || answer.error === 'malformed action' || answer.error === 'action/action_invalid');
    }
  }
});

test('a game or a local client cannot activate more players than a match can have', () => {
  for (const compat of [undefined, '0.50']) {
    const client = quietly(() => Client({ game: { compat, moves: { crowd: ({ events }, arg) => events.setActivePlayers(arg) } }, quiet: true }));
    const crowd = Array.from({ length: 45_000 }, (_, i) => `x${i}`);
    quietly(() => {
      for (const arg of [crowd, { value: Object.fromEntries(crowd.map((name) => [name, null])) }]) {
        client.events.setActivePlayers(arg);
        assert.match(client.getState().lastError.message, /setActivePlayers: a match has 1000 players at most/);
        client.moves.crowd(arg);
        assert.match(client.getState().lastError.message, /a match has 1000 players at most/);
      }
    });
    assert.equal(client.getState().ctx.activePlayers, null);
  }
});

/** An action as Rondel's client numbers it. */
async function refusedForGood(args) {
  const { master, state, news } = await begun();
  assert.deepEqual(await master.onUpdate(move('place', '0', args, { session: 'tab', seq: 1, first: 1 }), 1, 'm', '0'), { error: 'malformed action' });
  const heard = news();
  assert.deepEqual([heard[1], heard.null], [[], []]);
  assert.equal(heard[0][0].sync.acks[0][2][0][1].type, 'action/action_invalid');
  assert.equal(state()._stateID, 1);
}

test('each member of a message is read once, so that it cannot change in between', async () => {
  const { master, log } = await begun();
  let count = 0;
  const fickle = new Proxy([1], { get: (array, key) => (key === 'length' && (count += 1) > 1 ? 1e9 : array[key]) });
  assert.equal(await master.onUpdate(move('place', '0', fickle), 1, 'm', '0'), undefined);
  assert.deepEqual(log().at(-1).action.payload.args, [1]);
});

test('the game receives all other arguments', async () => {
  const { master, state } = await begun();
  for (const args of [undefined, null, 'x', 7, {}, [null], [undefined], [{ a: [1, { b: undefined }] }], ['x'.repeat(1e4)]]) {
    assert.equal(await master.onUpdate(move('roll', '0', args), state()._stateID, 'm', '0'), undefined);
  }
});

test('malformed state IDs, sessions and sequence numbers are refused', async () => {
  const table = await begun();
  for (const stateID of [undefined, null, NaN, Infinity, 1.5, '1', {}, [], trap, 2 ** 60, 1e9]) {
    await unharmed(table, () => table.master.onUpdate(move('place', '0', [1]), stateID, 'm', '0'));
  }
  const sound = { session: 'tab', seq: 1, first: 1 };
  for (const sync of [
    null, 0, '', 'x', 7, true, [], {}, trap, { ...sound, session: '' }, { ...sound, session: 'x'.repeat(33) }, { ...sound, session: '\0true' }, { ...sound, session: 'tab\ud800' }, { ...sound, session: 7 }, { ...sound, session: {} },
    { ...sound, seq: 0 }, { ...sound, seq: -1 }, { ...sound, seq: 1.5 }, { ...sound, seq: NaN }, { ...sound, seq: '1' }, { ...sound, seq: 2 ** 60 }, { ...sound, seq: null },
    { ...sound, first: 0 }, { ...sound, first: 2 }, { ...sound, first: undefined }, { ...sound, first: [] },
    { ...sound, dependsOn: 0 }, { ...sound, dependsOn: 1 }, { ...sound, dependsOn: 'x' }, { ...sound, dependsOn: null }, { ...sound, ahead: 'yes' }, { ...sound, ahead: 1 },
  ]) {
    await unharmed(table, () => table.master.onUpdate({ ...move('place', '0', [1]), sync }, 1, 'm', '0'));
  }
});

test('forged sessions and sequence numbers harm only their sender', async () => {
  const { master, state, news } = await begun();
  await master.onUpdate(move('place', '0', [1], { session: 'tab', seq: 1, first: 1 }), 1, 'm', '0');
  news();
  // Another player with the same session, far ahead, and a hundred sessions.
  await master.onUpdate(move('place', '1', [2], { session: 'tab', seq: 2 ** 50, first: 2 ** 50 }), 2, 'm', '1');
  for (let i = 0; i < 100; i += 1) await master.onUpdate(move('place', '1', [2], { session: `tab ${i}`, seq: 1, first: 1 }), state()._stateID, 'm', '1');
  for (let i = 0; i < 100; i += 1) await master.onUpdate(move('nothing', '1', [], { session: 'many', seq: i + 1, first: 1 }), state()._stateID, 'm', '1');
  news();
  await master.onUpdate(move('place', '0', [3], { session: 'tab', seq: 2, first: 2 }), state()._stateID, 'm', '0');
  const heard = news();
  assert.deepEqual(heard[0][0].sync.acks, [['tab', 2]]);
  assert.ok(JSON.stringify(heard[1]).length < 20_000);
  assert.ok(JSON.stringify(state()._sync).length < 20_000);
  assert.equal(state().G.cells[3], '0');
});

test('keys of Object.prototype are refused as player IDs', async () => {
  const { master, state, news, errors } = await begun();
  const sync = { session: 'tab', seq: 1, first: 1 };
  for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '', '7']) {
    assert.deepEqual(await master.onUpdate(move('place', name, [1], sync), 1, 'm', name), { error: 'action/inactive_player' });
  }
  assert.equal(await master.onUpdate(move('place', '0', [1], sync), 1, 'm', '0'), undefined);
  assert.equal(state().G.cells[1], '0');
  assert.deepEqual(news()[0].at(-1).sync.acks, [['tab', 1]]);
  assert.deepEqual([errors, Object.keys(Object.prototype)], [[], []]);
});

test('invalid match IDs are refused', async () => {
  const table = await begun();
  for (const matchID of [undefined, null, '', 'x', 7, {}, [], trap, '__proto__', 'constructor', 'x'.repeat(1e6), Symbol('m')]) {
    await unharmed(table, () => table.master.onUpdate(move('place', '0', [1]), 1, matchID, '0'));
    await unharmed(table, () => table.master.onConnectionChange(matchID, '0', undefined, true));
    await unharmed(table, () => table.master.onPlayerLeave(matchID, '0'));
    if (typeof matchID !== 'string' || matchID.length !== 1) {
      await unharmed(table, () => table.master.onChatMessage(matchID, trap));
    }
  }
  for (const matchID of [undefined, null, '', NaN, {}, [], trap, 'x'.repeat(1e6)]) await unharmed(table, () => table.master.onSync(matchID, '0'));
  for (const playerID of [{}, [], trap, true, Symbol('0'), 'x'.repeat(1e6), () => {}]) await unharmed(table, () => table.master.onSync('m', playerID));
});

test('a thousand hostile messages at once change nothing', async () => {
  const table = await begun();
  const attacks = Array.from({ length: 1000 }, (_, i) => table.master.onUpdate(
    [undefined, trap, move('constructor', '0'), move('place', '1'), { type: 'RESET', payload: {} }, move('place', '0', deep())][i % 6], i, 'm', '0',
  ));
  const honest = table.master.onUpdate(move('place', '1', [9]), 1, 'm', '1');
  assert.equal(await honest, undefined);
  for (const answer of await Promise.all(attacks)) assert.equal(typeof answer.error, 'string');
  assert.equal(table.state()._stateID, 2);
  assert.deepEqual(table.errors, []);
});

test('after any message no promise rejects, the match goes on, and no secret is sent', async () => {
  await fc.assert(fc.asyncProperty(fc.array(fc.tuple(forged, often(fc.nat(5)), playerID), { minLength: 1, maxLength: 8 }), async (messages) => {
    const { master, state, heard } = room(secretive());
    await master.onSync('m', '0');
    await master.onSync('m', '1');
    for (const [action, stateID, sender] of messages) {
      const before = state();
      const answer = await master.onUpdate(action, stateID, 'm', sender);
      assert.ok(answer === undefined || typeof answer.error === 'string');
      if (answer) assert.equal(state()._stateID, before._stateID);
      await master.onSync('m', sender, action?.payload?.credentials, stateID);
      await master.onConnectionChange('m', sender, stateID, action);
      await master.onChatMessage('m', action, stateID);
    }
    assert.ok(Number.isInteger(state()._stateID));
    assert.equal(throughJSON(state())._stateID, state()._stateID);
    for (const viewer of ['0', '1', null]) {
      const text = JSON.stringify(heard[viewer]);
      assert.doesNotMatch(text, new RegExp(`SECRET-(deck|seed|(hand|diary)-[^${viewer}])|prngstate`));
    }
  }), { numRuns: 300 });
});
