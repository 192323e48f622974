// A match belongs to its game: the hub of another game neither shows nor changes it.
import assert from 'node:assert/strict';
import test from 'node:test';
import { createMatch } from 'rondel/internal';
import { openServerHub } from '../../../pkg-server/lib/hub.js';
import { Auth } from '../../../pkg-server/lib/auth.js';
import { Node } from '../../../pkg-server/lib/nodes/node.js';
import { InMemory } from '../../../pkg-server/lib/storage/in-memory.js';
import { event, move } from '../master/support.mjs';
import { silence } from '../support/console.mjs';
import { slowStorage } from '../support/slow-storage.mjs';
import { quiet, until } from '../support/tasks.mjs';
import { WIRES } from './raw.mjs';
import { CLIENTS, serve, sit } from './support.mjs';

const EVERYTHING = { state: true, metadata: true, log: true, initialState: true };

/** Hides everything. */
const VAULT = {
  name: 'vault',
  setup: () => ({ secret: 'THE-SECRET', n: 0 }),
  playerView: ({ G: { n } }) => ({ n }),
  moves: { add: ({ G }) => { G.n += 1; } },
};
/** Accepts any state as its own, and shows all of it. */
const OPEN = {
  name: 'open',
  setup: () => ({ n: 0 }),
  moves: { add: ({ G }) => { G.n += 100; }, take: ({ G }) => { G.secret = 'TAKEN'; } },
};

/** A server of both games, with a match of the vault and its credentials. */
async function begun(t, storage = new InMemory()) {
  silence(t);
  const match = createMatch({ game: VAULT });
  for (const id of ['0', '1']) match.metadata.players[id] = { id: Number(id), name: `player ${id}`, credentials: `CREDENTIALS-${id}` };
  storage.createMatch('m', match);
  const server = await serve(t, { games: [VAULT, OPEN], db: storage, auth: new Auth() });
  return { ...server, storage, stored: () => storage.fetch('m', EVERYTHING) };
}

for (const [wire, open] of Object.entries(WIRES)) {
  test(`over ${wire}, a spectator of one game reads nothing of a match of another`, async (t) => {
    const { url, stored, storage } = await begun(t);
    const before = JSON.stringify(stored());
    const stranger = await open(url, 'open');
    const refusals = () => stranger.heard.filter((text) => text.includes('game not found')).length;
    for (const [i, seat] of [[null], ['0'], ['0', 'CREDENTIALS-0']].entries()) {
      stranger.send('sync', 'm', ...seat);
      // boardgame.io's clients receive no message types that they do not know.
      if (wire !== 'socket.io') await until(() => refusals() === i + 1);
    }
    stranger.send('sync', 'own', null, undefined, 2);
    await until(() => stranger.heard.some((text) => text.includes('own')));
    const heard = stranger.heard.join();
    for (const secret of ['SECRET', 'player 0', 'CREDENTIALS']) assert.ok(!heard.includes(secret), heard);
    assert.equal(JSON.stringify(stored()), before);
    assert.deepEqual(storage.listMatches({ gameName: 'open' }), ['own']);
  });

  test(`over ${wire}, a seated player cannot run moves of another game on their match`, async (t) => {
    const { url, stored } = await begun(t);
    const before = JSON.stringify(stored());
    const cheat = await open(url, 'open');
    const seat = { playerID: '0', credentials: 'CREDENTIALS-0' };
    const action = (type, fields = {}) => ({ type, payload: { args: [], ...seat, ...fields } });
    cheat.send('sync', 'm', '0', 'CREDENTIALS-0', 2);
    for (const sync of [undefined, { session: 'tab', seq: 1, first: 1 }]) {
      cheat.send('update', { ...action('MAKE_MOVE', { type: 'add' }), sync }, 0, 'm', '0');
      cheat.send('update', { ...action('MAKE_MOVE', { type: 'take' }), sync }, 0, 'm', '0');
      cheat.send('update', { ...action('GAME_EVENT', { type: 'endGame' }), sync }, 0, 'm', '0');
      cheat.send('update', { ...action('UNDO'), sync }, 0, 'm', '0');
    }
    cheat.send('chat', 'm', { id: 'x', sender: '0', payload: 'hello' }, 'CREDENTIALS-0');
    cheat.send('sync', 'own', null, undefined, 2);
    await until(() => cheat.heard.some((text) => text.includes('own')));
    assert.equal(JSON.stringify(stored()), before);
    assert.ok(!cheat.heard.some((text) => /SECRET|hello/.test(text)), cheat.heard.join());
  });
}

