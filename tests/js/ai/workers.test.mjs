// Slow: bots search in workers.
// Bots in worker threads, which behave like those in pages' workers (see tests/tabs).
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import test from 'node:test';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { Local } from 'rondel/multiplayer';
import { readBotSpec } from '../../../pkg/lib/ai/bot-spec.js';
import { openBotWorkers } from '../../../pkg/lib/ai/bot-workers.js';
import { seatBots } from '../../../pkg/lib/ai/seated-bots.js';
import { openBotRunner } from '../../../pkg/lib/ai/bot-runner.js';
import { printing } from '../support/console.mjs';
import { until } from '../support/tasks.mjs';
import { move, sit } from '../multiplayer/transports.mjs';
import { BOTS, game } from './worker-games.mjs';

const state = { G: { added: [] }, ctx: { currentPlayer: '1' }, plugins: {}, _stateID: 4 };

/** Starts workers and counts them. */
function starter(t, url = new URL('./worker.mjs', import.meta.url)) {
  const started = [];
  t.after(() => Promise.all(started.map((worker) => worker.terminate())));
  const start = () => {
    const worker = new Worker(url);
    started.push(worker);
    return worker;
  };
  return { start, started };
}

/** Asks a runner of this game for an action by a spec, and returns the argument of its move. */
function runnerFor(t, { patience, of = game } = {}) {
  const failures = [];
  const runner = openBotRunner({ game: of, patience, workerFailed: (error) => failures.push(error.message) });
  t.after(() => runner.close());
  const ask = async (spec, how, more) => {
    const read = readBotSpec(spec, { game: of, place: 'bot' });
    const { action } = await runner.think({ state, playerID: '1', spec: read, ...more }, how);
    return action.payload.args[0];
  };
  return { ask, failures, runner };
}

test('a bot searches in a worker and plays at a Local master', async (t) => {
  const { start, started } = starter(t);
  const tab = sit(Local({ bots: { 1: { bot: BOTS.plain, worker: start } } }), game, { playerID: '0' });
  t.after(() => tab.transport.disconnect());
  assert.equal(started.length, 0, 'none is started before there is something to think about');
  move(tab, 'add', 5);
  await until(() => tab.state.G.added.length === 2);
  assert.deepEqual(tab.state.G.added, [5, 101]);
  assert.equal(started.length, 1);
});

test('a request that is aborted before its worker is ready keeps no thread busy', async (t) => {
  const { start } = starter(t);
  const { runner } = runnerFor(t);
  const spec = readBotSpec({ bot: BOTS.plain, worker: start }, { game, place: 'bot' });
  const held = [];
  const aborted = new AbortController();
  const thinking = runner.think({ state, playerID: '1', spec }, { signal: aborted.signal, hold: (busy) => held.push(busy) });
  aborted.abort(new Error('a new state'));
  await assert.rejects(thinking, /a new state/);
  assert.equal(held.length, 1);
  await Promise.all(held);
});

test('each of several workers has its share of the iterations and its own seed, and the first one chooses', async (t) => {
  const { start, started } = starter(t);
  const { ask } = runnerFor(t);
  const spec = { bot: BOTS.searcher, iterations: 10, seed: 'abc', worker: start, workers: 3 };
  assert.equal(await ask(spec), JSON.stringify([4, 'abc', 1, 3, 3]));
  assert.equal(started.length, 3);
});

test('one worker has the iterations and the seed of a bot without workers', async (t) => {
  const { start } = starter(t);
  const { ask } = runnerFor(t);
  const spec = { bot: BOTS.searcher, iterations: 10, seed: 'abc' };
  assert.equal(await ask({ ...spec, worker: start }), await ask(spec));
});

test('the progress of several workers is merged', async (t) => {
  const { start } = starter(t);
  const { ask } = runnerFor(t);
  const told = [];
  await ask({ bot: BOTS.searcher, iterations: 10, worker: start, workers: 2 }, { onProgress: (progress) => told.push(progress) });
  assert.equal(told.length, 2);
  const { iterations, share, candidates: [{ visits, value }, ...others] } = told[1];
  assert.deepEqual({ iterations, share, visits, value, others }, { iterations: 10, share: 1, visits: 10, value: 0.5, others: [] });
});

