// The file in which FlatFile keeps the deadlines of its matches while no process uses the folder.
import assert from 'node:assert/strict';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { FlatFile } from 'rondel-server';
import { nameOf } from '../../../pkg-server/lib/storage/flat-file.js';
import { temporaryFolder } from '../support/folders.mjs';

const metadata = { gameName: 'timed', players: {}, createdAt: 1, updatedAt: 1 };

const stateDue = (due, _stateID = 0) => ({
  G: {}, plugins: {}, _undo: [], _redo: [], _stateID,
  ctx: { turn: 1, clock: { now: 0, left: {}, deadlines: due === null ? {} : { 0: due }, _lags: { 0: 0 } } },
});

async function opened(dir) {
  const storage = new FlatFile({ dir });
  await storage.connect();
  return storage;
}

/** A closed folder with matches whose deadlines are 10, 20 and 30, and one without. */
async function folderOfFour(t) {
  const dir = temporaryFolder(t);
  const storage = await opened(dir);
  for (const due of [30, 10, null, 20]) await storage.createMatch(`due ${due}`, { initialState: stateDue(due), metadata });
  await storage.fetchDue(0, 1);
  await storage.close();
  return { dir, file: join(dir, 'deadlines.json'), stateOf: (matchID) => join(dir, 'matches', nameOf(matchID), 'state.json') };
}

const dueIn = async (storage, now = 25) => (await storage.fetchDue(now, 10)).map(({ matchID, gameName, due }) => [matchID, gameName, due]);
const FIRST_TWO = [['due 10', 'timed', 10], ['due 20', 'timed', 20]];

test('a folder that was closed has an index, and no state is read', async (t) => {
  const { dir, file, stateOf } = await folderOfFour(t);
  assert.ok(existsSync(file));
  await writeFile(stateOf('due 10'), 'torn');
  const storage = await opened(dir);
  assert.equal(existsSync(file), false);
  assert.deepEqual(await dueIn(storage), FIRST_TWO);
  await storage.setState('due 20', stateDue(40, 1));
  await storage.wipe('due 10');
  await storage.createMatch('due 5', { initialState: stateDue(5), metadata });
  await storage.close();
  const again = await opened(dir);
  assert.deepEqual((await dueIn(again, 50)).map(([matchID, , due]) => [matchID, due]), [['due 5', 5], ['due 30', 30], ['due 20', 40]]);
  await again.close();
});

test('after a crash the index is made of the states', async (t) => {
  const { dir } = await folderOfFour(t);
  const storage = await opened(dir);
  await storage.setState('due 10', stateDue(100, 1));
  const left = temporaryFolder(t);
  await cp(join(dir, 'matches'), join(left, 'matches'), { recursive: true });
  await cp(join(dir, 'rondel.json'), join(left, 'rondel.json'));
  assert.equal(existsSync(join(dir, 'deadlines.json')), false);
  await storage.close();
  const after = await opened(left);
  assert.deepEqual(await dueIn(after), FIRST_TWO.slice(1));
  await after.close();
});

for (const text of ['{"due 10":', '[]', '{"due 10":"soon"}', 'null', '']) {
  test(`a torn index is made again: ${text || 'an empty file'}`, async (t) => {
    const { dir, file } = await folderOfFour(t);
    await writeFile(file, text);
    const storage = await opened(dir);
    assert.deepEqual(await dueIn(storage), FIRST_TWO);
    await storage.close();
    assert.deepEqual(JSON.parse(await readFile(file, 'utf8')), { 'due 10': 10, 'due 20': 20, 'due 30': 30 });
  });
}

test('a match that is written while the index is made keeps its newer deadline', async (t) => {
  const { dir, file, stateOf } = await folderOfFour(t);
  await writeFile(file, '');
  await writeFile(stateOf('due 30'), 'torn');
  const storage = await opened(dir);
  const [found] = await Promise.all([dueIn(storage), storage.setState('due 10', stateDue(100, 1)), storage.wipe('due 20')]);
  assert.ok(found.length <= 2);
  assert.deepEqual((await dueIn(storage, 200)).map(([matchID, , due]) => [matchID, due]), [['due 10', 100]]);
  await storage.close();
});

test('a folder whose deadlines nobody has asked for leaves no index', async (t) => {
  const { dir, file } = await folderOfFour(t);
  await writeFile(file, '');
  const storage = await opened(dir);
  await storage.setState('due 10', stateDue(100, 1));
  await storage.close();
  assert.equal(existsSync(file), false);
});

test('a match that leaves quarantine has its deadline again', async (t) => {
  const { dir } = await folderOfFour(t);
  const storage = await opened(dir);
  const id = await storage.quarantine('due 10');
  assert.deepEqual(await dueIn(storage), FIRST_TWO.slice(1));
  await storage.restoreQuarantined(id);
  assert.deepEqual(await dueIn(storage), FIRST_TWO);
  await storage.close();
});
