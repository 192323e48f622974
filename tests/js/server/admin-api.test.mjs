// The operator's requests to a server over HTTP.
import assert from 'node:assert/strict';
import test from 'node:test';
import { serve } from './serve.mjs';

const GAME = { name: 'nim', setup: () => ({ left: 21 }), moves: { take: ({ G }) => { G.left -= 1; } } };
const SECRET = 'the secret of the operator';
const HEADERS = { 'admin-secret': SECRET };

async function table(t, secret = SECRET, options = {}) {
  if (secret !== null) process.env.ADMIN_SECRET = secret;
  t.after(() => { delete process.env.ADMIN_SECRET; });
  const served = await serve(t, { games: [GAME], origins: ['https://a.example'], ...options });
  const { body: { matchID } } = await served.post('/games/nim/create', { numPlayers: 2 });
  const ask = (method, path, headers = HEADERS) => served.get(`/admin/matches${path}`, { method, headers });
  return { ...served, matchID, ask };
}

test('a request with the secret can do below /admin what server.admin does', async (t) => {
  const { ask, post, matchID } = await table(t);
  const { body: { playerCredentials } } = await post(`/games/nim/${matchID}/join`, { playerID: '0', playerName: 'Al' });
  const list = await ask('GET', '?gameName=nim&limit=1&isGameover=false');
  assert.deepEqual([list.status, list.body.matches.map((match) => match.matchID)], [200, [matchID]]);
  assert.equal(list.headers.get('cache-control'), 'no-store');
  const shown = await ask('GET', `/${matchID}`);
  assert.deepEqual([shown.body.state.G, shown.body.log, shown.body.connections], [{ left: 21 }, [], []]);
  assert.ok(!JSON.stringify(shown.body).includes(playerCredentials));
  assert.equal((await ask('GET', `/${matchID}?credentials=true`)).body.metadata.players[0].credentials, playerCredentials);
  assert.deepEqual((await post(`/admin/matches/${matchID}/kick`, { playerID: '0', reason: 'why' }, HEADERS)).body, { isKicked: true });
  assert.deepEqual((await post(`/admin/matches/${matchID}/end`, { gameover: { winner: '1' } }, HEADERS)).body, { isEnded: true });
  assert.deepEqual((await ask('GET', `/${matchID}`)).body.state.ctx.gameover, { winner: '1' });
  assert.deepEqual((await ask('DELETE', `/${matchID}`)).body, { wasThere: true });
  assert.equal((await ask('GET', `/${matchID}`)).status, 404);
});

test('without the variable, the server answers no admin request', async (t) => {
  for (const secret of [null, '']) {
    const { ask, matchID } = await table(t, secret);
    for (const headers of [{}, HEADERS, { 'admin-secret': '' }]) assert.equal((await ask('DELETE', `/${matchID}`, headers)).status, 404);
  }
});

test('without the secret the server does nothing, and it refuses too many attempts unread', async (t) => {
  const { ask, matchID, get } = await table(t);
  for (const headers of [{}, { 'admin-secret': '' }, { 'admin-secret': `${SECRET}.` }]) {
    assert.equal((await ask('DELETE', `/${matchID}`, headers)).status, 403);
  }
  for (let i = 0; i < 9; i += 1) await ask('GET', '', { 'admin-secret': String(i) });
  const warned = t.mock.method(console, 'warn', () => {});
  for (const headers of [HEADERS, { 'admin-secret': 'x', 'x-forwarded-for': '203.0.113.7' }]) {
    const refused = await ask('DELETE', `/${matchID}`, headers);
    assert.equal(refused.status, 429);
    assert.ok(Number(refused.headers.get('retry-after')) > 0);
  }
  // Behind a proxy that is not named, a stranger keeps the operator from being heard.
  assert.match(String(warned.mock.calls.at(-1)?.arguments[0]), /the admin secret: .* set trustedProxies/);
  assert.equal((await get(`/games/nim/${matchID}`)).status, 200);
});

test('the server answers no admin request of a page, even if its origin is allowed', async (t) => {
  const { ask, matchID } = await table(t);
  const preflight = { origin: 'https://a.example', 'access-control-request-method': 'DELETE', 'access-control-request-headers': 'admin-secret' };
  // On the server's own pages, a browser sends no Origin header.
  const own = ['GET', { ...HEADERS, 'sec-fetch-site': 'same-origin' }];
  for (const [method, headers] of [['OPTIONS', preflight], ['DELETE', { ...HEADERS, origin: 'https://a.example' }], own]) {
    const { status, headers: answer } = await ask(method, `/${matchID}`, headers);
    assert.deepEqual([status, answer.get('access-control-allow-origin')], [403, null]);
  }
});

