// Slow: many storages. A deployment whose rules do not know a match, followed by a rollback, or torn stored values. In every storage the
// match is kept, is an error by name, and continues.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import Database from 'libsql';
import pg from 'pg';
import { createMatch } from 'rondel/internal';
import { FlatFile, InMemory, Postgres, Sqlite } from 'rondel/server';
import { startPostgres } from '../../support/postgres.mjs';
import { WIRES } from '../server/raw.mjs';
import { CLIENTS, serve, sit, until } from '../server/support.mjs';
import { silence } from '../support/console.mjs';
import { temporaryFolder } from '../support/folders.mjs';

const ALL = { state: true, metadata: true, log: true, initialState: true };
const WITHOUT_POSTGRES = Boolean(process.env.RONDEL_FAST);

/** A game of phases of these names, each with a stage of its name. */
const rules = (...phases) => ({
  name: 'deployed',
  setup: () => ({ n: 0 }),
  moves: { add: ({ G }) => { G.n += 1; }, pass: ({ events }, phase) => { events.setPhase(phase); } },
  phases: Object.fromEntries(phases.map((name, i) => [name, {
    start: i === 0, turn: { activePlayers: { all: name }, stages: { [name]: {} } },
  }])),
});
const OLD = rules('auction', 'play');
const NEW = rules('bidding', 'play');

let postgres;
before(async () => { postgres = WITHOUT_POSTGRES ? null : await startPostgres(); });
after(() => postgres?.stop());

/** Functions that open each storage, twice as two processes would if it can be shared; and functions that tear the stored values of `m`. */
const STORAGES = {
  InMemory: async () => {
    const storage = new InMemory();
    return { storages: [storage, storage], tear: { log: () => storage.log.set('m', [...storage.log.get('m').slice(0, 1), null]) } };
  },
  FlatFile: async (t) => {
    const dir = temporaryFolder(t);
    const storage = new FlatFile({ dir });
    await storage.connect();
    t.after(() => storage.close());
    const file = (name) => join(dir, 'matches', readdirSync(join(dir, 'matches'))[0], name);
    return {
      storages: [storage, storage],
      tear: {
        log: () => truncateSync(file('log.jsonl'), Math.floor(readFileSync(file('log.jsonl')).length / 2)),
        state: () => writeFileSync(file('state.json'), 'torn'),
      },
    };
  },
  Sqlite: async (t) => {
    const path = join(temporaryFolder(t), 'matches.db');
    const storages = [new Sqlite(path), new Sqlite(path)];
    t.after(() => storages.forEach((storage) => storage.close()));
    const byHand = (statement) => () => {
      const database = new Database(path);
      database.exec(statement);
      database.close();
    };
    return { storages, tear: { log: byHand("UPDATE rondel_log SET entry = substr(entry, 1, 9)"), state: byHand("UPDATE rondel_states SET state = '{ torn'") } };
  },
  Postgres: async (t) => {
    const url = await postgres.createDatabase();
    const storages = [new Postgres(url), new Postgres(url)];
    for (const storage of storages) await storage.connect();
    t.after(() => Promise.all(storages.map((storage) => storage.close())));
    const byHand = (statement) => async () => {
      const client = new pg.Client(url);
      await client.connect();
      await client.query(statement);
      await client.end();
    };
    return { storages, tear: { log: byHand('UPDATE rondel_log SET entry = left(entry, 9)'), state: byHand("UPDATE rondel_states SET state = '{ torn'") } };
  },
};

/** The stored values as text, except for who is connected. */
async function stored(storage) {
  const { state, log, initialState } = await storage.fetch('m', ALL);
  return JSON.stringify([state, log, initialState]);
}

/** A client's request over a socket: the reason of its refusal, if any. */
async function answered(url, playerID) {
  const { socket, heard, send } = await WIRES['a WebSocket'](url, 'deployed');
  send('sync', 'm', playerID, undefined, 2);
  await until([], () => heard.some((text) => text.includes('match/refused') || text.includes('"sync"')));
  socket.terminate();
  const refused = heard.find((text) => text.includes('match/refused'));
  return refused ? JSON.parse(refused).args[1].message : null;
}

