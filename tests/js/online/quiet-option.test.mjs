// `quiet: true`: the messages of a client and its transport that it suppresses.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { Local, SocketIO, WebSocketTransport } from 'rondel/multiplayer';
import { WebSocket } from 'ws';
import { printing } from '../support/console.mjs';
import { fakeLocalStorage } from '../support/local-storage.mjs';
import { until } from '../server/support.mjs';

/** A port without a server. */
const NOWHERE = '127.0.0.1:9';
const WIRES = {
  SocketIO: SocketIO({ server: `http://${NOWHERE}` }),
  WebSocketTransport: WebSocketTransport({ url: `ws://${NOWHERE}`, WebSocket }),
};
const makeGame = (more) => ({ name: 'nim', setup: () => ({ n: 0 }), moves: { add: ({ G }) => { G.n += 1; } }, ...more });

function sit(t, options) {
  const client = Client({ game: makeGame(), playerID: '0', ...options });
  t.after(() => client.dispose());
  client.start();
  return client;
}

for (const [name, multiplayer] of Object.entries(WIRES)) {
  test(`${name} prints that a server cannot be reached, unless the client has quiet: true`, async (t) => {
    const printed = printing(t);
    const quiet = sit(t, { multiplayer, quiet: true });
    await until([quiet], () => quiet.connection.status === 'unreachable', 'unreachable');
    assert.deepEqual(printed, []);
    const { message } = quiet.connection.reason;
    const client = sit(t, { multiplayer });
    await until([client], () => client.connection.status === 'unreachable', 'unreachable');
    assert.deepEqual(printed, [`rondel: ${message}; the client tries again`]);
  });

  test(`${name}: quiet: true suppresses warnings about the game's definition`, (t) => {
    const printed = printing(t);
    sit(t, { game: makeGame({ turn: { onBegn() {} } }), multiplayer, quiet: true });
    assert.deepEqual(printed, []);
    sit(t, { game: makeGame({ turn: { onBegn() {} } }), multiplayer });
    assert.deepEqual(printed, ['rondel: turn.onBegn: there is no such field; did you mean onBegin?']);
  });
}

test('Local prints each warning about a definition once, and none with quiet: true', (t) => {
  const printed = printing(t);
  for (const quiet of [true, undefined]) {
    sit(t, { game: makeGame({ turn: { onBegn() {} } }), multiplayer: Local(), quiet });
    assert.deepEqual(printed, quiet ? [] : ['rondel: turn.onBegn: there is no such field; did you mean onBegin?']);
  }
});

test('quiet: true suppresses the warning that a stored game has no name', (t) => {
  globalThis.localStorage = fakeLocalStorage();
  t.after(() => { delete globalThis.localStorage; });
  const printed = printing(t);
  sit(t, { game: makeGame({ name: undefined }), multiplayer: Local({ persist: true }), quiet: true });
  assert.deepEqual(printed, []);
  sit(t, { game: makeGame({ name: undefined }), multiplayer: Local({ persist: true }) });
  assert.match(printed.join(), /a game without a name shares its matches/);
});
