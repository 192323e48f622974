// Slow: it floods a server.
// Clients that fill logs as fast as a server accepts moves: stored actions per address are limited, and others play on.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import test from 'node:test';
import { move } from '../master/support.mjs';
import { WIRES } from './raw.mjs';
import { smallServer } from './small-heap.mjs';
import { CLIENTS, serve, sit, until } from './support.mjs';

/** Effectively no message rate limit: another test covers it. */
const PATIENT = { messages: { rate: 1e9, burst: 1e9 } };
/** Arguments of a kilobyte of text, and fifteen of memory. */
const LISTS = Array(310).fill([]);
const GAME = { name: 'nim', setup: () => ({ n: 0 }), moves: { add: ({ G }) => { G.n += 1; } } };
const LIMITED = 'the actions of this address take too much space (limits.address.actionBytes): try again later';

/** Connects as from this address. */
const openFrom = (address, url) => WIRES['a WebSocket'](url, 'heap', { 'X-Forwarded-For': address });

/** Returns an action as Rondel's client sends it, so that the server always answers it. */
function made(seq, ...args) {
  return { ...move('add', '0', args), sync: { session: 'flood', seq, first: seq } };
}

/** Resolves when the server has answered this action, or the connection has ended. */
async function answered({ socket, heard, ended }, seq) {
  while (socket.readyState === socket.OPEN && !heard.some((text) => text.includes(`"flood",${seq}`))) {
    await Promise.race([once(socket, 'message'), ended]);
  }
  heard.length = 0;
}

test('one address that fills the logs of many matches does not crash a process with a heap of 160 MB', async (t) => {
  const { url, hasEnded } = await smallServer(t, { heap: 160, trustedProxies: 1, limits: PATIENT });
  const isDone = async (isSo) => {
    await until([], () => hasEnded() || isSo());
    assert.equal(hasEnded(), false, 'it goes on');
  };
  for (let match = 0; match < 30; match += 1) {
    const { send, heard, socket } = await openFrom('203.0.113.7', url);
    const ended = once(socket, 'close');
    send('sync', `flood ${match}`, '0', undefined, 2);
    for (let seq = 1; seq <= 600 && socket.readyState === socket.OPEN; seq += 1) {
      send('update', made(seq, LISTS), 0, `flood ${match}`, '0');
      if (seq % 30 === 0) await answered({ socket, heard, ended }, seq);
    }
    assert.equal(socket.readyState, socket.OPEN, 'it goes on');
    socket.terminate();
  }
  const honest = await openFrom('203.0.113.8', url);
  honest.send('sync', 'honest', '0', undefined, 2);
  for (let seq = 1; seq <= 5; seq += 1) honest.send('update', made(seq), 0, 'honest', '0');
  await isDone(() => honest.heard.some((text) => text.includes('["flood",5]')));
  honest.socket.terminate();
});

for (const [name, make] of Object.entries(CLIENTS)) {
  test(`${name} gets an error when its address has reached the limit, and stays in the match`, async (t) => {
    const { url, app, db } = await serve(t, { games: [GAME], limits: { address: { actionBytes: 1500 } } });
    const events = [];
    app.context.limits.watch = (event) => events.push(event);
    const client = sit(t, make, url, { game: GAME, playerID: '0' });
    await until([client], () => client.getState());
    const handles = Array.from({ length: 10 }, () => client.moves.add());
    const limited = () => events.filter(({ type }) => type === 'limited');
    await until([client], () => limited().length + db.fetch('m', { state: true }).state.G.n >= 10);
    const { n } = db.fetch('m', { state: true }).state.G;
    assert.ok(n >= 1 && n <= 5, `${n} moves`);
    assert.deepEqual(limited()[0], { type: 'limited', limit: 'limits.address.actionBytes', transport: limited()[0].transport, gameName: 'nim', address: '127.0.0.1' });
    await until([client], () => client.getState().G.n === n);
    if (!handles[9]) return;
    const { status, error } = await handles[9].confirmed;
    assert.deepEqual([status, error.type, error.message], ['rejected', 'match/limited', LIMITED]);
    assert.ok(events.some(({ type, outcome }) => type === 'action' && outcome === 'refused'));
  });
}
