// Requests that pages of other origins can send without a preflight: forms, and requests whose response they cannot read.
import assert from 'node:assert/strict';
import test from 'node:test';
import { handshake, sendBytes } from './raw.mjs';
import { lobbyAt, serve } from './serve.mjs';

const game = { name: 'nim' };
const FOE = 'https://foe.example';
const FRIEND = 'https://friend.example';

/** Bodies of a form, by content type. Browsers send all of these without a preflight. */
const FORMS = {
  'application/x-www-form-urlencoded': 'numPlayers=2&playerName=Mallory',
  'multipart/form-data; boundary=b': '--b\r\nContent-Disposition: form-data; name="playerName"\r\n\r\nMallory\r\n--b--\r\n',
  'text/plain': '{"numPlayers":2,"playerName":"Mallory"}',
};

/** Sends a request over plain TCP, and returns the status. A header of `null` is omitted. */
async function statusOf(url, { method = 'POST', path = '/games/nim/create', body = FORMS['application/x-www-form-urlencoded'], headers = {} }) {
  const fields = Object.entries({
    Host: new URL(url).host, Connection: 'close', 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': String(body.length), ...headers,
  });
  const lines = fields.filter(([, value]) => value !== null).map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const answer = await sendBytes(url, [`${method} ${path} HTTP/1.1\r\n${lines}\r\n${body}`]);
  return Number(answer.split(' ')[1]);
}

test("a foreign page's forms create no match, take no seat and change nothing", async (t) => {
  const { url, post, server } = await serve(t, { games: [game], origins: [] });
  const { matchID } = (await post('/games/nim/create', { numPlayers: 2 })).body;
  const before = JSON.stringify([...server.db.metadata]);
  for (const origin of [FOE, 'null', '', `${FOE}, ${url}`, 'http://127.0.0.1', `${url}.foe.example`]) {
    for (const [type, body] of Object.entries(FORMS)) {
      for (const path of ['create', `${matchID}/join`, `${matchID}/update`, `${matchID}/playAgain`]) {
        const request = { path: `/games/nim/${path}`, body, headers: { Origin: origin, 'Content-Type': type } };
        assert.equal(await statusOf(url, request), 403, `${path} from '${origin}' as ${type}`);
      }
    }
  }
  assert.equal(JSON.stringify([...server.db.metadata]), before);
});

test('a refused request of a foreign page is reported with the option and the address', async (t) => {
  const events = [];
  const { url } = await serve(t, { games: [game], origins: [], trustedProxies: 1, watch: (event) => events.push(event) });
  assert.equal(await statusOf(url, { headers: { Origin: FOE, 'X-Forwarded-For': '203.0.113.7' } }), 403);
  assert.deepEqual(events.map(({ request, ...event }) => event), [
    { type: 'refused', transport: 'http', why: 'origin', limit: 'apiOrigins', address: '203.0.113.7' },
  ]);
  assert.equal(events[0].request.headers.origin, FOE);
});

test('a lobby on its own port refuses foreign pages as well', async (t) => {
  t.mock.method(console, 'info', () => {});
  const { server } = await serve(t, { games: [game], origins: [] });
  const running = await server.run({ port: 0, host: '127.0.0.1', lobbyConfig: { apiPort: 0 } });
  const { url } = lobbyAt(running.apiServer);
  assert.equal(await statusOf(url, { headers: { Origin: FOE } }), 403);
  assert.equal(await statusOf(url, { headers: { Origin: url } }), 200);
  await server.kill(running);
});

test("the server's own pages, those of apiOrigins and requests without a page are accepted", async (t) => {
  const { url } = await serve(t, { games: [game], origins: [], apiOrigins: [FRIEND, false] });
  for (const headers of [{}, { Origin: url }, { Origin: FRIEND }, { Origin: 'https://nim.example', Host: 'nim.example' },
    { Origin: 'https://nim.example', Host: 'nim.example:443' }, { Origin: 'http://NIM.example', Host: 'nim.example' }]) {
    assert.equal(await statusOf(url, { headers }), 200, JSON.stringify(headers));
  }
  for (const headers of [{ Origin: 'https://nim.example:444', Host: 'nim.example' }, { Origin: 'null' }, { Origin: 'https://nim.example', Host: 'nim.example/x' }]) {
    assert.equal(await statusOf(url, { headers }), 403, JSON.stringify(headers));
  }
});

test('requests that only read are answered, because CORS protects their responses', async (t) => {
  const { url } = await serve(t, { games: [game], origins: [] });
  for (const method of ['GET', 'HEAD', 'OPTIONS']) {
    assert.equal(await statusOf(url, { method, path: '/games', body: '', headers: { Origin: FOE } }), 200, method);
  }
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    assert.equal(await statusOf(url, { method, path: '/games', body: '', headers: { Origin: FOE } }), 403, method);
  }
});

