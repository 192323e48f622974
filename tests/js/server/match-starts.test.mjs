// Permission to start a match by a sync, and the number of matches that one address may create.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import test from 'node:test';
import { Server } from 'rondel/server';
import { AddressQuota } from '../../../pkg-server/lib/token-bucket.js';
import { InMemory } from '../../../pkg/lib/online/storage/storage.js';
import { until } from '../support/tasks.mjs';
import { WIRES } from './raw.mjs';
import { serve } from './serve.mjs';

const GAME = { name: 'nim', minPlayers: 2, maxPlayers: 4, setup: ({ ctx }) => ({ cells: Array(ctx.numPlayers).fill(0) }), moves: { go: ({ G }) => { G.cells[0] += 1; } } };
const ANY_SIZE = { name: 'nim', maxPlayers: 1000, setup: GAME.setup };

async function begin(t, { game = GAME, ...options } = {}) {
  const db = new InMemory();
  const events = [];
  const server = Server({ games: [game], db, origins: false, watch: (event) => events.push(event), ...options });
  const running = await server.run({ port: 0, host: '127.0.0.1' });
  t.after(() => server.kill(running));
  const url = `http://127.0.0.1:${running.appServer.address().port}`;
  const post = async (path, body, headers = {}) => {
    const init = { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(body) };
    const response = await fetch(`${url}${path}`, init);
    return { status: response.status, after: response.headers.get('Retry-After'), text: await response.text() };
  };
  return { url, db, post, events: (type) => events.filter((event) => event.type === type), stored: () => db.listMatches() };
}

/** The texts of a client's refusals. */
const refusals = ({ heard }) => heard.filter((text) => /match\/(refused|not_found)/.test(text));

/** Sets `API_SECRET` for a test. */
function withSecret(t, secret) {
  process.env.API_SECRET = secret;
  t.after(() => { delete process.env.API_SECRET; });
}

test('a connection can start a few matches at once, and the next one after a while', async (t) => {
  // The quota does not refill meanwhile.
  t.mock.method(performance, 'now', () => 1000);
  const { url, stored } = await begin(t, { game: ANY_SIZE });
  const { send, socket } = await WIRES['a WebSocket'](url, 'nim');
  for (let n = 0; n < 40; n += 1) {
    send('sync', `m${n}`, null, undefined, 2);
    socket.ping();
    await once(socket, 'pong');
  }
  assert.ok(stored().length > 1 && stored().length <= 10, `${stored().length}`);
});

for (const [wire, open] of Object.entries(WIRES)) {
  const isTold = wire !== 'socket.io';

  test(`over ${wire}, an address can start only its allowed number of matches, from any number of connections`, async (t) => {
    const { url, stored, events } = await begin(t, { game: ANY_SIZE, limits: { address: { matches: 30 }, messages: { burst: 10_000 } } });
    for (let i = 0; i < 4; i += 1) {
      const { send, socket } = await open(url, 'nim');
      // The server answers the newest of the waiting requests.
      for (let n = 0; n < 40; n += 1) {
        send('sync', `m${i}.${n}`, null, undefined, 1000);
        await until(() => events('limited').length + stored().length > i * 40 + n);
      }
      socket.terminate();
    }
    assert.equal(stored().length, 30);
    const { transport } = events('limited')[0];
    assert.deepEqual(events('limited')[0], { type: 'limited', limit: 'limits.address.matches', transport, gameName: 'nim', address: '127.0.0.1' });
  });

  test(`over ${wire}, a match starts with the number of players that its game is for`, async (t) => {
    const { url, stored } = await begin(t);
    const client = await open(url, 'nim');
    for (const numPlayers of [1, 5, 1000, 1e9, 2.5, -2]) {
      client.send('sync', `for ${numPlayers}`, null, undefined, numPlayers);
      if (isTold) await until(() => refusals(client).pop()?.includes(`for ${numPlayers}`));
    }
    client.send('sync', 'for 4', null, undefined, 4);
    await until(() => stored().length > 0);
    assert.deepEqual(stored(), ['for 4']);
    for (const text of refusals(client)) assert.match(text, /numPlayers: expected a number from 2 to 4/);
  });

  test(`over ${wire}, a server whose lobby creates the matches starts none by sync, and sends existing ones`, async (t) => {
    const { url, stored, post } = await begin(t, { lobbyOnly: true });
    const { matchID } = JSON.parse((await post('/games/nim/create', { numPlayers: 2 })).text);
    const client = await open(url, 'nim');
    client.send('sync', 'mine', null, undefined, 2);
    if (isTold) await until(() => refusals(client)[0]?.includes('game not found'));
    client.send('sync', matchID, null, undefined, 2);
    await until(() => client.heard.some((text) => text.includes('cells')));
    assert.deepEqual(stored(), [matchID]);
  });
}

