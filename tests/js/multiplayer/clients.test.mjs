// Clients over the transports, as users create them.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import test from 'node:test';
import { promisify } from 'node:util';
import bgioClient from 'boardgame.io/dist/cjs/client.js';
import bgioMultiplayer from 'boardgame.io/dist/cjs/multiplayer.js';
import { Client } from 'rondel/client';
import { Broadcast, Local } from 'rondel/multiplayer';
import { network } from 'rondel/testing';
import { NEVER, nextTask, until } from '../support/tasks.mjs';
import { browser } from './browsers.mjs';
import { disk } from './transports.mjs';

/** Both players are active and count. */
function counters() {
  return {
    setup: () => ({ counts: { 0: 0, 1: 0 } }),
    turn: { activePlayers: { all: null } },
    moves: { add: ({ G, playerID }) => { G.counts[playerID] += 1; } },
  };
}

test("as on boardgame.io's page on testing: two players on Local(), without waiting", () => {
  for (const [engine, local] of [[bgioClient.Client, bgioMultiplayer.Local], [Client, Local]]) {
    const game = {
      setup: () => ({ a: 0, b: 0 }),
      moves: { moveA: ({ G }) => { G.a++; }, moveB: ({ G }) => { G.b++; } },
    };
    const spec = { game, multiplayer: local(), debug: false, quiet: true };
    const p0 = engine({ ...spec, playerID: '0' });
    const p1 = engine({ ...spec, playerID: '1' });
    p0.start();
    p1.start();
    p0.moves.moveA();
    p0.moves.moveA();
    p0.events.endTurn();
    p1.moves.moveB();
    for (const client of [p0, p1]) {
      assert.deepEqual(client.getState().G, { a: 2, b: 1 });
      assert.equal(client.getState().ctx.turn, 2);
      client.stop();
    }
  }
});

test('a client on a slow network shows its move at once, and the other client when it arrives', async () => {
  const game = counters();
  const net = network({ latency: 50 });
  const [p0, p1] = ['0', '1'].map((playerID) => Client({ game, playerID, multiplayer: Local({ network: net }) }));
  p0.start();
  p1.start();
  await net.run();
  const handle = p0.moves.add();
  assert.equal(p0.getState().G.counts[0], 1);
  assert.equal(handle.status, 'predicted');
  await net.run(99);
  assert.equal(p1.getState().G.counts[0], 0);
  await net.run(1);
  assert.equal(p1.getState().G.counts[0], 1);
  assert.equal(handle.status, 'confirmed');
  p0.dispose();
  p1.dispose();
});

test('moves made while the network is down are made once when it is back', async () => {
  const game = counters();
  const net = network({ latency: 20 });
  const [p0, p1] = ['0', '1'].map((playerID) => Client({ game, playerID, multiplayer: Local({ network: net }) }));
  p0.start();
  p1.start();
  await net.run();
  p0.moves.add();
  await net.run(30);
  // The first was made, and its answer is lost.
  net.disconnect();
  p0.moves.add();
  p0.moves.add();
  assert.equal(p0.getState().isConnected, false);
  net.reconnect();
  await net.run();
  assert.equal(p0.getState().isConnected, true);
  assert.equal(p0.getState().pending, 0);
  for (const client of [p0, p1]) {
    assert.equal(client.getState().G.counts[0], 3);
    client.dispose();
  }
});

for (const hasLocks of [true, false]) {
  test(`no move is lost when the host dies, ${hasLocks ? 'with' : 'without'} locks`, async (t) => {
    const world = browser({ hasLocks });
    const storage = disk();
    const tabs = [];
    for (const playerID of ['0', '1', '0']) {
      const environment = world.openTab();
      const client = Client({ game: counters(), playerID, multiplayer: Broadcast({ storage }, environment) });
      t.after(() => client.dispose());
      client.start();
      await until(() => client.getState());
      const statuses = [];
      client.subscribe(({ isConnected }) => statuses.at(-1) !== isConnected && statuses.push(isConnected));
      tabs.push({ client, environment, statuses });
    }
    const [host, one, two] = tabs;
    const handles = [one, two, one, two, one].map(({ client }) => client.moves.add());
    // Some moves have reached the host, and perhaps its disk.
    for (let i = 0; i < 5; i++) await nextTask();
    host.environment.kill();
    handles.push(one.client.moves.add(), two.client.moves.add());
    await Promise.all(handles.map(({ confirmed }) => confirmed));
    assert.deepEqual(handles.map(({ status }) => status), Array(7).fill('confirmed'));
    for (const { client, statuses } of [one, two]) {
      assert.deepEqual(statuses, [true, false, true]);
      await until(() => client.getState().G.counts[0] + client.getState().G.counts[1] === 7);
      assert.deepEqual(client.getState().G.counts, { 0: 3, 1: 4 });
    }
  });
}

