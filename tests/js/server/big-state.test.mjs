// Slow: states of many megabytes.
// A state that is larger than limits.unread.connection: all clients can join, and a slow client gets the newest state.
import assert from 'node:assert/strict';
import test from 'node:test';
import { printing } from '../support/console.mjs';
import { move } from '../master/support.mjs';
import { WIRES } from './raw.mjs';
import { CLIENTS, serve, sit, until } from './support.mjs';

const PATIENT = { messages: { rate: 1e9, burst: 1e9 } };
/** A game whose state takes `size` bytes, and whose moves replace 100 kB of it. */
const big = (size) => ({
  name: 'big',
  setup: () => ({ n: 0, text: 'x'.repeat(size), page: '' }),
  turn: { activePlayers: { all: null } },
  moves: {
    add: ({ G }) => { G.n += 1; },
    write: ({ G }) => {
      G.n += 1;
      G.page = String(G.n).padEnd(100_000, 'y');
    },
  },
});

/** A server that records its cuts. */
async function serveWatched(t, options) {
  const server = await serve(t, options);
  const cuts = [];
  server.app.context.limits.watch = ({ type, why }) => type === 'cut' && cuts.push(why);
  return { ...server, cuts };
}

for (const [name, make] of Object.entries(CLIENTS)) {
  test(`three times ${name} gets a state that is bigger than limits.unread.connection, and each move`, async (t) => {
    const game = big(2_500_000);
    const { cuts, url } = await serveWatched(t, { games: [game] });
    const clients = ['0', '1', null].map((playerID) => sit(t, make, url, { game, playerID }));
    await until(clients, () => clients.every((client) => client.getState()));
    for (let n = 1; n <= 2; n += 1) {
      clients[n % 2].moves.add();
      await until(clients, () => clients.every((client) => client.getState().G.n === n));
    }
    assert.deepEqual(cuts, []);
  });
}

for (const [wire, open] of Object.entries(WIRES)) {
  const numberIn = (text) => Number(/\\*"n\\*":(\d+)/.exec(text)?.[1] ?? -1);

  /** A match with a client that reads nothing of what it is sent from now on, and a player who writes. */
  const withSlowClient = async (t, limits) => {
    const server = await serveWatched(t, { games: [big(2_500_000)], limits: { ...PATIENT, ...limits } });
    const [slow, writer] = [await open(server.url, 'big'), await open(server.url, 'big')];
    slow.socket.pause();
    slow.send('sync', 'm', '0', undefined, 2);
    await until([], () => server.hub('big').connectedAt('m').length === 1);
    writer.send('sync', 'm', '1', undefined, 2);
    await until([], () => server.hub('big').connectedAt('m').length === 2);
    const stored = () => server.db.fetch('m', { state: true }).state.G.n;
    const write = async () => {
      const n = stored();
      writer.send('update', { ...move('write', '1'), sync: { session: 'writer', seq: n + 1, first: n + 1 } }, n, 'm', '1');
      await until([], () => stored() === n + 1);
    };
    return { ...server, slow, writer, write };
  };

  test(`over ${wire}, a client that reads slowly keeps its connection while others move and it syncs again`, async (t) => {
    const { cuts, slow, write, writer } = await withSlowClient(t);
    for (let i = 0; i < 5; i += 1) {
      await write();
      slow.send('sync', 'm', '0', undefined, 2);
      slow.send('chat', 'm', { id: `c${i}`, sender: '0', payload: 'still here' });
    }
    await until([], () => writer.heard.some((text) => text.includes('c4')));
    slow.socket.resume();
    await until([], () => slow.heard.some((text) => text.includes('c4')));
    assert.deepEqual([cuts, slow.socket.readyState], [[], slow.socket.OPEN]);
    assert.equal(slow.heard.filter((text) => text.length > 2_500_000 && text.includes('sync')).length, 1, 'the match is sent once');
  });

  test(`over ${wire}, a client that reads nothing and changes its seat repeatedly has one unread match`, async (t) => {
    const { cuts, slow, write, writer } = await withSlowClient(t, { unread: { total: 12_000_000 } });
    for (let i = 1; i <= 11; i += 1) {
      slow.send('sync', 'm', String(i % 2), undefined, 2);
      slow.send('chat', 'm', { id: `c${i}.`, sender: '0', payload: 'still here' });
      await until([], () => writer.heard.some((text) => text.includes(`c${i}.`)));
    }
    assert.deepEqual(cuts, []);
    slow.socket.resume();
    await until([], () => slow.heard.some((text) => text.includes('c11.')));
    await write();
    // Whole, or as a patch.
    await until([], () => slow.heard.some((text) => text.includes('1yyy')));
    const matches = slow.heard.filter((text) => text.length > 2_500_000 && text.includes('sync')).length;
    assert.ok(matches <= 3, `${matches} whole matches`);
  });

  test(`over ${wire}, a client that is far behind receives the newest state, not those in between`, async (t) => {
    const { cuts, slow, write } = await withSlowClient(t, { unread: { connection: 300_000 } });
    for (let i = 0; i < 30; i += 1) await write();
    slow.socket.resume();
    await until([], () => slow.heard.some((text) => numberIn(text) === 30));
    await write();
    await until([], () => slow.heard.some((text) => text.includes('31yyy')));
    assert.deepEqual(cuts, []);
    // The client has seen 31 pages.
    const pages = slow.heard.filter((text) => text.includes('yyy')).length;
    assert.ok(pages < 15, `${pages} messages with pages`);
  });
}

for (const [name, make] of Object.entries(CLIENTS).filter(([key]) => key.startsWith('Rondel'))) {
  test(`${name} learns on the page and on the console why it was cut`, async (t) => {
    const printed = printing(t);
    const game = big(10);
    const { url } = await serveWatched(t, { games: [game], limits: { messages: { rate: 20, burst: 30 } } });
    const client = sit(t, make, url, { game, playerID: '0', quiet: false });
    const errors = [];
    client.subscribe((state) => errors.push(state?.lastError?.type));
    await until([client], () => client.getState());
    for (let i = 0; i < 32; i += 1) {
      client.moves.add();
      client.sendChatMessage('hello');
    }
    await until([client], () => errors.includes('match/limited'));
    // One poll may have all messages.
    assert.ok(printed.some((line) => /limits\.messages\.(rate|burst)/.test(line)), printed.join('\n'));
  });
}
