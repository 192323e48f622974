// The order of waiting searches, and the time of each.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Thinking } from '../../../pkg-server/lib/bots/thinking.js';
import { ThinkingQueue, shareOf } from '../../../pkg-server/lib/bots/thinking-queue.js';
import { quiet } from '../support/tasks.mjs';
import { race, said, say, table } from './bot-race.mjs';
import { until } from './support.mjs';

const { signal: NEVER } = new AbortController();

/** Queues searches of these shares, ends one after the other, and returns their order. */
async function orderOf(queue, shares) {
  const order = [];
  const begun = [];
  for (const [i, share] of shares.entries()) {
    queue.take(share, NEVER).then((turn) => {
      order.push(`${share}${i}`);
      begun.push(turn);
    });
  }
  for (let i = 0; i < shares.length; i += 1) {
    await quiet();
    begun.shift().end();
  }
  return order;
}

test('shares alternate: the searches of one share do not delay another share', async () => {
  assert.deepEqual(await orderOf(new ThinkingQueue(1), [...'aaaab', 'c']), ['a0', 'a1', 'b4', 'c5', 'a2', 'a3']);
});

test('the number of concurrent searches is limited', async () => {
  const queue = new ThinkingQueue(2);
  const ends = [];
  for (const share of 'abc') queue.take(share, NEVER).then(({ end }) => ends.push(end));
  await quiet();
  assert.equal(ends.length, 2);
  ends[0]();
  ends[0]();
  await quiet();
  assert.equal(ends.length, 3);
  for (const share of 'de') queue.take(share, NEVER).then(({ end }) => ends.push(end));
  await quiet();
  assert.equal(ends.length, 3);
});

test('an aborted search takes no slot', async () => {
  const queue = new ThinkingQueue(1);
  const { end } = await queue.take('a', NEVER);
  const thought = new AbortController();
  const refused = queue.take('a', thought.signal);
  const next = queue.take('b', NEVER);
  thought.abort(new Error('the match has gone'));
  await assert.rejects(refused, /the match has gone/);
  await assert.rejects(queue.take('a', thought.signal), /the match has gone/);
  end();
  assert.equal((await next).load, 1);
});

test('more waiting searches shorten each one, and a client with a thousand matches shortens only its own', async () => {
  const thinking = new Thinking({ games: null, workers: 1, thinkingTime: 2000 });
  const first = await thinking.queue.take('first', NEVER);
  assert.equal(thinking.timeIn(first.load), 2000);
  const [stranger] = Array.from({ length: 1000 }, () => thinking.queue.take('stranger', NEVER));
  const somebody = thinking.queue.take('somebody', NEVER);
  first.end();
  assert.equal(thinking.timeIn((await stranger).load), 62.5);
  (await stranger).end();
  assert.equal(thinking.timeIn((await somebody).load), 1000);
});

test('an address always maps to the same one of 2 ** 20 shares', () => {
  assert.equal(shareOf('192.0.2.1'), shareOf('192.0.2.1'));
  assert.notEqual(shareOf('192.0.2.1'), shareOf('192.0.2.2'));
  assert.ok(shareOf('192.0.2.1') < 2 ** 20);
});

test('bots that only await something free their slot, and fail alone', async (t) => {
  const errors = [];
  let silent = 0;
  class Silent {
    play() {
      silent += 1;
      return new Promise(() => {});
    }
  }
  class Prompt {
    async play(_state, playerID) {
      return say(2, playerID);
    }
  }
  const game = race({ ai: { enumerate: () => [], bots: { silent: Silent, prompt: Prompt } } });
  const { post, enter } = await table(t, { game, bots: { 0: 'silent' }, options: { watch: ({ type, error }) => type === 'error' && errors.push(error) } });
  const enterMatch = async (bot) => {
    const { body: { matchID } } = await post('/games/race/create', { numPlayers: 2, bots: { 0: bot } });
    return enter({ matchID });
  };
  const clients = [await enterMatch('silent'), await enterMatch('silent'), await enterMatch('silent')];
  await until(clients, () => silent === 3);
  const other = await enterMatch('prompt');
  await until([other], () => said(other)?.length === 1);
  assert.deepEqual(errors, [], 'no silent bot has failed yet');
});

test('the event loop runs between two searches, however short they are', async (t) => {
  let time = 0;
  const clock = setInterval(() => { time += 1; }, 1);
  t.after(() => clearInterval(clock));
  const times = [];
  class Short {
    async play(_state, playerID) {
      // All others wait by then.
      if (times.length === 0) await new Promise((done) => { setTimeout(done, 500); });
      times.push(time);
      return say(2, playerID);
    }
  }
  const { post, enter } = await table(t, { game: race({ ai: { enumerate: () => [], bots: { short: Short } } }), bots: { 0: 'short' } });
  const clients = [];
  for (let i = 0; i < 5; i += 1) {
    const { body: { matchID } } = await post('/games/race/create', { numPlayers: 2, bots: { 0: 'short' } });
    clients.push(enter({ matchID }));
  }
  await until(clients, () => clients.every((client) => said(client)?.length === 1));
  assert.equal(new Set(times).size, 5);
});
