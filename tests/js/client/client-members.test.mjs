// The members of a client: all can be read, copied and called at any time, with and without a master.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { Local } from 'rondel/multiplayer';
import { capture } from '../support/console.mjs';
import { counter } from './support.mjs';

const KINDS = {
  'a client of a match in the page': () => undefined,
  'an online client': () => Local(),
};

const TIMES = {
  'that has just been made': () => {},
  'that has started': (client) => client.start(),
  'that has moved': (client) => {
    client.start();
    client.moves.add(1);
  },
  'that has stopped': (client) => {
    client.start();
    client.stop();
  },
  'that has been disposed of': (client) => {
    client.start();
    client.moves.add(1);
    client.dispose();
  },
};

/** The times at which a client of a master connects to it. */
const CONNECTED = ['that has started', 'that has moved'];

const METHODS = [
  'act', 'canMove', 'clock', 'dispose', 'getInitialState', 'getState', 'legalMoves', 'loadState', 'onEffect', 'overrideGameState', 'previewState', 'reconnect',
  'redo', 'reset', 'sendChatMessage', 'start', 'stop', 'subscribe', 'undo', 'updateCredentials', 'updateMatchID', 'updatePlayerID',
];
const VALUES = [
  'chatMessages', 'connection', 'credentials', 'events', 'game', 'isLogComplete', 'lastError', 'log', 'matchData', 'matchID', 'moves',
  'nextMatchID', 'notices', 'playerID', 'plugins', 'store', 'transport',
];

for (const [kind, multiplayer] of Object.entries(KINDS)) {
  for (const [time, prepare] of Object.entries(TIMES)) {
    test(`${kind} ${time} can be read and copied`, () => {
      const game = counter();
      const client = Client({ game, multiplayer: multiplayer(), playerID: '0', quiet: true });
      prepare(client);
      const copy = { ...client };
      assert.deepEqual(Object.keys(copy).sort(), [...METHODS, ...VALUES].sort());
      for (const name of METHODS) assert.equal(typeof copy[name], 'function', name);
      for (const name of VALUES) assert.deepEqual(copy[name], client[name], name);
      assert.deepEqual(client.chatMessages, []);
      assert.ok(Array.isArray(client.log));
      assert.deepEqual([client.playerID, client.matchID, client.credentials], ['0', 'default', undefined]);
      assert.equal(client.game, game);
      assert.deepEqual(client.legalMoves(), []);
      assert.equal(client.canMove('nothing'), false);
    });

    const isConnected = kind === 'an online client' && CONNECTED.includes(time);
    test(`a chat message of ${kind} ${time} reaches ${isConnected ? 'everybody' : 'nobody'}`, () => {
      const [game, connect] = [counter(), multiplayer()];
      const [client, other] = ['0', '1'].map((playerID) => Client({ game, multiplayer: connect, playerID, quiet: true }));
      other.start();
      prepare(client);
      const { printed } = capture(() => {
        client.sendChatMessage('hello');
        ({ ...client }).sendChatMessage({ text: 'hello' });
      });
      const sent = isConnected ? [['0', 'hello'], ['0', { text: 'hello' }]] : [];
      for (const { chatMessages } of [client, other]) {
        assert.deepEqual(chatMessages.map(({ sender, payload }) => [sender, payload]), sent);
      }
      assert.deepEqual(printed, []);
    });
  }
}

test('a copy of a client plays', () => {
  for (const multiplayer of Object.values(KINDS)) {
    const copy = { ...Client({ game: counter(), multiplayer: multiplayer(), playerID: '0', quiet: true }) };
    copy.start();
    assert.equal(copy.moves.add(2).status, 'confirmed');
    assert.equal(copy.getState().G.n, 2);
    copy.dispose();
  }
});

test('chat of an online client reaches everybody at the match, and a client without a master refuses it', () => {
  const [game, multiplayer] = [counter(), Local()];
  const [one, other] = ['0', '1'].map((playerID) => Client({ game, multiplayer, playerID, quiet: true }));
  for (const client of [one, other]) client.start();
  one.sendChatMessage('hello');
  for (const { chatMessages: [{ sender, payload }] } of [one, other]) assert.deepEqual([sender, payload], ['0', 'hello']);
  const alone = Client({ game: counter(), quiet: true });
  alone.sendChatMessage('hello');
  assert.deepEqual(alone.chatMessages, []);
});