test('with API_SECRET no match starts without the lobby, unless the server says otherwise', async (t) => {
  withSecret(t, 'secret');
  const [usual, open] = [await begin(t), await begin(t, { lobbyOnly: false })];
  const clients = [];
  for (const { url } of [usual, open]) {
    const client = await WIRES['a WebSocket'](url, 'nim');
    client.send('sync', 'm', null, undefined, 2);
    await until(() => client.heard.length > 0);
    clients.push(client);
  }
  assert.deepEqual([usual.stored(), open.stored()], [[], ['m']]);
  assert.equal(refusals(clients[0]).length, 1);
});

for (const [how, options] of Object.entries({ lobbyOnly: { lobbyOnly: true }, API_SECRET: {} })) {
  test(`with ${how} no client can act in a match of the lobby before its player has joined`, async (t) => {
    if (how === 'API_SECRET') withSecret(t, 'secret');
    const { url, post, db } = await begin(t, options);
    const headers = { 'api-secret': 'secret' };
    const { matchID } = JSON.parse((await post('/games/nim/create', { numPlayers: 2 }, headers)).text);
    const stranger = await WIRES['a WebSocket'](url, 'nim');
    stranger.send('sync', matchID, '0', undefined, 2);
    await until(() => refusals(stranger).some((text) => text.includes('unauthorized')));
    const go = (credentials) => [{ type: 'MAKE_MOVE', payload: { type: 'go', args: [], playerID: '0', credentials } }, 0, matchID, '0'];
    stranger.send('update', ...go());
    stranger.send('sync', matchID, null, undefined, 2);
    await until(() => stranger.heard.some((text) => text.includes('cells')));
    assert.equal(db.fetch(matchID, { state: true }).state._stateID, 0);
    const { playerCredentials } = JSON.parse((await post(`/games/nim/${matchID}/join`, { playerName: 'Ann' }, headers)).text);
    stranger.send('update', ...go(playerCredentials));
    await until(() => db.fetch(matchID, { state: true }).state._stateID === 1);
  });
}

