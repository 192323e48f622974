// Matches that boardgame.io's own FlatFile stored by node-persist continue.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import bgioInternal from 'boardgame.io/dist/cjs/internal.js';
import bgioMaster from 'boardgame.io/dist/cjs/master.js';
import bgioServer from 'boardgame.io/dist/cjs/server.js';
import { Master } from 'rondel/master';
import { FlatFile } from 'rondel/server';
import { printedBy } from '../support/console.mjs';
import { temporaryFolder } from '../support/folders.mjs';

const ALL = { state: true, metadata: true, log: true, initialState: true };
/** boardgame.io adds this to a game. */
const makeGame = () => ({ name: 'sum', setup: () => ({ n: 0 }), turn: { moveLimit: 1 }, moves: { add: ({ G }, by) => { G.n += by; } } });
const NAMES = ['plain', '../up', 'ends with:log', 'späte Partie', 'a:metadata'];

const act = (by, playerID) => ({ type: 'MAKE_MOVE', payload: { type: 'add', args: [by], playerID } });

/** Plays three moves of a match on boardgame.io's master and its storage, and returns its files. */
async function playedOnBoardgameIO(storage, matchID) {
  const transport = { send() {}, sendAll() {} };
  const { initialState, metadata } = bgioInternal.createMatch({ game: makeGame(), numPlayers: 2, unlisted: false });
  await storage.createMatch(matchID, { initialState, metadata });
  const master = new bgioMaster.Master(bgioInternal.ProcessGameConfig(makeGame()), storage, transport);
  for (const [n, playerID] of ['0', '1', '0'].entries()) await master.onUpdate(act(n + 1, playerID), n, matchID, playerID);
  return storage.fetch(matchID, ALL);
}

const text = (value) => JSON.parse(JSON.stringify(value));

test('all matches of boardgame.io are copied once and continue', async (t) => {
  const dir = temporaryFolder(t);
  const theirs = new bgioServer.FlatFile({ dir });
  // Otherwise it writes once per second, and its timer keeps the process alive.
  await theirs.games.init({ dir, writeQueueIntervalMs: 5 });
  const alive = setInterval(() => {}, 1000);
  t.after(() => clearInterval(alive));
  await theirs.connect();
  const stored = new Map(await Promise.all(NAMES.map(async (matchID) => [matchID, await playedOnBoardgameIO(theirs, matchID)])));
  const files = readdirSync(dir);
  assert.equal(files.length, NAMES.length * 4);

  const ours = new FlatFile({ dir });
  assert.deepEqual(await printedBy(() => ours.connect()), []);
  t.after(() => ours.close());
  assert.deepEqual((await ours.listMatches({ gameName: 'sum' })).sort(), [...NAMES].sort());
  for (const [matchID, match] of stored) assert.deepEqual(text(await ours.fetch(matchID, ALL)), text(match), matchID);
  assert.deepEqual((await ours.fetch('plain', ALL)).state.G, { n: 6 });
  assert.deepEqual(files.filter((file) => !readdirSync(dir).includes(file)), [], 'their files stay');

  const master = new Master(makeGame(), ours, { send() {}, sendAll() {} });
  assert.equal(await master.onUpdate(/** @type {any} */ (act(4, '1')), 3, 'plain', '1'), undefined);
  assert.deepEqual((await ours.fetch('plain', ALL)).log.map(({ _stateID }) => _stateID), [0, 0, 1, 1, 2, 2, 3, 3]);
  await ours.wipe('../up');
  await ours.close();
  await ours.connect();
  assert.deepEqual((await ours.fetch('plain', ALL)).state.G, { n: 10 });
  assert.equal((await ours.fetch('../up', ALL)).state, undefined);
});

test('torn, old or foreign files are skipped, and the rest is copied', async (t) => {
  const dir = temporaryFolder(t);
  const put = (key, value, ttl = false) => writeFileSync(join(dir, md5(key)), JSON.stringify({ key, value, ttl }));
  const state = { G: 1, ctx: {}, _stateID: 0 };
  put('sound', state);
  put('sound:metadata', { gameName: 'a', players: {} });
  put('without metadata', state);
  put('without a state:metadata', { gameName: 'a', players: {} });
  for (const end of ['metadata', 'initial', 'log']) {
    put(`torn ${end}`, state);
    writeFileSync(join(dir, md5(`torn ${end}:${end}`)), `{"key":"torn ${end}:`);
  }
  put('without players', state);
  put('without players:metadata', null);
  put('old', state, Date.now() - 1);
  put('old:metadata', { gameName: 'a', players: {} }, Date.now() - 1);
  // Files that each move rewrites are younger than the rest.
  put('kept:metadata', { gameName: 'a', players: {} }, Date.now() - 1);
  put('kept', state, Date.now() + 1e6);
  writeFileSync(join(dir, '0'.repeat(32)), JSON.stringify({ key: 'elsewhere', value: state }));
  writeFileSync(join(dir, 'notes.txt'), 'mine');

  const storage = new FlatFile({ dir });
  t.after(() => storage.close());
  const lines = await printedBy(() => storage.connect());
  const found = [];
  const torn = ['torn metadata', 'torn initial', 'torn log', 'without players'];
  for (const id of ['sound', 'without metadata', 'without a state', ...torn, 'old', 'kept', 'elsewhere']) {
    if ((await storage.fetch(id, ALL)).state) found.push(id);
  }
  assert.deepEqual(found, ['sound', 'without metadata', 'kept']);
  assert.deepEqual((await storage.listMatches()).sort(), ['kept', 'sound']);
  const ends = [
    'the match "torn metadata" cannot be read: metadata', 'the match "torn initial" cannot be read: initialState',
    'the match "torn log" cannot be read: log', 'the match "without players" cannot be read: metadata',
    'the match "without a state" has no state', ...['metadata', 'initial', 'log'].map((end) => `${md5(`torn ${end}:${end}`)} cannot be read`),
  ].map((text) => `${text}; it is not copied`);
  for (const end of ends) assert.ok(lines.some((line) => line.endsWith(end)), end);
  assert.equal(lines.length, ends.length);
});

test('copying many files is reported', async (t) => {
  const dir = temporaryFolder(t);
  const put = (key, value) => writeFileSync(join(dir, md5(key)), JSON.stringify({ key, value }));
  for (let i = 0; i < 260; i += 1) put(`m${i}`, { G: i, ctx: {}, _stateID: 0 });
  const storage = new FlatFile({ dir });
  t.after(() => storage.close());
  const lines = await printedBy(() => storage.connect());
  assert.deepEqual(lines, ["rondel: FlatFile: 250 of 260 matches of boardgame.io are copied"]);
  assert.deepEqual((await storage.fetch('m259', ALL)).state.G, 259);
});

function md5(key) {
  return createHash('md5').update(key).digest('hex');
}
