// A match that another version of the rules has played. Reading migrates it, and the next accepted action stores the result. Otherwise it
// does not change.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { describeLog } from 'rondel/core';
import { Master } from 'rondel/master';
import { Server } from 'rondel/server';
import { InMemory } from '../../../pkg/lib/online/storage/storage.js';
import { after, before, calls, TOO_NEW } from '../support/versions.mjs';
import { throughJSON } from '../support/json.mjs';
import { move, room } from './support.mjs';

const ALL = { state: true, metadata: true, log: true, initialState: true };

/** Returns copies, as a database does. */
class Copies extends InMemory {
  fetch(...args) {
    return throughJSON(super.fetch(...args));
  }

  setState(matchID, state, deltalog) {
    super.setState(matchID, throughJSON(state), throughJSON(deltalog ?? []));
  }
}

/** A match that version 1 has played for a while, and a room of version 2 over the same storage. */
async function redeployed({ game = after, old = before, storage = new InMemory() } = {}) {
  const first = room(old, { storage });
  await first.master.onSync('m', '0', undefined, 2);
  await first.master.onUpdate(move('drink', '0', [3]), 0, 'm', '0');
  await first.master.onUpdate(move('roll', '1', [], made(1)), 1, 'm', '1');
  calls.migrate = 0;
  return { first, storage, kept: () => JSON.stringify(storage.fetch('m', ALL)), ...room(game, { storage }) };
}

const made = (seq, session = 's') => ({ session, seq, first: seq });

for (const Storage of [InMemory, Copies]) {
  test(`reading migrates a match once, and the next action stores it (${Storage.name})`, async () => {
    const { master, storage, kept, heard, errors } = await redeployed({ storage: new Storage() });
    const found = kept();
    for (const viewer of ['0', '1', null, undefined]) {
      for (let i = 0; i < 5; i += 1) assert.equal(await master.onSync('m', viewer), undefined);
    }
    assert.equal(kept(), found);
    // The state, and the initial one.
    assert.equal(calls.migrate, 2);
    const [, { state, initialState, version, log }] = heard[0][0].args;
    const { rolled } = state.G;
    assert.deepEqual(state.G, { cellar: { bottles: 7 }, drunk: { 0: 3, 1: 0 }, hands: { 0: 'red' }, rolled });
    assert.deepEqual([state.ctx.phase, state.ctx.activePlayers, state._stateID], ['tasting', { 0: 'sober', 1: 'sober' }, 2]);
    assert.deepEqual(initialState.G, { cellar: { bottles: 10 }, drunk: { 0: 0, 1: 0 }, hands: { 0: 'red' }, rolled: rolled.slice(0, 1) });
    assert.equal(version, 2);
    assert.deepEqual(describeLog(log, { game: after, playerID: '0' }).map(({ kind, name, phase }) => [kind, name, phase]), [
      ['move', 'drink', 'drinking'], ['move', 'roll', 'drinking'],
    ]);
    const told = heard[0].length;
    assert.equal(await master.onUpdate(move('drink', '1', [2], made(2)), 2, 'm', '1'), undefined);
    const { state: stored } = storage.fetch('m', { state: true });
    assert.deepEqual([stored.G.cellar.bottles, stored.ctx.phase, stored._version, stored._stateID], [5, 'tasting', 2, 3]);
    assert.equal(JSON.stringify(heard[0].slice(told)).includes('secrets'), false);
    assert.deepEqual(errors, []);
  });
}

test('a logged move that no longer exists stays in the log with an unknown kind', async () => {
  const { first, master, heard } = await redeployed();
  await first.master.onUpdate(move('spill', '0'), 2, 'm', '0');
  await master.onSync('m', '0');
  const [, { log }] = heard[0][0].args;
  assert.deepEqual(describeLog(log, { game: after }).map(({ kind, name }) => [kind, name]), [['move', 'drink'], ['move', 'roll'], ['unknown', 'spill']]);
});

test('no viewer sees a secret of the old shape, nor the version in a state', async () => {
  const { master, heard } = await redeployed();
  await master.onSync('m', '0');
  await master.onUpdate(move('drink', '1', [2], made(2)), 2, 'm', '1');
  await master.onSync('m', '0');
  const text = JSON.stringify(heard[0]);
  assert.equal(/white|secrets|_version/.test(text), false, text);
});

