// The option `inspect` of a server: the events of all its masters.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { WebSocketTransport } from 'rondel/multiplayer';
import { InMemory, Server } from 'rondel/server';
import { WebSocket } from 'ws';
import { until } from './support.mjs';

const game = (name) => ({
  name, setup: () => ({ n: 0, secret: `of ${name}` }), playerView: ({ G: { secret: _, ...G } }) => G, moves: { add: ({ G }) => { G.n += 1; } },
});

test('a server reports the states, actions and messages of all games, and clients receive no secret', async (t) => {
  const events = [];
  const server = Server({ games: [game('one'), game('two')], db: new InMemory(), origins: [], inspect: (event) => events.push(event) });
  const running = await server.run({ port: 0 });
  t.after(() => server.kill(running));
  const url = `ws://127.0.0.1:${running.appServer.address().port}`;
  for (const name of ['one', 'two']) {
    const client = Client({ game: game(name), matchID: name, playerID: '0', quiet: true, multiplayer: WebSocketTransport({ url, WebSocket }) });
    t.after(() => client.dispose());
    client.start();
    await until([client], () => client.getState());
    assert.equal((await client.moves.add().confirmed).status, 'confirmed');
    assert.equal(JSON.stringify(client.getState()).includes('secret'), false);
  }
  for (const name of ['one', 'two']) {
    const its = events.filter(({ source }) => source.gameName === name);
    assert.equal(its.findLast(({ type }) => type === 'state').state.G.secret, `of ${name}`);
    assert.equal(its.filter(({ type }) => type === 'action').length, 1);
    assert.ok(its.some(({ type, direction, kind }) => type === 'message' && direction === 'in' && kind === 'update'));
  }
  assert.throws(() => Server({ games: [game('one')], inspect: true }), { code: 'server/options' });
});
