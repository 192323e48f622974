// Messages that Rondel's master does not send.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { Transport } from 'rondel/internal';
import { counters } from './games.mjs';

/** A client whose master is the test: `say(data)` sends it a message, and `asked` lists its requests. */
function scripted(t, game, { quiet = true } = {}) {
  const asked = [];
  let say;
  class Script extends Transport {
    connect() { this.setConnectionStatus(true); }
    disconnect() { this.setConnectionStatus(false); }
    sendAction() { asked.push('action'); }
    requestSync() { asked.push('sync'); }
  }
  const client = Client({ game, playerID: '0', quiet, multiplayer: (options) => {
    say = options.transportDataCallback;
    return new Script(options);
  } });
  t.after(() => client.dispose());
  client.start();
  return { client, asked, say };
}

const stateOf = (G, _stateID = 0) => ({
  G,
  ctx: { numPlayers: 2, turn: 1, currentPlayer: '0', playOrder: ['0', '1'], playOrderPos: 0 },
  plugins: {},
  _undo: [],
  _redo: [],
  _stateID,
});

test('a patch that does not fit causes a sync, and play goes on', (t) => {
  const { client, asked, say } = scripted(t, counters());
  say({ type: 'sync', args: ['default', { state: stateOf({ counts: { 0: 0, 1: 0 } }), log: [] }] });
  assert.deepEqual(client.getState().G.counts, { 0: 0, 1: 0 });
  say({ type: 'patch', args: ['default', 0, 1, [{ op: 'replace', path: '/none/such', value: 1 }], []] });
  assert.deepEqual(asked, ['sync']);
  assert.deepEqual(client.getState().G.counts, { 0: 0, 1: 0 });
  say({ type: 'sync', args: ['default', { state: stateOf({ counts: { 0: 3, 1: 0 } }, 1), log: [] }] });
  assert.deepEqual(client.getState().G.counts, { 0: 3, 1: 0 });
});

test('a sync replaces the log, even if nothing else has changed', (t) => {
  const { client, say } = scripted(t, counters());
  const state = stateOf({ counts: { 0: 1, 1: 0 } }, 1);
  const logged = (args) => {
    const action = { type: 'MAKE_MOVE', payload: { type: 'add', args, playerID: '0' } };
    return [{ action, _stateID: 0, turn: 1, phase: null }];
  };
  say({ type: 'sync', args: ['default', { state, log: logged(null) }] });
  assert.equal(client.log[0].action.payload.args, null);
  say({ type: 'sync', args: ['default', { state, log: logged([1]) }] });
  assert.deepEqual(client.log[0].action.payload.args, [1]);
});

test('a master may send a log of any length at once', (t) => {
  const { client, say } = scripted(t, counters());
  const action = { type: 'MAKE_MOVE', payload: { type: 'add', args: [1], playerID: '0' } };
  const log = Array.from({ length: 120_000 }, (_, _stateID) => ({ action, _stateID, turn: 1, phase: null }));
  say({ type: 'sync', args: ['default', { state: stateOf({ counts: { 0: 1, 1: 0 } }, 120_000), log }] });
  assert.equal(client.getState()?.log.length, 120_000);
});

for (const [log, problem] of [
  [[null], 'log[0]: expected an object, got null'],
  [[{}], 'log[0].action: expected an object, got undefined'],
  [[{ action: { type: 'MAKE_MOVE' } }], 'log[0].action.payload: expected an object, got undefined'],
  ['entries', 'log: expected a list, got "entries"'],
]) {
  test(`a malformed log (${JSON.stringify(log)}) is reported with its place, and play goes on without it`, (t) => {
    const { client, asked, say } = scripted(t, counters(), { quiet: false });
    const error = t.mock.method(console, 'error', () => {});
    const told = () => error.mock.calls.map((call) => String(call.arguments)).filter((text) => text.includes(problem)).length;
    say({ type: 'sync', args: ['default', { state: stateOf({ counts: { 0: 7, 1: 7 } }), log }] });
    assert.deepEqual([client.getState(), told(), asked.splice(0)], [null, 1, ['sync']]);
    say({ type: 'sync', args: ['default', { state: stateOf({ counts: { 0: 0, 1: 0 } }), log: [] }] });
    say({ type: 'update', args: ['default', stateOf({ counts: { 0: 1, 1: 0 } }, 1), log] });
    say({ type: 'patch', args: ['default', 0, 1, [{ op: 'replace', path: '/_stateID', value: 1 }], log] });
    assert.deepEqual([client.getState().G.counts, client.log, told()], [{ 0: 0, 1: 0 }, [], 3]);
  });
}