test('a rollback continues an old match before any action, and refuses it afterwards with both versions', async () => {
  const { first, master, storage, kept } = await redeployed();
  await master.onSync('m', '0');
  assert.equal(await first.master.onUpdate(move('spill', '0'), 2, 'm', '0'), undefined);
  assert.equal(storage.fetch('m', { state: true }).state.G.bottles, 6);
  assert.equal(await master.onUpdate(move('drink', '1', [2], made(2)), 3, 'm', '1'), undefined);
  const found = kept();
  const refused = { error: TOO_NEW, payload: { match: 2, server: 1 } };
  // Another process that has read nothing before.
  const rolledBack = room({ ...before }, { storage });
  for (const { master: old } of [first, rolledBack]) {
    assert.deepEqual(await old.onSync('m', '0'), refused);
    assert.deepEqual(await old.onUpdate(move('drink', '0', [1], made(1)), 4, 'm', '0'), refused);
    assert.deepEqual(await old.onUpdate(move('drink', '0', [1]), 4, 'm', '0'), refused);
    assert.deepEqual(await old.onPlayerLeave('m', '0'), refused);
    assert.equal(kept(), found);
  }
  assert.deepEqual(rolledBack.heard, { 0: [], 1: [], null: [] });
  // Masters over one storage report it once.
  assert.deepEqual([...first.errors, ...rolledBack.errors].map(({ code, message }) => [code, message]), [['game/version', TOO_NEW]]);
  assert.equal(await master.onUpdate(move('drink', '0', [1], made(1)), 4, 'm', '0'), undefined);
  assert.equal(storage.fetch('m', { state: true }).state.G.cellar.bottles, 3);
});

test('a refused action is remembered, and stores no migration', async () => {
  for (const Storage of [InMemory, Copies]) {
    const { first, master, storage, heard, news } = await redeployed({ storage: new Storage() });
    await master.onSync('m', '0');
    const { state: found } = throughJSON(storage.fetch('m', { state: true }));
    news();
    // Version 2 does not know the move.
    const spilt = move('spill', '0', [], made(1));
    await master.onUpdate(spilt, 2, 'm', '0');
    await master.onUpdate(spilt, 2, 'm', '0');
    for (const message of heard[0]) {
      assert.deepEqual(message.sync.acks.map(([session, last, refused]) => [session, last, refused[0][1].type]), [['s', 1, 'action/unavailable_move']]);
    }
    assert.equal(heard[0].length, 2);
    const { state: { _sync, _revision, ...rest } } = throughJSON(storage.fetch('m', { state: true }));
    assert.deepEqual({ ...rest, _sync: found._sync, _revision: found._revision }, found);
    // An answer stays the same on every master.
    await first.master.onUpdate(spilt, 2, 'm', '0');
    assert.equal(storage.fetch('m', { state: true }).state.G.bottles, 7);
    await master.onUpdate(move('drink', '0', [1], made(2)), 2, 'm', '0');
    const { state } = storage.fetch('m', { state: true });
    assert.deepEqual([state.G.cellar.bottles, state._version], [6, 2]);
    assert.deepEqual(state._sync.sessions.at(-1).slice(0, 4), ['0', 's', 3, 2]);
    assert.equal(calls.migrate <= 3, true, `${calls.migrate} migrations`);
  }
});

test('an action of the old version is judged as any other: made once if the new rules know it', async () => {
  const { first, master, storage, news } = await redeployed();
  const drunk = move('drink', '0', [1], made(1));
  await first.master.onUpdate(drunk, 2, 'm', '0');
  // Its answer was lost; so was the next action, which is sent again.
  await master.onUpdate(drunk, 2, 'm', '0');
  await master.onUpdate(move('drink', '0', [1], made(2)), 2, 'm', '0');
  const { state } = storage.fetch('m', { state: true });
  assert.deepEqual([state.G.cellar.bottles, state._stateID, news()[0].at(-1).sync.acks], [5, 4, [['s', 2]]]);
});

