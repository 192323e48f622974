// `server.transport.pubSub`: channels through which a user's own master, such as one that drives bots, reaches pages.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Master } from 'rondel/master';
import { SocketIO } from 'rondel/server';
import { WebSockets } from '../../../pkg-server/lib/web-sockets.js';
import { CLIENTS, serve, sit, until } from './support.mjs';

const marks = { name: 'marks', setup: () => ({ marks: [] }), moves: { mark: ({ G, playerID }) => { G.marks.push(playerID); } }, turn: { activePlayers: { all: null } } };

/** A server, and a user's own master on its storage, which publishes by the transport's channels. */
async function withOwnMaster(t, options) {
  const transport = new SocketIO(options);
  const { url, db } = await serve(t, { games: [marks], transports: [transport, new WebSockets()] });
  const master = new Master(marks, db, { send() {}, sendAll: (payload) => transport.pubSub.publish('MATCH-m', payload) });
  return { transport, url, db, master, act: () => master.onUpdate({ type: 'MAKE_MOVE', payload: { type: 'mark', args: [], playerID: '1' } }, 0, 'm', '1') };
}

/** A user's own channels, as in boardgame.io. */
class Channels {
  callbacks = new Map();

  publish(channel, payload) {
    for (const callback of this.callbacks.get(channel) ?? []) callback(payload);
  }

  subscribe(channel, callback) {
    this.callbacks.set(channel, [...this.callbacks.get(channel) ?? [], callback]);
  }

  unsubscribeAll(channel) {
    this.callbacks.delete(channel);
  }
}

for (const [name, make] of Object.entries(CLIENTS)) {
  for (const [whose, options] of [["the server's own", {}], ["a user's", { pubSub: new Channels() }]]) {
    test(`${name} receives messages that a user's own master publishes by ${whose} channels`, async (t) => {
      const { url, master, act } = await withOwnMaster(t, options);
      const client = sit(t, make, url, { game: marks, playerID: '0' });
      await until([client], () => client.getState()?.isConnected);
      await act();
      await until([client], () => client.getState().G.marks.length === 1);
      assert.equal(client.getState().log.length, 1);
      client.moves.mark();
      await until([client], () => client.getState().G.marks.length === 2 && client.getState()._stateID === 2);
      await master.onChatMessage('m', { id: 'x', sender: '1', payload: 'hello' }, undefined);
      await until([client], () => client.chatMessages.length === 1);
      assert.deepEqual(client.getState().G.marks, ['1', '0']);
    });
  }
}

test('a subscriber to the channels of a match receives what the server sends', async (t) => {
  const { transport, url, act } = await withOwnMaster(t);
  const error = t.mock.method(console, 'error', () => {});
  const heard = [];
  transport.pubSub.subscribe('MATCH-m', ({ type, args }) => heard.push([type, args[0]]));
  transport.pubSub.subscribe('MATCH-other', () => heard.push('other'));
  transport.pubSub.subscribe('MATCH-m', () => { throw new Error('mine'); });
  const client = sit(t, CLIENTS["Rondel's client"], url, { game: marks, playerID: '0' });
  await until([client], () => client.getState()?.isConnected);
  assert.equal((await client.moves.mark().confirmed).status, 'confirmed');
  await act();
  await until([client], () => client.getState().G.marks.length === 2);
  const count = heard.filter(([type]) => type === 'update').length;
  assert.ok(count >= 2, JSON.stringify(heard));
  assert.equal(heard.includes('other'), false);
  assert.equal(error.mock.calls[0].arguments[0].message, 'mine');
  transport.pubSub.unsubscribeAll('MATCH-m');
  await act();
  await until([client], () => client.getState().G.marks.length === 3);
  assert.equal(heard.filter(([type]) => type === 'update').length, count);
});

test('messages that no master sends are refused by name', () => {
  const { pubSub } = new SocketIO();
  for (const payload of [undefined, 'hello', {}, { type: 'update' }, { type: 'update', args: [7] }]) {
    assert.throws(() => pubSub.publish('MATCH-m', payload), { message: /^pubSub\.publish: expected what a master sends, \{ type, args: \[matchID, …\] \}$/ });
  }
  assert.throws(() => pubSub.subscribe('MATCH-m', 7), { message: 'pubSub.subscribe: expected a function, got 7' });
});
