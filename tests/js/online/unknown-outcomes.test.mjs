// A client that stops, ends or leaves its match settles its pending actions. The master may have made them, and the error says so.
import assert from 'node:assert/strict';
import test from 'node:test';
import { printing } from '../support/console.mjs';
import { counters } from './games.mjs';
import { losing, table } from './support.mjs';

const ENDINGS = {
  stop: (client) => client.stop(),
  dispose: (client) => client.dispose(),
  updateMatchID: (client) => client.updateMatchID('other'),
  updatePlayerID: (client) => client.updatePlayerID('1'),
};

for (const [name, end] of Object.entries(ENDINGS)) {
  test(`${name} settles pending actions and messages, whose outcome is unknown`, async (t) => {
    const match = table(t, counters());
    const [p0] = await match.seated('0');
    const [move, message] = losing(p0.net, () => [p0.client.moves.add(), p0.client.sendChatMessage('hello')]);
    assert.deepEqual([move.status, message.status], ['predicted', 'sent']);
    end(p0.client);
    assert.deepEqual([move.status, move.error.type], ['rejected', 'update/unanswered']);
    assert.match(move.error.message, /may or may not have happened/);
    assert.equal(typeof move.error.payload.message, 'string');
    assert.deepEqual([message.status, message.error.type], ['rejected', 'chat/unanswered']);
    assert.deepEqual([(await move.confirmed).error, (await message.confirmed).error], [move.error, message.error]);
  });
}

test('an action whose answer was lost by stopping is still made, and shows when the client starts again', async (t) => {
  const match = table(t, counters());
  const [p0, p1] = await match.seated('0', '1');
  const done = p0.client.moves.add();
  const lost = losing(p0.net, () => p0.client.moves.add());
  // The master has the first, and its answer is in flight.
  await match.run(60);
  p0.client.stop();
  for (const { status, error } of [done, lost]) assert.deepEqual([status, error.type], ['rejected', 'update/unanswered']);
  const { G, pending } = p0.client.getState();
  assert.deepEqual([G.counts[0], pending, p0.client.lastError.type], [0, 0, 'update/unanswered']);
  await match.run();
  p0.client.start();
  await match.run();
  assert.deepEqual([p0.client.connection.status, p0.client.getState().G.counts[0], p1.client.getState().G.counts[0]], ['connected', 1, 1]);
  const next = p0.client.moves.add();
  await match.run();
  assert.deepEqual([next.status, p1.client.getState().G.counts[0]], ['confirmed', 2]);
});

test('a stopped client refuses actions, and sends nothing when it starts again', async (t) => {
  const match = table(t, counters());
  const [p0] = await match.seated('0');
  assert.equal(p0.client.canMove('add'), true);
  p0.client.stop();
  assert.equal(p0.client.canMove('add'), false);
  for (const { status, error } of [p0.client.moves.add(), p0.client.sendChatMessage('hello')]) {
    assert.deepEqual([status, error.message], ['rejected', 'the client has been stopped: call client.start()']);
  }
  p0.client.start();
  await match.run();
  assert.deepEqual([p0.client.getState().G.counts[0], p0.client.chatMessages], [0, []]);
});

test('the console has information about an action with an unknown outcome, and no error', async (t) => {
  const match = table(t, counters(), { quiet: false });
  const [p0] = await match.seated('0');
  const printed = printing(t);
  const errors = t.mock.method(console, 'error', () => {});
  losing(p0.net, () => p0.client.moves.add());
  p0.client.updatePlayerID('1');
  assert.deepEqual([errors.mock.callCount(), printed.length], [0, 1]);
  assert.match(printed[0], /moves\.add: no answer arrived/);
});

test('the console has nothing about the actions of a client that its page stops', async (t) => {
  const match = table(t, counters(), { quiet: false });
  const [p0] = await match.seated('0');
  const printed = printing(t);
  losing(p0.net, () => p0.client.moves.add());
  p0.client.stop();
  assert.deepEqual([printed, p0.client.lastError.type], [[], 'update/unanswered']);
});
