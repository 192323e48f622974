// Actions in flight when a server refuses their player: each handle settles, the page shows the match as it is, and the status says so.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import test from 'node:test';
import { openProxy } from '../../support/tcp-proxy.mjs';
import { silence } from '../support/console.mjs';
import { quiet } from '../support/tasks.mjs';
import { WIRES } from './raw.mjs';
import { serve } from './serve.mjs';
import { CLIENTS, serve as serveAlone, sit, until } from './support.mjs';

const game = {
  name: 'nim', setup: () => ({ left: 21 }), turn: { activePlayers: { all: null } }, moves: { take: ({ G }) => { G.left -= 1; } },
};
const OURS = Object.entries(CLIENTS).filter(([name]) => name.startsWith('Rondel'));

/** A server with a match of two players, the first of whom has a client. `isHeld` delays the server's authenticator. */
async function table(t, make, options = {}) {
  silence(t);
  const lobby = await serve(t, { games: [game], ...options });
  const { matchID } = (await lobby.post('/games/nim/create', { numPlayers: 2 })).body;
  const path = `/games/nim/${matchID}`;
  const seats = [];
  for (const playerName of ['Ann', 'Bob']) {
    const { playerID, playerCredentials: credentials } = (await lobby.post(`${path}/join`, { playerName })).body;
    seats.push({ matchID, playerID, credentials });
  }
  const client = sit(t, make, lobby.url, { game, ...seats[0] });
  await until([client], () => client.getState());
  return { ...lobby, client, matchID, path, seats };
}

/** Asserts that a client shows the confirmed state, has nothing in flight, and is refused for a reason of this type. */
function assertRefused(client, type) {
  const { status, reason } = client.connection;
  assert.deepEqual([status, reason.type], ['refused', type]);
  assert.deepEqual([client.getState().G.left, client.getState().pending], [21, 0]);
  const late = client.moves.take();
  assert.deepEqual([late.status, late.error], ['rejected', reason]);
}

for (const [name, make] of OURS) {
  test(`${name} is refused at once when its seat is given up on another page`, async (t) => {
    const { client, path, post, seats: [{ playerID, credentials }] } = await table(t, make);
    const statuses = [];
    client.subscribe(() => statuses.push(client.connection.status));
    assert.equal((await post(`${path}/leave`, { playerID, credentials })).status, 200);
    await until([client], () => client.connection.status === 'refused');
    assert.equal(statuses.find((status) => status !== 'connected'), 'refused');
    assert.equal(client.lastError, null);
    assertRefused(client, 'match/seat_lost');
  });

  test(`${name} settles what it did before it learned that its seat was given up`, async (t) => {
    let isOver = false;
    // The seat is lost by the authenticator's word alone: no metadata change.
    const { client } = await table(t, make, { authenticateCredentials: () => !isOver });
    isOver = true;
    const handles = [client.moves.take(), client.moves.take()];
    assert.deepEqual(handles.map(({ status }) => status), ['predicted', 'predicted']);
    const outcomes = await Promise.all(handles.map(({ confirmed }) => confirmed));
    for (const { status, error } of outcomes) assert.deepEqual([status, error.type, error.payload.type], ['rejected', 'update/unanswered', 'match/seat_lost']);
    assertRefused(client, 'match/seat_lost');
  });

  test(`${name} settles what is in flight when its player is kicked, or banned`, async (t) => {
    for (const how of ['kick', 'ban']) {
      const { client, matchID, server } = await table(t, make);
      const exclude = () => (how === 'kick' ? server.admin.kick(matchID, '0', { reason: 'enough' }) : server.admin.ban({ address: '127.0.0.1', reason: 'enough' }));
      const handles = [client.moves.take()];
      const excluded = exclude();
      handles.push(client.moves.take());
      await excluded;
      await until([client], () => client.connection.status === 'refused');
      assert.deepEqual([client.connection.reason.message, client.getState().pending], ['enough', 0]);
      for (const { status } of handles) assert.match(status, /^(confirmed|rejected)$/);
    }
  });

  test(`${name} plays on at a seat that it has again`, async (t) => {
    let isOver = false;
    const { client } = await table(t, make, { authenticateCredentials: (credentials) => !isOver || credentials === 'new' });
    isOver = true;
    assert.equal((await client.moves.take().confirmed).error.payload.type, 'match/seat_lost');
    client.updateCredentials('new');
    await until([client], () => client.connection.status === 'connected' && client.getState()?.lastError === null);
    assert.equal((await client.moves.take().confirmed).status, 'confirmed');
    assert.equal(client.getState().G.left, 20);
  });

  test(`${name} settles what is in flight when the match is gone`, async (t) => {
    silence(t);
    const { db, url } = await serveAlone(t, { games: [game] });
    const client = sit(t, make, url, { game, playerID: '0' });
    await until([client], () => client.getState());
    db.wipe('m');
    const { error } = await client.moves.take().confirmed;
    assert.deepEqual([error.type, error.payload], ['update/unanswered', { type: 'match/not_found', message: 'game not found' }]);
    assertRefused(client, 'match/not_found');
  });
}

for (const [name, make] of OURS.filter(([name]) => !name.includes('WebSocket'))) {
  test(`${name} settles what is in flight when the server comes back without the game`, async (t) => {
    silence(t);
    let port;
    const proxy = await openProxy(() => port);
    t.after(proxy.close);
    const deploy = async (games) => {
      const server = await serveAlone(t, { games });
      ({ port } = server.httpServer.address());
      return server;
    };
    const first = await deploy([game]);
    const client = sit(t, make, `http://127.0.0.1:${proxy.port}`, { game, playerID: '0' });
    await until([client], () => client.getState());
    await first.close();
    const handle = client.moves.take();
    await deploy([{ ...game, name: 'chess' }]);
    assert.equal((await handle.confirmed).error.payload.type, 'game/not_found');
    assert.deepEqual([client.connection.status, client.getState().G.left, client.getState().pending], ['refused', 21, 0]);
  });
}

for (const [wire, open] of Object.entries(WIRES)) {
  test(`over ${wire}, each action that the server drops is answered, unless the client is boardgame.io's`, async (t) => {
    silence(t);
    const auth = { authenticateCredentials: ({ credentials }) => credentials === 'right' };
    const { url } = await serveAlone(t, { games: [game], auth });
    const { heard, send, socket } = await open(url, 'nim');
    const act = (matchID, credentials) => {
      const sync = { session: 'raw', seq: 1, first: 1 };
      send('update', { type: 'MAKE_MOVE', payload: { type: 'take', args: [], playerID: '0', credentials }, sync }, 0, matchID, '0');
    };
    act('m', 'wrong');
    act('none', 'right');
    // The last message shows that those before it have been handled.
    send('sync', 'm', '0', 'right', 2);
    await until([], () => heard.some((text) => text.includes('left')));
    const refusals = heard.filter((text) => text.includes('refused'));
    if (wire === 'socket.io') assert.deepEqual(refusals, []);
    else assert.deepEqual(refusals.map((text) => /unauthorized|game not found/.exec(text)?.[0]), ['unauthorized', 'game not found']);
    const ended = once(socket, 'close');
    socket.close();
    await ended;
    await quiet();
  });
}
