// Fair scheduling of requests to one match or many: senders take turns, players precede spectators, and equal requests share one read.
import assert from 'node:assert/strict';
import test from 'node:test';
import { openHub } from '../../../pkg/lib/online/transports/hub.js';
import { PATCHES } from '../../../pkg/lib/online/wire-formats.js';
import { InMemory } from '../../../pkg/lib/online/storage/storage.js';
import { decode } from '../../../pkg/lib/online/protocol/wire.js';
import { nextTask } from '../support/tasks.mjs';
import { pass } from '../support/slow-storage.mjs';
import { move } from './support.mjs';

const together = () => ({
  name: 'together',
  setup: () => ({ by: [] }),
  turn: { activePlayers: { all: null } },
  moves: { add: ({ G }, what) => { G.by.push(what); } },
});
const SECRETS = ['secret 0', 'secret 1'];
/** Credentials that the authenticator never answers. */
const HANGING = 'hanging';
const auth = {
  authenticateCredentials: ({ playerID, credentials, metadata }) => (
    credentials === HANGING ? new Promise(() => {})
      : credentials === metadata?.players[playerID]?.credentials || !Object.values(metadata?.players ?? {}).some((player) => player.credentials)
  ),
};

/** A storage whose accesses a test releases one by one; `waiting` lists the pending ones. */
function gated(memory) {
  const waiting = [];
  const log = [];
  const gate = (method) => (...args) => new Promise((resolve, reject) => {
    const [matchID, wanted] = args;
    waiting.push({
      method,
      matchID,
      wanted,
      pass() {
        log.push({ method, matchID, wanted });
        try {
          resolve(memory[method](...args));
        } catch (error) {
          reject(error);
        }
      },
    });
  });
  const methods = ['connect', 'createMatch', 'setState', 'setMetadata', 'fetch', 'wipe', 'listMatches'];
  return { type: () => 1, waiting, log, ...Object.fromEntries(methods.map((method) => [method, gate(method)])) };
}

/** A hub with a slow storage, and players seated at `matches`. */
async function table(matches = ['m']) {
  const memory = new InMemory();
  const storage = gated(memory);
  const hub = openHub({ game: together(), storage, auth });
  hub.master.onError = (error) => { throw error; };
  const connect = (address) => {
    const heard = [];
    const connection = hub.connect((text) => heard.push(decode(text)), { ...PATCHES, address });
    const receive = (type, ...args) => connection.receive({ type, args });
    return {
      heard,
      connection,
      sync: (playerID = null, matchID = 'm', credentials = SECRETS[playerID]) => receive('sync', matchID, playerID, credentials),
      act: (playerID, what, { sync, matchID = 'm', credentials = SECRETS[playerID] } = {}) => {
        const { payload, ...action } = move('add', playerID, [what], sync);
        return receive('update', { ...action, payload: { ...payload, credentials } }, 0, matchID, playerID);
      },
    };
  };
  for (const matchID of matches) {
    await run(storage, connect().sync(null, matchID));
    const { metadata } = memory.fetch(matchID, { metadata: true });
    memory.setMetadata(matchID, { ...metadata, players: { 0: { id: 0, credentials: SECRETS[0] }, 1: { id: 1, credentials: SECRETS[1] } } });
  }
  const players = await Promise.all(matches.flatMap((matchID) => SECRETS.map(async (_, i) => {
    const player = connect();
    await run(storage, player.sync(String(i), matchID));
    return player;
  })));
  await run(storage, idle(storage));
  storage.log.length = 0;
  return { memory, storage, hub, connect, players, played: (matchID = 'm') => memory.fetch(matchID, { state: true }).state.G.by };
}

/** Releases accesses until a promise settles. Returns their number. */
async function run({ waiting }, promise) {
  let isKept = false;
  let passed = 0;
  promise.then(() => { isKept = true; });
  for (;;) {
    await nextTask();
    if (isKept) return passed;
    waiting.shift()?.pass();
    passed += 1;
  }
}

async function idle({ waiting }) {
  for (let quiet = 0; quiet < 5; quiet += 1) {
    await nextTask();
    if (waiting.length > 0) quiet = 0;
  }
}