for (const [name, open] of Object.entries(STORAGES)) {
  const options = { skip: name === 'Postgres' && WITHOUT_POSTGRES ? 'it needs a Postgres' : false };
  for (const [way, [before, then], problem] of [
    ['redeployed', [OLD, NEW], 'ctx.phase: no phase is called "auction"'],
    ['rolled back', [NEW, OLD], 'ctx.phase: no phase is called "bidding"'],
  ]) {
    test(`${name}: a match with a phase that the rules do not declare when ${way} is kept, and its players go on with the rules that know it`, options, async (t) => {
      silence(t);
      const { storages: [here, there] } = await open(t);
      await here.createMatch('m', createMatch({ game: before }));
      const first = await serve(t, { games: [before], db: here });
      const make = CLIENTS["Rondel's client by a WebSocket"];
      const [p0, p1] = ['0', '1'].map((playerID) => sit(t, make, first.url, { game: before, playerID }));
      await until([p0, p1], () => p0.getState() && p1.getState());
      await p0.moves.add().confirmed;

      const second = await serve(t, { games: [then], db: there });
      const asStored = await stored(here);
      for (const playerID of ['0', '1', null, '0']) assert.equal(await answered(second.url, playerID), problem);
      const stranger = sit(t, make, second.url, { game: then, playerID: '1' });
      await until([stranger], () => stranger.moves.add().error?.type === 'match/refused');
      assert.deepEqual([await stored(there), await there.createMatchIfAbsent('m', createMatch({ game: then }))], [asStored, false]);
      assert.deepEqual(await there.listQuarantined(), []);

      // Its players are not affected.
      assert.deepEqual(await p1.moves.add().confirmed, { status: 'confirmed' });
      await until([p0], () => p0.getState().G.n === 2);
      // A match that both rules know is played by both.
      assert.deepEqual(await p0.moves.pass('play').confirmed, { status: 'confirmed' });
      assert.equal(await answered(second.url, '0'), null);
      const back = sit(t, make, second.url, { game: then, playerID: '1' });
      await until([back], () => back.getState());
      assert.deepEqual(await back.moves.add().confirmed, { status: 'confirmed' });
      assert.equal((await here.fetch('m', ALL)).state.G.n, 3);

      // A client connected where the rules no longer know the match gets that error, and continues when they know it again.
      assert.deepEqual(await p0.moves.pass(Object.keys(before.phases)[0]).confirmed, { status: 'confirmed' });
      const added = back.moves.add();
      await until([back], () => back.getState().lastError?.message === problem);
      assert.equal((await here.fetch('m', ALL)).state.G.n, 3);
      assert.deepEqual(await p1.moves.pass('play').confirmed, { status: 'confirmed' });
      // Nodes without a bus poll: a new connection need not wait for that.
      back.reconnect();
      // Made in a turn that has ended meanwhile.
      assert.equal((await added.confirmed).error.type, 'action/stale_state_id');
      assert.deepEqual(await back.moves.add().confirmed, { status: 'confirmed' });
      assert.equal((await here.fetch('m', ALL)).state.G.n, 4);
    });
  }

  test(`${name}: a torn match is kept after any request, until the operator puts it away, and back`, options, async (t) => {
    silence(t);
    const { storages: [here, there], tear } = await open(t);
    for (const part of Object.keys(tear)) {
      await here.createMatch('m', createMatch({ game: OLD }));
      const first = await serve(t, { games: [OLD], db: here });
      const make = CLIENTS["Rondel's client by a WebSocket"];
      const player = sit(t, make, first.url, { game: OLD, playerID: '0' });
      await until([player], () => player.getState());
      for (let i = 0; i < 3; i += 1) await player.moves.add().confirmed;
      await tear[part]();
      const second = await serve(t, { games: [OLD], db: there });
      for (const { url } of [first, second]) {
        for (const playerID of ['0', null]) assert.match(await answered(url, playerID), part === 'log' ? /^log(\[\d\])?: / : /^state: /);
      }
      assert.equal(await there.createMatchIfAbsent('m', createMatch({ game: OLD })), false);

      const id = await there.quarantine('m');
      assert.equal(await answered(first.url, null), null);
      assert.deepEqual((await here.listQuarantined()).map((kept) => [kept.id, kept.matchID]), [[id, 'm']]);
      assert.equal(await here.restoreQuarantined(id), false);
      await here.wipe('m');
      const tries = await Promise.all([here.restoreQuarantined(id), there.restoreQuarantined(id)]);
      assert.deepEqual(tries.sort(), [false, true]);
      assert.notEqual(await answered(second.url, null), null);
      player.stop();
      await first.close();
      await second.close();
      await here.wipe('m');
    }
  });
}

test('matches that earlier versions put away are listed and put back', { skip: WITHOUT_POSTGRES ? 'it needs a Postgres' : false }, async (t) => {
  const { initialState, metadata } = createMatch({ game: OLD });
  const entry = JSON.stringify({ action: { type: 'MAKE_MOVE', payload: { type: 'add', args: [], playerID: '0' } }, _stateID: 0 });
  const row = ['m', JSON.stringify(initialState), JSON.stringify(initialState), JSON.stringify(metadata), JSON.stringify([entry])];
  const path = join(temporaryFolder(t), 'matches.db');
  const sqlite = new Sqlite(path);
  sqlite.connect();
  t.after(() => sqlite.close());
  const database = new Database(path);
  database.prepare('INSERT INTO rondel_unreadable (match_id, set_aside_at, state, initial_state, metadata, log) VALUES (?, 1000, ?, ?, ?, ?)').run(...row);
  database.close();
  const url = await postgres.createDatabase();
  const pooled = new Postgres(url);
  await pooled.connect();
  t.after(() => pooled.close());
  const client = new pg.Client(url);
  await client.connect();
  await client.query('INSERT INTO rondel_unreadable (match_id, state, initial_state, metadata, log) VALUES ($1, $2, $3, $4, $5)', row);
  await client.end();
  for (const storage of [sqlite, pooled]) {
    const [{ id, matchID }] = await storage.listQuarantined();
    assert.deepEqual([matchID, await storage.restoreQuarantined(id)], ['m', true]);
    const match = await storage.fetch('m', ALL);
    assert.deepEqual([match.state, match.initialState, match.metadata, match.log], [initialState, initialState, metadata, [JSON.parse(entry)]]);
    assert.deepEqual([await storage.listMatches({ gameName: 'deployed' }), await storage.listQuarantined()], [['m'], []]);
  }
});
