// The reason that a client is sent after the server has closed its connection.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import test from 'node:test';
import { DisconnectReasons } from '../../../pkg-server/lib/disconnect-reasons.js';
import { memoryInUse } from '../support/memory.mjs';
import { WIRES } from './raw.mjs';
import { serveWatched } from './serve.mjs';
import { until } from './support.mjs';

const game = { name: 'nim', setup: () => ({ n: 0 }), moves: {} };
const ADDRESS = '203.0.113.7';
const SEAT = { matchID: 'm', playerID: '0', credentials: 'c' };
const WIRE = "socket.io, as Rondel's client";

/** Parts of the text, by the reason and the option of the cut. */
const TEXTS = [
  ['rate', 'limits.messages.rate', /more messages than limits\.messages\.rate and limits\.messages\.burst allow$/],
  ['rate', 'limits.messages.burst', /one request had more messages than limits\.messages\.burst allows$/],
  ['rate', undefined, /too many requests for namespaces/],
  ['backlog', 'limits.unread.connection', /more than limits\.unread\.connection bytes unread$/],
  ['backlog', undefined, /too many answers to its pings unread$/],
  ['unread', 'limits.unread.total', /more than limits\.unread\.total bytes unread, and this one left the most$/],
  ['waiting', undefined, /waited to be handled$/],
  ['unfinished', undefined, /messages that were not complete, and this one the most$/],
  ['slow', undefined, /a message took too long to arrive$/],
];

for (const [why, limit, text] of TEXTS) {
  test(`the reason for a cut (${why}) names ${limit ?? 'no option, because the limit is fixed'}`, () => {
    const reasons = new DisconnectReasons();
    const request = {};
    reasons.note(request, why, limit);
    reasons.keep(request, { address: ADDRESS, seat: SEAT });
    const { type, message } = reasons.take(ADDRESS, SEAT);
    assert.equal(type, 'match/limited');
    assert.match(message, text);
    if (limit === undefined) assert.doesNotMatch(message, /limits\./);
    assert.equal(reasons.take(ADDRESS, SEAT), null);
  });
}

test('a client whose credentials, seat or address differ receives no reason', () => {
  const reasons = new DisconnectReasons();
  const request = {};
  reasons.note(request, 'slow');
  reasons.keep(request, { address: ADDRESS, seat: SEAT });
  for (const other of [{ credentials: 'd' }, { credentials: undefined }, { playerID: '1' }, { matchID: 'n' }]) {
    assert.equal(reasons.take(ADDRESS, { ...SEAT, ...other }), null, JSON.stringify(other));
  }
  assert.equal(reasons.take('203.0.113.8', SEAT), null);
  assert.notEqual(reasons.take(ADDRESS, SEAT), null);
});

test('the credentials of closed connections do not stay in memory', async () => {
  const reasons = new DisconnectReasons();
  const seatOf = (i) => ({ ...SEAT, credentials: String(i).padEnd(10_000, 'x') });
  const before = await memoryInUse();
  for (let i = 0; i < 1000; i += 1) {
    const request = {};
    reasons.note(request, 'slow');
    reasons.keep(request, { address: ADDRESS, seat: seatOf(i) });
  }
  const kept = (await memoryInUse()) - before;
  assert.ok(kept < 2_000_000, `${kept} bytes`);
  for (const i of [0, 999]) assert.notEqual(reasons.take(ADDRESS, seatOf(i)), null);
});

/** Clients at a seat that exceed a fixed limit: the text that they receive. */
const OFFENDERS = {
  'a client that requests too many namespaces': {
    offend: ({ sendText }) => { for (let i = 0; i < 100; i += 1) sendText('40/elsewhere,'); },
    text: /too many requests for namespaces/,
  },
  'a client that sends an event with too many values': {
    offend: ({ sendText }) => sendText(`42/nim,["sync"${',0'.repeat(2000)}]`),
    text: /an event with too many values/,
  },
};

for (const [who, { offend, text }] of Object.entries(OFFENDERS)) {
  test(`${who} receives the reason after reconnecting, and it names no option`, async (t) => {
    const { url, cuts } = await serveWatched(t, { games: [game] });
    const sit = async () => {
      const client = await WIRES[WIRE](url, 'nim');
      t.after(() => client.socket.terminate());
      client.send('sync', 'm', '0', null, 2);
      await until([], () => client.heard.some((received) => received.includes('sync')));
      return client;
    };
    const offender = await sit();
    const closed = once(offender.socket, 'close');
    offend(offender);
    await closed;
    assert.deepEqual(cuts, ['rate']);
    const { heard } = await sit();
    const received = () => heard.find((message) => message.includes('match/limited'));
    await until([], received);
    assert.match(received(), text);
    assert.doesNotMatch(received(), /limits\./);
  });
}
