// A server's hub: authentication, the metadata that clients receive, and its end.
import assert from 'node:assert/strict';
import test from 'node:test';
import { createMatch } from 'rondel/internal';
import { InMemory } from '../../../pkg/lib/online/storage/storage.js';
import { InMemory as InMemoryOfServers } from '../../../pkg-server/lib/storage/in-memory.js';
import { openHubs, openServerHub } from '../../../pkg-server/lib/hub.js';
import { WHOLE } from '../../../pkg/lib/online/wire-formats.js';
import { decode } from '../../../pkg/lib/online/protocol/wire.js';
import { silence } from '../support/console.mjs';
import { nextTask } from '../support/tasks.mjs';
import { after, before, TOO_NEW } from '../support/versions.mjs';
import { slowStorage } from '../support/slow-storage.mjs';
import { move } from '../master/support.mjs';
import { cards } from '../multiplayer/transports.mjs';
import { until } from './support.mjs';

const GAME = cards({ name: 'cards' });

/** As in boardgame.io: a player needs no credentials unless the seat has some. */
const AUTH = {
  authenticateCredentials({ playerID, credentials, metadata }) {
    const players = Object.values(metadata?.players ?? {});
    return !players.some((player) => player.credentials) || metadata.players[playerID]?.credentials === credentials;
  },
};

test('a server has a hub for each game, by its name', () => {
  const hubs = openHubs({ games: [GAME, { ...GAME, name: 'other' }], db: new InMemory() });
  assert.deepEqual([...hubs.keys()], ['cards', 'other']);
});

test('a connection receives nothing before its player is authenticated', async () => {
  const { sit } = table({ 0: 'secret 0', 1: 'secret 1' });
  const thief = await sit('0', 'wrong');
  const odd = await sit('0', { toString: () => 'secret 0' });
  const owner = await sit('0', 'secret 0');
  const spectator = await sit(null);
  const refused = { type: 'refused', args: ['m', { type: 'match/refused', message: 'unauthorized' }] };
  assert.deepEqual([thief.heard, odd.heard], [[refused], [refused]]);
  assert.deepEqual(owner.state().G.hands, { 0: ['ace'] });
  assert.deepEqual(spectator.state().G.hands, {});
  await owner.receive('update', withCredentials(move('play', '0', ['ace']), 'secret 0'), 0, 'm', '0');
  await thief.receive('update', withCredentials(move('play', '0', ['ace']), 'wrong'), 1, 'm', '0');
  assert.deepEqual(types(owner).slice(-1), ['patch']);
  assert.deepEqual(thief.heard, [refused, refused]);
});

test('a refusal echoes the match ID, unless it is too long', async () => {
  const { hub } = table({});
  const heard = [];
  const { receive } = hub.connect((text) => heard.push(decode(text)));
  for (const matchID of ['', 'x'.repeat(257), [['x'.repeat(100_000)]]]) await receive({ type: 'sync', args: [matchID, '0'] });
  assert.deepEqual(heard.map(({ args: [matchID] }) => matchID), ['', null, null]);
});

test('a player who leaves counts as disconnected, although their credentials are no longer valid', async () => {
  const { hub, storage, sit } = table({ 0: 'secret 0', 1: 'secret 1' });
  const p0 = await sit('0', 'secret 0');
  await change(storage, ({ 0: { credentials, ...left }, ...others }) => ({ 0: left, ...others }));
  await p0.connection.close();
  assert.equal(storage.fetch('m', { metadata: true }).metadata.players[0].isConnected, false);
  assert.equal(hub.master.auth.authenticateCredentials({ playerID: '0', credentials: 'x', metadata: undefined }), true);
});

