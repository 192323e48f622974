// Slow: it needs a Postgres and a Redis. Two servers in their own processes, on one Postgres and one Redis: matches are played through
// either, and nothing is lost when one of them is killed, or during an outage of the database or Redis.
// RONDEL_MATCHES=500 RONDEL_SECONDS=10 is the long form.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Postgres } from 'rondel/server';
import { startDatabases } from '../../support/databases.mjs';
import { openProxy } from '../../support/tcp-proxy.mjs';
import { makeDice } from '../support/dice.mjs';
import { openMatches, startServer, until } from './support.mjs';

const MATCHES = Number(process.env.RONDEL_MATCHES ?? 30);
/** Duration of the outages of Postgres and Redis, in seconds. */
const SECONDS = Number(process.env.RONDEL_SECONDS ?? 2);

/** Two servers, each with its proxies to Postgres and Redis. */
async function cluster(t) {
  const [postgres, redis] = await startDatabases();
  const url = await postgres.createDatabase();
  const ways = { postgres: await openProxy(postgres.port), redis: await openProxy(redis.port) };
  const options = {
    postgres: url.replace(`:${postgres.port}/`, `:${ways.postgres.port}/`),
    redis: redis.url.replace(`:${redis.port}`, `:${ways.redis.port}`),
  };
  t.after(async () => {
    await Promise.all([ways.postgres.close(), ways.redis.close()]);
    await Promise.all([postgres.stop(), redis.stop()]);
  });
  const servers = [await startServer(t, options), await startServer(t, options)];
  const db = new Postgres({ connectionString: url });
  await db.connect();
  t.after(() => db.close());
  return { servers, ways, fetch: (matchID) => db.fetch(matchID, { state: true, log: true }) };
}

test(`${MATCHES} matches are played through two servers, each move at a random one`, async (t) => {
  const { servers, fetch } = await cluster(t);
  const dice = makeDice(1);
  const { deeds, act, answered, judge } = await openMatches(t, { count: MATCHES, urlFor: () => dice.one(servers).url, dice });
  for (let round = 0; round < 6; round += 1) {
    for (let i = 0; i < 2 * MATCHES; i += 1) act();
    await until(() => answered() >= deeds.length - MATCHES, 'most moves are answered');
  }
  const { done } = await judge(fetch);
  assert.ok(done > 6 * MATCHES, `${done} moves were done`);
});

test('the clients of a killed server continue at the other', async (t) => {
  const { servers, fetch } = await cluster(t);
  const dice = makeDice(2);
  // Like a load balancer: to any server that answers.
  let turn = 0;
  const proxy = await openProxy(() => {
    const alive = servers.filter(({ isRunning }) => isRunning());
    turn += 1;
    return alive[turn % alive.length]?.port;
  });
  t.after(proxy.close);
  const { seats, act, answered, allAnswered, judge } = await openMatches(t, { count: MATCHES, urlFor: () => `http://127.0.0.1:${proxy.port}`, dice });
  for (let i = 0; i < 4 * MATCHES; i += 1) act();
  await until(() => answered() >= MATCHES, 'some moves are answered');
  await servers[0].kill();
  for (let i = 0; i < 2 * MATCHES; i += 1) act();
  await allAnswered();
  await servers[0].start();
  await servers[1].kill();
  for (let i = 0; i < 2 * MATCHES; i += 1) act();
  const { done } = await judge(fetch);
  assert.ok(done > 4 * MATCHES, `${done} moves were done`);
  // The remaining server counts reconnected clients as connected.
  await until(() => seats.every(({ client }) => client.getState().isConnected), 'all are connected again');
  const isEverybodyThere = (client) => client.matchData?.every(({ isConnected }) => isConnected);
  await until(() => seats.every(({ client }) => isEverybodyThere(client)), 'everybody sees everybody connected');
});

for (const name of ['postgres', 'redis']) {
  test(`nothing is lost during an outage of ${name} of ${SECONDS} seconds, and matches go on afterwards`, async (t) => {
    const { servers, ways, fetch } = await cluster(t);
    const dice = makeDice(name.length);
    const { act, answered, allAnswered, judge } = await openMatches(t, { count: MATCHES, urlFor: () => dice.one(servers).url, dice });
    for (let i = 0; i < 3 * MATCHES; i += 1) act();
    await until(() => answered() >= MATCHES, 'some moves are answered');
    ways[name].cut();
    const end = performance.now() + SECONDS * 1000;
    while (performance.now() < end) {
      for (let i = 0; i < MATCHES / 4; i += 1) act();
      await new Promise((resolve) => { setTimeout(resolve, 500); });
    }
    ways[name].mend();
    await allAnswered();
    for (let i = 0; i < MATCHES; i += 1) act();
    const { done } = await judge(fetch);
    assert.ok(servers.every(({ isRunning }) => isRunning()), 'no server has ended');
    assert.ok(done > 2 * MATCHES, `${done} moves were done`);
  });
}