const reads = ({ log }) => log.filter(({ method }) => method === 'fetch').length;

test('a thousand syncs of spectators cause a few reads, and a move does not wait for them', async () => {
  const { storage, connect, players: [p0, p1], played } = await table();
  const strangers = Array.from({ length: 3 }, connect);
  const syncs = [];
  for (let i = 0; i < 1000; i += 1) syncs.push(strangers[i % 3].sync());
  const passed = await run(storage, p0.act('0', 'a'));
  assert.ok(passed <= 6, `${passed} accesses before the move was done`);
  assert.deepEqual(played(), ['a']);
  assert.equal(p1.heard.at(-1).type, 'patch');
  await run(storage, Promise.all(syncs));
  assert.ok(reads(storage) <= 10, `${reads(storage)} reads`);
  for (const { heard } of strangers) assert.ok(heard.some(({ type }) => type === 'sync'));
});

test('a spectator is served while players play continuously', async () => {
  const { storage, connect, players: [p0] } = await table();
  const stranger = connect();
  const moves = Array.from({ length: 100 }, (_, i) => p0.act('0', i));
  const passed = await run(storage, stranger.sync());
  assert.ok(passed < 40, `${passed} accesses`);
  await run(storage, Promise.all(moves));
});

test('an opponent waits for at most one action of a busy player, over any number of connections', async () => {
  const { storage, connect, players: [p0, p1], played } = await table();
  const more = Array.from({ length: 10 }, connect);
  const floods = Array.from({ length: 300 }, (_, i) => {
    const sync = { session: `tab ${i % 5}`, seq: Math.floor(i / 5) + 1, first: 1 };
    return (i % 2 ? p0 : more[i % 10]).act('0', `flood ${i}`, { sync });
  });
  await nextTask();
  await run(storage, p1.act('1', 'b', { sync: { session: 'mine', seq: 1, first: 1 } }));
  assert.ok(played().indexOf('b') <= 2, played().join());
  await run(storage, Promise.all(floods));
  assert.equal(played().length, 301);
});

test('an action that is repeated over another connection waits once, and the newest connection gets the answer', async () => {
  const { storage, connect, players: [p0, p1], played } = await table();
  const busy = p1.act('1', 'busy', { sync: { session: 'other', seq: 1, first: 1 } });
  const sync = (seq) => ({ session: 'tab', seq, first: 1 });
  const answers = [];
  const flapping = [p0, connect(), connect(), connect()];
  for (const one of flapping) {
    for (let seq = 1; seq <= 32; seq += 1) answers.push(one.act('0', seq, { sync: sync(seq) }));
    if (one !== flapping.at(-1)) one.connection.close();
  }
  await run(storage, Promise.all([busy, ...answers]));
  assert.deepEqual(played(), ['busy', ...Array.from({ length: 32 }, (_, i) => i + 1)]);
  // Each action costs at most one read of metadata, one read of the state and one write.
  const states = storage.log.filter(({ method, wanted }) => method === 'fetch' && wanted.state);
  assert.equal(states.length, 33);
});

test('requests of a closed connection are not read', async () => {
  const { storage, connect, players: [p0] } = await table();
  const first = p0.act('0', 'a');
  const strangers = Array.from({ length: 20 }, connect);
  const syncs = strangers.map((stranger) => stranger.sync());
  for (const { connection } of strangers) connection.close();
  await run(storage, Promise.all([first, ...syncs]));
  // For the first connection, before it closed.
  assert.ok(storage.log.filter(({ wanted }) => wanted?.log).length <= 1);
});

test('a few of many matches with spectators are read at once, and players wait for none', async (t) => {
  // The queue serves others with a read match for five milliseconds.
  t.mock.method(performance, 'now', () => 0);
  const matches = Array.from({ length: 30 }, (_, i) => `match ${i}`);
  const { storage, connect, players } = await table(matches);
  const syncs = matches.flatMap((matchID) => Array.from({ length: 3 }, () => connect().sync(null, matchID)));
  await nextTask();
  assert.ok(storage.waiting.length <= 8, `${storage.waiting.length} at once`);
  const act = players[0].act('0', 'a', { matchID: 'match 0' });
  await nextTask();
  assert.equal(storage.waiting.at(-1).wanted.metadata, true);
  await run(storage, Promise.all([...syncs, act]));
  assert.equal(storage.log.filter(({ wanted }) => wanted?.log).length, 30);
});

