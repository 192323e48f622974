// Slow: bots search in workers.
// Bots of a server that think in worker threads.
import assert from 'node:assert/strict';
import test from 'node:test';
import { askedHere, games } from './bot-games.mjs';
import { said, table } from './bot-race.mjs';
import { serve } from './serve.mjs';
import { until } from './support.mjs';

const MODULE = new URL('./bot-games.mjs', import.meta.url);

/** Returns what the bot of this name says, in one or more turns, and the errors that are reported meanwhile. */
async function saidBy(t, name, bots, turns = 1) {
  const errors = [];
  const { join, enter } = await table(t, {
    game: games[1],
    bots: { 1: name },
    options: { bots, watch: (event) => event.type === 'error' && errors.push(event.error) },
  });
  const client = enter(await join('0'));
  await until([client], () => client.getState());
  for (let turn = 1; turn <= turns; turn += 1) {
    client.moves.say(1);
    await until([client], () => said(client).length === 2 * turn);
  }
  return { texts: said(client).filter((text) => text.startsWith('1')), errors };
}

test('bots search in worker threads, which load the games from a module', async (t) => {
  assert.deepEqual(await saidBy(t, 'threaded', { games: MODULE, workers: 2 }), { texts: ['1: 2'], errors: [] });
  assert.deepEqual(await saidBy(t, 'threaded', {}), { texts: ['1: 1'], errors: [] });
});

for (const [where, bots] of /** @type {const} */ ([['worker threads', { games: MODULE }], ['the server\'s own thread', {}]])) {
  test(`each level plays in ${where}`, async (t) => {
    const errors = [];
    for (const level of ['easy', 'hard', { thinkingTime: 50 }, { iterations: 100 }]) {
      const { join, enter } = await table(t, {
        game: games[0], bots: { 1: level }, options: { bots, watch: (event) => event.type === 'error' && errors.push(event.error) },
      });
      const client = enter(await join('0'));
      await until([client], () => client.getState());
      client.moves.drop(3);
      await until([client], () => client.getState().ctx.turn === 3);
    }
    assert.deepEqual(errors, []);
  });
}

test('on Linux worker threads yield to the main thread', { skip: process.platform !== 'linux' }, async (t) => {
  assert.deepEqual((await saidBy(t, 'givingWay', { games: MODULE.href })).texts, ['1: 2']);
  assert.deepEqual((await saidBy(t, 'givingWay', undefined)).texts, ['1: 1']);
});

for (const [bot, code] of /** @type {const} */ ([['ending', 3], ['easy', 7]])) {
  test(`no code for bots runs in the server's own thread after it has ended a worker thread: '${bot}' passes`, async (t) => {
    const errors = [];
    const { join, enter } = await table(t, {
      game: games[2], bots: { 1: bot }, options: { bots: { games: MODULE }, watch: (event) => event.type === 'error' && errors.push(event.error) },
    });
    const client = enter(await join('0'));
    await until([client], () => client.getState());
    for (const turn of [1, 3]) {
      await client.moves.say(1).confirmed;
      await until([client], () => client.getState().ctx.turn === turn + 2);
    }
    assert.deepEqual([said(client), askedHere], [['0: 1', '0: 1'], []]);
    assert.match(errors[0].message, new RegExp(`game 'ending': a bot's worker has ended: .*exited with ${code}`));
    assert.match(errors[1].message, /the bot of player '1' has failed; pass\(\) was done in its place/);
  });
}

test('a module that is missing or has no games is reported', async (t) => {
  const { texts, errors } = await saidBy(t, 'threaded', { games: new URL('./no-such-file.mjs', import.meta.url) });
  assert.deepEqual(texts, ['1: 1']);
  assert.match(errors[0].message, /no-such-file\.mjs/);
  const none = await saidBy(t, 'threaded', { games: new URL('./raw.mjs', import.meta.url) });
  assert.match(none.errors[0].message, /raw\.mjs exports no game/);
});

test('invalid options are refused by name', async (t) => {
  for (const [bots, message] of [
    [7, 'bots: expected false, or an object, got 7'],
    [{ games: './games.js' }, "bots.games: expected the address of a module, such as new URL('./games.js', import.meta.url), got \"./games.js\""],
    [{ games: 'https://example.com/games.js' }, /^bots\.games: expected the address of a module/],
    [{ workers: 2 }, 'bots.workers: needs bots.games, the module from which workers import the games'],
    [{ games: MODULE, workers: 0 }, 'bots.workers: expected a whole number above 0, got 0'],
    [{ minTime: -1 }, 'bots.minTime: expected milliseconds, 60000 at most, got -1'],
    [{ thinkingTime: '1000' }, 'bots.thinkingTime: expected milliseconds, 60000 at most, got "1000"'],
  ]) {
    await assert.rejects(serve(t, { games, bots }), { code: 'server/options', message });
  }
});