test('a bot that does not search plays in the first of several workers', async (t) => {
  const { start } = starter(t);
  assert.equal(await runnerFor(t).ask({ bot: BOTS.plain, worker: start, workers: 2 }), 100);
});

test('a worker keeps the bot of a seat until the match is forgotten', async (t) => {
  const { start, started } = starter(t);
  const { runner } = runnerFor(t);
  const spec = readBotSpec({ bot: BOTS.searcher, iterations: 9, worker: start }, { game, place: 'bot' });
  const thought = async (matchID, playerID = '1') => {
    const { action } = await runner.think({ state, playerID, spec, matchID });
    return JSON.parse(action.payload.args[0])[2];
  };
  assert.deepEqual([await thought('a'), await thought('a'), await thought('b'), await thought('a', '0'), await thought('a')], [1, 2, 1, 1, 3]);
  runner.forget('a');
  assert.deepEqual([await thought('a'), await thought('b')], [1, 2]);
  runner.forget('a');
  runner.forget('b');
  assert.equal(await thought('b'), 1);
  assert.equal(started.length, 2, 'workers end with the last match');
});

test('shared workers take turns; a free worker that has searched for the seat before continues', async (t) => {
  const { start, started } = starter(t);
  const pool = openBotWorkers({ start, size: 2 });
  t.after(() => pool.close());
  const runners = [game, { name: 'another' }].map((of) => openBotRunner({ game: of, pool }));
  const read = (bot) => readBotSpec({ bot }, { game, place: 'bot' });
  const think = async (runner, bot, matchID) => {
    const { action } = await runner.think({ state, playerID: '1', spec: read(bot), matchID });
    return action.payload.args[0];
  };
  await think(runners[0], BOTS.searcher, 'a');
  assert.equal(started.length, 1);
  const ending = new AbortController();
  const waiting = runners[0].think({ state, playerID: '0', spec: read(BOTS.waiting), matchID: 'b' }, { signal: ending.signal });
  await think(runners[0], BOTS.searcher, 'c');
  assert.equal(started.length, 2, 'the first has something to do');
  const freed = new Promise((resolve) => { started[0].on('message', ({ type }) => type === 'failed' && resolve()); });
  ending.abort();
  await assert.rejects(waiting, { name: 'AbortError' });
  await freed;
  assert.deepEqual(JSON.parse(await think(runners[0], BOTS.searcher, 'c'))[2], 2);
  assert.deepEqual(JSON.parse(await think(runners[0], BOTS.searcher, 'a'))[2], 2);
  await assert.rejects(think(runners[1], BOTS.plain, 'a'), { message: 'bot.bot: expected a class, or its name, got "plain"' });
  runners[0].close();
  assert.deepEqual(JSON.parse(await think(runners[0], BOTS.searcher, 'a'))[2], 3);
});

for (const workers of [1, 2]) {
  for (const [bot, what] of [['idle', 'null'], ['emptyHanded', 'null'], ['mute', 'undefined']]) {
    test(`a bot that returns no action fails with the same reason in ${workers} workers as in the page: ${bot}`, async (t) => {
      const { start } = starter(t);
      const { ask, failures } = runnerFor(t);
      const reason = { code: 'bot/noAction', message: `play(state, playerID): expected { action }, got ${what}` };
      await assert.rejects(ask({ bot: BOTS[bot] }), reason);
      await assert.rejects(ask({ bot: BOTS[bot], worker: start, workers }), reason);
      assert.deepEqual(failures, []);
    });
  }
}

test('a bot in a worker without candidates does not fail while others act', async (t) => {
  const printed = printing(t);
  const { start } = starter(t);
  const all = { ...game, turn: { activePlayers: { all: null } }, events: { endTurn: false, endStage: false, pass: false }, ai: { ...game.ai, enumerate: () => [] } };
  const tab = sit(Local({ bots: { 1: { bot: BOTS.idle, worker: start }, 2: { bot: BOTS.plain, worker: start } } }), all, { playerID: '0', numPlayers: 3 });
  t.after(() => tab.transport.disconnect());
  await until(() => tab.state.G.added.length > 2);
  assert.deepEqual(printed.filter((text) => text.includes('the bot of')), []);
});

