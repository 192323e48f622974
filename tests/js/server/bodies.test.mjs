// Bodies of requests that wait for a slow callback or a slow database: their total size is limited.
import assert from 'node:assert/strict';
import test from 'node:test';
import { HeldBodies } from '../../../pkg-server/lib/request-body.js';
import { serve } from './serve.mjs';

const game = { name: 'nim', setup: () => ({ n: 0 }), moves: {} };
/** Sixty kilobytes of text, and a megabyte of memory. */
const JUNK = Array(20_000).fill([]);
const KILOBYTE = 'x'.repeat(1000);

test('the lobby refuses an address with too many waiting bodies, but not others', async (t) => {
  let answerAll = () => {};
  const isOver = new Promise((done) => { answerAll = () => done(false); });
  const authenticateCredentials = (_credentials, { id }) => (id === 0 ? isOver : false);
  const { post } = await serve(t, { games: [game], authenticateCredentials, trustedProxies: 1 });
  const from = (address) => ({ 'X-Forwarded-For': address });
  const { body: { matchID } } = await post('/games/nim/create', { numPlayers: 2 });
  const update = (address, playerID, junk) => post(`/games/nim/${matchID}/update`, { playerID, credentials: 'a', newName: 'b', junk }, from(address));
  const greedy = Array.from({ length: 20 }, () => update('203.0.113.7', '0', JUNK));
  const { status, body } = await Promise.race(greedy);
  assert.deepEqual([status, body], [503, 'The lobby is busy: try again later']);
  assert.equal((await update('203.0.113.8', '1', [])).status, 403);
  answerAll();
  const statuses = (await Promise.all(greedy)).map((answer) => answer.status);
  assert.deepEqual([...new Set(statuses)].sort(), [403, 503]);
  assert.equal((await update('203.0.113.7', '1', JUNK)).status, 403, 'there is room again');
});

test('all addresses share one limit, and a single body is always accepted', () => {
  const bodies = new HeldBodies();
  const leave = bodies.enter('big', KILOBYTE.repeat(30_000));
  assert.equal(bodies.enter('other', KILOBYTE), null);
  leave?.();
  const taken = Array.from({ length: 30 }, (_, i) => bodies.enter(`address ${i}`, KILOBYTE.repeat(1000)));
  assert.equal(taken.filter(Boolean).length, 24);
  taken.forEach((end) => end?.());
  assert.ok(bodies.enter('address 0', KILOBYTE.repeat(4000)));
  assert.equal(bodies.enter('address 0', KILOBYTE.repeat(1001)), null);
  assert.ok(bodies.enter('address 1', KILOBYTE.repeat(1001)));
});
