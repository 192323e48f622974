// A deleted match stays deleted for clients that had joined it.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Master } from 'rondel/master';
import { InMemory } from '../../../pkg/lib/online/storage/storage.js';
import { readAbout } from '../../../pkg/lib/online/request.js';
import { silence } from '../support/console.mjs';
import { WIRES } from './raw.mjs';
import { CLIENTS, serve, sit, until } from './support.mjs';

const GAME = {
  name: 'nim', setup: () => ({ left: 21 }), turn: { activePlayers: { all: null } }, moves: { take: ({ G }) => { G.left -= 1; } },
};
const REFUSED = { type: 'match/not_found', message: 'game not found' };

for (const [name, make] of Object.entries(CLIENTS).filter(([name]) => name.startsWith('Rondel'))) {
  const table = async (t) => {
    silence(t);
    const server = await serve(t, { games: [GAME] });
    const come = async (options) => {
      const client = sit(t, make, server.url, { game: GAME, playerID: '0', ...options });
      await until([client], () => client.getState());
      return client;
    };
    return { ...server, client: await come(), come };
  };

  /** A table whose match was deleted after a move, and whose client knows it. */
  const emptyTable = async (t) => {
    const { client, db, cut, ...rest } = await table(t);
    await client.moves.take().confirmed;
    db.wipe('m');
    cut();
    await until([client], () => client.getState().lastError?.message === REFUSED.message);
    return { client, db, cut, ...rest };
  };

  test(`${name} is refused a deleted match that it had joined, and does not recreate it`, async (t) => {
    const { client, db } = await emptyTable(t);
    assert.deepEqual(client.getState().lastError, REFUSED);
    assert.equal(client.getState().G.left, 20, 'the last state is still shown');
    const handle = client.moves.take();
    assert.deepEqual([handle.status, handle.error], ['rejected', REFUSED]);
    assert.equal(client.getState().G.left, 20);
    assert.deepEqual(db.listMatches(), []);
  });

  test(`${name} learns the result of an action in a deleted match`, async (t) => {
    const { client, db, cut } = await table(t);
    db.wipe('m');
    const handle = client.moves.take();
    cut();
    const { status, error } = await handle.confirmed;
    assert.deepEqual([status, error.type, error.payload], ['rejected', 'update/unanswered', REFUSED]);
    assert.deepEqual([client.getState().G.left, client.getState().pending], [21, 0]);
  });

  test(`a page that opens later creates a match of the same ID, and ${name} that had joined the deleted one joins it`, async (t) => {
    const { client, cut, come } = await emptyTable(t);
    const later = await come({ playerID: '1' });
    assert.equal(later.getState().G.left, 21);
    cut();
    await until([client], () => client.getState().G.left === 21);
    const { confirmed } = client.moves.take();
    assert.equal((await confirmed).status, 'confirmed');
    assert.equal(client.getState().lastError, null);
  });

  test(`${name} remembers the matches that it had joined, and creates others`, async (t) => {
    const { client, db } = await table(t);
    // The client has no state of a match to which it returns.
    const isRefused = () => client.moves.take().error?.message === REFUSED.message;
    client.updateMatchID('other');
    await until([client], () => db.listMatches().includes('other') && client.getState());
    db.wipe('m');
    client.updateMatchID('m');
    await until([client], isRefused);
    client.updatePlayerID('1');
    await until([client], isRefused);
    assert.deepEqual(db.listMatches(), ['other']);
    client.updateMatchID('other');
    await until([client], () => client.getState());
  });
}

for (const [wire, open] of Object.entries(WIRES)) {
  test(`over ${wire}, the client information of a sync may have any value`, async (t) => {
    const { url, db } = await serve(t, { games: [GAME] });
    const { send, heard } = await open(url, 'nim');
    const sync = (matchID, about) => send('sync', matchID, null, undefined, 2, about);
    const others = [7, null, 'known', [true], { known: 1 }, { known: 'true' }, { known: {} }];
    for (const [i, about] of others.entries()) {
      sync(`m${i}`, about);
      // A client requests one match at a time.
      await until([], () => db.listMatches().length === i + 1);
    }
    sync('gone', { known: true });
    sync('m0', { known: true });
    const before = heard.length;
    await until([], () => heard.slice(before).some((text) => text.includes('left')));
    assert.equal(db.listMatches().length, others.length);
  });
}

test('the client information of a sync is read once, whatever its value', () => {
  assert.deepEqual(readAbout(undefined), { mayBegin: true });
  assert.deepEqual(readAbout({ known: true, more: 1 }), { mayBegin: false });
  assert.deepEqual(readAbout({ create: false }), { mayBegin: false });
  assert.deepEqual(readAbout({ get known() { throw new Error('looked at'); } }), { mayBegin: true });
});

test('a master does not recreate a match for a client that had joined it', async () => {
  const storage = new InMemory();
  const master = new Master(GAME, storage, { send() {}, sendAll() {} });
  const sync = (about) => master.onSync('m', '0', undefined, 2, undefined, about);
  assert.deepEqual(await sync({ known: true }), { error: 'game not found' });
  assert.deepEqual(storage.listMatches(), []);
  assert.equal(await sync({}), undefined);
  assert.equal(await sync({ known: true }), undefined);
});
