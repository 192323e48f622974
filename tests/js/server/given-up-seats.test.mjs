// A slow authenticator permits a request, and the seat changes hands before the request takes effect.
import assert from 'node:assert/strict';
import test from 'node:test';
import { createMatch } from 'rondel/internal';
import { InMemory } from 'rondel/server';
import { Auth } from '../../../pkg-server/lib/auth.js';
import { move, room } from '../master/support.mjs';
import { nextTask, quiet, until } from '../support/tasks.mjs';
import { serve } from './serve.mjs';

const game = { name: 'nim', setup: () => ({ left: 21 }), turn: { activePlayers: { all: null } }, moves: { take: ({ G }) => { G.left -= 1; } } };

/** An authenticator whose answers, right when they were asked for, wait for `release`. */
function heldAuth() {
  const held = [];
  return {
    held,
    hold: false,
    authenticateCredentials(credentials, player) {
      const isRight = credentials === player?.credentials;
      return this.hold ? new Promise((resolve) => { held.push(() => resolve(isRight)); }) : isRight;
    },
    release() {
      this.hold = false;
      for (const answer of held.splice(0)) answer();
    },
  };
}

/** A server with a match of Ann and Bob. `give(storage)` gives Ann's seat to somebody else, or takes it away. */
async function table(t) {
  const auth = heldAuth();
  const db = new InMemory();
  const lobby = await serve(t, { games: [game], db, authenticateCredentials: (...question) => auth.authenticateCredentials(...question) });
  const { matchID } = (await lobby.post('/games/nim/create', { numPlayers: 2 })).body;
  const path = `/games/nim/${matchID}`;
  const { playerID, playerCredentials: credentials } = (await lobby.post(`${path}/join`, { playerName: 'Ann' })).body;
  await lobby.post(`${path}/join`, { playerName: 'Bob' });
  const change = (fields) => {
    const { metadata } = db.fetch(matchID, { metadata: true });
    db.setMetadata(matchID, { ...metadata, ...fields(metadata) });
  };
  return { ...lobby, auth, change, db, matchID, path, seat: { playerID, credentials } };
}

const CHANGES = {
  'has left': ({ players }) => ({ players: { ...players, 0: { id: 0 } } }),
  'has been replaced': ({ players }) => ({ players: { ...players, 0: { id: 0, name: 'Eve', credentials: 'eve' } } }),
  'has been kicked': () => ({ _kicked: { 0: { reason: 'enough' } } }),
  'is at another match of this ID': ({ createdAt }) => ({ createdAt: createdAt + 1 }),
};

for (const [what, fields] of Object.entries(CHANGES)) {
  for (const [route, body] of Object.entries({ playAgain: {}, update: { newName: 'Zoe' }, leaveGame: {} })) {
    test(`${route} of a player who ${what} meanwhile is refused`, async (t) => {
      const { auth, change, db, matchID, path, post, seat } = await table(t);
      auth.hold = true;
      const answer = post(`${path}/${route}`, { ...seat, ...body });
      await until(() => auth.held.length > 0);
      change(fields);
      const before = JSON.stringify(db.fetch(matchID, { metadata: true, state: true }));
      auth.release();
      assert.equal((await answer).status, 403);
      assert.deepEqual([JSON.stringify(db.fetch(matchID, { metadata: true, state: true })), db.listMatches().length], [before, 1]);
    });
  }

  test(`chat of a player who ${what} meanwhile is sent to nobody`, async () => {
    const held = heldAuth();
    const { master, news, storage } = heldRoom(held);
    held.hold = true;
    const answer = master.onChatMessage('m', { id: 'c', sender: '0', payload: 'hello' }, 'ann');
    await until(() => held.held.length > 0);
    const { metadata } = storage.fetch('m', { metadata: true });
    storage.setMetadata('m', { ...metadata, ...fields(metadata) });
    held.release();
    assert.ok((await answer).error);
    await quiet();
    assert.deepEqual(news(), { 0: [], 1: [], null: [] });
  });
}

test('chat of a player who keeps the seat is sent when the authenticator has answered', async () => {
  const held = heldAuth();
  const { master, news } = heldRoom(held);
  held.hold = true;
  const answer = master.onChatMessage('m', { id: 'c', sender: '0', payload: 'hello' }, 'ann');
  await until(() => held.held.length > 0);
  held.release();
  assert.equal(await answer, undefined);
  assert.deepEqual(news()[1].map(({ type }) => type), ['chat']);
});

test('a part of the log is not sent to a player whose seat changes hands while it is read', async () => {
  const { master, news, storage } = heldRoom(heldAuth());
  for (let i = 0; i < 3; i += 1) {
    const { type, payload } = move('take', '0');
    await master.onUpdate({ type, payload: { ...payload, credentials: 'ann' } }, i, 'm', '0');
  }
  news();
  const { fetchLogPart } = storage;
  storage.fetchLogPart = async (...args) => {
    await nextTask();
    const { metadata } = storage.fetch('m', { metadata: true });
    storage.setMetadata('m', { ...metadata, ...CHANGES['has been replaced'](metadata) });
    return fetchLogPart.apply(storage, args);
  };
  await master.onLog('m', '0', 'ann', 3, {});
  assert.deepEqual(news()[0], []);
});

/** A master with a match of two players, whose authenticator may be held. */
function heldRoom(held) {
  const storage = new InMemory();
  const match = createMatch({ game });
  match.metadata.players = { 0: { id: 0, name: 'Ann', credentials: 'ann' }, 1: { id: 1, name: 'Bob', credentials: 'bob' } };
  storage.createMatch('m', match);
  const auth = new Auth({ authenticateCredentials: (...question) => held.authenticateCredentials(...question) });
  return { ...room(game, { storage, auth }), storage };
}