test('behind a proxy each address has its own limit, and no client can invent one', async (t) => {
  const { url, stored, events } = await begin(t, { trustedProxies: 1, limits: { address: { matches: 2 } } });
  const { WebSocket } = await import('ws');
  for (const [n, address] of ['1.1.1.1, 203.0.113.7', '2.2.2.2, 203.0.113.7', '203.0.113.8'].entries()) {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/ws/nim`, { headers: { 'X-Forwarded-For': address } });
    await new Promise((done) => { socket.once('open', done); });
    for (let i = 0; i < 2; i += 1) socket.send(JSON.stringify({ type: 'sync', args: [`m${n}.${i}`, null, undefined, 2] }));
    await until(() => stored().length + events('limited').length === (n + 1) * 2);
    socket.terminate();
  }
  assert.deepEqual(stored(), ['m0.0', 'm0.1', 'm2.0', 'm2.1']);
});

test('an address may create a limited number of matches in the lobby, and a refusal names the time to retry', async (t) => {
  const { post, stored, events } = await begin(t, { limits: { address: { matches: 2 } } });
  const statuses = [];
  for (let i = 0; i < 4; i += 1) statuses.push((await post('/games/nim/create', { numPlayers: 2 })).status);
  const { status, after, text } = await post('/games/nim/create', { numPlayers: 2 });
  assert.deepEqual([statuses, status, stored().length], [[200, 200, 429, 429], 429, 2]);
  assert.ok(Number(after) >= 1 && Number(after) <= 1800, after);
  assert.equal(text, `too many matches are made from this address (limits.address.matches): try again in ${after} seconds`);
  assert.deepEqual(events('limited')[0], { type: 'limited', limit: 'limits.address.matches', transport: 'http', gameName: 'nim', address: '127.0.0.1' });
  assert.equal((await post('/games/chess/create', {})).status, 404);
});

test('an address may take a limited number of seats in the lobby', async (t) => {
  const { post } = await begin(t, { limits: { address: { joins: 2 } } });
  const { matchID } = JSON.parse((await post('/games/nim/create', { numPlayers: 4 })).text);
  const statuses = [];
  for (const playerName of ['Ann', 'Bob', 'Cy']) statuses.push((await post(`/games/nim/${matchID}/join`, { playerName })).status);
  assert.deepEqual(statuses, [200, 200, 429]);
});

test('an address may make a limited number of changes in the lobby, and a refused request changes nothing', async (t) => {
  const { post, db, events } = await begin(t, { limits: { address: { changes: 2 } } });
  const { matchID } = JSON.parse((await post('/games/nim/create', { numPlayers: 2 })).text);
  const seat = JSON.parse((await post(`/games/nim/${matchID}/join`, { playerName: 'Ann' })).text);
  const { playerID, playerCredentials: credentials } = seat;
  for (const newName of ['Bea', 'Cy']) assert.equal((await post(`/games/nim/${matchID}/update`, { playerID, credentials, newName })).status, 200);
  for (const path of ['update', 'rename', 'leave', 'leaveSlot', 'leaveGame', 'playAgain']) {
    const { status, text } = await post(`/games/nim/${matchID}/${path}`, { playerID, credentials, newName: 'Di' });
    assert.equal(status, 429, path);
    assert.match(text, /^too many seats are changed from this address \(limits\.address\.changes\): try again in \d+ seconds$/);
  }
  assert.equal(db.fetch(matchID, { metadata: true }).metadata.players[0].name, 'Cy');
  assert.deepEqual(events('limited')[0], { type: 'limited', limit: 'limits.address.changes', transport: 'http', gameName: 'nim', address: '127.0.0.1' });
});

test('a rematch counts once, no matter which player asks for it', async (t) => {
  const { post, stored } = await begin(t, { limits: { address: { matches: 2 } } });
  const { matchID } = JSON.parse((await post('/games/nim/create', { numPlayers: 2 })).text);
  const join = async (id, playerName) => JSON.parse((await post(`/games/nim/${id}/join`, { playerName })).text);
  const again = (id, { playerID, playerCredentials }) => post(`/games/nim/${id}/playAgain`, { playerID, credentials: playerCredentials });
  const [ann, bob] = [await join(matchID, 'Ann'), await join(matchID, 'Bob')];
  const answers = [await again(matchID, ann), await again(matchID, bob), await again(matchID, ann)];
  assert.deepEqual(answers.map(({ status }) => status), [200, 200, 200]);
  const { nextMatchID } = JSON.parse(answers[0].text);
  assert.equal((await again(nextMatchID, await join(nextMatchID, 'Ann'))).status, 429);
  assert.equal(stored().length, 2);
});

test('a client with the secret of the lobby creates matches without a limit', async (t) => {
  withSecret(t, 'secret');
  const { post } = await begin(t, { limits: { address: { matches: 0, joins: 0 } } });
  const headers = { 'api-secret': 'secret' };
  const { status, text } = await post('/games/nim/create', { numPlayers: 2 }, headers);
  const joined = await post(`/games/nim/${JSON.parse(text).matchID}/join`, { playerName: 'Ann' }, headers);
  assert.deepEqual([status, joined.status], [200, 200]);
  assert.equal((await post('/games/nim/create', { numPlayers: 2 })).status, 403);
});

test("a client that is refused at an address that may be a proxy's causes one warning per limit", async (t) => {
  const warn = t.mock.method(console, 'warn', () => {});
  const said = () => warn.mock.calls.map(({ arguments: [text] }) => text).filter((text) => text.includes('trustedProxies'));
  const headers = { 'X-Forwarded-For': '203.0.113.7' };
  const direct = await begin(t, { limits: { address: { matches: 0 } } });
  await direct.post('/games/nim/create', { numPlayers: 2 });
  const named = await begin(t, { limits: { address: { matches: 0 } }, trustedProxies: 1 });
  await named.post('/games/nim/create', { numPlayers: 2 }, headers);
  assert.deepEqual(said(), []);
  for (let i = 0; i < 2; i += 1) await direct.post('/games/nim/create', { numPlayers: 2 }, headers);
  assert.equal(said().length, 1);
  assert.match(said()[0], /limits\.address\.matches: .* all players behind a proxy count as one address: set trustedProxies/);
});

test('a club of fifty behind one address plays an evening with the default limits', async (t) => {
  const { post, events } = await begin(t);
  for (let match = 0; match < 25; match += 1) {
    const { matchID } = JSON.parse((await post('/games/nim/create', { numPlayers: 2 })).text);
    for (const playerName of ['Ann', 'Bob']) assert.equal((await post(`/games/nim/${matchID}/join`, { playerName })).status, 200);
  }
  assert.deepEqual(events('limited'), []);
});

test('a quota refills over an hour, up to its limit', () => {
  let now = 0;
  const quota = new AddressQuota(60, 3600, () => now);
  const taken = (address) => {
    let count = 0;
    while (quota.take(address) === 0) count += 1;
    return count;
  };
  assert.equal(taken('a'), 60);
  assert.equal(quota.take('a'), 60);
  now += 59_000;
  assert.equal(quota.take('a'), 1);
  now += 1000;
  assert.deepEqual([taken('a'), taken('b')], [1, 60]);
  now += 24 * 3_600_000;
  assert.equal(taken('a'), 60);
});

test('an amount over the quota takes nothing, and a smaller one may still be taken', () => {
  const quota = new AddressQuota(3600, 3600, () => 0);
  assert.deepEqual([3000, 1000, 600, 1].map((amount) => quota.take('a', amount)), [0, 400, 0, 1]);
});

test('a quota of zero refuses all, and an infinite one nothing', () => {
  assert.equal(new AddressQuota(0).take('a'), 3600);
  const endless = new AddressQuota(Infinity);
  for (let i = 0; i < 10_000; i += 1) assert.equal(endless.take('a'), 0);
});

test('the number of remembered addresses is limited, and the most recent ones stay', () => {
  const quota = new AddressQuota(1, 3600, () => 0);
  quota.take('first');
  for (let i = 0; i < 9_999; i += 1) quota.take(`${i}`);
  assert.ok(quota.take('first') > 0);
  quota.take('another');
  assert.ok(quota.take('first') > 0, 'a recent address is remembered');
  assert.equal(quota.take('0'), 0, 'it is forgotten');
});

test('a rematch does not join a match that a stranger has started under its ID', async (t) => {
  const { url, post, get } = await serve(t, { games: [{ name: 'nim' }] });
  const { matchID } = (await post('/games/nim/create', { numPlayers: 2, setupData: 'ours' })).body;
  const seats = [];
  for (const playerName of ['a', 'b']) seats.push((await post(`/games/nim/${matchID}/join`, { playerName })).body);
  const again = async ({ playerID, playerCredentials: credentials }) => {
    return (await post(`/games/nim/${matchID}/playAgain`, { playerID, credentials })).body.nextMatchID;
  };
  const first = await again(seats[0]);
  // Its ID is public, and is free when its players have left it.
  const { playerID, playerCredentials: credentials } = (await post(`/games/nim/${first}/join`, { playerName: 'a' })).body;
  assert.equal((await post(`/games/nim/${first}/leave`, { playerID, credentials })).status, 200);
  const stranger = await WIRES['a WebSocket'](url, 'nim');
  stranger.send('sync', first, null, null, 1);
  await until(() => stranger.heard.length > 0);
  const [second, other] = await Promise.all(seats.map(again));
  assert.notEqual(second, first);
  assert.equal(other, second);
  const { players, setupData } = (await get(`/games/nim/${second}`)).body;
  assert.deepEqual([players.length, setupData], [2, 'ours']);
  assert.equal(await again(seats[1]), second);
});
