// Slow: it kills processes.
// A server with one SQLite file is killed during many matches and restarted: every confirmed move is there, clients reconnect and go on.
// RONDEL_MATCHES=200 is the long form.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { Sqlite } from 'rondel/server';
import { makeDice } from '../support/dice.mjs';
import { openMatches, startServer, until } from './support.mjs';

const MATCHES = Number(process.env.RONDEL_MATCHES ?? 30);
const CRASHES = 2;

test(`a server that is killed during ${MATCHES} matches keeps everything that it has confirmed`, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'rondel-crash-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'matches.db');
  const server = await startServer(t, { sqlite: file });
  const { deeds, act, answered, allAnswered, checkStored, judge } = await openMatches(t, { count: MATCHES, urlFor: () => server.url, dice: makeDice(7) });
  for (let crash = 0; crash < CRASHES; crash += 1) {
    for (let i = 0; i < 6 * MATCHES; i += 1) act();
    const half = answered() + MATCHES;
    // Some are answered, others in flight.
    await until(() => answered() >= half, 'some moves are answered');
    assert.ok(answered() < deeds.length, 'the server is killed while moves are under way');
    await server.kill();
    const confirmed = await withStored(file, checkStored);
    assert.ok(confirmed > 0, `${confirmed} moves were confirmed before the end`);
    // Made while there is no server.
    for (let i = 0; i < MATCHES; i += 1) act();
    await server.start();
  }
  await allAnswered();
  for (let i = 0; i < MATCHES; i += 1) act();
  await allAnswered();
  // Uses a separate connection.
  await withStored(file, checkStored);
  await server.stop();
  const { done } = await withStored(file, judge);
  assert.ok(done > 5 * MATCHES, `${done} moves were done`);
});

/** Returns a function that reads the stored matches over the test's own connection. */
async function withStored(file, look) {
  const db = new Sqlite(file);
  db.connect();
  try {
    return await look((matchID) => db.fetch(matchID, { state: true, log: true }));
  } finally {
    db.close();
  }
}