test('all clients of a match are notified when its metadata change, without credentials', async () => {
  const { hub, storage, sit } = table({ 0: 'secret 0', 1: 'secret 1' });
  const [p0, spectator] = [await sit('0', 'secret 0'), await sit(null)];
  await change(storage, (players) => ({ ...players, 1: { ...players[1], name: 'Ann' } }));
  await hub.sendMatchData('m');
  for (const { heard } of [p0, spectator]) {
    const { type, args } = heard.at(-1);
    assert.deepEqual([type, args[0], args[1][1]], ['matchData', 'm', { id: 1, name: 'Ann' }]);
    assert.ok(!JSON.stringify(heard).includes('secret'));
  }
  await hub.sendMatchData('unknown');
});

test("a connection whose player has lost the seat receives nothing more, and sees no hand of the seat's new player", async () => {
  const { hub, storage, sit } = table({ 0: 'secret 0', 1: 'secret 1' });
  const [p0, p1] = [await sit('0', 'secret 0'), await sit('1', 'secret 1')];
  await change(storage, (players) => ({ ...players, 0: { id: 0, credentials: 'another' } }));
  await hub.sendMatchData('m');
  const heard = p0.heard.length;
  await p1.receive('update', withCredentials(move('play', '1', ['king']), 'secret 1'), 0, 'm', '1');
  assert.equal(p0.heard.length, heard);
  assert.equal(p1.heard.at(-1).type, 'patch');
  assert.equal(storage.fetch('m', { metadata: true }).metadata.players[0].isConnected, false);
});

test('metadata from another program can be changed repeatedly', async () => {
  const { hub, storage, sit } = table({ 0: 'secret 0', 1: 'secret 1' }, new InMemoryOfServers());
  const errors = [];
  hub.master.onError = (error) => errors.push(error);
  await sit('0', 'secret 0');
  // An operator may write metadata without connections.
  await change(storage, (players) => ({ ...players, 0: { id: 0, name: 'Ann', credentials: 'secret 0' } }));
  await hub.sendMatchData('m');
  const p1 = await sit('1', 'secret 1');
  const connected = () => Object.values(storage.fetch('m', { metadata: true }).metadata.players).map(({ isConnected }) => isConnected);
  assert.deepEqual([connected(), errors], [[true, true], []]);
  await p1.connection.close();
  assert.deepEqual([connected(), errors], [[true, false], []]);
});

test('a client that has lost its seat and sends a version that the game refuses receives the reason', async () => {
  const storage = new InMemory();
  const game = { ...GAME, version: 2, refuseOtherVersions: true };
  const hub = openServerHub({ game, storage });
  const heard = [];
  const connection = hub.connect((text) => heard.push(decode(text)));
  const sync = (version) => connection.receive({ type: 'sync', args: ['m', '0', undefined, 2, { version }] });
  await sync(2);
  const { error } = await sync(1);
  storage.wipe('m');
  hub.gone('m');
  const told = heard.length;
  const answer = await connection.receive({ type: 'update', args: [move('play', '0', ['ace']), 0, 'm', '0'] });
  assert.deepEqual([answer.error, heard.slice(told).map(({ args: [, { message }] }) => message)], [error, [error]]);
});

test('a connection that has switched to another match meanwhile keeps its seat there', async () => {
  const { hub, storage, sit, auth } = table({ 0: 'secret 0', 1: 'secret 1' });
  storage.createMatch('next', createMatch({ game: GAME }));
  const [p0, other] = [await sit('0', 'secret 0'), await sit('1', 'secret 1')];
  await other.receive('sync', 'next', '1', undefined, 2);
  await change(storage, (players) => ({ ...players, 0: { id: 0, credentials: 'another' } }));
  let decide;
  auth.authenticateCredentials = (question) => (
    question.credentials === 'secret 0' ? new Promise((resolve) => { decide = resolve; }) : AUTH.authenticateCredentials(question)
  );
  const told = hub.sendMatchData('m');
  await until([], () => decide);
  await p0.receive('sync', 'next', '0', undefined, 2);
  decide(false);
  await told;
  await other.receive('update', move('play', '1', ['king']), 0, 'next', '1');
  assert.deepEqual([p0.heard.at(-1).type, p0.heard.at(-1).args[0]], ['patch', 'next']);
});

