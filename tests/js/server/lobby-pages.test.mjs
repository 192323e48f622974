// Pages of match lists: the cost of one request is limited, and a client that reads all pages sees each match once.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import test from 'node:test';
import { LobbyClient } from 'rondel/client';
import { FlatFile, InMemory, Sqlite } from 'rondel/server';
import { temporaryFolder } from '../support/folders.mjs';
import { slowStorage } from '../support/slow-storage.mjs';
import { serve } from './serve.mjs';

const games = [{ name: 'nim' }, { name: 'chess' }];
const state = { G: {}, ctx: { numPlayers: 2 }, plugins: {}, _undo: [], _redo: [], _stateID: 0 };

/** Stores matches that began one after the other, the last one as the newest. Returns their IDs. */
async function stored(db, count, more = () => ({})) {
  const ids = Array.from({ length: count }, (_, i) => `m${i}`);
  for (const [i, matchID] of ids.entries()) {
    // Some begin at the same time.
    const metadata = { gameName: 'nim', unlisted: false, players: { 0: { id: 0 } }, createdAt: 1000 + Math.floor(i / 3), updatedAt: 1000, ...more(i) };
    await db.createMatch(matchID, { initialState: state, metadata });
  }
  return ids;
}

/** Counts the requests to a storage. */
function counted(db) {
  const asked = { fetch: 0, listed: 0 };
  const { fetch, listPage } = db;
  db.fetch = (...args) => {
    asked.fetch += 1;
    return fetch.apply(db, args);
  };
  if (listPage) {
    db.listPage = (options) => {
      // A server looks for unlisted matches on its own.
      if (options.where.unlisted === false) asked.listed += options.limit;
      return listPage.call(db, options);
    };
  }
  return asked;
}

/** A storage without pages, as boardgame.io's. */
function withoutPages() {
  const db = new InMemory();
  db.listPage = undefined;
  return db;
}

const STORAGES = {
  InMemory: () => new InMemory(),
  'a storage behind a network': () => slowStorage(new InMemory(), { compares: true }),
  FlatFile: (t) => new FlatFile({ dir: temporaryFolder(t) }),
  Sqlite: (t) => new Sqlite(join(temporaryFolder(t), 'matches.db')),
  'a storage that knows no pages': withoutPages,
};

for (const [kind, make] of Object.entries(STORAGES)) {
  test(`a list holds the newest matches and a cursor for the next page: ${kind}`, async (t) => {
    const db = make(t);
    const { url, get } = await serve(t, { games, db });
    const ids = await stored(db, 230);
    const { body } = await get('/games/nim');
    assert.deepEqual(Object.keys(body), ['matches', 'next']);
    assert.deepEqual(body.matches.map(({ matchID }) => matchID).sort(), ids.slice(130).sort());
    assert.deepEqual(body.matches.map(({ createdAt }) => createdAt), body.matches.map(({ createdAt }) => createdAt).sort((a, b) => b - a));

    const client = new LobbyClient({ server: url });
    for (const limit of [undefined, 7, 100, 1000]) {
      const seen = [];
      let after;
      do {
        const page = await client.listMatches('nim', { isGameover: false, limit, after });
        assert.ok(page.matches.length > 0 && page.matches.length <= (limit ?? 100) && page.matches.length <= 100);
        seen.push(...page.matches.map(({ matchID }) => matchID));
        after = page.next;
      } while (after);
      assert.deepEqual(seen.toSorted(), ids.toSorted(), `by ${limit}`);
    }
    assert.deepEqual((await get('/games/chess')).body, { matches: [] });
  });

  test(`a list continues at the same place after its last match was deleted and others were added: ${kind}`, async (t) => {
    const db = make(t);
    const { get } = await serve(t, { games, db });
    const ids = await stored(db, 9, (i) => ({ createdAt: 1000 + i }));
    const first = (await get('/games/nim?limit=4')).body;
    assert.deepEqual(first.matches.map(({ matchID }) => matchID), ids.slice(5).toReversed());
    await db.wipe('m5');
    await db.createMatch('new', { initialState: state, metadata: { gameName: 'nim', players: {}, createdAt: 5000, updatedAt: 5000 } });
    const { body } = await get(`/games/nim?limit=10&after=${first.next}`);
    assert.deepEqual(body.matches.map(({ matchID }) => matchID), ids.slice(0, 5).toReversed());
    assert.equal(body.next, undefined);
  });
}

