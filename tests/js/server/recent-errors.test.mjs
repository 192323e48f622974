// Errors that strangers cause repeatedly: a server prints them at a limited rate, whatever their text.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Server } from 'rondel/server';
import { RecentErrors, failureNamed } from '../../../pkg-server/lib/util/recent-errors.js';
import { lobbyAt, serve } from './serve.mjs';

const GAME = {
  name: 'throws',
  setup: (_context, data) => {
    if (data === 'other') throw new Error('another place');
    if (data) throw new Error(`no such board: ${data}`);
    return {};
  },
};

/** All printed errors until the test ends. */
function printedBy(t) {
  const printed = [];
  t.mock.method(console, 'error', (...said) => printed.push(said.map(String).join(' ')));
  return printed;
}

test('an error of the lobby is printed once for each place, and emitted to a listener each time', async (t) => {
  const printed = printedBy(t);
  const server = Server({ games: [GAME], origins: false });
  const info = t.mock.method(console, 'info', () => {});
  const running = await server.run({ port: 0, host: '127.0.0.1' });
  info.mock.restore();
  t.after(() => server.kill(running));
  const { post } = lobbyAt(running.appServer);
  const create = async (setupData) => assert.equal((await post('/games/throws/create', { numPlayers: 2, setupData })).status, 500);
  for (let i = 0; i < 20; i += 1) await create(`board ${i}`);
  await create('other');
  assert.deepEqual(printed.filter((text) => text.includes('Error: ')).map((text) => /Error: ([a-z ]+)/.exec(text)?.[1]), ['no such board', 'another place']);
  const emitted = [];
  server.app.on('error', ({ message }) => emitted.push(message));
  for (let i = 0; i < 3; i += 1) await create(`board ${i}`);
  assert.deepEqual(emitted, ['no such board: board 0', 'no such board: board 1', 'no such board: board 2']);
});

test("an error that a stranger causes in an operator's callback is printed once", async (t) => {
  const printed = printedBy(t);
  const admit = ({ headers }) => { throw new Error(`no such user: ${headers.authorization}`); };
  const { url } = await serve(t, { games: [GAME], limits: { connections: { admit } } });
  for (let i = 0; i < 10; i += 1) {
    const { status } = await fetch(`${url}/socket.io/?EIO=4&transport=polling`, { headers: { Authorization: `user ${i}` } });
    assert.equal(status, 403);
  }
  assert.equal(printed.filter((text) => text.includes('limits.connections.admit threw')).length, 1);
});

test('at most a hundred different errors are printed per minute', () => {
  const news = new RecentErrors();
  const printed = Array.from({ length: 1000 }, (_, i) => news.isNew(`${i}`)).filter(Boolean);
  assert.equal(printed.length, 100);
});

test('the place identifies a failure, and the text identifies a value that is not an error', () => {
  const fail = (said) => new RangeError(said);
  const panic = (said, line) => Object.assign(new Error(`${said}, at src/lib.rs:${line}:5`), { code: 'game/panic' });
  assert.equal(failureNamed(fail('a')), failureNamed(fail('b\n    at forged')));
  assert.equal(failureNamed(panic('a', 1)), failureNamed(panic('b', 1)));
  assert.notEqual(failureNamed(panic('a', 1)), failureNamed(panic('a', 2)));
  assert.notEqual(failureNamed('a'), failureNamed('b'));
  assert.ok(failureNamed('x'.repeat(100_000)).length < 1000);
  const hostile = new Proxy({}, { get() { throw new Error('caught'); } });
  for (const thrown of [null, undefined, hostile, Symbol('odd'), { message: { toString: 1 } }]) assert.equal(typeof failureNamed(thrown), 'string');
});