test('an invalid ctx is printed as an error, and nobody is active in it', (t) => {
  const { client, say } = scripted(t, counters(), { quiet: false });
  const told = t.mock.method(console, 'error', () => {});
  const state = stateOf({ counts: { 0: 0, 1: 0 } });
  say({ type: 'sync', args: ['default', { state: { ...state, ctx: { ...state.ctx, playOrder: null } }, log: [] }] });
  assert.equal(client.getState().isActive, false);
  assert.match(String(told.mock.calls[0].arguments), /a message of the master is invalid.*ctx\.playOrder: expected a list of players, got null/s);
  say({ type: 'sync', args: ['default', { state: stateOf({ counts: { 0: 3, 1: 0 } }, 1), log: [] }] });
  assert.equal(client.getState().isActive, true);
});

for (const [problem, wrong] of [
  ['ctx: expected an object, got null', { ctx: null }],
  ['ctx: expected an object, got undefined', { ctx: undefined }],
  ['ctx: expected an object, got 5', { ctx: 5 }],
  ['_stateID: expected a whole number, got "1"', { _stateID: '1' }],
  ['_stateID: expected a whole number, got -1', { _stateID: -1 }],
]) {
  test(`an invalid state (${problem}) is reported and never shown, and the match is requested once`, (t) => {
    const { client, asked, say } = scripted(t, counters(), { quiet: false });
    const error = t.mock.method(console, 'error', () => {});
    const told = () => error.mock.calls.filter((call) => String(call.arguments).includes(problem)).length;
    const bad = synced({ ...stateOf({ counts: { 0: 1, 1: 0 } }, 1), ...wrong });
    say(bad);
    say(bad);
    assert.deepEqual([client.getState(), client.legalMoves(), told(), asked], [null, [], 2, ['sync']]);
    say(synced(stateOf({ counts: { 0: 0, 1: 0 } })));
    say({ type: 'update', args: bad.args.map((arg) => arg.state ?? arg) });
    assert.deepEqual([client.getState().G.counts, told()], [{ 0: 0, 1: 0 }, 3]);
  });
}

test("a patch that removes a state's ctx is printed as an error, and the state from before shows", (t) => {
  const { client, asked, say } = scripted(t, counters(), { quiet: false });
  const error = t.mock.method(console, 'error', () => {});
  say(synced(stateOf({ counts: { 0: 0, 1: 0 } })));
  say({ type: 'patch', args: ['default', 0, 1, [{ op: 'remove', path: '/ctx' }, { op: 'replace', path: '/_stateID', value: 1 }], []] });
  assert.match(String(error.mock.calls[0].arguments), /ctx: expected an object, got undefined/);
  assert.deepEqual([client.getState().ctx.turn, client.legalMoves(), asked], [1, [], ['sync']]);
});

test('an invalid sync does not change the known version of the game', (t) => {
  const { client, say } = scripted(t, { ...counters(), version: 1 }, { quiet: false });
  t.mock.method(console, 'error', () => {});
  const warn = t.mock.method(console, 'warn', () => {});
  const told = () => warn.mock.calls.filter((call) => String(call.arguments).includes('without prediction')).length;
  say(synced(stateOf({ counts: { 0: 0, 1: 0 } }), { version: 1 }));
  say(synced(null, { version: 2 }));
  assert.deepEqual([told(), client.lastError], [0, null]);
  say(synced(stateOf({ counts: { 0: 0, 1: 0 } }), { version: 2 }));
  assert.deepEqual([told(), client.lastError?.type], [1, 'match/version']);
});

test('reasons and notices that are not strings are not shown', async (t) => {
  const { client, say } = scripted(t, counters());
  for (const reason of [null, 5, 'no', [], {}, { type: 'x' }, { type: 'x', message: {} }, { type: {}, message: 'x' }]) {
    say({ type: 'refused', args: ['default', reason] });
    assert.deepEqual(client.connection.reason, { type: 'action/action_invalid', message: 'no reason was given' });
  }
  say({ type: 'sync', args: ['default', { state: stateOf({ counts: { 0: 0, 1: 0 } }), log: [] }] });
  for (const notice of [null, 5, 'no', [], {}, { id: 'a' }, { id: 'a', text: {} }, { id: {}, text: 'x' }]) say({ type: 'notice', args: ['default', notice] });
  say({ type: 'notice', args: ['default', { id: 'a', text: 'soon', sentAt: 1 }] });
  assert.deepEqual(client.notices, [{ id: 'a', text: 'soon', sentAt: 1 }]);
});