test('a request for a page reads one page, whatever the number of matches and the requested limit', async (t) => {
  const db = new InMemory();
  const { get } = await serve(t, { games, db });
  await stored(db, 3000);
  const asked = counted(db);
  for (const query of ['', '?limit=100000', '?limit=100']) {
    await get(`/games/nim${query}`);
    assert.ok(asked.fetch === 0 && asked.listed <= 110, JSON.stringify(asked));
    asked.listed = 0;
  }
  await get('/games/nim?limit=5');
  assert.equal(asked.listed, 6);
});

test('a list of a storage without pages reads one page of matches', async (t) => {
  const db = withoutPages();
  const { get } = await serve(t, { games, db });
  // The server does not look at these on its own.
  await stored(db, 3000, () => ({ updatedAt: Date.now() }));
  const asked = counted(db);
  await get('/games/nim');
  assert.ok(asked.fetch <= 110, JSON.stringify(asked));
});

for (const [kind, make] of [['InMemory', () => new InMemory()], ['Sqlite', STORAGES.Sqlite]]) {
  test(`unlisted matches do not hide others from a list, whatever their number: ${kind}`, async (t) => {
    const db = make(t);
    const { get } = await serve(t, { games, db });
    await stored(db, 1200, (i) => ({ unlisted: i > 1, createdAt: 1000 + i }));
    const asked = counted(db);
    const { body } = await get('/games/nim');
    assert.deepEqual([body.matches.map(({ matchID }) => matchID), body.next, asked.fetch], [['m1', 'm0'], undefined, 0]);
  });
}

test('a page has a limit of bytes, but at least one match', async (t) => {
  const { get, post, server: { db } } = await serve(t, { games });
  for (let i = 0; i < 30; i += 1) await post('/games/nim/create', { numPlayers: 2, setupData: 'x'.repeat(90_000) });
  const { body } = await get('/games/nim');
  assert.equal(body.matches.length, 11);
  assert.equal((await get(`/games/nim?after=${body.next}`)).body.matches.length, 11);
  await stored(db, 1, () => ({ setupData: 'x'.repeat(3_000_000), createdAt: Date.now() + 1000 }));
  const big = (await get('/games/nim')).body;
  assert.deepEqual(big.matches.map(({ matchID }) => matchID), ['m0']);
  assert.equal((await get(`/games/nim?after=${big.next}`)).body.matches.length, 11);
});

test('a list omits a match that cannot be read, and continues', async (t) => {
  const errors = [];
  const { get, server: { db, app } } = await serve(t, { games });
  app.on('error', (error) => errors.push(error.matchID));
  const ids = await stored(db, 60);
  for (const matchID of ids.filter((_, i) => i % 2)) db.setMetadata(matchID, { ...db.metadata.get(matchID), players: 'none' });
  const { body } = await get('/games/nim?limit=20');
  assert.equal(body.matches.length, 20);
  assert.equal((await get(`/games/nim?limit=20&after=${body.next}`)).body.matches.length, 10);
  assert.equal(new Set(errors).size, errors.length);
});

test('an invalid page is refused, with every storage', async (t) => {
  const places = [[], {}, null, 'x', [1], ['1', 'm'], [1, ''], [1, 5], [null, 'm'], [1, 'x'.repeat(300)]];
  const afters = ['x', '%00', 'bTE', '__proto__', 'x'.repeat(10_000), ...places.map((place) => Buffer.from(JSON.stringify(place)).toString('base64url'))];
  const queries = [...['0', '-1', '1.5', 'x', '', '1e3', '9999999999'].map((limit) => `limit=${limit}`), ...afters.map((after) => `after=${after}`)];
  const fine = [[-5, 'm'], [0.5, 'm'], [1e308, 'm'], [2, '\u0000'], [2, '"; DROP TABLE'], [2, '\ud800']].map((place) => `after=${Buffer.from(JSON.stringify(place)).toString('base64url')}`);
  for (const make of [() => new InMemory(), withoutPages, STORAGES.Sqlite]) {
    const db = make(t);
    const { get } = await serve(t, { games, db });
    await stored(db, 9);
    for (const query of queries) assert.equal((await get(`/games/nim?${query}`)).status, 400, query);
    for (const query of ['limit[]=2', 'limit=2&limit=x', 'after=', ...fine]) assert.equal((await get(`/games/nim?${query}`)).status, 200, query);
  }
});
