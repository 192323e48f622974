// Slow: many files.
// Matches in a folder: files of an interrupted process, ownership of the folder, and expiry.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync, closeSync, existsSync, mkdirSync, openSync, readFileSync, readdirSync, renameSync, rmSync, symlinkSync, truncateSync,
  utimesSync, writeFileSync, writeSync,
} from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { Master } from 'rondel/master';
import { FlatFile } from 'rondel/server';
import { lockFolder } from '../../../pkg-server/lib/storage/flat-file/folder-lock.js';
import { thisProcess } from '../../../pkg-server/lib/storage/flat-file/running-process.js';
import { temporaryFolder } from '../support/folders.mjs';

const ALL = { state: true, metadata: true, log: true, initialState: true };
const state = (n) => ({ G: { n }, ctx: {}, plugins: {}, _undo: [], _redo: [], _stateID: n });
const entry = (n) => ({ _stateID: n, action: { type: 'MAKE_MOVE', payload: { type: 'ä' } } });
const match = { initialState: state(0), metadata: { gameName: 'a', players: { 0: { id: 0, credentials: 'secret' } }, createdAt: 1, updatedAt: 1 } };
const SECOND_MS = 1000;

async function opened(t, options) {
  const storage = new FlatFile(options);
  await storage.connect();
  t.after(() => storage.close());
  return storage;
}

/** The folder of the only match. */
const folderOf = (dir) => join(dir, 'matches', readdirSync(join(dir, 'matches'))[0]);

test('stored matches survive a reopening of the folder', async (t) => {
  const dir = join(temporaryFolder(t), 'new', 'folder');
  const first = await opened(t, { dir });
  await first.createMatch('m', match);
  await first.setState('m', state(1), [entry(0)]);
  await first.close();
  await assert.rejects(first.fetch('m', ALL), { code: 'storage/open', message: 'FlatFile: call connect() first' });
  const second = await opened(t, { dir });
  assert.deepEqual(await second.fetch('m', ALL), { ...match, state: state(1), log: [entry(0)] });
  assert.deepEqual(await second.listMatches({ gameName: 'a', where: { isGameover: false, updatedBefore: 2 } }), ['m']);
});

test('pending operations finish before the folder is released', async (t) => {
  const dir = temporaryFolder(t);
  const storage = await opened(t, { dir });
  await storage.createMatch('m', match);
  const moves = Array.from({ length: 20 }, (_, n) => storage.setState('m', state(n + 1), [entry(n)]));
  await storage.close();
  await Promise.all(moves);
  const { state: last, log } = await (await opened(t, { dir })).fetch('m', ALL);
  assert.deepEqual([last.G.n, log.length], [20, 20]);
});

test('a log whose writing was interrupted is as long as the state says', async (t) => {
  const dir = temporaryFolder(t);
  const first = await opened(t, { dir });
  await first.createMatch('m', match);
  await first.setState('m', state(1), [entry(0)]);
  await first.close();
  appendFileSync(join(folderOf(dir), 'log.jsonl'), `${JSON.stringify(entry(1))}\n{"_stateID":1,"act`);
  writeFileSync(join(folderOf(dir), 'state.json.new'), '{"logSize":');
  mkdirSync(`${folderOf(dir)}.new`);
  mkdirSync(`${folderOf(dir)}.gone`);

  const second = await opened(t, { dir });
  assert.equal(readdirSync(join(dir, 'matches')).length, 1);
  assert.deepEqual((await second.fetch('m', ALL)).log, [entry(0)]);
  assert.equal(await second.compareAndSetState('m', 1, state(2), [entry(1)], 0), true);
  assert.deepEqual((await second.fetch('m', ALL)).log, [entry(0), entry(1)]);
});

test('a log that cannot be opened temporarily does not make its match unreadable', async (t) => {
  const dir = temporaryFolder(t);
  const storage = await opened(t, { dir });
  await storage.createMatch('m', match);
  await storage.setState('m', state(1), [entry(0)]);
  const log = join(folderOf(dir), 'log.jsonl');
  rmSync(log);
  symlinkSync(log, log);
  await assert.rejects(storage.fetch('m', ALL), { code: 'ELOOP' });
});

