// Slow: it needs a Postgres. `npx rondel-server copy FROM TO` between all kinds of storages copies all stored values of each match
// unchanged.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import Database from 'libsql';
import { FlatFile, Postgres, Sqlite } from 'rondel/server';
import { startPostgres } from '../../support/postgres.mjs';
import { serve } from '../server/serve.mjs';
import { temporaryFolder } from '../support/folders.mjs';
import { until } from '../support/tasks.mjs';

const BIN = fileURLToPath(new URL('../../../pkg-server/bin/rondel-server.js', import.meta.url));
const ALL = { state: true, metadata: true, log: true, initialState: true };
const NAMES = ['plain', 'with / and \u0000 and \ud800', 'ü', 'finished', '__proto__'];

let postgres;
before(async () => { postgres = await startPostgres(); });
after(() => postgres.stop());

/** For each kind, a place, as the command names it, and a function that opens it. */
const KINDS = {
  flatfile: async (t) => {
    const dir = temporaryFolder(t);
    return { place: `flatfile:${dir}`, dir, open: () => new FlatFile({ dir }) };
  },
  sqlite: async (t) => {
    const file = join(temporaryFolder(t), 'matches.db');
    return { place: `sqlite:${file}`, file, open: () => new Sqlite(file) };
  },
  postgres: async () => {
    const url = await postgres.createDatabase();
    return { place: url, open: () => new Postgres(url) };
  },
};

async function rondel(args, env = {}) {
  const { stdout, ...rest } = await said([...args, '--json'], env);
  return { ...rest, answer: stdout ? JSON.parse(stdout) : null };
}

function said(args, env = {}) {
  return new Promise((done) => {
    execFile(process.execPath, [BIN, 'copy', ...args], { env: { ...process.env, ...env } }, (error, stdout, stderr) => (
      done({ status: error?.code ?? 0, stdout, stderr })
    ));
  });
}

async function within(place, work) {
  const storage = place.open();
  await storage.connect();
  try {
    return await work(storage);
  } finally {
    await storage.close();
  }
}

/** Matches with logs, one of which is over, and one of which is in quarantine twice. */
async function fill(place) {
  await within(place, async (storage) => {
    for (const [i, matchID] of NAMES.entries()) {
      const metadata = { gameName: 'nim', players: { 0: { id: 0, name: 'Äna\u0000', credentials: 'secret' } }, createdAt: 1000 + i, updatedAt: 2000 + i, unlisted: i === 2 };
      await storage.createMatch(matchID, { initialState: { G: { left: 3 }, ctx: {}, _stateID: 0 }, metadata });
      for (let id = 1; id <= i; id += 1) await storage.setState(matchID, { G: { left: 3 - id }, ctx: {}, _stateID: id, _revision: id }, [{ _stateID: id - 1, action: { type: 'MAKE_MOVE', payload: { args: ['\ud800', id] } } }]);
      if (matchID === 'finished') await storage.setMetadata(matchID, { ...metadata, gameover: { winner: '0' } });
    }
    for (let i = 0; i < 2; i += 1) {
      await storage.createMatch('aside', { initialState: { G: i, ctx: {}, _stateID: 0 }, metadata: { gameName: 'nim', players: {} } });
      await storage.setState('aside', { G: i, ctx: {}, _stateID: 1 }, [{ _stateID: 0, action: { i } }]);
      await storage.quarantine('aside');
    }
  });
}

/** All stored values, by the storage's own methods. */
function contentOf(place) {
  return within(place, async (storage) => {
    const matches = await Promise.all((await storage.listMatches()).sort().map(async (matchID) => [matchID, await storage.fetch(matchID, ALL)]));
    const page = (await storage.listPage({ limit: 100, gameName: 'nim', where: { unlisted: false, isGameover: false } })).map(({ matchID }) => matchID);
    const aside = (await storage.listQuarantined()).map(({ matchID, quarantinedAt }) => [matchID, Math.round(quarantinedAt)]);
    return JSON.parse(JSON.stringify({ matches, page, aside: aside.sort((a, b) => a[1] - b[1]) }));
  });
}