test('the random generator continues, even if migrate returns no data for it', async () => {
  const rolls = async (game) => {
    const { master, storage } = await redeployed({ game, old: { ...before, seed: 'same' } });
    for (let i = 0; i < 4; i += 1) await master.onUpdate(move('roll', '0'), 2 + i, 'm', '0');
    return storage.fetch('m', { state: true }).state.G.rolled;
  };
  const unchanged = await rolls({ ...before, seed: 'same' });
  assert.equal(unchanged.length, 6);
  assert.deepEqual(await rolls({ ...after, seed: 'other' }), unchanged);
  const forgetful = (state, from) => ({ ...after.migrate(state, from), plugins: {} });
  assert.deepEqual(await rolls({ ...after, seed: 'other', migrate: forgetful }), unchanged);
});

test('undo reaches back to the migration', async () => {
  const alone = (game, phase) => ({ ...game, phases: { [phase]: { start: true, moves: { step: ({ G }) => { G.steps = (G.steps ?? 0) + 1; } } } } });
  const old = alone(before, 'drinking');
  const storage = new InMemory();
  const first = room(old, { storage });
  await first.master.onSync('m', '0', undefined, 2);
  for (const id of [0, 1]) await first.master.onUpdate(move('step', '0'), id, 'm', '0');
  const migrate = ({ G, ctx, plugins }) => ({ G: { ...G, hands: G.secrets, migrated: true }, ctx: { ...ctx, phase: 'tasting' }, plugins });
  const { master, heard } = room({ ...alone(after, 'tasting'), migrate }, { storage });
  await master.onSync('m', '0');
  assert.equal(heard[0][0].sync.canUndo, undefined);
  const undo = { type: 'UNDO', payload: { playerID: '0' } };
  assert.deepEqual(await master.onUpdate(undo, 2, 'm', '0'), { error: 'action/action_invalid' });
  assert.equal(await master.onUpdate(move('step', '0'), 2, 'm', '0'), undefined);
  assert.equal(await master.onUpdate(undo, 3, 'm', '0'), undefined);
  const { state } = storage.fetch('m', { state: true });
  assert.deepEqual([state.G.steps, state.G.migrated, state._stateID], [2, true, 4]);
  assert.deepEqual(await master.onUpdate(undo, 4, 'm', '0'), { error: 'action/action_invalid' });
});

const PLAYED = "match 'm' was last played with version 1; these rules are version 2";

const IN_G = ': migrate returned what cannot be stored in G';
const NOT_JSON = 'cannot be serialised; a state may contain only JSON values';

function circle() {
  const G = {};
  return Object.assign(G, { G });
}

/** Faults of `migrate`, their messages, and the parts that only the operator receives. */
const WRONG = {
  'throws': [() => { throw new Error('secret: red'); }, ', and their migrate threw'],
  'throws an unreadable error': [() => { throw { get message() { throw new Error('no'); } }; }, ', and their migrate threw'],
  'returns nothing': [() => undefined, ', and their migrate returned nothing for it'],
  'returns null': [() => null, ': migrate returned no G, no ctx, no plugins'],
  'returns a list': [() => [], ': migrate returned no G, no ctx, no plugins'],
  'returns G alone': [({ G }) => ({ G }), ': migrate returned no ctx, no plugins'],
  'is async': [async (state) => state, ': migrate returned a promise: no callback of a game is async'],
  'is async, and fails': [() => Promise.reject(new Error('later')), ': migrate returned a promise: no callback of a game is async'],
  'puts a function into G': [(state) => ({ ...state, G: { f() {} } }), IN_G, `migrate: G.f: a function ${NOT_JSON}`],
  'puts a Map into G': [(state) => ({ ...state, G: { a: [new Map()] } }), IN_G, `migrate: G.a[0]: a Map ${NOT_JSON}`],
  'returns a circular value': [(state) => ({ ...state, G: circle() }), IN_G, `migrate: G.G: an object that contains itself ${NOT_JSON}`],
  'returns an unreadable value': [() => new Proxy({}, { get() { throw new Error('no'); } }), ': what migrate returned cannot be read'],
  'returns an unreadable G': [(state) => ({ ...state, get G() { throw new Error('no'); } }), ': what migrate returned cannot be read'],
  'returns a value that is too deep': [(state) => ({ ...state, G: Array.from({ length: 100_000 }).reduce((inner) => ({ inner }), {}) }), ': what migrate returned cannot be read'],
  'does not change the unknown phase': [(state) => state, ': what migrate returned makes no sense: ctx.phase: no phase is called "drinking"'],
  'does not change the unknown stages': [
    ({ ctx, ...rest }) => ({ ...rest, ctx: { ...ctx, phase: 'tasting' } }),
    ': what migrate returned makes no sense: ctx.activePlayers.0: the turn declares no stage called "awake"',
  ],
  'returns an invalid ctx': [({ ctx, ...rest }) => ({ ...rest, ctx: { ...ctx, playOrder: 7 } }), ': what migrate returned makes no sense: ctx.playOrder: expected a list of players, got 7'],
  'returns an invalid plugin': [(state) => ({ ...after.migrate(state, 1), plugins: { random: 7 } }), ': what migrate returned makes no sense: plugins.random: expected an object, got 7'],
};

