// Clients that change seats while an answer to the old seat is in flight.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { Broadcast, SocketIO, WebSocketTransport } from 'rondel/multiplayer';
import { WebSocket } from 'ws';
import { decode } from '../../../pkg/lib/online/protocol/wire.js';
import { serve, until as untilShown } from '../server/support.mjs';
import { silence } from '../support/console.mjs';
import { nextTask, until } from '../support/tasks.mjs';
import { browser } from './browsers.mjs';
import { cards, disk } from './transports.mjs';

const game = cards({ name: 'cards' });
const SECRETS = { 0: 'ace', 1: 'king' };

/**
 * A client that is disposed after the test; `shown` lists the hands that it has shown, each with the seat, and `heard` the types of its
 * messages.
 */
function sit(t, { multiplayer, ...options }) {
  const [shown, heard] = [[], []];
  const listening = (given) => multiplayer({
    ...given,
    transportDataCallback(data) {
      heard.push(data.type);
      given.transportDataCallback(data);
    },
  });
  const client = Client({ game, quiet: true, multiplayer: listening, ...options });
  t.after(() => client.dispose());
  client.subscribe((state) => state && shown.push([client.playerID, state.G.hands]));
  client.start();
  return { client, shown, heard };
}

/** Fails if a seat has shown another hand than its own. */
function assertOwn(shown) {
  for (const [seat, hands] of shown) assert.deepEqual(hands, seat in SECRETS ? { [seat]: [SECRETS[seat]] } : {}, `seat ${seat}`);
}

/** A tab; `sends(message)` is called with each message that it has just sent and that nobody has received yet. */
function watchedTab(world, sends) {
  const tab = world.openTab();
  class BroadcastChannel extends tab.BroadcastChannel {
    postMessage(text) {
      super.postMessage(text);
      sends(JSON.parse(text));
    }
  }
  return { ...tab, BroadcastChannel };
}

for (const type of ['sync', 'patch']) {
  test(`Broadcast: a client changes its seat while a ${type} is in flight, and shows nothing of the old seat at the new one`, async (t) => {
    const [world, storage] = [browser(), disk()];
    let leave = () => {};
    const host = watchedTab(world, (message) => message.type === 'data' && decode(message.text).type === type && leave());
    const { client: first } = sit(t, { playerID: '0', multiplayer: Broadcast({ storage }, host) });
    await until(() => first.getState());
    const { client, shown } = sit(t, { playerID: '0', multiplayer: Broadcast({ storage, host: false }, world.openTab()) });
    let count = 0;
    leave = () => (count += 1) === 1 && client.updatePlayerID('1');
    if (type === 'patch') {
      await until(() => client.getState());
      first.moves.draw('queen');
    }
    await until(() => client.playerID === '1' && client.getState());
    await until(() => client.matchData.every(({ isConnected }) => isConnected));
    for (const [seat, hands] of shown) assert.deepEqual(Object.keys(hands), [seat]);
    assert.equal((await client.moves.play('ten').confirmed).status, 'confirmed');
    assert.deepEqual(client.getState().G.hands, { 1: ['king'] });
  });
}

test('Broadcast: a hosting tab changes its seat and keeps hosting', async (t) => {
  const [world, storage] = [browser(), disk()];
  const { client: host, shown } = sit(t, { playerID: '0', multiplayer: Broadcast({ storage }, world.openTab()) });
  await until(() => host.getState());
  const { client: guest } = sit(t, { playerID: '0', multiplayer: Broadcast({ storage, host: false }, world.openTab()) });
  await until(() => guest.getState());
  host.updatePlayerID('1');
  assert.equal((await guest.moves.play('ten').confirmed).status, 'confirmed');
  await until(() => host.getState()?.G.table.length === 1);
  assertOwn(shown);
});

const TRANSPORTS = {
  SocketIO: (url) => SocketIO({ server: url }),
  'SocketIO with a given socket': async (url) => {
    const { io } = await import('socket.io-client');
    return SocketIO({ socket: io(`${url}/cards`, { auth: { rondel: 1 } }) });
  },
  WebSocketTransport: (url) => WebSocketTransport({ url, WebSocket }),
};

/** A server at which each seat has its number for credentials; `asked(playerID)` is called while a client waits for its answer. */
async function withAuth(t, asked) {
  const authenticateCredentials = ({ playerID, credentials }) => {
    if (typeof credentials === 'string') asked(playerID);
    return typeof credentials !== 'string' || credentials === playerID;
  };
  const auth = { authenticateCredentials, generateCredentials: () => '' };
  return serve(t, { games: [game], auth });
}

for (const [name, make] of Object.entries(TRANSPORTS)) {
  test(`${name}: a refused seat shows nothing, although the answer to the last seat was in flight`, async (t) => {
    silence(t);
    let leave = () => {};
    const { url } = await withAuth(t, (seat) => seat === '0' && leave());
    const { client, shown, heard } = sit(t, { matchID: 'm', multiplayer: await make(url) });
    await untilShown([client], () => client.getState());
    leave = () => client.updatePlayerID('1');
    client.updatePlayerID('0');
    client.updateCredentials('0');
    await untilShown([client], () => heard.includes('refused'));
    assert.equal(client.playerID, '1');
    assertOwn(shown);
    assert.equal(client.getState(), null);
  });

  test(`${name}: seats that change faster than the server answers end at the last one`, async (t) => {
    silence(t);
    const { url } = await withAuth(t, () => {});
    const { client, shown } = sit(t, { matchID: 'm', multiplayer: await make(url) });
    await untilShown([client], () => client.getState());
    for (const seat of ['0', null, '1', '0', '1']) {
      client.updatePlayerID(seat);
      client.updateCredentials(seat ?? undefined);
      if (seat === '0') await nextTask();
    }
    await untilShown([client], () => client.getState()?.G.hands[1]);
    assertOwn(shown);
    const move = client.moves.play('ten');
    assert.equal((await move.confirmed).status, 'confirmed');
    client.updatePlayerID(null);
    await untilShown([client], () => client.getState()?.G.table.length === 1);
    assertOwn(shown);
  });
}