for (const [from, openFrom] of Object.entries(KINDS)) {
  for (const [to, openTo] of Object.entries(KINDS)) {
    test(`the command copies from ${from} to ${to}`, async (t) => {
      const [source, target] = [await openFrom(t), await openTo(t)];
      await fill(source);
      const found = await contentOf(source);
      assert.equal(found.matches.length, NAMES.length);
      const done = await rondel([source.place, target.place]);
      assert.deepEqual(done.answer, { matches: 5, entries: 10, quarantined: 2, known: 0, left: [] }, done.stderr);
      assert.equal(done.status, 0);
      assert.deepEqual(await contentOf(target), found);
      assert.deepEqual(await contentOf(source), found, 'the source is as it was');
      await within(target, async (storage) => {
        const [{ id }] = await storage.listQuarantined();
        assert.equal(await storage.restoreQuarantined(id), true);
        const { log, metadata } = await storage.fetch('aside', ALL);
        assert.deepEqual([log.length, metadata.gameName], [1, 'nim']);
        assert.equal(await storage.compareAndSetState('plain', 0, { G: 1, ctx: {}, _stateID: 1 }, [], undefined), true, 'matches go on');
      });
      const again = await rondel([source.place, target.place]);
      assert.equal(again.status, 1);
      assert.match(again.stderr, /has 7 matches already: name an empty storage, or continue an earlier copy with --resume/);
    });
  }
}

test('a killed copy continues, and other matches in the target are listed and kept', async (t) => {
  const [source, target] = [await KINDS.flatfile(t), await KINDS.sqlite(t)];
  await fill(source);
  await within(source, async (storage) => {
    for (let i = 0; i < 200; i += 1) await storage.createMatch(`match ${i}`, { initialState: { G: i, ctx: {}, _stateID: 0 }, metadata: { gameName: 'nim', players: {} } });
  });
  const found = await contentOf(source);
  const child = execFile(process.execPath, [BIN, 'copy', source.place, target.place], () => {});
  await until(async () => existsSync(target.file) && (await count(target)) > 20);
  child.kill('SIGKILL');
  await once(child, 'exit');
  const before = await within(target, (storage) => storage.listMatches().length);
  assert.ok(before < 205, `${before} matches were copied`);
  // One had been copied completely, but was not in its place yet.
  await within(target, (storage) => {
    if (storage.listMatches().includes('match 199')) storage.wipe('match 199');
    storage.createMatch('match 199', { initialState: { G: 199, ctx: {}, _stateID: 0 }, metadata: { gameName: 'nim', players: {} } });
    storage.quarantine('match 199');
  });
  const file = new Database(target.file);
  file.exec("UPDATE rondel_unreadable SET set_aside_at = -1 WHERE match_id = 'match 199'");
  file.close();
  const done = await rondel([source.place, target.place, '--resume']);
  assert.deepEqual([done.status, done.answer.left, done.answer.matches + done.answer.quarantined + done.answer.known], [0, [], 207], done.stderr);
  assert.deepEqual(await contentOf(target), found);
  await within(target, (storage) => storage.setState('ü', { G: 'played', ctx: {}, _stateID: 9 }));
  const again = await rondel([source.place, target.place, '--resume']);
  assert.deepEqual([again.status, again.answer.left, again.answer.matches], [1, ['ü: the target has a match of this ID that differs'], 0]);
});

