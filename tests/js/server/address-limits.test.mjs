// Limits for the requests of one address per minute, also behind proxies.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import test from 'node:test';
import { WebSocket } from 'ws';
import { AddressQuota } from '../../../pkg-server/lib/token-bucket.js';
import { serve } from './serve.mjs';

const games = [{ name: 'nim' }];
const from = (addresses) => ({ headers: { 'X-Forwarded-For': addresses } });

async function statuses(get, inits) {
  const answers = [];
  for (const init of inits) answers.push((await get('/games', init)).status);
  return answers;
}

/** Opens a WebSocket, which ends with the test. Resolves to 101, or to the status of the refusal. */
async function dial(t, url, init) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws/nim`, init);
  socket.on('error', () => {});
  t.after(() => socket.terminate());
  return Promise.race([
    once(socket, 'open').then(() => 101),
    once(socket, 'unexpected-response').then(([, { statusCode }]) => statusCode),
  ]);
}

test('the lobby refuses a client that sends too many requests, with the time to retry, but no operator', async (t) => {
  const told = [];
  const { get } = await serve(t, { games, limits: { address: { requests: 3 } }, operations: { metrics: 'public' }, watch: (event) => told.push(event) });
  assert.deepEqual(await statuses(get, [{}, {}, {}]), [200, 200, 200]);
  const { status, headers, body } = await get('/games');
  assert.deepEqual([status, body], [429, 'too many requests from this address (limits.address.requests)\n']);
  assert.match(headers.get('retry-after'), /^([1-9]|[1-5]\d|60)$/);
  assert.deepEqual(told, [{ type: 'limited', limit: 'limits.address.requests', transport: 'http', address: '127.0.0.1' }]);
  for (const path of ['/healthz', '/readyz', '/metrics']) assert.equal((await get(path)).status, 200);
});

test('requests with the secret are for many players', async (t) => {
  process.env.API_SECRET = 'known';
  t.after(() => { delete process.env.API_SECRET; });
  const { get } = await serve(t, { games, limits: { address: { requests: 1 } } });
  const known = { headers: { 'api-secret': 'known' } };
  assert.deepEqual(await statuses(get, [known, known, {}, {}]), [200, 200, 403, 429]);
});

test('behind a trusted proxy the server reads the address that the proxy names, and an IPv6 network counts as one address', async (t) => {
  const { get } = await serve(t, { games, limits: { address: { requests: 2 } }, trustedProxies: 1 });
  const made = ['10.0.0.1', '9.9.9.9, 10.0.0.1', '8.8.8.8, 10.0.0.1', '10.0.0.2', '2001:db8::1', '2001:db8:0:0:ffff::2', '2001:db8::3'];
  assert.deepEqual(await statuses(get, made.map(from)), [200, 200, 429, 200, 200, 200, 429]);
});

test('the limit of new connections per minute covers both transports of an address', async (t) => {
  const told = [];
  const { url } = await serve(t, { games, limits: { connections: { perMinute: 2 } }, trustedProxies: 1, watch: ({ type, why }) => told.push([type, why]) });
  const poll = async () => (await fetch(`${url}/socket.io/?EIO=4&transport=polling`, from('10.0.0.1'))).status;
  assert.deepEqual([await dial(t, url, from('10.0.0.1')), await poll(), await dial(t, url, from('10.0.0.1')), await poll()], [101, 200, 429, 403]);
  assert.equal(await dial(t, url, from('10.0.0.2')), 101);
  assert.deepEqual(told.filter(([type]) => type === 'refused'), Array(2).fill(['refused', 'address']));
});

test("an address's quota refills over its period", () => {
  let now = 0;
  const quota = new AddressQuota(6, 60, () => now);
  for (let i = 0; i < 6; i += 1) assert.equal(quota.take('a'), 0);
  assert.equal(quota.take('a'), 10);
  now = 10_000;
  assert.deepEqual([quota.take('a'), quota.take('a')], [0, 10]);
  assert.equal(new AddressQuota(0, 60, () => now).take('a'), 60);
});
