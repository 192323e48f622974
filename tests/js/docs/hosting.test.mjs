// The server of docs/06-hosting.md: its page creates a match and plays, with accounts and custom routes. tests/packaging/server.test.mjs
// runs this file again on an installed package.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join as pathOf } from 'node:path';
import test from 'node:test';
import { Server } from 'rondel/server';
import { lobbyAt } from '../server/serve.mjs';
import { temporaryFolder } from '../support/folders.mjs';
import { until } from '../support/tasks.mjs';
import { read, run } from './support.mjs';

const shown = await run(await read('docs/06-hosting.md'));
const { running } = shown['server.js'];
const { create, join } = shown['page.js'];
const { accountsBy } = shown['accounts.js'];
const { extend } = shown['routes.js'];
const { nim } = shown['nim.js'];

const { url } = lobbyAt(running.appServer);

/** Joins a match, and waits until its client is connected. */
async function sit(t, matchID, name) {
  const client = await join(url, matchID, name);
  t.after(() => client.dispose());
  client.start();
  await until(() => client.getState()?.isConnected);
  return client;
}

test('two pages create a match, join it and play', async (t) => {
  const matchID = await create(url, 9);
  const [alice, bob] = [await sit(t, matchID, 'Alice'), await sit(t, matchID, 'Bob')];
  assert.deepEqual(await alice.moves.take(2).confirmed, { status: 'confirmed' });
  await until(() => bob.getState().G.sticks === 7);
  await until(() => alice.matchData[1].name === 'Bob' && alice.matchData[1].isConnected);
});

test('a game refuses invalid setupData', async () => {
  await assert.rejects(create(url, 100), { message: 'HTTP status 400', details: 'at most 99 sticks' });
});

test('with accounts, a seat belongs to a user', async (t) => {
  const verify = async (token) => {
    if (!token?.startsWith('token of ')) throw Object.assign(new Error('log in first'), { status: 401, expose: true });
    return { userID: token.slice(9) };
  };
  const server = Server({ games: [nim], origins: false, ...accountsBy(verify) });
  server.app.silent = true;
  t.mock.method(console, 'info', () => {});
  const own = await server.run({ port: 0, host: '127.0.0.1' });
  t.after(() => server.kill(own));
  const { post } = lobbyAt(own.appServer);
  const { body: { matchID } } = await post('/games/nim/create', { numPlayers: 2 });
  const path = `/games/nim/${matchID}`;
  assert.equal((await post(`${path}/join`, { playerName: 'Eve' })).status, 401);
  const { body } = await post(`${path}/join`, { playerName: 'Alice' }, { authorization: 'token of alice' });
  assert.deepEqual(body, { playerID: '0', playerCredentials: 'alice' });
  const rename = (credentials) => post(`${path}/update`, { playerID: '0', credentials, newName: 'Al' });
  assert.deepEqual([(await rename('token of eve')).status, (await rename('token of alice')).status], [403, 200]);
});

test('routes on the app are public, at each port; routes on the router require the secret, where the lobby is', async (t) => {
  process.env.API_SECRET = 'known';
  t.after(() => { delete process.env.API_SECRET; });
  const server = Server({ games: [nim], origins: false });
  extend(server);
  t.mock.method(console, 'info', () => {});
  const own = await server.run({ port: 0, host: '127.0.0.1', lobbyConfig: { apiPort: 0 } });
  t.after(() => server.kill(own));
  const [game, api] = [lobbyAt(own.appServer), lobbyAt(own.apiServer)];
  for (const { get } of [game, api]) {
    const { status, body, headers } = await get('/rules');
    assert.deepEqual([status, body, headers.get('x-frame-options')], [200, 'Take one, two or three.', 'DENY']);
  }
  const secret = { headers: { 'api-secret': 'known' } };
  assert.deepEqual([(await api.get('/players')).status, (await api.get('/players', secret)).body], [403, ['nim: 0']]);
  assert.equal((await game.get('/players', secret)).status, 404);
});

test('a built page is served: its files, and the page itself at its own addresses', async (t) => {
  const folder = temporaryFolder(t);
  await writeFile(pathOf(folder, 'index.html'), '<p>Nim</p>');
  await writeFile(pathOf(folder, 'page.js'), 'play();');
  const server = Server({ games: [nim], origins: false });
  t.mock.method(console, 'info', () => {});
  const own = await shown['site.js'].runWithPage(server, { port: 0, host: '127.0.0.1' }, folder);
  t.after(() => server.kill(own));
  const { get } = lobbyAt(own.appServer);
  for (const path of ['/', '/match/7']) {
    const { body, headers } = await get(path);
    assert.deepEqual([body, headers.get('content-type')], ['<p>Nim</p>', 'text/html; charset=utf-8'], path);
  }
  assert.equal((await get('/page.js')).body, 'play();');
  assert.equal((await get('/missing.js')).status, 404);
  assert.deepEqual((await get('/games')).body, ['nim']);
});

test('a match has a bot, and one takes over for a player who leaves', async () => {
  const matchID = await shown['with-bots.js'].createWithBot(url);
  const { get, post } = lobbyAt(running.appServer);
  const join = async (playerName) => (await post(`/games/nim/${matchID}/join`, { playerName })).body;
  const [alice] = [await join('Alice'), await join('Bob')];
  await post(`/games/nim/${matchID}/leaveSlot`, { playerID: alice.playerID, credentials: alice.playerCredentials });
  const { body: { players } } = await get(`/games/nim/${matchID}`);
  assert.deepEqual(players.map(({ bot }) => bot), ['medium', undefined, 'hard']);
  assert.deepEqual(players[2], { id: 2, name: 'Bot (hard)', bot: 'hard', isConnected: true });
  shown['bot-server.js'].makeServer();
});