test('an unreadable match is copied unchanged, and one whose files are torn is listed', async (t) => {
  const [source, target, third] = [await KINDS.sqlite(t), await KINDS.flatfile(t), await KINDS.postgres()];
  await fill(source);
  const file = new Database(source.file);
  file.exec("UPDATE rondel_states SET state = '{torn' WHERE match_id = 'plain'; UPDATE rondel_metadata SET metadata = '{\"gameName' WHERE match_id = 'ü'");
  file.close();
  assert.deepEqual((await rondel([source.place, target.place])).answer, { matches: 5, entries: 10, quarantined: 2, known: 0, left: [] });
  await within(target, async (storage) => {
    await assert.rejects(storage.fetch('plain', ALL), { code: 'storage/unreadable' });
    await assert.rejects(storage.fetch('ü', ALL), { code: 'storage/unreadable' });
  });
  const torn = readdirSync(join(target.dir, 'matches')).map((name) => join(target.dir, 'matches', name)).find((path) => existsSync(join(path, 'log.jsonl')));
  truncateSync(join(torn, 'log.jsonl'), 3);
  const onwards = await rondel([target.place, 'env:TARGET'], { TARGET: third.place });
  assert.deepEqual([onwards.status, onwards.answer.matches, onwards.answer.left.length], [1, 4, 1], onwards.stderr);
  assert.match(onwards.answer.left[0], /: log: expected \d+ bytes, got 3$/);
  await within(third, (storage) => assert.rejects(storage.fetch('ü', ALL), { code: 'storage/unreadable' }));
});

test('the command prints for people without --json, and --help shows its usage', async (t) => {
  const [source, target] = [await KINDS.sqlite(t), await KINDS.flatfile(t)];
  await fill(source);
  const { stdout, status } = await said([source.place, target.place]);
  assert.deepEqual([status, stdout], [0, 'copied 5 matches with 10 entries of logs, and 2 in quarantine\n']);
  await within(target, (storage) => storage.setState('ü', { G: {}, ctx: {}, _stateID: 9 }, []));
  const again = await said([source.place, target.place, '--resume']);
  assert.deepEqual([again.status, again.stdout.split('\n')], [1, [
    'copied 0 matches with 0 entries of logs, and 0 in quarantine', '6 matches were there already', '1 match is left:',
    '  ü: the target has a match of this ID that differs', '',
  ]]);
  for (const args of [['--help'], ['-h', source.place]]) assert.match((await said(args)).stdout, /^Usage: rondel-server copy FROM TO /);
});

test('invalid arguments and places in use are reported before the copy begins', async (t) => {
  const [source, target] = [await KINDS.sqlite(t), await KINDS.flatfile(t)];
  await fill(source);
  for (const [args, status, message] of [
    [[source.place], 2, /expected two storages \(rondel-server copy --help\)$/m], [['matches.db', target.place], 2, /expected a storage, got matches\.db \(/],
    [[source.place, target.place, '--force'], 2, /--force/], [['env:NOWHERE', target.place], 2, /the variable NOWHERE is not set/],
    [['postgres://a:hidden@127.0.0.1/b', target.place], 2, /a password is no argument/], [['sqlite:/nowhere/at/all.db', target.place], 1, /there is no such file/],
    [[source.place, source.place], 1, /are the same storage/],
  ]) {
    const answer = await rondel(args);
    assert.deepEqual([answer.status, answer.answer], [status, null], `${args} ${answer.stderr}`);
    assert.match(answer.stderr, message);
    assert.ok(!answer.stderr.includes('hidden'));
  }
  const db = source.open();
  const { server, running } = await serve(t, { games: [{ name: 'nim' }], db });
  const used = await rondel([source.place, target.place]);
  assert.deepEqual([used.status, used.answer], [1, null]);
  assert.match(used.stderr, /is in use by 1 server/);
  await server.kill(running);
  assert.equal((await rondel([source.place, target.place])).status, 0);
});

/** Returns the number of matches in a file, without disturbing other readers. */
async function count({ file }) {
  const database = new Database(file, /** @type {any} */ ({ readonly: true }));
  try {
    return database.prepare('SELECT count(*) AS count FROM rondel_metadata').get().count;
  } catch {
    return 0;
  } finally {
    database.close();
  }
}