for (const [what, [migrate, why, cause]] of Object.entries(WRONG)) {
  test(`a migrate that ${what} harms nothing: clients get the error, and the match waits for the right rules`, async () => {
    const { first, master, kept, storage, heard, errors } = await redeployed({ game: { ...after, migrate } });
    const found = kept();
    const refused = { error: PLAYED + why, payload: { match: 1, server: 2 } };
    for (let i = 0; i < 2; i += 1) {
      assert.deepEqual(await master.onSync('m', '0'), refused);
      assert.deepEqual(await master.onUpdate(move('drink', '0', [1], made(1)), 2, 'm', '0'), refused);
      assert.deepEqual(await master.onPlayerLeave('m', '0'), refused);
    }
    assert.equal(kept(), found);
    assert.deepEqual(heard, { 0: [], 1: [], null: [] });
    assert.deepEqual(errors.map(({ message }) => message), [PLAYED + why]);
    if (cause) assert.equal(errors[0].cause.message, cause);
    assert.equal(await first.master.onUpdate(move('spill', '0'), 2, 'm', '0'), undefined);
    assert.equal(storage.fetch('m', { state: true }).state.G.bottles, 6);
  });
}

test('migrate gets a copy, and keeping it changes no match', async () => {
  let handed;
  const returned = {};
  const migrate = (state, from) => {
    handed = state;
    Object.assign(returned, after.migrate(throughJSON(state), from));
    state.G.secrets = null;
    delete state.ctx.turn;
    return returned;
  };
  const { master, kept, storage } = await redeployed({ game: { ...after, migrate } });
  const found = kept();
  await master.onSync('m', '0');
  assert.deepEqual(Object.keys(handed), ['G', 'ctx', 'plugins']);
  assert.equal(kept(), found);
  returned.G.cellar.bottles = -1;
  returned.ctx.phase = 'nowhere';
  await master.onUpdate(move('drink', '0', [1]), 2, 'm', '0');
  assert.deepEqual(storage.fetch('m', { state: true }).state.G.cellar, { bottles: 6 });
});

test('a version may be a string, and only migrate knows which one is older', async () => {
  const spring = { ...before, version: 'spring' };
  const summer = { ...after, version: 'summer', migrate: (state, from) => (from === 'spring' ? after.migrate(state, 1) : undefined) };
  const { first, master, heard } = await redeployed({ old: spring, game: summer });
  await master.onSync('m', '0');
  assert.deepEqual(heard[0][0].args[1].state.G.cellar, { bottles: 7 });
  assert.equal(await master.onUpdate(move('drink', '0', [1]), 2, 'm', '0'), undefined);
  assert.deepEqual(await first.master.onSync('m', '0'), {
    error: `match 'm' was last played with version "summer"; these rules are version "spring", and have no migrate`,
    payload: { match: 'summer', server: 'spring' },
  });
});

test('a new version without migrate, or without a version, does not change the match', async () => {
  for (const [game, error] of [
    [{ ...before, version: 2 }, "match 'm' was last played with version 1; these rules are version 2, and have no migrate"],
    [{ ...before, version: undefined }, "match 'm' was last played with version 1; these rules have no version"],
  ]) {
    const { master, kept } = await redeployed({ game });
    const found = kept();
    const payload = { match: 1, server: game.version ?? null };
    assert.deepEqual(await master.onSync('m', '0'), { error, payload });
    assert.deepEqual(await master.onUpdate(move('drink', '0', [1]), 2, 'm', '0'), { error, payload });
    assert.equal(kept(), found);
  }
});