test('workers keep their findings until the decision, for any number of other matches', async (t) => {
  const { start } = starter(t);
  const { runner } = runnerFor(t);
  const spec = readBotSpec({ bot: BOTS.searcher, iterations: 10, worker: start, workers: 2 }, { game, place: 'bot' });
  const ask = (matchID) => runner.think({ state, playerID: '1', spec, matchID });
  const matches = Array.from({ length: 40 }, (_, i) => `m${i}`);
  for (let round = 1; round <= 2; round += 1) {
    const thoughts = await Promise.all(matches.map(ask));
    assert.deepEqual([...new Set(thoughts.map(({ action }) => JSON.stringify(JSON.parse(action.payload.args[0]).slice(3))))], ['[5]']);
  }
});

test('the bots of a request that ends before its decision wait for the next one', async (t) => {
  const { start } = starter(t);
  const { runner } = runnerFor(t);
  const spec = readBotSpec({ bot: BOTS.searcher, iterations: 10, worker: start, workers: 2 }, { game, place: 'bot' });
  const ask = (how) => runner.think({ state, playerID: '1', spec, matchID: 'm' }, how);
  const ending = new AbortController();
  await assert.rejects(ask({ signal: ending.signal, onProgress: ({ iterations }) => iterations === 10 && ending.abort() }), { name: 'AbortError' });
  const { action } = await ask();
  assert.equal(JSON.parse(action.payload.args[0])[2], 2);
});

test('an error that a bot throws in a worker arrives as text', async (t) => {
  const { start } = starter(t);
  await assert.rejects(runnerFor(t).ask({ bot: BOTS.throwing, worker: start }), { message: 'no idea' });
});

test('a worker without such a game, or with another version of it, reports that', async (t) => {
  const { start } = starter(t);
  const none = runnerFor(t, { of: { ...game, name: 'differences' } });
  await assert.rejects(none.ask({ bot: BOTS.plain, worker: start }), { message: "the worker has no game 'differences', but 'another', 'sums'" });
  const other = runnerFor(t, { of: { ...game, version: 4 } });
  await assert.rejects(other.ask({ bot: BOTS.plain, worker: start }), { code: 'game/version', message: "game 'sums': the worker has version 3, its owner version 4" });
});

test('aborting a search reaches the worker, which can be asked again at once', async (t) => {
  const { start, started } = starter(t);
  const { ask } = runnerFor(t);
  const spec = { bot: BOTS.waiting, worker: start };
  for (let i = 0; i < 2; i += 1) {
    const ending = new AbortController();
    const thought = ask(spec, { signal: ending.signal, onProgress: () => ending.abort() }, { matchID: 'm' });
    await assert.rejects(thought, { name: 'AbortError' });
  }
  assert.equal(started.length, 1);
});

/** A bot that ends each worker, and would play in this thread. */
function dyingThere(worker, workers = 1) {
  class Here extends BOTS.dying {
    async play(_state, playerID) {
      return { action: { type: 'MAKE_MOVE', payload: { type: 'add', args: ['here'], playerID } } };
    }
  }
  return { ...readBotSpec({ bot: BOTS.dying, worker, workers }, { game, place: 'bot' }), Bot: Here };
}

test('a bot that ends its worker does not search in this thread, and the worker restarts', async (t) => {
  const { start, started } = starter(t);
  const { ask, failures } = runnerFor(t);
  await assert.rejects(ask('plain', undefined, { spec: dyingThere(start) }), { code: 'bot/workerEnded', message: /it has exited with 7/ });
  assert.match(failures.join(), /the worker of a bot has ended: it has exited with 7/);
  assert.equal(await ask({ bot: BOTS.plain, worker: start }), 100);
  assert.equal(started.length, 2);
});

