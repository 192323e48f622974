// Slow: it waits for garbage collections. Memory per connection: of a client's requests, the server keeps only the match and seat.
import assert from 'node:assert/strict';
import test from 'node:test';
import { memoryInUse } from '../support/memory.mjs';
import { WIRES } from './raw.mjs';
import { serve as serveWithLobby } from './serve.mjs';
import { serve, until } from './support.mjs';

const game = { name: 'nim', setup: () => ({ n: 0 }), moves: { add: ({ G }) => { G.n += 1; } } };
/** Lists that take up many times as much memory as their text. */
const LISTS = `[${'[],'.repeat(200_000)}[]]`;
const CONNECTIONS = 6;

for (const [wire, open] of Object.entries(WIRES)) {
  test(`over ${wire}, extra arguments of a request are not kept`, async (t) => {
    // More than clients may send in such a short time.
    const { url } = await serve(t, { games: [game], limits: { messages: { size: 1_000_000, burst: 100_000 } } });
    const clients = await Promise.all(Array.from({ length: CONNECTIONS }, () => open(url, 'nim')));
    // The server does not check the position of the last argument, and the others may have any type.
    const args = (i) => [`["gone",null,null,2,{"known":true},${LISTS}]`, `["gone","0",${LISTS}]`, `[${LISTS},"0"]`, `["gone",${LISTS}]`][i];
    for (let i = 0; i < 4; i += 1) {
      const before = await memoryInUse();
      for (const { heard, sendText } of clients) {
        heard.length = 0;
        sendText(wire === 'a WebSocket' ? `{"type":"sync","args":${args(i)}}` : `42/nim,["sync",${args(i).slice(1)}`);
      }
      // boardgame.io's clients receive nothing when they are refused.
      for (const { sendText } of clients) sendText(wire === 'a WebSocket' ? '' : '40/elsewhere,');
      await until([], () => clients.every(({ heard }) => heard.length > 0));
      const kept = (await memoryInUse()) - before;
      assert.ok(kept < 3 * LISTS.length * CONNECTIONS, `${kept} bytes`);
    }
    for (const { socket } of clients) assert.equal(socket.readyState, socket.OPEN);
  });

  test(`over ${wire}, credentials of more than ten thousand characters count as none`, async (t) => {
    const asked = [];
    const authenticateCredentials = (credentials) => {
      asked.push(credentials);
      return credentials !== undefined;
    };
    const { url, post } = await serveWithLobby(t, { games: [game], authenticateCredentials });
    const { matchID } = (await post('/games/nim/create', { numPlayers: 2 })).body;
    const client = await open(url, 'nim');
    client.send('sync', matchID, '0', 'x'.repeat(10_001), 2);
    client.send('chat', matchID, { id: 'a', sender: '0', payload: 'hello' }, 'x'.repeat(10_001));
    client.send('update', { type: 'MAKE_MOVE', payload: { type: 'add', args: [], playerID: '0', credentials: 'x'.repeat(10_001) } }, 0, matchID, '0');
    client.send('sync', matchID, '0', 'x'.repeat(10_000), 2);
    await until([], () => client.heard.some((text) => /\\?"n\\?":0/.test(text)));
    assert.deepEqual([...new Set(asked.map((credentials) => credentials?.length))].sort(), [10_000, undefined]);
    const left = await post(`/games/nim/${matchID}/leave`, { playerID: '0', credentials: 'x'.repeat(10_001) });
    assert.deepEqual([left.status, left.body], [403, 'credentials must have 10000 characters at most']);
  });
}

test("over socket.io, a very large handshake closes the connection, and one of a token's size does not", async (t) => {
  const { app, url } = await serve(t, { games: [game], limits: { messages: { size: 1_000_000 } } });
  const cuts = [];
  app.context.limits.watch = ({ type, why }) => type === 'cut' && cuts.push(why);
  const client = await WIRES['socket.io'](url, 'nim');
  client.sendText(`40/elsewhere,{"token":"${'x'.repeat(10_000)}"}`);
  await until([], () => client.heard.some((text) => text.startsWith('44/elsewhere,')));
  client.sendText(`40/elsewhere,{"lists":${LISTS}}`);
  await until([], () => client.socket.readyState === client.socket.CLOSED);
  assert.deepEqual(cuts, ['handshake']);
});

test('a page of another origin cannot load a response as a script', async (t) => {
  const { url } = await serve(t, { games: [game], origins: false });
  const poll = `${url}/socket.io/?EIO=4&transport=polling`;
  const asScript = await fetch(`${poll}&j=0`);
  assert.equal(asScript.status, 400);
  assert.doesNotMatch(await asScript.text(), /___eio|sid/);
  const opened = await (await fetch(poll)).text();
  const { sid } = JSON.parse(opened.slice(1));
  assert.equal((await fetch(`${poll}&sid=${sid}&j=0`)).status, 400);
});
