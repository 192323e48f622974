// Slow: it needs nginx, Caddy, a Postgres and a Redis. The unchanged files of examples/operating for nginx and Caddy: players' requests
// pass, and no others.
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { LobbyClient } from 'rondel/client';
import { answer } from '../../support/child-process.mjs';
import { startDatabases } from '../../support/databases.mjs';
import { seatTwo, startNode, WAYS } from '../../support/operating.mjs';
import { PAGE, startProxy } from '../../support/proxies.mjs';
import { temporaryFolder } from '../support/folders.mjs';
import { until } from '../support/tasks.mjs';

// Accepts the tests' self-signed certificate.
process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
const ADMIN_SECRET = 'the secret of the operator';

let postgres;
let redis;
before(async () => { [postgres, redis] = await startDatabases(); });
after(() => Promise.all([postgres.stop(), redis.stop()]));

/** For each guide, the servers behind a proxy by the guide's ports, and the prefix of their paths. */
const DEPLOYMENTS = {
  one: async (t) => {
    const node = await startNode({ DATABASE: join(temporaryFolder(t), 'matches.db'), ADMIN_SECRET });
    return { nodes: [node], ports: { 8000: node.port }, prefix: '' };
  },
  nodes: async () => {
    const environment = { DATABASE_URL: await postgres.createDatabase(), REDIS_URL: redis.url, ADMIN_SECRET };
    const nodes = await Promise.all([0, 1].map(() => startNode(environment, { hasLobbyApart: true })));
    const [one, other] = nodes;
    return { nodes, ports: { 8000: one.port, 8001: other.port, 8100: one.apiPort, 8101: other.apiPort }, prefix: '/play' };
  },
};
const FILES = [['nginx', 'nginx.conf', 'one'], ['caddy', 'Caddyfile', 'one'], ['nginx', 'nginx-nodes.conf', 'nodes'], ['caddy', 'Caddyfile-nodes', 'nodes']];

/** Sends a raw path, which `fetch` would normalize. */
async function ask(proxy, path, { localAddress, ...options } = {}) {
  const asked = request({ host: '127.0.0.1', port: proxy.port, path, localAddress, rejectUnauthorized: false, ...options }).end();
  const [response] = await once(asked, 'response');
  let text = '';
  for await (const part of response.setEncoding('utf8')) text += part;
  return { status: response.statusCode, text };
}