test('a log that exceeds the disk or the memory is an error of its match alone', async (t) => {
  const dir = temporaryFolder(t);
  const storage = await opened(t, { dir });
  await storage.createMatch('m', match);
  await storage.setState('m', state(1), [entry(0)]);
  const path = (name) => join(folderOf(dir), name);
  const reads = [() => storage.fetch('m', { log: true }), () => storage.fetchLogSince('m', 0), () => storage.fetchLogPart('m', { bytes: 1000 })];
  const refused = async (message) => {
    for (const read of reads) await assert.rejects(read, { code: 'storage/unreadable', message });
    assert.deepEqual((await storage.fetch('m', { state: true })).state.G, state(1).G);
  };
  const sizes = (logSize) => writeFileSync(path('state.json'), `{"logSize":${logSize}}\n${JSON.stringify(state(1))}`);
  sizes(3e9);
  await refused(/^log: expected 3000000000 bytes, got \d\d$/);
  // The disk allocates no space for the unwritten part.
  truncateSync(path('log.jsonl'), 3e9);
  await refused(/^log: (3000000000 bytes are more than are read at once|expected the end of an entry at byte 3000000000)$/);
  writeFileSync(path('log.jsonl'), '\n', { flag: 'r+' });
  const end = openSync(path('log.jsonl'), 'r+');
  writeSync(end, '\n', 3e9 - 1);
  closeSync(end);
  await refused(/^log: \d+ bytes are more than are read at once$/);
});

test('the end of a log of any length is read', async (t) => {
  const storage = await opened(t, { dir: temporaryFolder(t) });
  await storage.createMatch('m', match);
  const long = (n) => ({ ...entry(n), text: 'ö'.repeat(n % 7 === 0 ? 90_000 : 20_000) });
  for (let n = 0; n < 20; n += 1) await storage.setState('m', state(n + 1), [long(n), entry(n)]);
  for (const since of [0, 7, 13, 19, 20]) {
    const expected = Array.from({ length: 20 - since }, (_, i) => [long(since + i), entry(since + i)]).flat();
    assert.deepEqual(await storage.fetchLogSince('m', since), expected);
  }
});

test('no match name leads out of the folder', async (t) => {
  const parent = temporaryFolder(t);
  const storage = await opened(t, { dir: join(parent, 'matches') });
  for (const name of ['../up', '/tmp/rondel-was-here', '..', 'a/../../up', '..\\up', 'a\0b']) await storage.createMatch(name, match);
  assert.deepEqual(readdirSync(parent), ['matches']);
  assert.equal(existsSync('/tmp/rondel-was-here'), false);
  for (const name of readdirSync(join(parent, 'matches', 'matches'))) assert.match(name, /^[0-9a-f]{64}$/);
});

test('an unreadable match is kept and is an error', async (t) => {
  const dir = temporaryFolder(t);
  const storage = await opened(t, { dir });
  await storage.createMatch('m', match);
  await storage.setState('m', state(1), [entry(0)]);
  writeFileSync(join(folderOf(dir), 'state.json'), 'torn');
  await assert.rejects(storage.fetch('m', { state: true }), { code: 'storage/unreadable' });
  writeFileSync(join(folderOf(dir), 'state.json'), '{"logSize":5000}\n{}');
  await assert.rejects(storage.fetch('m', { log: true }), { code: 'storage/unreadable', message: /^log: expected 5000 bytes, got \d+$/ });
  writeFileSync(join(folderOf(dir), 'metadata.json'), 'null');
  await assert.rejects(storage.fetch('m', { metadata: true }), { code: 'storage/unreadable', message: 'metadata: expected an object with a matchID' });

  const errors = [];
  const master = new Master({ name: 'a', setup: () => ({ fresh: true }), moves: {} }, storage, { send() {}, sendAll() {} });
  master.onError = (error) => errors.push(error.message);
  const files = () => readdirSync(folderOf(dir)).map((name) => [name, readFileSync(join(folderOf(dir), name), 'utf8')]);
  const before = files();
  for (const playerID of ['0', null]) assert.deepEqual(await master.onSync('m', playerID), { error: 'metadata: expected an object with a matchID' });
  assert.equal(await storage.createMatchIfAbsent('m', match), false);
  assert.deepEqual([errors.length, files()], [1, before]);
  // Even if nothing is left of the state.
  rmSync(join(folderOf(dir), 'state.json'));
  writeFileSync(join(folderOf(dir), 'metadata.json'), JSON.stringify({ matchID: 'm', metadata: match.metadata }));
  assert.match((await master.onSync('m', '0')).error, /^(initialS|s)tate\b/);
  assert.equal(await storage.createMatchIfAbsent('m', match), false);
});