for (const name of ["Rondel's client", "Rondel's client by a WebSocket"]) {
  test(`${name} is refused a match of another game, with the reason`, async (t) => {
    const { url } = await begun(t);
    const client = sit(t, CLIENTS[name], url, { game: OPEN, playerID: '0' });
    const why = () => client.moves.add().error;
    await until(() => why()?.type === 'match/not_found');
    assert.deepEqual([why().message, client.getState()], ['game not found', null]);
  });
}

test('the hub of another game cannot disconnect, add or remove players', async (t) => {
  const { hub, stored } = await begun(t);
  const { master } = hub('open');
  const before = JSON.stringify(stored());
  const refused = { error: 'game not found' };
  assert.deepEqual(await master.onPlayerLeave('m', '0', 'CREDENTIALS-0'), refused);
  assert.deepEqual(await master.onConnectionChange('m', '0', 'CREDENTIALS-0', true), refused);
  assert.deepEqual(await master.onConnectionChange('m', '0'), refused);
  assert.deepEqual(await master.onChatMessage('m', { id: 'x', sender: '0', payload: '' }, 'CREDENTIALS-0'), refused);
  assert.deepEqual(await master.onUpdate(move('add', '0'), 0, 'm', '0'), refused);
  assert.deepEqual(await master.onUpdate(event('endTurn', '0'), 0, 'm', '0'), refused);
  assert.deepEqual(await master.onSync('m', null), refused);
  assert.equal(JSON.stringify(stored()), before);
});

test('state and metadata are read in one fetch', async () => {
  const storage = new InMemory();
  const asked = [];
  const { fetch } = storage;
  storage.fetch = (matchID, wanted) => {
    asked.push(Object.keys(wanted));
    return fetch.call(storage, matchID, wanted);
  };
  const { master } = openServerHub({ game: OPEN, storage, node: new Node({ storage: new InMemory() }) });
  await master.onSync('m', '0');
  asked.splice(0);
  await master.onUpdate(move('add', '0'), 0, 'm', '0');
  const states = asked.filter((fields) => fields.includes('state'));
  assert.deepEqual(states, [['state', 'metadata']]);
});

test('clients do not receive a match that another game has created under the ID of theirs', async (t) => {
  const storage = new InMemory();
  const nodes = [0, 1].map(() => new Node({ storage }));
  const hub = openServerHub({ game: OPEN, storage: slowStorage(storage, { compares: true }), node: nodes[0] });
  t.after(async () => {
    await hub.close();
    for (const node of nodes) await node.close();
  });
  const heard = [];
  const connections = ['0', null].map((playerID) => {
    const connection = hub.connect((text) => heard.push(text));
    connection.receive({ type: 'sync', args: ['m', playerID, undefined, 2] });
    return connection;
  });
  await until(() => heard.length >= 3);
  await quiet();
  heard.splice(0);
  storage.wipe('m');
  storage.createMatch('m', createMatch({ game: VAULT }));
  nodes[0].receive({ what: 'metadata', gameName: 'open', matchID: 'm' });
  nodes[0].receive({ what: 'state', gameName: 'open', matchID: 'm' });
  await connections[0].receive({ type: 'update', args: [move('add', '0'), 0, 'm', '0'] });
  // Both connections, and the action that is dropped.
  await until(() => heard.filter((text) => text.includes('match/not_found')).length >= 2);
  await quiet();
  assert.deepEqual(heard.filter((text) => !text.includes('match/not_found')), []);
  assert.deepEqual(hub.matches(), []);
});

test("messages of another game's server on a user's own channels are not sent here", async () => {
  const channels = new Map();
  const pubSub = () => ({
    publish: (channel, payload) => [...channels.get(channel) ?? []].forEach((callback) => callback(payload)),
    subscribe: (channel, callback) => channels.set(channel, [...channels.get(channel) ?? [], callback]),
    unsubscribeAll: (channel) => channels.delete(channel),
  });
  const hubs = [VAULT, OPEN].map((game) => openServerHub({ game, storage: new InMemory() }));
  for (const hub of hubs) hub.publishThrough(pubSub());
  const heard = [[], []];
  const [player] = hubs.map((hub, i) => hub.connect((text) => heard[i].push(text)));
  await player.receive({ type: 'sync', args: ['m', '0', undefined, 2] });
  const stranger = hubs[1].connect((text) => heard[1].push(text));
  await stranger.receive({ type: 'sync', args: ['m', null, undefined, 2] });
  heard[1].splice(0);
  await player.receive({ type: 'update', args: [move('add', '0'), 0, 'm', '0'] });
  assert.ok(heard[0].some((text) => text.includes('"/G/n",1')), heard[0].join());
  assert.deepEqual(heard[1], []);
  for (const hub of hubs) await hub.close();
});
