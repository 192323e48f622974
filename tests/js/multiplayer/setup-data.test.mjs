// Setup data of matches that the page hosts, by Local or Broadcast. Servers ignore a client's setup data.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { Broadcast, Local, SocketIO, WebSocketTransport } from 'rondel/multiplayer';
import { openHub } from '../../../pkg/lib/online/transports/hub.js';
import { WHOLE } from '../../../pkg/lib/online/wire-formats.js';
import { InMemory } from '../../../pkg/lib/online/storage/storage.js';
import { capture, printing, silence } from '../support/console.mjs';
import { withLocalStorage } from '../support/local-storage.mjs';
import { until } from '../support/tasks.mjs';
import { browser } from './browsers.mjs';
import { disk } from './transports.mjs';

/** A new game: clients of one game share its master in the page. */
const nim = (more) => ({
  name: 'nim',
  setup: (_context, setupData) => ({ sticks: setupData?.sticks ?? 21 }),
  validateSetupData: (setupData) => (setupData?.sticks > 99 ? 'at most 99 sticks' : undefined),
  turn: { maxMoves: 1 },
  moves: { take: ({ G }, count) => { G.sticks -= count; } },
  ...more,
});

/** A client that is started until the test ends. */
function playing(t, options) {
  const client = Client({ playerID: '0', ...options });
  client.start();
  t.after(() => client.stop());
  return client;
}

const sticks = (client) => client.getState()?.G.sticks;

test('a match of Local begins with the setup data of the client that starts it, for all its clients', (t) => {
  const game = nim();
  const multiplayer = Local();
  const first = playing(t, { game, multiplayer, setupData: { sticks: 7 } });
  const second = playing(t, { game, multiplayer, playerID: '1', setupData: { sticks: 7 } });
  const spectator = playing(t, { game, multiplayer, playerID: null });
  first.moves.take(2);
  assert.deepEqual([first, second, spectator].map(sticks), [5, 5, 5]);
});

test('a client that changes to another match starts that one with its setup data, too', (t) => {
  const client = playing(t, { game: nim(), multiplayer: Local(), setupData: { sticks: 7 } });
  client.moves.take(2);
  client.updateMatchID('next');
  assert.equal(sticks(client), 7);
});

test('later changes to the page\'s setup data have no effect', (t) => {
  const setupData = { sticks: 7 };
  const client = Client({ game: nim(), multiplayer: Local(), playerID: '0', setupData });
  setupData.sticks = 8;
  client.start();
  t.after(() => client.stop());
  assert.equal(sticks(client), 7);
});

test('a client with other setup data joins the match unchanged, and the console says so once', (t) => {
  const game = nim();
  const multiplayer = Local();
  playing(t, { game, multiplayer, setupData: { sticks: 7 } });
  const printed = printing(t);
  const other = playing(t, { game, multiplayer, playerID: '1', setupData: { sticks: 8 } });
  const again = playing(t, { game, multiplayer, playerID: '1', setupData: { sticks: 8 } });
  assert.deepEqual([sticks(other), sticks(again)], [7, 7]);
  assert.deepEqual(printed, [
    "rondel: match default started with setupData that differ from this client's, and keeps them: use another matchID to start another match",
  ]);
});

test('bots of Local play a match with the setup data', async (t) => {
  class One {
    async play(_state, playerID) {
      return { action: { type: 'MAKE_MOVE', payload: { type: 'take', args: [1], playerID } } };
    }
  }
  const client = playing(t, { game: nim(), multiplayer: Local({ bots: { 1: One } }), setupData: { sticks: 7 } });
  client.moves.take(2);
  await until(() => sticks(client) === 4);
});

test('a persisted match keeps its first setup data', (t) => {
  withLocalStorage(t);
  const open = (setupData) => playing(t, { game: nim(), multiplayer: Local({ persist: true, fresh: true }), setupData });
  open({ sticks: 7 }).moves.take(2);
  const { result, printed } = capture(() => open({ sticks: 9 }));
  assert.equal(sticks(result), 5);
  assert.match(printed.join(), /started with setupData that differ/);
  assert.deepEqual(capture(() => open({ sticks: 7 })).printed, []);
});

