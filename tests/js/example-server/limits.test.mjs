// What the example server lets one address do, and how it counts what it does not.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import test from 'node:test';
import { WebSocket } from 'ws';
import { until } from '../support/tasks.mjs';
import { metricsOf, startExample } from './support.mjs';

const from = (addresses) => ({ headers: { 'X-Forwarded-For': addresses } });

async function statuses(url, inits) {
  const answers = [];
  for (const init of inits) answers.push((await fetch(url, init)).status);
  return answers;
}

/** Opens a WebSocket; answers it, or the status that it was refused with. */
async function dial(url, init) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}ws/orchard`, init);
  return Promise.race([
    once(socket, 'open').then(() => socket),
    new Promise((refused) => { socket.once('unexpected-response', (_request, { statusCode }) => refused(statusCode)); }),
  ]);
}

test('whoever asks too often is told to wait; operators are not', async (t) => {
  const { url } = await startExample(t, { REQUESTS_PER_MINUTE: '3' });
  assert.deepEqual(await statuses(`${url}games`, [{}, {}, {}]), [200, 200, 200]);
  const answer = await fetch(`${url}games`);
  assert.equal(answer.status, 429);
  assert.match(answer.headers.get('retry-after'), /^\d+$/);
  for (const path of ['healthz', 'readyz', 'metrics']) assert.equal((await fetch(url + path)).status, 200);
  const metrics = await metricsOf(url);
  assert.equal(metrics['rondel_http_requests_total{route="none",method="GET",status="429"}'], 1);
});

test('behind a proxy, what it says counts, and not what a client has made up', async (t) => {
  const { url } = await startExample(t, { REQUESTS_PER_MINUTE: '2', TRUSTED_PROXIES: '1' });
  const made = ['10.0.0.1', '9.9.9.9, 10.0.0.1', '8.8.8.8, 10.0.0.1', '10.0.0.2'].map(from);
  assert.deepEqual(await statuses(`${url}games`, made), [200, 200, 429, 200]);
});

test('without a proxy, nobody gets another address by a header', async (t) => {
  const { url } = await startExample(t, { REQUESTS_PER_MINUTE: '2' });
  assert.deepEqual(await statuses(`${url}games`, ['10.0.0.1', '10.0.0.2', '10.0.0.3'].map(from)), [200, 200, 429]);
});

test('a network of IPv6 counts as one address', async (t) => {
  const { url } = await startExample(t, { REQUESTS_PER_MINUTE: '2', TRUSTED_PROXIES: '1' });
  const made = ['2001:db8::1', '2001:db8:0:0:ffff::2', '2001:db8::3', '2001:db8:0:1::1', '::ffff:10.0.0.1', '10.0.0.1', '10.0.0.1'].map(from);
  assert.deepEqual(await statuses(`${url}games`, made), [200, 200, 429, 200, 200, 200, 429]);
});

test('an address has so many connections at a time, and another when one has ended', async (t) => {
  const { url } = await startExample(t, { CONNECTIONS_PER_ADDRESS: '2', TRUSTED_PROXIES: '1' });
  const sockets = [await dial(url, from('10.0.0.1')), await dial(url, from('10.0.0.1'))];
  assert.equal(await dial(url, from('10.0.0.1')), 429);
  const other = await dial(url, from('10.0.0.2'));
  assert.equal((await metricsOf(url))['rondel_connections_refused_total{transport="websocket",why="admit"}'], 1);
  sockets[0].close();
  await once(sockets[0], 'close');
  await until(async () => (await metricsOf(url))['rondel_connections{transport="websocket"}'] <= 2);
  const again = await dial(url, from('10.0.0.1'));
  for (const socket of [sockets[1], other, again]) socket.close();
});

test('an address has so many new connections a minute, by either transport', async (t) => {
  const { url } = await startExample(t, { CONNECTIONS_PER_MINUTE: '2' });
  (await dial(url)).close();
  assert.equal((await fetch(`${url}socket.io/?EIO=4&transport=polling`)).status, 200);
  assert.equal(await dial(url), 429);
  assert.equal((await fetch(`${url}socket.io/?EIO=4&transport=polling`)).status, 403);
});

test('all addresses together have so many connections', async (t) => {
  const { url } = await startExample(t, { CONNECTIONS: '1' });
  const socket = await dial(url);
  assert.equal(await dial(url), 503);
  socket.close();
});

test('who sends too much, or too big a message, loses the connection; too big a request is refused', async (t) => {
  const { url } = await startExample(t, { MESSAGES_PER_SECOND: '2', MESSAGE_BYTES: '2000' });
  const flood = await dial(url);
  for (let i = 0; i < 10; i += 1) flood.send('{}');
  await once(flood, 'close');
  const big = await dial(url);
  big.send('x'.repeat(2001));
  await once(big, 'close');
  const body = JSON.stringify({ numPlayers: 2, setupData: 'x'.repeat(2000) });
  const headers = { 'Content-Type': 'application/json' };
  assert.equal((await fetch(`${url}games/orchard/create`, { method: 'POST', headers, body })).status, 413);
  const metrics = await metricsOf(url);
  assert.equal(metrics['rondel_connections_cut_total{transport="websocket",why="rate"}'], 1);
  assert.equal(metrics['rondel_http_requests_total{route="/games/:name/create",method="POST",status="413"}'], 1);
});