test('a match that an earlier version put away is listed and put back', async (t) => {
  const dir = temporaryFolder(t);
  const storage = await opened(t, { dir });
  await storage.createMatch('m', match);
  await storage.setState('m', state(1), [entry(0)]);
  const before = await storage.fetch('m', ALL);
  mkdirSync(join(dir, 'unreadable'));
  const name = `${readdirSync(join(dir, 'matches'))[0]}.AbCd-12`;
  renameSync(folderOf(dir), join(dir, 'unreadable', name));
  assert.deepEqual(await storage.listQuarantined(), [{ id: name, matchID: 'm', quarantinedAt: undefined }]);
  for (const id of ['..', `../matches/${name}`, name.slice(0, 64)]) assert.equal(await storage.restoreQuarantined(id), false);
  assert.equal(await storage.restoreQuarantined(name), true);
  assert.deepEqual([await storage.fetch('m', ALL), await storage.listQuarantined()], [before, []]);
});

test('a quarantined match is restored only if its files have its ID', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  const dir = temporaryFolder(t);
  const storage = await opened(t, { dir, ttl: 1000 });
  await storage.createMatch('m', match);
  const id = await storage.quarantine('m');
  const path = join(dir, 'unreadable', id);
  const metadata = readFileSync(join(path, 'metadata.json'), 'utf8');
  await storage.createMatch('m', match);
  t.mock.timers.tick(2000);
  const refused = { code: 'storage/unreadable', message: `FlatFile: cannot restore ${path}, whose files do not have the ID of its match: write {"matchID":"the ID"} to its file quarantine.json` };
  rmSync(join(path, 'quarantine.json'));
  for (const text of ['null', JSON.stringify({ matchID: 'another', metadata: match.metadata }), 'torn']) {
    writeFileSync(join(path, 'metadata.json'), text);
    await assert.rejects(storage.restoreQuarantined(id), refused);
  }
  assert.deepEqual([(await storage.listQuarantined()).map((kept) => kept.id), await storage.listMatches()], [[id], []]);
  // The operator names it.
  writeFileSync(join(path, 'quarantine.json'), '{"matchID":"m"}');
  assert.equal(await storage.restoreQuarantined(id), true);
  await assert.rejects(storage.fetch('m', { metadata: true }), { code: 'storage/unreadable' });
  // Torn metadata still name the match before the tear.
  const again = await storage.quarantine('m');
  rmSync(join(dir, 'unreadable', again, 'quarantine.json'));
  writeFileSync(join(dir, 'unreadable', again, 'metadata.json'), metadata.slice(0, -10));
  assert.deepEqual(await storage.listQuarantined(), [{ id: again, matchID: 'm', quarantinedAt: undefined }]);
  assert.equal(await storage.restoreQuarantined(again), true);
  assert.deepEqual((await storage.fetch('m', { state: true })).state, state(0));
});