test('an error of the authentication is reported, and no player loses a seat', async () => {
  const { hub, storage, sit, auth } = table({ 0: 'secret 0', 1: 'secret 1' });
  const errors = [];
  hub.master.onError = (error) => errors.push(error.message);
  const p0 = await sit('0', 'secret 0');
  auth.authenticateCredentials = () => { throw new Error('down'); };
  await change(storage, (players) => ({ ...players, 1: { ...players[1], name: 'Ann' } }));
  await hub.sendMatchData('m');
  assert.equal(p0.heard.at(-1).type, 'matchData');
  assert.deepEqual(errors, ['down']);
});

test('a closed hub has stored what it had started, notifies others that all its players have left, and accepts no moves', async () => {
  const slow = slowStorage(new InMemory(), { compares: true });
  const { hub, sit } = table({}, slow);
  const [p0, p1] = [await sit('0'), await sit('1')];
  p0.receive('update', move('play', '0', ['ace']), 0, 'm', '0');
  await hub.close();
  const { state, metadata } = await slow.fetch('m', { state: true, metadata: true });
  assert.deepEqual(state.G.table, ['ace']);
  assert.deepEqual(Object.values(metadata.players).map(({ isConnected }) => isConnected), [false, false]);
  await p1.receive('update', move('play', '1', ['king']), 1, 'm', '1');
  assert.deepEqual((await slow.fetch('m', { state: true })).state.G.table, ['ace']);
});

test("a user's own channels carry broadcasts, from a match's first connection to its last", async () => {
  const published = [];
  const channels = new Map();
  const pubSub = {
    publish(channel, payload) {
      published.push(payload.type);
      channels.get(channel)?.(payload);
    },
    subscribe: (channel, callback) => channels.set(channel, callback),
    unsubscribeAll: (channel) => channels.delete(channel),
  };
  const { hub, sit } = table({});
  hub.publishThrough(pubSub);
  const p0 = await sit('0');
  assert.deepEqual([...channels.keys()], ['MATCH-m']);
  await p0.receive('update', move('play', '0', ['ace']), 0, 'm', '0');
  assert.deepEqual(types(p0), ['sync', 'matchData', 'patch']);
  assert.deepEqual(published, ['matchData', 'update']);
  await p0.connection.close();
  assert.equal(channels.size, 0);
});

test("messages of another version on a user's own channels are sent as the rules here read them, or not at all", async (t) => {
  silence(t);
  const channels = new Map();
  const pubSub = () => ({
    publish: (channel, payload) => [...channels.get(channel) ?? []].forEach((callback) => callback(payload)),
    subscribe: (channel, callback) => channels.set(channel, [...channels.get(channel) ?? [], callback]),
    unsubscribeAll: (channel) => channels.delete(channel),
  });
  const storage = new InMemoryOfServers();
  // Each version hides its own fields, and nothing else.
  const games = [{ ...before, playerView: ({ G: { secrets: _, ...G } }) => G }, { ...after, playerView: ({ G: { hands: _, ...G } }) => G }];
  const hubs = games.map((game) => openServerHub({ game, storage }));
  for (const hub of hubs) hub.publishThrough(pubSub());
  const [first, second] = [await sit(hubs[0], '0'), await sit(hubs[1], '1')];
  // boardgame.io's clients receive a whole state at each move.
  const whole = [];
  for (const hub of hubs) await hub.connect((message) => whole.push(message), WHOLE).receive({ type: 'sync', args: ['m', null] });
  const said = (player, message) => player.receive('chat', 'm', { id: message, sender: '0', payload: message });
  await first.receive('update', move('drink', '0', [1]), 0, 'm', '0');
  await nextTask();
  await second.receive('update', move('drink', '1', [1]), 1, 'm', '1');
  await said(second, 'hello');
  await nextTask();
  assert.ok(JSON.stringify(first.heard).includes('hello'));
  for (const secret of ['"white"', '"red"']) assert.equal(JSON.stringify([first.heard, second.heard, ...whole]).includes(secret), false);
  const [told] = first.heard.filter(({ type }) => type === 'refused');
  assert.equal(told.args[1].message, TOO_NEW);
  for (const hub of hubs) await hub.close();
});

