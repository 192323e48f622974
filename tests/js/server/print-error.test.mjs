// Errors that quote strangers, as a server prints them.
import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import test from 'node:test';
import { Master } from 'rondel/master';
import { Server } from 'rondel/server';
import { InMemory } from '../../../pkg/lib/online/storage/storage.js';
import { openServerHub } from '../../../pkg-server/lib/hub.js';
import { watcher } from '../../../pkg-server/lib/server-events.js';
import { move } from '../master/support.mjs';
import { lobbyAt } from './serve.mjs';

const FORGED = 'x\n2026-11-22 ADMIN login ok \u001b[2J\u2028\u202e\n    at home';
const GAME = {
  name: 'forged',
  setup: (_context, data) => {
    if (data) throw new Error(`no such board: ${data}`);
    return {};
  },
  moves: {
    play: (_context, card) => { throw new Error(`no such card: ${card}`, { cause: new TypeError(card) }); },
    call: (_context, card) => { throw card; },
  },
};

test("a move that throws a stranger's text forges no line of a log", async (t) => {
  const printed = printedBy(t);
  const hub = openServerHub({ game: GAME, storage: new InMemory() });
  const connection = hub.connect(() => {});
  await connection.receive({ type: 'sync', args: ['m', '0', undefined, 2] });
  for (const name of ['play', 'call']) await connection.receive({ type: 'update', args: [move(name, '0', [FORGED]), 0, 'm', '0'] });
  assert.equal(printed.length, 2);
  assert.match(printed[0], /^rondel: match m: Error: no such card: x\n {4}\| 2026/);
  assert.match(printed[0], /\n +at (Object\.)?play .*[^]*cause\]: TypeError: x\n +\| 2026/);
  assert.match(printed[1], /^rondel: match m: x\n {4}\| 2026.*\n {4}\| {5}at home$/);
  for (const text of printed) assertUnforged(text);
});

test("a game's message of several lines is printed on several lines", async (t) => {
  const printed = printedBy(t);
  const board = ['the board is broken:', ' X | O', '---+---', ' O | X'];
  const game = { name: 'lines', setup: () => ({}), moves: { play: () => { throw new RangeError(board.join('\n')); } } };
  const connection = openServerHub({ game, storage: new InMemory() }).connect(() => {});
  await connection.receive({ type: 'sync', args: ['m', '0', undefined, 2] });
  await connection.receive({ type: 'update', args: [move('play', '0'), 0, 'm', '0'] });
  const lines = printed[0].split('\n');
  assert.deepEqual(lines.slice(0, 4), [`rondel: match m: RangeError: ${board[0]}`, ...board.slice(1).map((line) => `    | ${line}`)]);
  assert.match(lines[4], /^ +at (Object\.)?play /);
});

test("an onError that throws a stranger's text forges no line of a log", async (t) => {
  const printed = printedBy(t);
  const hub = openServerHub({ game: GAME, storage: new InMemory() });
  await hub.master.onSync('m', '0', undefined, 2);
  const one = new Master(GAME, new InMemory(), { send() {}, sendAll() {} });
  await one.onSync('m', '0', undefined, 2);
  for (const master of [hub.master, one]) {
    for (const onError of [(error) => { throw error; }, async ({ message }) => { throw message; }]) {
      master.onError = onError;
      await master.onUpdate(move('play', '0', [FORGED]), 0, 'm', '0');
    }
  }
  assert.equal(printed.length, 4);
  for (const text of printed) {
    assert.match(text, /^rondel: onError threw: (Error: )?no such card: x\n {4}\| 2026/);
    assertUnforged(text);
  }
});

test("an error of a request forges no line, and a user's own listener gets it unchanged", async (t) => {
  const printed = printedBy(t);
  const heard = [];
  for (const listens of [false, true]) {
    const server = Server({ games: [GAME], origins: false });
    if (listens) server.app.on('error', (error) => heard.push(error.message));
    const running = await server.run({ port: 0, host: '127.0.0.1' });
    const { post } = lobbyAt(running.appServer);
    assert.equal((await post('/games/forged/create', { numPlayers: 2, setupData: FORGED })).status, 500);
    await server.kill(running);
  }
  assert.equal(printed.length, 1);
  assert.match(printed[0], /Error: no such board: x\n +\| 2026/);
  assertUnforged(printed[0]);
  assert.deepEqual(heard, [`no such board: ${FORGED}`]);
});

test('errors that forge nothing are printed unchanged, and the others keep their fields', (t) => {
  const error = t.mock.method(console, 'error', () => {});
  const honest = new Error('no', { cause: new RangeError('why') });
  const forged = Object.assign(new Error(FORGED), { code: 'odd' });
  const hostile = new Proxy(new Error('x'), { get() { throw new Error('no'); } });
  const circular = new Error('round');
  circular.cause = circular;
  for (const thrown of [honest, forged, hostile, circular, null]) watcher(() => { throw thrown; })({ type: 'cut' });
  const details = error.mock.calls.map(({ arguments: [, detail] }) => detail);
  assert.equal(details[0], honest);
  const frames = (stack) => stack.split('\n').filter((line) => line.startsWith('    at TestContext'));
  assert.deepEqual([details[1].code, frames(details[1].stack)], ['odd', frames(forged.stack)]);
  assert.deepEqual([details[2], details[4]], ['a value that cannot be read', null]);
  assert.equal(details[3].message, 'round');
});

function printedBy(t) {
  const printed = [];
  t.mock.method(console, 'info', () => {});
  t.mock.method(console, 'error', (...args) => printed.push(args.map((arg) => (typeof arg === 'string' ? arg : inspect(arg))).join(' ')));
  return printed;
}

/** All lines but the first are frames, or structure of the console's own. */
function assertUnforged(text) {
  assert.doesNotMatch(text, /^\s*2026|^ +at home/m);
  assert.doesNotMatch(text, /[\u001b\u2028\u202e]/);
}
