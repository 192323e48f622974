// Notices of an operator to the clients of matches.
import assert from 'node:assert/strict';
import test from 'node:test';
import { createMatch } from 'rondel/internal';
import { makeAdmin } from '../../../pkg-server/lib/admin.js';
import { silence } from '../support/console.mjs';
import { quiet } from '../support/tasks.mjs';
import { serve } from './serve.mjs';
import { CLIENTS, sit, until } from './support.mjs';
import { openNodes } from './two-nodes.mjs';

const GAME = { name: 'nim', setup: () => ({ left: 21 }), turn: { activePlayers: { all: null } }, moves: { take: ({ G }) => { G.left -= 1; } } };
const texts = (client) => client.notices.map(({ text }) => text);

async function table(t) {
  silence(t);
  const served = await serve(t, { games: [GAME, { ...GAME, name: 'other' }] });
  const come = async (given, by = "Rondel's client") => {
    const client = sit(t, CLIENTS[by], served.url, { game: GAME, playerID: '0', ...given });
    await until([client], () => client.getState());
    return client;
  };
  return { ...served, admin: served.server.admin, come };
}

test('a notice reaches the players and spectators of one match, of a game, or of all, over every transport', async (t) => {
  const { admin, come } = await table(t);
  const player = await come();
  const spectator = await come({ playerID: null }, "Rondel's client by a WebSocket");
  const elsewhere = await come({ matchID: 'n' }, "Rondel's client by polling");
  const other = await come({ matchID: 'o', game: { ...GAME, name: 'other' } });
  const all = [player, spectator, elsewhere, other];
  let heard = 0;
  player.subscribe(() => { heard += 1; });
  heard = 0;
  assert.equal(await admin.sendNotice('to m', { matchID: 'm' }), true);
  assert.equal(await admin.sendNotice('to nim', { gameName: 'nim' }), true);
  assert.equal(await admin.sendNotice('to all'), true);
  await until(all, () => all.every((client) => texts(client).at(-1) === 'to all'));
  assert.deepEqual(all.map(texts), [['to m', 'to nim', 'to all'], ['to m', 'to nim', 'to all'], ['to nim', 'to all'], ['to all']]);
  assert.equal(heard, 3);
  const [{ id, text, sentAt, ...rest }] = player.notices;
  assert.deepEqual([typeof id, text, Date.now() - sentAt < 600_000, rest], ['string', 'to m', true, {}]);
  // It changes nothing in this match, and does not belong to another.
  assert.equal((await player.moves.take().confirmed).status, 'confirmed');
  assert.deepEqual(player.chatMessages, []);
  player.updateMatchID('n');
  assert.deepEqual(player.notices, []);
});

test("boardgame.io's client ignores a notice", async (t) => {
  const { admin, come } = await table(t);
  const [client, player] = [await come({ playerID: '1' }, "boardgame.io's client"), await come()];
  const errors = t.mock.method(console, 'error', () => {});
  await admin.sendNotice('to all');
  await until([player], () => texts(player).length === 1);
  client.moves.take();
  await until([client, player], () => player.getState().G.left === 20 && client.getState().G.left === 20);
  assert.deepEqual(client.chatMessages, []);
  assert.equal(errors.mock.callCount(), 0);
});

test('only the operator can send a notice', async (t) => {
  const { come, server } = await table(t);
  const [client, other] = [await come(), await come({ playerID: '1' })];
  const hub = server.app.context.hubs.get('nim');
  const connection = hub.connect(() => {});
  await connection.receive({ type: 'sync', args: ['m', '1', undefined, 2] });
  await connection.receive({ type: 'notice', args: ['m', { id: 'x', text: 'free coins', sentAt: 0 }] });
  client.sendChatMessage('hello');
  await until([other], () => other.chatMessages.length === 1);
  assert.deepEqual([client.notices, other.notices], [[], []]);
  await connection.close();
});

test('a notice arrives at another node, once, and an invalid one is dropped there', async (t) => {
  const nodes = openNodes({ game: GAME, carry: (deliver) => [deliver(), deliver()] });
  t.after(nodes.close);
  const { storage, sit: sitAt, nodes: [first, second] } = nodes;
  for (const id of ['m', 'n']) storage.createMatch(id, createMatch({ game: GAME }));
  const clients = [sitAt('0', { at: 1 }), sitAt('0', { at: 1, matchID: 'n' }), sitAt('1')].map(({ client }) => client);
  await quiet();
  const admin = makeAdmin({ db: first.storage, hubs: new Map([['nim', first.hub]]) });
  await admin.sendNotice('to m', { matchID: 'm' });
  await admin.sendNotice('to all');
  await quiet();
  assert.deepEqual(clients.map(texts), [['to m', 'to all'], ['to all'], ['to m', 'to all']]);
  for (const notice of [undefined, null, 5, {}, { id: 'a', text: 5, sentAt: 0 }, { id: 'a', text: 'x'.repeat(501), sentAt: 0 }]) {
    second.node.receive({ what: 'notice', gameName: 'nim', notice });
    second.node.receive({ what: 'notice', gameName: 'nim', matchID: 'm', notice });
  }
  await quiet();
  assert.deepEqual([texts(clients[0]), nodes.errors], [['to m', 'to all'], []]);
});

test('invalid arguments are refused by name, and a missing match receives no notice', async (t) => {
  const { admin } = await table(t);
  for (const [args, message] of [
    [[5], /text/], [[' '], /text/], [['x'.repeat(501)], /500/], [['x', null], /object/], [['x', { gameName: 'chess' }], /no game of this name/],
    [['x', { gameName: 'nim', matchID: 'm' }], /not both/], [['x', { matchID: '' }], /matchID/],
  ]) await assert.rejects(admin.sendNotice(...args), { code: 'server/admin', message });
  assert.equal(await admin.sendNotice('x', { matchID: 'none' }), false);
});