test('a game that gets its first version continues its matches, and the next accepted action stores it', async () => {
  const { version, ...unversioned } = before;
  const { master, kept, storage } = await redeployed({ old: unversioned, game: before });
  const found = kept();
  assert.equal(found.includes('_version'), false);
  await master.onSync('m', '0');
  assert.equal(kept(), found);
  await master.onUpdate(move('no such move', '0', [], made(1)), 2, 'm', '0');
  assert.equal(kept().includes('_version'), false);
  await master.onUpdate(move('drink', '0', [1]), 2, 'm', '0');
  assert.equal(storage.fetch('m', { state: true }).state._version, version);
});

test('a game with its first version calls its migrate if there is one', async () => {
  const { version, ...unversioned } = before;
  const asked = [];
  const migrate = (state, from) => {
    asked.push(from);
    return after.migrate(state, 1);
  };
  const { master, heard } = await redeployed({ old: unversioned, game: { ...after, migrate } });
  await master.onSync('m', '0');
  assert.deepEqual(heard[0][0].args[1].state.G.cellar, { bottles: 7 });
  assert.deepEqual([...new Set(asked)], [undefined]);
});

test('an initial state that migrate rejects is omitted, and the match goes on', async () => {
  const third = { ...after, version: 3, migrate: (state, from) => (from === 2 ? state : undefined) };
  const { master, storage } = await redeployed();
  await master.onUpdate(move('drink', '0', [1]), 2, 'm', '0');
  const { master: latest, heard, errors } = room(third, { storage });
  for (let i = 0; i < 2; i += 1) assert.equal(await latest.onSync('m', '0'), undefined);
  const [, { state, initialState, version }] = heard[0][0].args;
  assert.deepEqual([state.G.cellar, initialState, version], [{ bottles: 6 }, undefined, 3]);
  assert.equal(errors.length, 1);
});

test('a state that an operator changed after its migration is migrated again', async () => {
  const { master, storage, heard } = await redeployed({ storage: new Copies() });
  await master.onSync('m', '0');
  const { state } = storage.fetch('m', { state: true });
  storage.setState('m', { ...state, G: { ...state.G, bottles: 4 } });
  await master.onSync('m', '0');
  assert.deepEqual(heard[0].map(({ args: [, { state: { G } }] }) => G.cellar.bottles), [7, 4]);
});

test('an invalid stored version makes the state invalid', async () => {
  for (const _version of [{}, '', 'x'.repeat(101), 1.5, null, true]) {
    const { master, storage } = await redeployed({ game: after });
    const { state } = storage.fetch('m', { state: true });
    storage.setState('m', { ...state, _version });
    const { error } = await master.onSync('m', '0');
    assert.match(error, /^_version: expected a version, got /);
  }
});

test('the version of a stored state is never read from a prototype', async () => {
  const { master, storage } = await redeployed();
  const { state: { _version, ...state } } = storage.fetch('m', { state: true });
  storage.setState('m', throughJSON(state));
  assert.equal(await master.onSync('m', '0').then(({ error }) => error), "match 'm' was last played without a version; these rules are version 2, and their migrate returned nothing for it");
});

test('the older of two masters of two versions retries and leaves the new state', async () => {
  const { first, master, storage } = await redeployed();
  const { compareAndSetState } = storage;
  storage.compareAndSetState = function slow(...args) {
    storage.compareAndSetState = compareAndSetState;
    // Version 2 is faster.
    master.onUpdate(move('drink', '1', [2], made(2)), 2, 'm', '1');
    return compareAndSetState.apply(storage, args);
  };
  // Masters of one process over one storage share a queue: these are in two.
  const other = new Proxy(storage, { get: (target, name) => { const value = target[name]; return typeof value === 'function' ? value.bind(target) : value; } });
  const old = new Master(before, other, { send() {}, sendAll() {} });
  old.onError = () => {};
  assert.deepEqual(await old.onUpdate(move('drink', '0', [1], made(1)), 2, 'm', '0'), { error: TOO_NEW, payload: { match: 2, server: 1 } });
  const { state } = storage.fetch('m', { state: true });
  assert.deepEqual([state.G.cellar.bottles, state._version, first.errors], [5, 2, []]);
});