test('the error names setup data that the game refuses', async (t) => {
  silence(t);
  const client = playing(t, { game: nim(), multiplayer: Local(), setupData: { sticks: 100 } });
  await until(() => client.connection.status === 'refused');
  const refused = { type: 'match/refused', message: 'setupData: at most 99 sticks' };
  assert.deepEqual([client.connection.reason, client.lastError], [refused, refused]);
  assert.deepEqual([client.getState(), client.moves.take(1).error], [null, refused]);
});

test('an async validateSetupData refuses nothing and is reported', async (t) => {
  const errors = printing(t);
  const game = nim({ validateSetupData: async () => undefined });
  const client = playing(t, { game, multiplayer: Local(), setupData: { sticks: 7 } });
  await until(() => client.connection.status === 'refused');
  assert.deepEqual(client.connection.reason, { type: 'match/refused', message: 'the match could not begin' });
  assert.match(errors.join(), /validateSetupData returned a promise: no callback of a game is async/);
  assert.throws(() => Client({ game, setupData: { sticks: 7 } }), { code: 'game/returned' });
});

test('setup data that JSON cannot represent are an error of the client, with the path', () => {
  for (const [setupData, message] of [
    [{ deck: new Set() }, /^setupData\.deck: a Set cannot be serialised/],
    [{ get most() { throw new Error('not yet'); } }, /^setupData: an unreadable value cannot be serialised/],
    [{ least: NaN }, /^setupData\.least: NaN cannot be serialised/],
    [JSON.parse('{ "__proto__": { "sticks": 7 } }'), /^setupData: what is too deep, or has a member called __proto__,/],
  ]) {
    for (const multiplayer of [Local(), Broadcast({}, browser().openTab())]) {
      assert.throws(() => Client({ game: nim(), multiplayer, setupData }), { code: 'game/unserializable', message });
    }
  }
});

test('the game validates setup data in one page as well, if there are any', () => {
  assert.throws(() => Client({ game: nim(), setupData: { sticks: 100 } }), { code: 'game/setup', message: 'setupData: at most 99 sticks' });
  assert.equal(sticks(Client({ game: nim(), setupData: { sticks: 99 } })), 99);
  const demanding = nim({ validateSetupData: (setupData) => (setupData ? undefined : 'how many sticks?') });
  assert.equal(sticks(Client({ game: demanding })), 21);
});

test('a match between tabs begins with the setup data of the tab that starts it, whichever hosts', async (t) => {
  const world = browser();
  const storage = disk();
  const open = async (options) => {
    const client = playing(t, { game: nim(), multiplayer: Broadcast({ storage }, world.openTab()), ...options });
    await until(() => client.getState());
    return client;
  };
  const host = await open({ matchID: 'match of the host', setupData: { sticks: 7 } });
  const guest = await open({ matchID: 'match of a guest', setupData: { sticks: 8 } });
  const other = await open({ matchID: 'match of a guest', playerID: '1' });
  assert.deepEqual([host, guest, other].map(sticks), [7, 8, 8]);
});

test('a client sends no setup data to a server, and warns in development', (t) => {
  for (const multiplayer of [SocketIO({ server: 'localhost:1' }), WebSocketTransport({ server: 'localhost:1', WebSocket: class {} })]) {
    const { result, printed } = capture(() => Client({ game: nim(), playerID: '0', multiplayer, setupData: { sticks: 7 } }));
    assert.deepEqual(printed, ['rondel: Client({ setupData }): a server ignores it: its matches start with the setupData of the lobby\'s createMatch']);
    assert.equal(result.transport.about, undefined);
    assert.deepEqual(capture(() => Client({ game: nim(), multiplayer, setupData: {}, quiet: true })).printed, []);
  }
});

test('a server\'s hub ignores the setup data of a message', () => {
  const storage = new InMemory();
  const sent = [];
  const { receive } = openHub({ game: nim(), storage }).connect((message) => sent.push(message), { ...WHOLE, form: (message) => message });
  receive({ type: 'sync', args: ['m', '0', undefined, 2, { setupData: { sticks: 7 } }] });
  assert.equal(sent.find(({ type }) => type === 'sync').args[1].state.G.sticks, 21);
  assert.equal(storage.fetch('m', { metadata: true }).metadata.setupData, undefined);
});