test('routes of your own on the router refuse foreign pages, too', async (t) => {
  const { server } = await serve(t, { games: [game], origins: [] });
  let calls = 0;
  server.router.post('/reset', (ctx) => {
    calls += 1;
    ctx.body = 'done';
  });
  t.mock.method(console, 'info', () => {});
  const running = await server.run({ port: 0, host: '127.0.0.1' });
  const { url } = lobbyAt(running.appServer);
  assert.deepEqual([await statusOf(url, { path: '/reset', headers: { Origin: FOE } }), calls], [403, 0]);
  assert.deepEqual([await statusOf(url, { path: '/reset', headers: { Origin: url } }), calls], [200, 1]);
  await server.kill(running);
});

test("behind trusted proxies, X-Forwarded-Host and -Proto name the server's own pages", async (t) => {
  const { url } = await serve(t, { games: [game], origins: [], trustedProxies: 1 });
  const headers = { Host: 'inside:8000', 'X-Forwarded-Host': 'nim.example', 'X-Forwarded-Proto': 'https' };
  const answers = [
    [200, { Origin: 'https://nim.example' }],
    [403, { Origin: 'http://nim.example' }],
    [403, { Origin: FOE }],
    [200, { Origin: 'http://inside:8000', 'X-Forwarded-Host': null, 'X-Forwarded-Proto': null }],
    // The last value is what the proxy has seen; a client may have invented the earlier ones.
    [403, { Origin: FOE, 'X-Forwarded-Host': 'foe.example, nim.example', 'X-Forwarded-Proto': 'https, https' }],
    [200, { Origin: 'https://nim.example', 'X-Forwarded-Host': 'foe.example, nim.example', 'X-Forwarded-Proto': 'http, https' }],
  ];
  for (const [expected, more] of answers) {
    assert.equal(await statusOf(url, { headers: { ...headers, ...more } }), expected, JSON.stringify(more));
  }
});

test("behind trusted proxies, the server's own pages connect, and foreign ones do not", async (t) => {
  const { url } = await serve(t, { games: [game], origins: [], trustedProxies: 1 });
  const proxied = { Host: 'inside:8000', 'X-Forwarded-Host': 'nim.example', 'X-Forwarded-Proto': 'https' };
  for (const path of ['/ws/nim', '/socket.io/?EIO=4&transport=websocket']) {
    for (const [origin, isLetIn] of [['https://nim.example', true], ['http://nim.example', false], [FOE, false], ['null', false]]) {
      const answer = await sendBytes(url, [handshake(path, { ...proxied, Origin: origin })], /\r\n\r\n/);
      assert.equal(answer.startsWith('HTTP/1.1 101'), isLetIn, `${path} from ${origin}`);
    }
  }
});

test('images and links of foreign pages open no session', async (t) => {
  const poll = '/socket.io/?EIO=4&transport=polling';
  const image = (site) => ({ method: 'GET', path: poll, body: '', headers: { 'Content-Type': null, 'Content-Length': null, 'Sec-Fetch-Site': site } });
  const closed = await serve(t, { games: [game], origins: [FRIEND] });
  for (const site of ['cross-site', 'same-site']) assert.equal(await statusOf(closed.url, image(site)), 403, site);
  // The server's own pages, an address that a user types, and clients other than browsers.
  for (const site of ['same-origin', 'none', null]) assert.equal(await statusOf(closed.url, image(site)), 200, String(site));
  const friends = image('cross-site');
  assert.equal(await statusOf(closed.url, { ...friends, headers: { ...friends.headers, Origin: FRIEND } }), 200);
  const open = await serve(t, { games: [game], origins: true });
  assert.equal(await statusOf(open.url, friends), 200);
});

test("without trusted proxies, no header can name the server's own pages", async (t) => {
  const { url } = await serve(t, { games: [game], origins: [] });
  assert.equal(await statusOf(url, { headers: { Origin: FOE, 'X-Forwarded-Host': 'foe.example', 'X-Forwarded-Proto': 'https' } }), 403);
});

/** Faulty `apiOrigins` functions of an operator. */
const BAD_ORIGINS = {
  throws: () => { throw new Error('PLANTED'); },
  'throws null': () => { throw null; },
  'calls back with an error': (_origin, answer) => answer(new Error('PLANTED')),
  'is rejected': async () => { throw new Error('PLANTED'); },
  'never answers': () => {},
};

for (const [what, apiOrigins] of Object.entries(BAD_ORIGINS)) {
  test(`if apiOrigins ${what}, foreign pages change nothing, and the server's own pages work`, async (t) => {
    t.mock.method(console, 'error', () => {});
    const { url, server } = await serve(t, { games: [game], origins: [], apiOrigins });
    assert.ok([403, 500].includes(await statusOf(url, { headers: { Origin: FOE } })));
    assert.equal(await statusOf(url, { headers: { Origin: url } }), 200);
    assert.equal(await statusOf(url, { headers: {} }), 200);
    assert.equal([...server.db.metadata].length, 2);
  });
}