test('a process ends when its clients have stopped', async () => {
  const run = (multiplayer) => promisify(execFile)(process.execPath, ['--input-type=module', '--eval', `
    import { Client } from 'rondel/client';
    import { Broadcast, Local } from 'rondel/multiplayer';
    const game = { moves: { go: ({ G }) => { G.gone = true; } }, ai: { enumerate: () => [{ move: 'go' }] } };
    class Bot { play() { return new Promise(() => {}); } }
    const client = Client({ game, playerID: '0', multiplayer: ${multiplayer} });
    client.start();
    while (!client.getState()) await new Promise((done) => setTimeout(done, 5));
    client.moves.go();
    client.stop();
    console.log('stopped');
  `], { timeout: NEVER });
  for (const multiplayer of ['Local()', 'Local({ latency: 5 })', 'Local({ bots: { 0: Bot, 1: Bot } })', 'Broadcast()']) {
    assert.match((await run(multiplayer)).stdout, /stopped/, multiplayer);
  }
});

test("an empty playerID, as of a form's empty field, means a spectator, at the start and later", async (t) => {
  for (const options of [{}, { predict: 'none' }]) {
    const game = counters();
    const seats = [];
    const listening = (given) => {
      const transport = Local()(given);
      seats.push(() => transport.playerID);
      return transport;
    };
    const client = Client({ game, playerID: '', multiplayer: listening, debug: false, quiet: true, ...options });
    t.after(() => client.dispose());
    client.start();
    const moves = () => [client.moves.add(), client.undo()].map(({ status, error }) => [status, error?.type]);
    const refused = ['rejected', 'action/inactive_player'];
    assert.deepEqual(moves(), [refused, refused]);
    assert.deepEqual([client.getState().isActive, client.canMove('add'), client.getState().pending], [false, false, 0]);
    client.updatePlayerID('0');
    assert.equal(client.moves.add().status, 'confirmed');
    client.updatePlayerID('');
    assert.deepEqual(moves(), [refused, refused]);
    assert.equal(seats[0](), null);
  }
});

test('a subscriber may stop the client after the end, and is notified once of that', (t) => {
  const game = { setup: () => ({}), moves: { win: ({ events, playerID }) => { events.endGame(playerID); } } };
  const client = Client({ game, playerID: '0', multiplayer: Local(), debug: false, quiet: true });
  t.after(() => client.dispose());
  const told = [];
  client.start();
  client.subscribe((state) => {
    if (state?.ctx.gameover === undefined) return;
    told.push(state.isConnected);
    assert.ok(told.length < 10);
    client.stop();
  });
  assert.equal(client.moves.win().status, 'confirmed');
  assert.deepEqual(told, [true, false]);
  client.stop();
  assert.deepEqual(told, [true, false]);
  client.start();
  assert.equal(told[2], true);
});

test('a player who changes seats keeps the chat, as on boardgame.io, and a player who changes matches does not', () => {
  const chats = [[bgioClient.Client, bgioMultiplayer.Local], [Client, Local]].map(([engine, local]) => {
    const [game, multiplayer] = [counters(), local()];
    const [p0, p1] = ['0', '1'].map((playerID) => engine({ game, playerID, multiplayer, debug: false, quiet: true }));
    p0.start();
    p1.start();
    p0.sendChatMessage('one');
    p1.sendChatMessage('two');
    const seen = [];
    const note = () => seen.push(p1.chatMessages.map(({ payload }) => payload).join());
    p1.updatePlayerID(null);
    note();
    p0.sendChatMessage('three');
    note();
    p1.updateCredentials('secret');
    note();
    p1.updateMatchID('other');
    note();
    [p0, p1].forEach((client) => client.stop());
    return seen;
  });
  assert.deepEqual(chats[1], ['one,two', 'one,two,three', 'one,two,three', '']);
  // Later, boardgame.io's client receives everything twice.
  assert.equal(chats[0][0], chats[1][0]);
});
