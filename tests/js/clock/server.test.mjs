// Slow: real servers, whose deadlines pass.
// Clocks at servers: who ends the times of matches whose server is gone, and after an outage.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after } from 'node:test';
import { FlatFile, Server, Sqlite } from 'rondel-server';
import { LobbyClient } from 'rondel/client';
import { DueTimes } from '../../../pkg-server/lib/due-times.js';
import { nextTask } from '../support/tasks.mjs';

const game = {
  name: 'hurry',
  setup: () => ({ late: [] }),
  turn: { maxMoves: 1, time: 300, onTimeout: ({ G, playerID, events }) => { G.late.push(playerID); events.endGame({ loser: playerID }); } },
  moves: { go: () => {} },
};

const folder = await mkdtemp(join(tmpdir(), 'rondel-clock-'));
after(() => rm(folder, { recursive: true, force: true }));

async function serve(db, played = game) {
  const server = Server({ games: [played], db, origins: [], random: 'seeded' });
  const running = await server.run(0);
  const { port } = running.appServer.address();
  return { server, lobby: new LobbyClient({ server: `http://localhost:${port}` }), kill: () => server.kill(running) };
}

async function until(condition) {
  for (;;) {
    const value = await condition();
    if (value) return value;
    await new Promise((done) => { setTimeout(done, 50); });
  }
}

const stateOf = async (db, matchID) => (await db.fetch(matchID, { state: true, log: true }));

/** Makes a match of the lobby whose seats are taken: its clock runs. */
async function beginMatch(lobby) {
  const { matchID } = await lobby.createMatch('hurry', { numPlayers: 2 });
  for (const playerID of ['0', '1']) await lobby.joinMatch('hurry', matchID, { playerID, playerName: `player ${playerID}` });
  return matchID;
}

test('a server ends the times of matches to which nobody is connected', async () => {
  const db = new Sqlite(join(folder, 'one.sqlite'));
  const { lobby, kill } = await serve(db);
  const matchID = await beginMatch(lobby);
  const { state, log } = await until(async () => {
    const stored = await stateOf(db, matchID);
    return stored.state.ctx.gameover && stored;
  });
  assert.deepEqual([state.G.late, state.ctx.gameover], [['0'], { loser: '0' }]);
  assert.deepEqual(log.map(({ action }) => action.type), ['CLOCK', 'TIMEOUT']);
  await kill();
});

for (const [name, open] of [['Sqlite', () => new Sqlite(join(folder, 'two.sqlite'))], ['FlatFile', () => new FlatFile({ dir: join(folder, 'flat') })]]) {
  test(`another server ends what a server has left behind, with ${name}`, async () => {
    const first = await serve(open());
    const matchID = await beginMatch(first.lobby);
    await first.kill();
    const db = open();
    const second = await serve(db);
    const { log } = await until(async () => {
      const stored = await stateOf(db, matchID);
      return stored.state.ctx.gameover && stored;
    });
    assert.deepEqual(log.map(({ action }) => action.type), ['CLOCK', 'TIMEOUT']);
    await second.kill();
  });
}

test('after an outage players get their time back', async () => {
  const db = new Sqlite(join(folder, 'outage.sqlite'));
  const played = { ...game, turn: { maxMoves: 1, time: { bank: 60_000 } } };
  const first = await serve(db, played);
  const matchID = await beginMatch(first.lobby);
  await first.kill();
  await db.connect();
  const { state } = await stateOf(db, matchID);
  const past = 3_600_000;
  const clock = { ...state.ctx.clock, now: state.ctx.clock.now - past, deadlines: { 0: state.ctx.clock.deadlines[0] - past } };
  await db.setState(matchID, { ...state, ctx: { ...state.ctx, clock } });
  const again = new Sqlite(join(folder, 'outage.sqlite'));
  const second = await serve(again, played);
  const { state: next, log } = await until(async () => {
    const stored = await stateOf(again, matchID);
    return stored.log.length > 1 && stored;
  });
  assert.deepEqual(log.map(({ action }) => action.payload.order), ['resume', 'restart']);
  assert.equal(next.ctx.clock.left[0], 60_000);
  assert.ok(next.ctx.clock.deadlines[0] > Date.now() + 50_000);
  await second.kill();
});

test('the clock of a match of the lobby begins when all seats are taken, and a player who leaves does not stop it', async () => {
  const db = new Sqlite(join(folder, 'seats.sqlite'));
  const played = { ...game, turn: { maxMoves: 1, time: { bank: 60_000 } } };
  const { lobby, kill } = await serve(db, played);
  const { matchID } = await lobby.createMatch('hurry', { numPlayers: 2 });
  const clock = async () => (await stateOf(db, matchID)).state.ctx.clock;
  assert.deepEqual([(await clock()).waiting, (await clock()).deadlines], [true, {}]);
  const { playerCredentials: credentials } = await lobby.joinMatch('hurry', matchID, { playerID: '0', playerName: 'Ann' });
  assert.equal((await clock()).waiting, true);
  await lobby.joinMatch('hurry', matchID, { playerID: '1', playerName: 'Bo' });
  assert.deepEqual([(await clock()).waiting, Object.keys((await clock()).deadlines)], [undefined, ['0']]);
  const { deadlines } = await clock();
  await lobby.leaveMatch('hurry', matchID, { playerID: '0', credentials });
  assert.deepEqual([(await clock()).waiting, (await clock()).deadlines], [undefined, deadlines]);
  await lobby.joinMatch('hurry', matchID, { playerID: '0', playerName: 'Ann' });
  assert.deepEqual([(await clock()).waiting, (await clock()).deadlines], [undefined, deadlines]);
  await kill();
});

test('matches that cannot be read hide no others from the sweep', { timeout: 20_000 }, async (t) => {
  const broken = Array.from({ length: 500 }, (_, at) => ({ matchID: `broken${at}`, gameName: 'hurry', due: 1000 }));
  let good = { matchID: 'good', gameName: 'hurry', due: 2000 };
  const tried = [];
  const ended = Promise.withResolvers();
  const endTimes = async (matchID) => {
    tried.push(matchID);
    if (matchID !== 'good') return;
    good = null;
    ended.resolve();
  };
  const times = new DueTimes({
    db: { fetchDue: async (_, limit) => [...broken, ...good ? [good] : []].slice(0, limit) },
    games: [game], hubs: new Map([['hurry', { master: { endTimes } }]]), failed: (error) => ended.reject(error),
  });
  t.after(() => times.stop());
  times.start();
  await ended.promise;
  assert.equal(tried.length, 501);
});

test('a deadline that could not be ended is tried again, after a minute at last', async (t) => {
  let steady = performance.now();
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: Date.now() });
  t.mock.method(performance, 'now', () => steady);
  let tried = 0;
  const times = new DueTimes({
    db: { fetchDue: async () => [{ matchID: 'broken', gameName: 'hurry', due: 1000 }] },
    games: [game], hubs: new Map([['hurry', { master: { endTimes: async () => { tried += 1; } } }]]), failed: (error) => { throw error; },
  });
  times.start();
  const counts = [];
  for (let second = 1; second <= 190; second += 1) {
    steady += 1000;
    t.mock.timers.tick(1000);
    await nextTask();
    counts.push(tried);
  }
  await times.stop();
  assert.deepEqual([1, 3, 5, 11, 23, 48, 95, 100, 155, 160].map((second) => counts[second - 1]), [1, 1, 2, 3, 4, 5, 6, 6, 7, 7]);
});