test('a second process is refused, and takes over when the first is dead', async (t) => {
  const dir = temporaryFolder(t);
  const script = `
    import { FlatFile } from 'rondel/server';
    const storage = new FlatFile({ dir: ${JSON.stringify(dir)} });
    await storage.connect();
    console.log('connected');
    setInterval(() => {}, 1000);
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  const inUse = { code: 'storage/locked', message: `FlatFile: ${dir} is in use by process ${child.pid}, and only one process may use it: end that one, or use Sqlite` };
  await assert.rejects(opened(t, { dir }), inUse);
  await assert.rejects(opened(t, { dir }), inUse);
  child.kill('SIGKILL');
  await once(child, 'exit');
  await (await opened(t, { dir })).createMatch('m', match);
  await assert.rejects(opened(t, { dir }), { code: 'storage/locked', message: /is in use by this process,/ });
  assert.deepEqual(readdirSync(dir).sort(), ['matches', 'rondel.json', 'rondel.lock']);
});

test('a lock depends on its owner, not on its time', { skip: process.platform !== 'linux' && 'it needs /proc' }, async (t) => {
  const dir = temporaryFolder(t);
  const { lock, opens } = locked(dir);
  const parent = await processOf(process.ppid);
  for (const age of [0, 1e12, -1e12]) {
    await assert.rejects(opens(parent, age), { code: 'storage/locked', message: /in use by process \d+,/ });
    await opens({ ...parent, pid: 2 ** 22 + 1 }, age);
    // Another process had the PID before.
    await opens({ ...parent, started: '1' }, age);
    await opens({ ...parent, pid: process.pid, started: '1' }, age);
  }
  assert.equal(existsSync(lock), false);
});

test('an owner that cannot be checked is watched, whatever the time of its lock', async (t) => {
  const said = t.mock.method(console, 'warn', () => {});
  const here = await thisProcess();
  const owners = [
    { ...here, id: 'a', pid: 1, host: 'another' },
    { ...here, id: 'b', pid: 1, space: 'pid:[1]' },
    { ...here, id: 'c', boot: 'another' },
    // Another thread.
    { ...here, id: 'd' },
    // As earlier releases wrote it, and a foreign one.
    { id: 'e', pid: 1, host: here.host, space: here.space },
    { id: undefined },
  ];
  for (const owner of owners) {
    const dir = temporaryFolder(t);
    const { lock, watches } = locked(dir);
    for (const age of [0, 1e12, -1e12]) {
      const watching = watches(owner, age);
      const beats = setInterval(() => utimesSync(lock, new Date(), new Date(Date.now() + age)), 20);
      await assert.rejects(watching, { code: 'storage/locked', message: /is in use by / });
      clearInterval(beats);
      assert.equal(JSON.parse(readFileSync(lock, 'utf8')).id, owner.id);
      await watches(owner, age);
      assert.equal(existsSync(lock), false);
    }
  }
  for (const nonsense of ['', '{', 'null', '7']) await locked(temporaryFolder(t)).watches(nonsense);
  assert.match(said.mock.calls[0].arguments[0], /has been in use by process 1 of another: waiting 0\.2 seconds to see whether it still is$/);
});

test('a process that was frozen until another took the folder over writes nothing, and keeps the other\'s lock', async (t) => {
  const dir = temporaryFolder(t);
  const storage = await opened(t, { dir });
  await storage.createMatch('m', match);
  const other = JSON.stringify({ id: 'another', pid: 1, host: 'another' });
  writeFileSync(join(dir, 'rondel.lock'), other);
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 30 * SECOND_MS });
  await assert.rejects(storage.setState('m', state(1), [entry(0)]), { code: 'storage/locked', message: /has taken it over/ });
  await assert.rejects(storage.fetch('m', ALL), { code: 'storage/locked' });
  await storage.close();
  assert.equal(readFileSync(join(dir, 'rondel.lock'), 'utf8'), other);
});

test('one of many processes that take over a dead lock gets it', async (t) => {
  const script = `
    import { FlatFile } from 'rondel/server';
    process.on('message', async (dir) => {
      const outcome = await new FlatFile({ dir }).connect().then(() => 'has it', (error) => error.code);
      process.send(outcome);
    });
    process.send('ready');
  `;
  const children = Array.from({ length: 4 }, () => {
    return spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  });
  t.after(() => children.forEach((child) => child.kill('SIGKILL')));
  const answers = () => Promise.all(children.map(async (child) => (await once(child, 'message'))[0]));
  await answers();
  const here = await thisProcess();
  for (let round = 0; round < 100; round++) {
    const dir = temporaryFolder(t);
    const dead = JSON.stringify({ ...here, pid: 2 ** 22 + 1 });
    writeFileSync(join(dir, 'rondel.lock'), dead);
    // Every other process that took it over has died of that.
    if (round % 2) writeFileSync(join(dir, 'rondel.lock.next'), dead);
    const outcomes = answers();
    for (const child of children) child.send(dir);
    assert.deepEqual((await outcomes).sort(), ['has it', 'storage/locked', 'storage/locked', 'storage/locked'], `round ${round}`);
    assert.deepEqual(readdirSync(dir).filter((name) => name.startsWith('rondel.lock')), ['rondel.lock']);
  }
});

test('unused matches expire completely', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  const dir = temporaryFolder(t);
  const storage = await opened(t, { dir, ttl: 1000 });
  await storage.createMatch('idle', match);
  await storage.createMatch('played', match);
  t.mock.timers.tick(800);
  await storage.setState('played', state(1), [entry(0)]);
  t.mock.timers.tick(800);
  assert.deepEqual(await storage.listMatches(), ['played']);
  assert.deepEqual((await storage.fetch('played', ALL)).initialState, state(0));
  assert.equal((await storage.fetch('idle', ALL)).state, undefined);
  assert.equal(await storage.createMatchIfAbsent('idle', match), true);
  t.mock.timers.tick(1200);
  await storage.close();
  const again = await opened(t, { dir, ttl: 1000 });
  assert.equal((await again.fetch('played', ALL)).log.length, 0);
});

test('logging lists the operations without credentials', async (t) => {
  const said = [];
  const storage = await opened(t, { dir: temporaryFolder(t), logging: (text) => said.push(text) });
  await storage.createMatch('m', match);
  await storage.setState('m', state(1), [entry(0)]);
  await storage.setMetadata('m', match.metadata);
  await storage.wipe('m');
  assert.deepEqual(said, ['created', 'wrote the state of', 'wrote the metadata of', 'removed'].map((what) => `FlatFile: ${what} match "m"`));
});

test('the error names a folder that cannot be opened', async (t) => {
  const dir = temporaryFolder(t);
  writeFileSync(join(dir, 'file'), '');
  await assert.rejects(opened(t, { dir: join(dir, 'file') }), { code: 'storage/open', message: /^FlatFile: cannot open .*file: / });
  await (await opened(t, { dir: join(dir, 'later') })).close();
  writeFileSync(join(dir, 'later', 'rondel.json'), '{"version":99}');
  for (let time = 0; time < 2; time += 1) {
    await assert.rejects(opened(t, { dir: join(dir, 'later') }), { code: 'storage/version', message: /\(format 99, this one knows 1\): update rondel$/ });
  }
  const format = join(dir, 'later', 'rondel.json');
  writeFileSync(format, '{"version":');
  await assert.rejects(opened(t, { dir: join(dir, 'later') }), { code: 'storage/unreadable', message: `${format}: expected JSON` });
  assert.throws(() => new FlatFile(/** @type {any} */ ({})), { code: 'storage/option' });
});

test('a failed write does not change the match', async (t) => {
  const dir = temporaryFolder(t);
  const storage = await opened(t, { dir });
  await storage.createMatch('m', match);
  // Another file occupies the path where the new state is written first.
  mkdirSync(join(folderOf(dir), 'state.json.new', 'in the way'), { recursive: true });
  await assert.rejects(storage.setState('m', state(1), [entry(0)]), { code: 'EISDIR' });
  assert.deepEqual(await storage.fetch('m', ALL), { ...match, state: state(0), log: [] });
});

test('a failed write of a new match leaves nothing behind', async (t) => {
  const dir = temporaryFolder(t);
  const storage = await opened(t, { dir });
  await storage.createMatch('m', match);
  const name = readdirSync(join(dir, 'matches'))[0];
  await storage.wipe('m');
  // Another file occupies the match's path.
  symlinkSync('nowhere', join(dir, 'matches', name));
  const attempts = [
    () => storage.createMatch('m', match), () => storage.setState('m', state(1), [entry(0)]), () => storage.setMetadata('m', match.metadata),
  ];
  for (const attempt of attempts) {
    await assert.rejects(attempt, { code: 'ENOTDIR' });
    assert.deepEqual(readdirSync(join(dir, 'matches')), [name]);
  }
  rmSync(join(dir, 'matches', name));
  await assert.rejects(storage.setState('m', state(1), [{ circle: storage, n: 1n }]), TypeError);
  assert.deepEqual([readdirSync(join(dir, 'matches')), await storage.listMatches()], [[], []]);
});

test('a match may begin with its metadata or its state alone', async (t) => {
  const storage = await opened(t, { dir: temporaryFolder(t) });
  await storage.setMetadata('metadata', match.metadata);
  await storage.setState('state', state(1), [entry(0)]);
  assert.deepEqual(await storage.fetch('metadata', ALL), { state: undefined, metadata: match.metadata, log: [], initialState: undefined });
  assert.deepEqual(await storage.fetch('state', ALL), { state: state(1), metadata: undefined, log: [entry(0)], initialState: undefined });
  assert.deepEqual(await storage.listMatches(), ['metadata']);
});

/** Process IDs are valid within it. */
/** Another process of this machine, as a lock names its owner. */
async function processOf(pid) {
  const started = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop().split(' ')[19];
  return { ...await thisProcess(), id: 'its', pid, started };
}

/** Returns how a folder with such a lock of that age in milliseconds opens, and when a process takes it that checks every 5 ms. */
function locked(dir) {
  const lock = join(dir, 'rondel.lock');
  const leave = (owner, age) => {
    writeFileSync(lock, typeof owner === 'string' ? owner : JSON.stringify(owner));
    const then = new Date(Date.now() - age);
    utimesSync(lock, then, then);
  };
  return {
    lock,
    async opens(owner, age = 0) {
      leave(owner, age);
      const storage = new FlatFile({ dir });
      await storage.connect();
      await storage.close();
    },
    async watches(owner, age = 0) {
      leave(owner, age);
      await (await lockFolder(dir, 5)).release();
    },
  };
}