test('an action that a migration overtakes is decided by the migrating rules', async () => {
  const { first, master, storage } = await redeployed();
  const { compareAndSetState } = storage;
  storage.compareAndSetState = function slow(...args) {
    storage.compareAndSetState = compareAndSetState;
    first.master.onUpdate(move('spill', '1', [], made(2)), 2, 'm', '1');
    return compareAndSetState.apply(storage, args);
  };
  const other = new Proxy(storage, { get: (target, name) => { const value = target[name]; return typeof value === 'function' ? value.bind(target) : value; } });
  const late = new Master(after, other, { send() {}, sendAll() {} });
  assert.equal(await late.onUpdate(move('drink', '0', [1], made(1)), 2, 'm', '0'), undefined);
  const { state } = storage.fetch('m', { state: true });
  assert.deepEqual([state.G.cellar.bottles, state._version, state._stateID], [5, 2, 4]);
  assert.equal(await master.onSync('m', '0'), undefined);
});

test('a game without a version stores and sends the same as before', async () => {
  const { version, ...unversioned } = before;
  const { master, kept, heard } = room(unversioned);
  await master.onSync('m', '0', undefined, 2, undefined, { version: 7 });
  await master.onUpdate(move('drink', '0', [1]), 0, 'm', '0');
  assert.equal(/version/.test(JSON.stringify(heard)), false);
  assert.equal(kept, undefined);
});

/** Versions that a hostile client may send. */
const HOSTILE = [
  null, 7, 'text', [], { version: {} }, { version: { toString: () => '2' } }, { version: 'x'.repeat(1_000_000) }, { version: NaN }, { version: 1e400 }, { version: -0.5 },
  { version: null }, { version: [2] }, { version: true }, { version: '' }, Object.create({ version: {} }), JSON.parse('{"__proto__":{"version":[]}}'),
  { get version() { throw new Error('no'); } }, new Proxy({}, { get() { throw new Error('no'); } }), { version: Symbol('2') }, { version: 2n }, () => {},
];

test('an invalid version of a client is ignored: nobody is refused for it, and nothing throws', async () => {
  for (const about of HOSTILE) {
    const { master, heard, errors } = room({ ...after, refuseOtherVersions: true });
    assert.equal(await master.onSync('m', '0', undefined, 2, undefined, about), undefined);
    assert.equal(heard[0].length, 1);
    assert.deepEqual(errors, []);
  }
});

test('a game may require that clients of another version are refused, and they learn both versions', async () => {
  const { master, heard, storage } = room({ ...after, refuseOtherVersions: true });
  for (const version of [1, 3, '2', 'x']) {
    assert.deepEqual(await master.onSync('m', '0', undefined, 2, undefined, { version }), {
      error: `this page has version ${JSON.stringify(version)} of the game; the server has version 2`,
      payload: { client: version, server: 2 },
    });
  }
  assert.deepEqual([heard[0], storage.fetch('m', ALL).state], [[], undefined]);
  assert.equal(await master.onSync('m', '0', undefined, 2, undefined, { version: 2 }), undefined);
  assert.equal(heard[0].length, 1);
});

/** Invalid versions and related fields, and their messages. */
const MISTAKES = {
  'version: expected a whole number, or a string of 1 to 100 characters; got 1.5': { version: 1.5 },
  'version: expected a whole number, or a string of 1 to 100 characters; got NaN': { version: NaN },
  'version: expected a whole number, or a string of 1 to 100 characters; got ""': { version: '' },
  'version: expected a whole number, or a string of 1 to 100 characters; got null': { version: null },
  'version: expected a whole number, or a string of 1 to 100 characters; got an object': { version: { major: 1 } },
  'migrate: expected a function': { version: 1, migrate: {} },
  'migrate: needs a `version`': { migrate: (state) => state },
  'refuseOtherVersions: expected true or false, got "yes"': { version: 1, refuseOtherVersions: 'yes' },
  'refuseOtherVersions: needs a `version`': { refuseOtherVersions: true },
};

for (const [message, fields] of Object.entries(MISTAKES)) {
  test(`a definition with a mistake in its versions is refused: ${message}`, () => {
    const { version, ...game } = before;
    const isIt = (error) => error.name === 'RondelError' && error.message.includes(message);
    assert.throws(() => Client({ game: { ...game, ...fields } }), isIt);
    assert.throws(() => Server({ games: [{ ...game, ...fields }], origins: false }), isIt);
    assert.throws(() => new Master({ ...game, ...fields }, new InMemory(), { send() {}, sendAll() {} }), isIt);
  });
}
