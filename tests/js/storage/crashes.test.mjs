// Slow: it kills a Postgres, and processes. Confirmed states survive a kill -9 of the server, or of its database, at any moment.
// RONDEL_KILLS=200 kills more often.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { startPostgres } from '../../support/postgres.mjs';
import { temporaryFolder } from '../support/folders.mjs';
import { MATCHES, openStorage } from './crash-games.mjs';

const KILLS = Number(process.env.RONDEL_KILLS ?? 3);
const MOST_TOLD = 120;
const CHILD = fileURLToPath(new URL('./crashing-child.mjs', import.meta.url));
const ALL = { state: true, metadata: true, log: true, initialState: true };

/** A server that plays; `confirmed` has the last confirmed state of each match. */
function startServer(storage, place, confirmed) {
  const child = spawn(process.execPath, [CHILD, storage, place], { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout });
  let count = 0;
  let awaited = { count: Infinity, done() {} };
  lines.on('line', (line) => {
    const [matchID, n] = line.split(' ');
    confirmed.set(matchID, Math.max(confirmed.get(matchID) ?? 0, Number(n)));
    count += 1;
    if (count >= awaited.count) awaited.done();
  });
  const ended = Promise.all([once(child, 'exit'), once(lines, 'close')]);
  return {
    /** Resolves after this many further confirmations. */
    tells: (more) => Promise.race([
      new Promise((done) => { awaited = { count: count + more, done: () => done(undefined) }; }),
      ended.then(() => assert.fail('the server has ended by itself')),
    ]),
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

async function checkMatches(storage, confirmed) {
  for (const matchID of MATCHES) {
    const { state, log, metadata, initialState } = await storage.fetch(matchID, ALL);
    if (!state) {
      assert.equal(confirmed.has(matchID), false, `${matchID} is gone`);
      continue;
    }
    assert.ok(state.G.n >= (confirmed.get(matchID) ?? 0), `${matchID}: ${confirmed.get(matchID)} moves were confirmed, ${state.G.n} are stored`);
    assert.deepEqual(log.map(({ _stateID }) => _stateID), Array.from({ length: state._stateID }, (_, i) => i), `the log of ${matchID}`);
    assert.deepEqual([state._stateID, metadata.gameName, initialState.G.n], [state.G.n, 'count', 0], matchID);
  }
}

const chance = (below) => 1 + Math.floor(Math.random() * below);

async function killServers(name, place) {
  const confirmed = new Map();
  for (let kill = 0; kill < KILLS; kill += 1) {
    const server = startServer(name, place, confirmed);
    await server.tells(chance(MOST_TOLD));
    await server.kill();
    const storage = openStorage(name, place);
    await storage.connect();
    await checkMatches(storage, confirmed);
    await storage.close();
  }
  assert.ok(confirmed.size > 0);
}

for (const [name, file] of [['FlatFile', 'matches'], ['Sqlite', 'matches.db']]) {
  test(`${name}: confirmed states survive the server's end`, (t) => killServers(name, join(temporaryFolder(t), file)));
}

test("Postgres: confirmed states survive the server's end", async (t) => {
  const postgres = await startPostgres();
  t.after(postgres.stop);
  await killServers('Postgres', await postgres.createDatabase());
});

test("Postgres: confirmed states survive the database's end, and the server goes on", async (t) => {
  const postgres = await startPostgres({ isDurable: true });
  t.after(postgres.stop);
  const url = await postgres.createDatabase();
  const confirmed = new Map();
  const server = startServer('Postgres', url, confirmed);
  const storage = openStorage('Postgres', url);
  for (let kill = 0; kill < KILLS; kill += 1) {
    await server.tells(chance(MOST_TOLD));
    await postgres.kill();
    const before = new Map(confirmed);
    await postgres.restart();
    await checkMatches(storage, before);
  }
  await server.tells(1);
  await server.kill();
  await checkMatches(storage, confirmed);
  await storage.close();
});