test('a bot that ends one of several workers does not search in this thread if another cannot start', async (t) => {
  const { start, started } = starter(t);
  const { ask } = runnerFor(t);
  let starts = 0;
  const second = () => {
    starts += 1;
    if (starts === 1) throw new Error('no thread left');
    return start();
  };
  await assert.rejects(ask('plain', undefined, { spec: dyingThere(second, 2) }), { message: /it has exited with 7/ });
  assert.equal(started.length, 1);
});

test('a bot that has ended a worker does not search in this thread later, if no worker can start', async (t) => {
  let later = 0;
  const now = performance.now.bind(performance);
  t.mock.method(performance, 'now', () => now() + later);
  const { start, started } = starter(t);
  const { ask } = runnerFor(t);
  const once = () => {
    if (started.length > 0) throw new Error('no thread left');
    return start();
  };
  const spec = dyingThere(once);
  for (let i = 0; i < 3; i += 1) {
    await assert.rejects(ask('plain', undefined, { spec, matchID: 'm' }), { message: /it has exited with 7/ });
    later += 3_600_000;
  }
});

for (const [name, worker] of [
  ['cannot be started', () => { throw new Error('blocked by a policy'); }],
  ['has no script', () => new Worker(new URL('./no-such-worker.mjs', import.meta.url))],
  ['is a plain object', () => ({})],
]) {
  test(`a bot searches in this thread if a worker ${name}`, async (t) => {
    const { ask, failures } = runnerFor(t);
    assert.equal(await ask({ bot: BOTS.plain, worker }), 100);
    assert.equal(failures.length, 1);
  });
}

test('a worker that does not call serveBots times out after twenty seconds', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { ask, failures } = runnerFor(t);
  const started = [];
  t.after(() => started.map((worker) => worker.terminate()));
  const deaf = () => (started.push(new Worker('setInterval(() => {}, 1000)', { eval: true })), started[0]);
  const asked = ask({ bot: BOTS.plain, worker: deaf });
  t.mock.timers.tick(19_999);
  assert.deepEqual(failures, []);
  t.mock.timers.tick(1);
  assert.equal(await asked, 100);
  assert.deepEqual(failures, ['the worker of a bot has ended: its script has not called serveBots(game) of rondel/ai']);
});

test('a worker that stops answering is ended and restarted', async (t) => {
  const { start, started } = starter(t);
  const { ask } = runnerFor(t, { patience: 4000 });
  const looping = ask({ bot: BOTS.looping, worker: start });
  await assert.rejects(looping, { code: 'bot/silent' });
  assert.equal(await ask({ bot: BOTS.plain, worker: start }), 100);
  assert.equal(started.length, 2);
});

/** Asks one shared worker about a bot in a match, as a server does. */
function sharedWorker(t, patience) {
  const { start, started } = starter(t);
  const pool = openBotWorkers({ start, size: 1 });
  t.after(() => pool.close());
  const runner = openBotRunner({ game, pool, patience });
  const ask = async (bot, matchID, how) => {
    const { action } = await runner.think({ state, playerID: '1', spec: readBotSpec({ bot }, { game, place: 'bot' }), matchID }, how);
    return action.payload.args[0];
  };
  return { ask, started };
}

test('the match that ended a worker is charged for it, and the restarted worker serves the next match', async (t) => {
  const { ask, started } = sharedWorker(t);
  await assert.rejects(ask(BOTS.dying, 'bad'), { code: 'bot/workerEnded', message: /exited with 7/ });
  assert.equal(await ask(BOTS.plain, 'good'), 100);
  assert.equal(started.length, 2);
});

test('a match that ends workers repeatedly is set aside for a while, and others are served', async (t) => {
  const { ask, started } = sharedWorker(t);
  await assert.rejects(ask(BOTS.dying, 'bad'), { code: 'bot/workerEnded' });
  for (let i = 0; i < 20; i += 1) await assert.rejects(ask(BOTS.dying, 'bad'), { code: 'bot/workerEnded' });
  assert.equal(await ask(BOTS.plain, 'good'), 100);
  assert.ok(started.length < 8, `${started.length} workers`);
});