test('a closed connection gets no answer, even if its action fails', async () => {
  const { storage, players: [p0, p1], played } = await table();
  const refused = (player) => {
    const action = { type: 'MAKE_MOVE', payload: { type: 'nope', args: [], playerID: '0', credentials: SECRETS[0] } };
    return player.connection.receive({ type: 'update', args: [action, 0, 'm', '0'] });
  };
  const looks = () => storage.log.filter(({ wanted }) => wanted?.log).length;
  await run(storage, refused(p0));
  assert.equal(looks(), 1, "boardgame.io's client is sent everything");
  const answers = Array.from({ length: 20 }, () => refused(p0));
  const last = p0.act('0', 'last');
  p0.connection.close();
  await run(storage, Promise.all([...answers, last]));
  assert.ok(looks() <= 2, `${looks()} looks`);
  assert.ok(played().includes('last'));
  await run(storage, p1.act('1', 'next'));
});

test('log pages are read for a few connections at once, in turn', async () => {
  const { storage, connect } = await table();
  const [greedy, late] = [connect(), connect()];
  for (const viewer of [greedy, late]) await run(storage, viewer.sync());
  const ask = ({ connection }) => connection.receive({ type: 'log', args: ['m', 1] });
  const asked = Array.from({ length: 100 }, () => ask(greedy));
  await nextTask();
  assert.ok(storage.waiting.length <= 8, `${storage.waiting.length} at once`);
  const passed = await run(storage, ask(late));
  assert.ok(passed <= 50, `${passed} accesses`);
  assert.equal(late.heard.at(-1).type, 'log');
  await run(storage, Promise.all(asked));
  assert.equal(greedy.heard.filter(({ type }) => type === 'log').length, 100);
});

test('requests without permission are authenticated a few at once, in turn', async () => {
  const matches = ['m', ...Array.from({ length: 100 }, (_, i) => `match ${i}`)];
  const { storage, connect, players: [p0] } = await table(matches);
  const stranger = connect();
  const thefts = matches.map((matchID) => stranger.act('0', 'theft', { matchID, credentials: 'wrong' }));
  await nextTask();
  assert.ok(storage.waiting.length <= 8, `${storage.waiting.length} at once`);
  const passed = await run(storage, p0.act('0', 'a'));
  // Each action of the player waits for at most eight others.
  assert.ok(passed <= 50, `${passed} accesses`);
  await run(storage, Promise.all(thefts));
});

test('the connections of an address take turns with those of others while their permission is read', async () => {
  const matches = ['m', ...Array.from({ length: 100 }, (_, i) => `match ${i}`)];
  const { storage, connect, players: [p0] } = await table(matches);
  const thefts = matches.map((matchID) => connect('address').act('0', 'theft', { matchID, credentials: 'wrong' }));
  await nextTask();
  const passed = await run(storage, p0.act('0', 'a'));
  assert.ok(passed <= 50, `${passed} accesses`);
  await run(storage, Promise.all(thefts));
});

test('however many players wait for a match whose reads hang, other matches go on', async () => {
  const { storage, connect, players: [p0] } = await table(['m', 'n']);
  for (let i = 0; i < 50; i += 1) connect().sync('0', 'n');
  await nextTask();
  const others = {
    get waiting() {
      const isHung = ({ matchID }) => matchID === 'n';
      return { shift: () => { const i = storage.waiting.findIndex((access) => !isHung(access)); return i < 0 ? undefined : storage.waiting.splice(i, 1)[0]; } };
    },
  };
  assert.ok(await Promise.race([run(others, p0.act('0', 'a')), pass(200)]));
});