/** Values that JSON cannot represent, and that a custom transport may pass on. */
const HOSTILE = {
  'a getter that throws': () => Object.defineProperty({ n: 1 }, 'bad', { enumerable: true, get() { throw new Error('a getter'); } }),
  'a getter that throws nothing': () => Object.defineProperty({ n: 1 }, 'bad', { enumerable: true, get() { throw null; } }),
  'a getter that throws at the second look': () => {
    let looks = 0;
    return Object.defineProperty({ n: 1 }, 'bad', { enumerable: true, get() {
      looks += 1;
      if (looks > 1) throw new Error('looked at twice');
      return looks;
    } });
  },
  'a BigInt': () => ({ n: 10n }),
  'a cycle': () => {
    const cycle = { n: 1 };
    return Object.assign(cycle, { cycle });
  },
  'a proxy that has been revoked': () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    return proxy;
  },
  'a toJSON that throws': () => ({ toJSON() { throw new Error('no JSON'); } }),
};

/** Messages with a hostile value in one place. */
const PLACES = {
  'a state': (value) => synced(value),
  'G': (value) => synced(stateOf(value, 1)),
  'a part of G': (value) => synced(stateOf({ counts: value }, 1)),
  'ctx': (value) => synced({ ...stateOf({}, 1), ctx: value }),
  'active players': (value) => synced({ ...stateOf({}, 1), ctx: { ...stateOf({}).ctx, activePlayers: value } }),
  'an outcome': (value) => synced({ ...stateOf({}, 1), ctx: { ...stateOf({}).ctx, gameover: value } }),
  "a plugin's data": (value) => synced({ ...stateOf({}, 1), plugins: { one: value } }),
  'the log': (value) => synced(stateOf({}, 1), { log: [{ action: { type: 'MAKE_MOVE', payload: { type: 'add', args: [value], playerID: '0' } }, _stateID: 0, turn: 1, phase: null }] }),
  'the first state': (value) => synced(stateOf({}, 1), { initialState: value }),
  'who plays': (value) => synced(stateOf({}, 1), { filteredMetadata: [value] }),
  'an update': (value) => ({ type: 'update', args: ['default', stateOf(value, 1), []] }),
  'a patch': (value) => ({ type: 'patch', args: ['default', 0, 1, [{ op: 'replace', path: '/G', value }, { op: 'replace', path: '/_stateID', value: 1 }], []] }),
  'an answer': (value) => ({ ...synced(stateOf({}, 1)), sync: value }),
  'matchData': (value) => ({ type: 'matchData', args: ['default', value] }),
  'a chat message': (value) => ({ type: 'chat', args: ['default', value] }),
  'a refusal': (value) => ({ type: 'refused', args: ['default', value] }),
  'a message': (value) => value,
};

const synced = (state, rest) => ({ type: 'sync', args: ['default', { state, log: [], ...rest }] });

for (const [what, make] of Object.entries(HOSTILE)) {
  test(`${what} in a message does not break the shown state`, (t) => {
    const error = t.mock.method(console, 'error', () => {});
    for (const [place, messageWith] of Object.entries(PLACES)) {
      const { client, say } = scripted(t, counters(), { quiet: false });
      say(synced(stateOf({ counts: { 0: 7, 1: 7 } })));
      const before = client.getState();
      const told = error.mock.callCount();
      say(messageWith(make()));
      const after = client.getState();
      // JSON calls a getter only once.
      const isTaken = what.includes('second look') && place !== 'a message';
      if (!isTaken) assert.deepEqual([after, error.mock.callCount()], [before, told + 1], place);
      JSON.stringify([after, client.log, client.matchData, client.chatMessages]);
      say(synced(stateOf({ counts: { 0: 3, 1: 0 } }, 5)));
      assert.deepEqual(client.getState().G.counts, { 0: 3, 1: 0 }, place);
    }
  });
}

test('effects of another shape are an error of their message, and the client goes on', (t) => {
  const { client, asked, say } = scripted(t, counters());
  const heard = [];
  client.onEffect('*', (data, { name }) => { heard.push(name); });
  say({ type: 'sync', args: ['default', { state: stateOf({ counts: { 0: 0, 1: 0 } }), log: [] }] });
  const patch = (effects) => {
    const action = { type: 'MAKE_MOVE', payload: { type: 'add', args: [], playerID: '1' } };
    say({ type: 'patch', args: ['default', 0, 1, [{ op: 'replace', path: '/_stateID', value: 1 }], [{ action, _stateID: 0, turn: 1, phase: null, effects }]] });
  };
  for (const effects of [5, 'effects', {}, [null], [{}], [{ name: 3 }], [{ name: 'a', at: 'soon' }], [{ name: 'a', duration: NaN }]]) {
    asked.length = 0;
    patch(effects);
    assert.equal(client.getState()._stateID, 0, JSON.stringify(effects));
  }
  patch([{ name: 'a', data: 1, at: 0, duration: 5 }]);
  assert.deepEqual([client.getState()._stateID, heard], [1, ['a']]);
});