test("no page in the operator's browser can lock the operator out", async (t) => {
  const { ask, matchID } = await table(t);
  for (let i = 0; i < 20; i += 1) {
    for (const headers of [{}, { origin: 'https://b.example', 'admin-secret': 'x' }, { 'sec-fetch-site': 'cross-site' }]) {
      assert.equal((await ask(i % 2 ? 'GET' : 'OPTIONS', '', headers)).status, 403);
    }
  }
  assert.equal((await ask('GET', `/${matchID}`)).status, 200);
});

test('bans, notices, quarantine and export are available below /admin', async (t) => {
  const { post, get, ask, matchID } = await table(t);
  const { body: { playerCredentials } } = await post(`/games/nim/${matchID}/join`, { playerID: '0', playerName: 'Al' });
  const tell = (path, body) => post(`/admin${path}`, body, HEADERS);
  const admin = (path, method = 'GET') => get(`/admin${path}`, { method, headers: HEADERS });
  const file = await ask('GET', `/${matchID}/export`);
  assert.deepEqual([file.status, file.body.format, JSON.stringify(file.body).includes(playerCredentials)], [200, 'rondel/match', false]);
  assert.deepEqual((await tell('/bans', { address: '203.0.113.7', until: Date.now() + 1e9 })).body, { isBanned: true });
  assert.deepEqual((await tell('/bans', { matchID, playerID: '0' })).body, { isBanned: true });
  const page = await admin('/bans?limit=1');
  assert.deepEqual([page.body.bans.length, (await admin(`/bans?after=${page.body.next}`)).body.bans[0].address], [1, '203.0.113.7']);
  assert.deepEqual((await admin('/bans?address=203.0.113.7', 'DELETE')).body, { wasBanned: true });
  assert.deepEqual((await admin(`/bans?matchID=${matchID}&playerID=0`, 'DELETE')).body, { wasBanned: true });
  assert.deepEqual((await tell('/notices', { text: 'soon', gameName: 'nim' })).body, { isSent: true });
  const { body: { id } } = await tell(`/matches/${matchID}/quarantine`, {});
  assert.deepEqual((await admin('/quarantined')).body.quarantined.map((entry) => entry.id), [id]);
  assert.deepEqual((await tell(`/quarantined/${encodeURIComponent(id)}/restore`, {})).body, { isRestored: true });
  for (const [path, body] of [['/bans', { address: 'x' }], ['/bans', 5], ['/notices', {}]]) assert.equal((await tell(path, body)).status, 400);
  for (const path of ['/bans/x', '/notices', '/quarantined/x', '/matches/x/export/y', '/constructor']) assert.equal((await admin(path)).status, 404);
  assert.equal((await ask('GET', '/none/export')).status, 404);
});

test('no line of the log contains the secret, right or wrong', async (t) => {
  const lines = [];
  const logger = Object.fromEntries(['error', 'info', 'debug'].map((level) => [level, (fields) => lines.push(JSON.stringify(fields))]));
  const { ask, post, matchID } = await table(t, SECRET, { log: logger });
  await ask('GET', '?limit=many');
  await post(`/admin/matches/${matchID}/kick`, '{', HEADERS);
  await ask('GET', '', { 'admin-secret': `${SECRET}.` });
  await ask('DELETE', `/${matchID}`);
  assert.ok(lines.some((line) => line.includes('/admin')));
  assert.ok(!lines.join('').includes(SECRET));
});

test('the server refuses invalid arguments by name', async (t) => {
  const { ask, post, matchID, get } = await table(t);
  const limited = await ask('GET', '?limit=many');
  assert.deepEqual([limited.status, limited.body], [400, 'listMatches: limit: expected a number from 1 to 500']);
  assert.equal((await ask('GET', '?isGameover=perhaps')).status, 400);
  assert.equal((await post(`/admin/matches/${matchID}/kick`, { playerID: '0', until: 'soon' }, HEADERS)).status, 400);
  assert.equal((await post(`/admin/matches/${matchID}/kick`, '{', HEADERS)).status, 400);
  for (const path of ['/%', '/a/b/c', `/${matchID}/win`]) assert.ok([400, 404].includes((await ask('GET', path)).status));
  assert.equal((await get('/admin', { headers: HEADERS })).status, 404);
  assert.equal((await ask('PUT', `/${matchID}`)).status, 404);
});