test('the other requests of an ended worker are sent again, and the culprit is found', async (t) => {
  const { ask } = sharedWorker(t);
  const [bad, ...good] = await Promise.allSettled([ask(BOTS.dying, 'bad'), ask(BOTS.later, 'a'), ask(BOTS.later, 'b')]);
  assert.equal(bad.reason?.code, 'bot/workerEnded');
  assert.deepEqual(good.map(({ value }) => value), ['later', 'later']);
});

test('an endless loop of an abandoned request fails no other match', async (t) => {
  const { ask, started } = sharedWorker(t, 4000);
  assert.equal(await ask(BOTS.plain, 'first'), 100);
  const ending = new AbortController();
  const bad = ask(BOTS.looping, 'bad', { signal: ending.signal });
  const good = ask(BOTS.plain, 'good');
  ending.abort();
  await assert.rejects(bad, { name: 'AbortError' });
  assert.equal(await good, 100);
  assert.equal(started.length, 2);
});

test('a bot that never answers fails alone: its worker goes on', async (t) => {
  const { ask, started } = sharedWorker(t, 4000);
  const silent = ask(BOTS.never, 'silent');
  assert.equal(await ask(BOTS.plain, 'good'), 100);
  await assert.rejects(silent, { code: 'bot/silent' });
  assert.equal(await ask(BOTS.plain, 'good'), 100);
  assert.equal(started.length, 1);
});

test('a request that silenced a worker is not repeated in this thread: the bot ends its turn', async (t) => {
  const { start } = starter(t);
  let asked = 0;
  const own = { ...game, ai: { ...game.ai, enumerate: () => { asked += 1; return []; } } };
  const runner = openBotRunner({ game: own, patience: 400 });
  t.after(() => runner.close());
  const seats = { 1: readBotSpec({ bot: BOTS.looping, worker: start }, { game: own, place: 'bot' }) };
  const done = [];
  const act = async ({ payload }) => {
    done.push(payload.type);
    bots.lookAt('m', { ...state, ctx: { gameover: true }, _stateID: 5 }, seats);
  };
  const viewOf = (_playerID, message) => message;
  const bots = seatBots({ game: own, runner, onFailure() {}, isActive: ({ gameover }) => !gameover, viewOf, act });
  t.after(() => bots.forget('m'));
  bots.lookAt('m', state, seats);
  await until(() => done.length > 0);
  assert.deepEqual([asked, done], [0, ['endTurn']]);
});

test('the match goes on if each request ends the worker and the page has no such bot', async (t) => {
  const printed = printing(t);
  const { start } = starter(t);
  const { enumerate } = game.ai;
  const tab = sit(Local({ bots: { 1: { bot: 'dying', worker: start } } }), { ...game, ai: { enumerate } }, { playerID: '0' });
  t.after(() => tab.transport.disconnect());
  move(tab, 'add', 5);
  await until(() => tab.state.ctx.turn === 3);
  move(tab, 'add', 6);
  await until(() => tab.state.G.added.length === 2);
  assert.deepEqual(tab.state.G.added, [5, 6]);
  assert.match(printed.join('\n'), /game 'sums': the bot of player '1' has failed; pass\(\) was done in its place: .*exited with 7/);
});

test('a process ends while workers wait for questions', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', `
    import { Worker } from 'node:worker_threads';
    import { Client } from 'rondel/client';
    import { Local } from 'rondel/multiplayer';
    import { BOTS, game } from ${JSON.stringify(new URL('./worker-games.mjs', import.meta.url).href)};
    const worker = () => new Worker(new URL(${JSON.stringify(new URL('./worker.mjs', import.meta.url).href)}));
    const client = Client({ game, playerID: '0', multiplayer: Local({ bots: { 1: { bot: BOTS.plain, worker } } }), quiet: true });
    client.subscribe((state) => state && console.log(JSON.stringify(state.G.added)));
    client.start();
    client.moves.add(5);
  `], { cwd: new URL('../../..', import.meta.url) });
  assert.equal(stdout.trim().split('\n').at(-1), '[5,101]');
});

test('serveBots throws outside of a worker', async () => {
  const { serveBots } = await import('../../../pkg/lib/ai/serve-bots.js');
  assert.throws(() => serveBots(game), { code: 'bot/worker', message: /^serveBots: this is no worker/ });
});