for (const [program, file, deployment] of FILES) {
  test(`${file} of ${program}`, async (t) => {
    const { nodes, ports, prefix } = await DEPLOYMENTS[deployment](t);
    const proxy = await startProxy(/** @type {any} */ (program), file, ports);
    t.after(async () => {
      await proxy.stop();
      await Promise.all(nodes.map((node) => node.stop()));
    });
    const server = proxy.url + prefix;

    await t.test('two players play over each transport', async (t) => {
      for (const way of Object.keys(WAYS)) {
        const { players } = await seatTwo(server, way, 5);
        t.after(() => players.forEach((player) => player.dispose()));
        await until(() => players.every((player) => player.getState()?.isConnected));
        for (const [turn, left] of [[0, 4], [1, 2], [0, 1]]) {
          assert.deepEqual(await players[turn].moves.take(turn === 1 ? 2 : 1).confirmed, { status: 'confirmed' }, way);
          await until(() => players.every(({ getState }) => getState().G.sticks === left));
        }
      }
    });

    await t.test('the page and the lobby’s lists are served', async () => {
      assert.deepEqual(await ask(proxy, '/'), { status: 200, text: PAGE });
      assert.deepEqual(await new LobbyClient({ server }).listGames(), ['nim']);
      assert.equal((await new LobbyClient({ server }).listMatches('nim', { limit: 2 })).matches.length, 2);
    });

    await t.test('operators\' paths are not served in any spelling', async () => {
      const secret = { 'admin-secret': ADMIN_SECRET };
      for (const path of ['metrics', 'healthz', 'readyz', 'admin/matches']) {
        assert.notEqual((await fetch(`${path === 'metrics' ? `http://127.0.0.1:${nodes[0].operationsPort}` : nodes[0].url}/${path}`, { headers: secret })).status, 404, path);
        const begins = ['/', '//', '/games/../', '/games/%2e%2e/', '/games/..%2f', '/socket.io/../', '/ws/../', '/ws/%2e%2e/', '/games/nim/../../', '/./'];
        const written = [...begins.flatMap((begin) => [path, `${path}/`, path.toUpperCase(), `${path}?sid=${nodes[0].port}.x`].map((rest) => begin + rest))];
        for (const one of written.flatMap((each) => [each, `/play${each}`])) {
          const { status, text } = await ask(proxy, one, { headers: secret });
          assert.ok([400, 403, 404].includes(status), `${one}: ${status} ${text.slice(0, 80)}`);
          assert.doesNotMatch(text, /rondel_|the process lives|takes players|"matches"/, one);
        }
      }
    });

    await t.test('the server sees each player\'s own address, which headers cannot forge', async (t) => {
      const { matchID, players } = await seatTwo(server, 'SocketIO()');
      t.after(() => players.forEach((player) => player.dispose()));
      await until(() => players.every((player) => player.getState()?.isConnected));
      const seen = await Promise.all(nodes.map(async ({ url }) => (await fetch(`${url}/admin/matches/${matchID}`, { headers: { 'admin-secret': ADMIN_SECRET } })).json()));
      assert.deepEqual(seen.flatMap(({ connections }) => connections.map(({ address }) => address)), ['127.0.0.1', '127.0.0.1']);
      // An address may start 600 matches an hour, at each of the two nodes, and ten more each minute that a slow machine takes.
      const create = (localAddress, forged) => ask(proxy, `${prefix}/games/nim/create`, {
        method: 'POST', localAddress, headers: { 'X-Forwarded-For': forged, 'X-Forwarded-Host': 'evil.example', 'Content-Length': 0 },
      });
      const answers = [];
      for (let i = 0; i < 1500 && !answers.includes(429); i += 1) answers.push((await create('127.0.0.9', `6.6.6.${i % 250}`)).status);
      assert.ok(answers.includes(429), 'a made-up address is not believed');
      assert.equal((await create('127.0.0.10', '127.0.0.9')).status, 200, 'and nobody else pays for it');
    });

    await t.test('pages of the server’s own origin write to the lobby, and foreign ones do not', async () => {
      const create = (origin) => ask(proxy, `${prefix}/games/nim/create`, { method: 'POST', localAddress: '127.0.0.20', headers: { Origin: origin, 'Content-Length': 0 } });
      assert.deepEqual([(await create(proxy.url)).status, (await create('https://evil.example')).status], [200, 403]);
    });
  });
}

test('requests without TLS are redirected', async (t) => {
  const node = await startNode({ DATABASE: join(temporaryFolder(t), 'matches.db') });
  const proxy = await startProxy('nginx', 'nginx.conf', { 8000: node.port });
  t.after(async () => {
    await proxy.stop();
    await node.stop();
  });
  const { status, headers } = await fetch(`http://127.0.0.1:${proxy.httpPort}/games`, { redirect: 'manual' });
  assert.deepEqual([status, headers.get('location')], [301, 'https://127.0.0.1/games']);
});

test('an nginx whose test process was killed leaves nothing behind', async (t) => {
  const child = fork(new URL('nginx-child.mjs', import.meta.url), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  t.after(() => child.kill('SIGKILL'));
  const { pids, folder } = await answer(child);
  assert.ok(pids.length > 1 && existsSync(folder), 'it has a worker, and a folder');
  child.kill('SIGKILL');
  await until(() => !existsSync(folder) && !pids.some(isRunning));
});

function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