test('players who ask at the same time for permission in one match share its reads', async () => {
  const { storage, connect } = await table();
  const acts = Array.from({ length: 100 }, () => connect().act('0', 'theft', { credentials: 'wrong' }));
  await run(storage, Promise.all(acts));
  assert.ok(reads(storage) <= 3, `${reads(storage)} reads`);
});

test('in a full match, the sender with the longest queue loses its latest request', async () => {
  const { storage, connect, players: [p0, p1], played } = await table();
  const busy = p1.act('1', 'busy');
  const flood = connect();
  const answers = Array.from({ length: 1200 }, (_, i) => flood.act('1', i, { sync: { session: 'flood', seq: i + 1, first: 1 } }));
  const one = p0.act('0', 'one');
  await run(storage, Promise.all([busy, one, ...answers]));
  const dropped = (await Promise.all(answers)).filter((answer) => answer?.error === 'too many messages');
  assert.ok(dropped.length >= 200 && dropped.length < 205, `${dropped.length} dropped`);
  assert.equal(await one, undefined);
  assert.ok(played().includes('one'));
});

test('in a full match, no player loses a place to a stranger with many sessions', async () => {
  const { storage, connect, players: [p0], played } = await table();
  const sync = (session, seq) => ({ sync: { session, seq, first: 1 } });
  const mine = [1, 2, 3].map((seq) => p0.act('0', seq, sync('mine', seq)));
  const stranger = connect();
  const thefts = Array.from({ length: 1500 }, (_, i) => stranger.act('1', 'theft', { credentials: 'wrong', ...sync(`session ${i}`, 1) }));
  const late = p0.act('0', 4, sync('mine', 4));
  await run(storage, Promise.all([...mine, late, ...thefts]));
  assert.deepEqual(await Promise.all([...mine, late]), [undefined, undefined, undefined, undefined]);
  assert.deepEqual(played(), [1, 2, 3, 4]);
});

test('in a full match, no player loses a place to strangers with a connection each who wait for an authenticator', async () => {
  const { storage, hub, connect, players: [p0], played } = await table();
  hub.master.onError = () => {};
  const steal = () => connect().act('1', 'theft', { credentials: HANGING, sync: { session: `${Math.random()}`, seq: 1, first: 1 } });
  for (let i = 0; i < 1000; i += 1) steal();
  await run(storage, idle(storage));
  const mine = p0.act('0', 'a');
  for (let i = 0; i < 1000; i += 1) steal();
  await run(storage, mine);
  hub.master.permissions.end();
  assert.equal(await mine, undefined);
  assert.deepEqual(played(), ['a']);
});

test('in a full match, no player loses a place to spectators', async () => {
  const { storage, connect, players: [p0], played } = await table();
  const busy = p0.act('0', 'a');
  const mine = p0.act('0', 'b');
  await nextTask();
  const syncs = Array.from({ length: 1200 }, () => connect().sync());
  await run(storage, Promise.all([busy, mine, ...syncs]));
  assert.deepEqual(played(), ['a', 'b']);
});

test('all closed connections share the turns of one', async () => {
  const { storage, connect, players: [p0], played } = await table();
  for (let i = 0; i < 100; i += 1) {
    const { act, connection } = connect();
    for (let n = 0; n < 20; n += 1) act('1', 'theft', { matchID: `match ${i} ${n}`, credentials: 'wrong' });
    connection.close();
  }
  await nextTask();
  const passed = await run(storage, p0.act('0', 'a'));
  assert.deepEqual(played(), ['a']);
  // Each action of the player waits for at most sixteen others, at permission and at reading.
  assert.ok(passed <= 100, `${passed} accesses`);
});

test('the backlog of closed connections is limited', async () => {
  const { storage, connect } = await table();
  const acts = [];
  for (let i = 0; i < 20; i += 1) {
    const { act, connection } = connect();
    for (let n = 0; n < 300; n += 1) acts.push(act('1', 'theft', { matchID: `match ${i} ${n}`, credentials: 'wrong' }));
    connection.close();
  }
  await run(storage, Promise.all(acts));
  assert.ok(reads(storage) <= 2500, `${reads(storage)} reads`);
});
