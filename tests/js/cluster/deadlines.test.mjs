// Slow: it needs a Postgres, and deadlines pass. Three servers in their own processes, one of which is killed again and again: each deadline ends
// once, by any of them, and not before its time.
// RONDEL_MATCHES=1000 is the long form.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Postgres } from 'rondel/server';
import { Master } from 'rondel/master';
import { replay } from 'rondel/testing';
import { startPostgres } from '../../support/postgres.mjs';
import { makeDice } from '../support/dice.mjs';
import { TURNS, hurried } from './game.mjs';
import { startServer } from './support.mjs';

const MATCHES = Number(process.env.RONDEL_MATCHES ?? 60);
const ALLOWANCE_MS = 2000;
/** Time between the beginnings of two matches. */
const PACE_MS = 20;

const pause = (milliseconds) => new Promise((done) => { setTimeout(done, milliseconds); });

test(`each deadline of ${MATCHES} matches ends once, by one of three servers that are killed`, { timeout: 1_800_000 }, async (t) => {
  const postgres = await startPostgres();
  t.after(() => postgres.stop());
  const url = await postgres.createDatabase();
  const servers = [];
  for (let at = 0; at < 3; at += 1) servers.push(await startServer(t, { postgres: url }));
  const db = new Postgres({ connectionString: url });
  await db.connect();
  t.after(() => db.close());
  const dice = makeDice(5);
  let kills = 0;
  let isOver = false;
  const killing = (async () => {
    while (!isOver) {
      await pause(1500);
      const server = dice.one(servers);
      await server.kill();
      kills += 1;
      await pause(500);
      await server.start();
    }
  })();
  t.after(() => {
    isOver = true;
    return killing;
  });
  // Stops at once: the servers know of the matches by the database alone.
  const master = new Master(hurried, db, { send: () => {}, sendAll: () => {} }, undefined, { random: 'secure' });
  const names = Array.from({ length: MATCHES }, (_, at) => `hurried ${at}`);
  for (const matchID of names) {
    await master.onSync(matchID, '0', undefined, 2);
    master.stop();
    await pause(PACE_MS);
  }
  const open = new Set(names);
  const lateness = [];
  while (open.size > 0) {
    await pause(500);
    for (const matchID of [...open]) {
      const match = await db.fetch(matchID, { state: true, initialState: true, log: true });
      if (match.state.ctx.gameover === undefined) continue;
      open.delete(matchID);
      checkLog(match, lateness);
    }
  }
  isOver = true;
  await killing;
  lateness.sort((one, other) => one - other);
  t.diagnostic(`${kills} kills; ${lateness.length} time-outs, late by ${lateness[lateness.length >> 1]} ms (median), ${lateness.at(-1)} ms (most)`);
  assert.ok(kills > 0);
});

/** Checks that each deadline was ended once and in time, and that the log leads to the stored state. */
function checkLog(match, lateness) {
  const { state, log } = match;
  const timeouts = log.filter(({ action }) => action.type === 'TIMEOUT');
  assert.deepEqual(state.G.late, Array.from({ length: TURNS }, (_, turn) => String(turn % 2)));
  assert.deepEqual(timeouts.map(({ action }) => action.payload.playerID), state.G.late);
  assert.equal(new Set(timeouts.map(({ action }) => action.payload.deadline)).size, TURNS);
  for (const { time, action } of timeouts) {
    const late = time - action.payload.deadline - ALLOWANCE_MS;
    assert.ok(late >= 0, `early by ${-late} ms`);
    lateness.push(late);
  }
  replay(match, { game: hurried });
}