for (const [how, fail] of Object.entries({ throw: (what) => { throw what; }, 'are async and fail': async (what) => { throw what; } })) {
  test(`user channels that ${how} do not suppress answers, and are reported`, async () => {
    const { hub, sit } = table({});
    const reported = [];
    hub.master.onError = (error) => { reported.push(error); };
    hub.publishThrough({ publish: () => fail('publish'), subscribe: () => fail('subscribe'), unsubscribeAll: () => fail('unsubscribeAll') });
    const p0 = await sit('0');
    assert.deepEqual(types(p0), ['sync']);
    await hub.sendMatchData('m');
    await p0.connection.close();
    await new Promise(setImmediate);
    // At the first connection, when the metadata change, and at the last disconnection.
    assert.deepEqual(reported, ['subscribe', 'publish', 'publish', 'unsubscribeAll', 'publish']);
  });
}

const FROM_EARLIER_SEATS = {
  'an action that is denied': withCredentials(move('play', '0', ['ace']), 'wrong'),
  'an action that the game does not know': withCredentials(move('nothing', '0'), 'secret 0'),
  'a numbered action that the game does not know': withCredentials(move('nothing', '0', [], { session: 's', seq: 1, first: 1 }), 'secret 0'),
};

for (const [what, action] of Object.entries(FROM_EARLIER_SEATS)) {
  test(`a connection that has moved to another seat receives no answer to ${what} at the earlier one`, async () => {
    const { hub, sit } = table({ 0: 'secret 0', 1: 'secret 1' });
    const client = await sit('0', 'secret 0');
    client.heard.length = 0;
    const { auth } = hub.master;
    let answer;
    hub.master.auth = {
      async authenticateCredentials(question) {
        if (question.playerID === '0') await new Promise((resolve) => { answer = resolve; });
        return auth.authenticateCredentials(question);
      },
    };
    const update = client.receive('update', action, 0, 'm', '0');
    await until([], () => answer);
    await client.receive('sync', 'm', '1', 'secret 1');
    answer();
    await update;
    await nextTask();
    assert.deepEqual(types(client).filter((type) => type !== 'matchData'), ['sync']);
    await client.receive('update', withCredentials(move('play', '0', ['ace']), 'wrong'), 0, 'm', '1');
    assert.equal(types(client).at(-1), 'refused');
  });
}

/** A match 'm' for two players with these credentials. */
function table(credentials, storage = new InMemory()) {
  const match = createMatch({ game: GAME });
  for (const [id, secret] of Object.entries(credentials)) match.metadata.players[id].credentials = secret;
  storage.createMatch('m', match);
  const auth = { ...AUTH };
  const hub = openServerHub({ game: GAME, storage, auth });
  return { hub, storage, auth, sit: (playerID, secret) => sit(hub, playerID, secret) };
}

async function sit(hub, playerID, credentials) {
  const heard = [];
  const connection = hub.connect((text) => heard.push(decode(text)));
  const receive = (type, ...args) => connection.receive({ type, args });
  await receive('sync', 'm', playerID, credentials, 2);
  await new Promise(setImmediate);
  return { connection, receive, heard, state: () => heard.find(({ type }) => type === 'sync').args[1].state };
}

async function change(storage, of) {
  const { metadata } = storage.fetch('m', { metadata: true });
  storage.setMetadata('m', { ...metadata, players: of(metadata.players) });
}

function withCredentials({ payload, ...action }, credentials) {
  return { ...action, payload: { ...payload, credentials } };
}

const types = ({ heard }) => heard.map(({ type }) => type);
