// The events that a server's watcher receives, and the connections that `limits.connections.admit` accepts.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import test from 'node:test';
import { Client, LobbyClient } from 'rondel/client';
import { SocketIO, WebSocketTransport } from 'rondel/multiplayer';
import { InMemory, Server } from 'rondel/server';
import { WebSocket } from 'ws';
import { until } from '../support/tasks.mjs';
import { WIRES, handshake, sendBytes } from './raw.mjs';
import { mockTimeouts } from './timeouts.mjs';

const game = {
  name: 'sums',
  setup: () => ({ sum: 0 }),
  turn: { activePlayers: { all: null } },
  moves: {
    add: ({ G }, n) => { G.sum += n; },
    fail: { client: false, move: () => { throw new Error('the game throws'); } },
    refuse: { client: false, move: () => 'INVALID_MOVE' },
  },
};
const CLIENTS = {
  'socket.io': (server) => SocketIO({ server, socketOpts: { transports: ['websocket'] } }),
  websocket: (url) => WebSocketTransport({ url, WebSocket }),
};

/** A server with the events of its watcher, without the fields that change from run to run. */
async function watched(t, { db = new InMemory(), ...options } = {}) {
  const told = [];
  const server = Server({
    games: [game],
    db,
    origins: [],
    watch: ({ request, milliseconds, error, address, ...event }) => {
      assert.equal(address === undefined, !['refused', 'cut', 'limited'].includes(event.type));
      assert.equal(request === undefined, !['connected', 'disconnected', 'refused'].includes(event.type));
      assert.equal(milliseconds === undefined, event.type !== 'action');
      told.push(error ? { ...event, error: error.message } : event);
    },
    ...options,
  });
  const running = await server.run({ port: 0, host: '127.0.0.1' });
  t.after(() => server.kill(running));
  return { server, told, url: `http://127.0.0.1:${running.appServer.address().port}` };
}

function sit(t, multiplayer) {
  const client = Client({ game, matchID: 'm', playerID: '0', multiplayer, quiet: true, predict: 'none' });
  t.after(() => client.dispose());
  client.start();
  return client;
}

test("without a watcher the app's error event is emitted for each distinct error once, with the match", async (t) => {
  let asked = 0;
  const authenticateCredentials = () => {
    asked += 1;
    throw new Error('the accounts are not there');
  };
  const server = Server({ games: [game], origins: [], authenticateCredentials });
  const told = [];
  server.app.on('error', ({ message, stack, gameName, matchID }) => told.push([message, stack.split('\n')[0], gameName, matchID]));
  const running = await server.run({ port: 0, host: '127.0.0.1' });
  t.after(() => server.kill(running));
  const url = `http://127.0.0.1:${running.appServer.address().port}`;
  const lobby = new LobbyClient({ server: url });
  const { matchID } = await lobby.createMatch('sums', { numPlayers: 2 });
  const client = Client({ game, matchID, playerID: '0', credentials: 'c', multiplayer: SocketIO({ server: url }), quiet: true });
  t.after(() => client.dispose());
  client.start();
  await until(() => told.length > 0);
  const before = asked;
  client.updateCredentials('d');
  await until(() => asked > before);
  const line = `match ${matchID}: Error: the accounts are not there`;
  assert.deepEqual(told, [['the accounts are not there', line, 'sums', matchID]]);
});

for (const [transport, connect] of Object.entries(CLIENTS)) {
  test(`connections, actions by their outcome and errors are reported: ${transport}`, async (t) => {
    const { server, told, url } = await watched(t);
    const client = sit(t, connect(url));
    await until(() => client.getState()?.isConnected);
    assert.deepEqual(told.splice(0), [{ type: 'connected', transport }]);
    assert.deepEqual(server.app.context.hubs.get('sums').matches(), ['m']);
    await client.moves.add(1).confirmed;
    await client.moves.refuse().confirmed;
    await client.moves.fail().confirmed;
    await until(() => told.filter(({ type }) => type === 'action').length === 3);
    const outcomes = told.splice(0);
    assert.deepEqual(outcomes.filter(({ type }) => type === 'error').map(({ error, gameName, matchID }) => [error, gameName, matchID]), [['the game throws', 'sums', 'm']]);
    const [done, ...others] = outcomes.filter(({ type }) => type === 'action');
    assert.deepEqual(done, { type: 'action', gameName: 'sums', outcome: 'done' });
    assert.deepEqual(others.map(({ outcome }) => outcome), ['refused', 'refused']);
    client.stop();
    await until(() => told.length > 0);
    assert.deepEqual(told, [{ type: 'disconnected', transport }]);
    await until(() => server.app.context.hubs.get('sums').matches().length === 0);
  });

  test(`a request that limits.connections.admit refuses becomes no connection, whether it returns, promises or throws: ${transport}`, async (t) => {
    const answers = [false, undefined, Promise.resolve(0), Promise.resolve(false), () => { throw new Error('no'); }, true];
    const asked = [];
    const { told, url } = await watched(t, {
      limits: {
        connections: {
          admit(request) {
            asked.push(request.url);
            const answer = answers[Math.min(asked.length, answers.length) - 1];
            return typeof answer === 'function' ? answer() : answer;
          },
        },
      },
    });
    t.mock.method(console, 'error', () => {});
    for (let refused = 0; refused < 5; refused += 1) {
      const client = sit(t, connect(url));
      await until(() => told.length === refused + 1);
      client.dispose();
    }
    assert.deepEqual(told.splice(0), Array(5).fill({ type: 'refused', transport, why: 'admit', limit: 'limits.connections.admit' }));
    const client = sit(t, connect(url));
    await until(() => client.getState()?.isConnected);
    assert.equal(asked.length, 6);
  });

  test(`limits.connections.admit may be asynchronous: ${transport}`, async (t) => {
    let admit;
    const asked = new Promise((resolve) => {
      admit = () => new Promise((decide) => { resolve(decide); });
    });
    const { told, url } = await watched(t, { limits: { connections: { admit: () => admit() } } });
    const client = sit(t, connect(url));
    const decide = await asked;
    // A later request, for a path without a handler, has been refused meanwhile.
    assert.match(await sendBytes(url, [handshake('/elsewhere')]), /404/);
    decide(true);
    await until(() => told.length > 0);
    assert.deepEqual(told, [{ type: 'connected', transport }]);
    await until(() => client.getState()?.isConnected);
  });

  for (const [why, optionsOf] of Object.entries({ admit: (admit) => ({ origins: true, limits: { connections: { admit } } }), origin: (origins) => ({ origins }) })) {
    test(`a connection for which ${why} never answers is refused in time: ${transport}`, async (t) => {
      t.mock.method(console, 'error', () => {});
      const { tick } = mockTimeouts(t);
      const { told, url } = await watched(t, optionsOf(() => {
        setImmediate(() => tick(10_000));
        return new Promise(() => {});
      }));
      const path = transport === 'websocket' ? '/ws/sums' : '/socket.io/?EIO=4&transport=websocket';
      assert.match(await sendBytes(url, [handshake(path, { Origin: 'https://foe.example' })]), /HTTP\/1\.1 4/);
      assert.deepEqual(told, [{ type: 'refused', transport, why, limit: why === 'admit' ? 'limits.connections.admit' : 'origins' }]);
    });
  }

  test(`one connection too many is reported: ${transport}`, async (t) => {
    const { told, url } = await watched(t, { limits: { connections: { total: 1 } } });
    const client = sit(t, connect(url));
    await until(() => client.getState()?.isConnected);
    sit(t, connect(url));
    await until(() => told.length === 2);
    assert.deepEqual(told, [{ type: 'connected', transport }, { type: 'refused', transport, why: 'connections', limit: 'limits.connections.total' }]);
  });

  test(`one connection too many of an address is reported, and another address may connect: ${transport}`, async (t) => {
    const { told, url } = await watched(t, { limits: { connections: { perAddress: 1 } }, trustedProxies: 1 });
    const [path] = { 'socket.io': ['/socket.io/?EIO=4&transport=websocket'], websocket: ['/ws/sums'] }[transport];
    const dial = (address) => {
      const socket = new WebSocket(url.replace('http', 'ws') + path, { headers: { 'X-Forwarded-For': address } });
      socket.on('error', () => {});
      t.after(() => socket.terminate());
      return socket;
    };
    const first = dial('2001:db8:1:2::1');
    await until(() => told.length === 1);
    const refusedOne = dial('2001:db8:1:2::2');
    const ended = new Promise((done) => { refusedOne.once('close', done); });
    await until(() => told.length === 2);
    dial('2001:db8:1:3::1');
    await until(() => told.length === 3);
    await ended;
    first.close();
    await until(() => told.length === 4);
    dial('2001:db8:1:2::2');
    await until(() => told.length === 5);
    const [refused] = told.splice(1, 1);
    assert.deepEqual(refused, { type: 'refused', transport, why: 'address', limit: 'limits.connections.perAddress' });
    assert.deepEqual(told.map(({ type }) => type), ['connected', 'connected', 'disconnected', 'connected']);
  });
}

for (const [transport, path] of Object.entries({ 'socket.io': '/socket.io/?EIO=4&transport=websocket', websocket: '/ws/sums' })) {
  for (const [name, status] of Object.entries({ total: 503, perAddress: 503, perMinute: 429 })) {
    test(`the response to a refused connection names limits.connections.${name}: ${transport}`, async (t) => {
      const { told, url } = await watched(t, { limits: { connections: { [name]: 1 } } });
      const dial = () => new WebSocket(url.replace('http', 'ws') + path);
      const first = dial();
      t.after(() => first.terminate());
      await once(first, 'open');
      const [, response] = await once(dial().on('error', () => {}), 'unexpected-response');
      assert.equal(response.statusCode, transport === 'websocket' ? status : 400);
      assert.equal(await text(response), `limits.connections.${name}`);
      assert.deepEqual(told.filter(({ type }) => type === 'refused').map(({ limit }) => limit), [`limits.connections.${name}`]);
    });
  }
}

test("the response to socket.io's refused poll has the status 403, and names the option", async (t) => {
  const { url } = await watched(t, { origins: [], limits: { connections: { total: 0 } } });
  const refusalOf = async (headers) => {
    const response = await fetch(`${url}/socket.io/?EIO=4&transport=polling`, { headers });
    return [response.status, (await response.json()).message];
  };
  assert.deepEqual(await refusalOf({}), [403, 'limits.connections.total']);
  assert.deepEqual(await refusalOf({ Origin: 'https://foe.example' }), [403, 'origins']);
});

test('a client that sends too much is cut, and the cut is reported', async (t) => {
  const { told, url } = await watched(t, { limits: { messages: { rate: 1, burst: 5 } } });
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws/sums`);
  await new Promise((opened) => { socket.once('open', opened); });
  for (let i = 0; i < 10; i += 1) socket.send('{}');
  await new Promise((closed) => { socket.once('close', closed); });
  await until(() => told.length === 3);
  assert.deepEqual(told.map(({ type, why, limit }) => [type, why, limit]), [
    ['connected', undefined, undefined], ['cut', 'rate', 'limits.messages.rate'], ['disconnected', undefined, undefined],
  ]);
});

const cutsIn = (told) => told.filter(({ type }) => type === 'cut');

for (const [wire, open] of Object.entries(WIRES)) {
  test(`over ${wire}, a message larger than limits.messages.size is reported as a cut`, async (t) => {
    const { told, url } = await watched(t, { limits: { messages: { size: 10_000 } } });
    const { socket, send } = await open(url, 'sums');
    send('chat', 'm', { id: 'c', sender: '0', payload: 'x'.repeat(20_000) });
    await once(socket, 'close');
    const transport = wire === 'a WebSocket' ? 'websocket' : 'socket.io';
    assert.deepEqual(cutsIn(told), [{ type: 'cut', transport, why: 'size', limit: 'limits.messages.size' }]);
  });
}

test('a poll larger than limits.messages.size is reported as a cut', async (t) => {
  const { told, url } = await watched(t, { limits: { messages: { size: 10_000 } } });
  const poll = `${url}/socket.io/?EIO=4&transport=polling`;
  const { sid } = JSON.parse((await (await fetch(poll)).text()).slice(1));
  const { status } = await fetch(`${poll}&sid=${sid}`, { method: 'POST', body: `40/sums,${'x'.repeat(20_000)}` });
  assert.equal(status, 413);
  await until(() => cutsIn(told).length > 0);
  assert.deepEqual(cutsIn(told), [{ type: 'cut', transport: 'socket.io', why: 'size', limit: 'limits.messages.size' }]);
});

for (const [transport, path] of Object.entries({ 'socket.io': '/socket.io/?EIO=4&transport=websocket', websocket: '/ws/sums' })) {
  test(`a client that sends no message for ten seconds is cut, and the cut is reported: ${transport}`, async (t) => {
    const { told, url } = await watched(t);
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const socket = new WebSocket(url.replace('http', 'ws') + path);
    await once(socket, 'open');
    const ended = once(socket, 'close');
    t.mock.timers.tick(10_000);
    await ended;
    assert.deepEqual(cutsIn(told), [{ type: 'cut', transport, why: 'silent' }]);
  });
}

test('messages without a match, and invalid ones, have their own outcomes', async (t) => {
  const { told, url } = await watched(t);
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws/sums`);
  await new Promise((opened) => { socket.once('open', opened); });
  const move = { type: 'MAKE_MOVE', payload: { type: 'add', args: [1], playerID: '0' } };
  for (const args of [[move, 0, 'nowhere', '0'], [{}, 0, 'm', '0'], [move, 0, 'm', '1']]) socket.send(JSON.stringify({ type: 'update', args }));
  await until(() => told.length === 4);
  assert.deepEqual(told.slice(1).map(({ outcome }) => outcome).sort(), ['malformed', 'unauthorized', 'unknown']);
  socket.close();
});

test('wrong credentials are reported without their text: at the board, in the chat and in the lobby', async (t) => {
  const { told, url } = await watched(t);
  const lobby = new LobbyClient({ server: url });
  const { matchID } = await lobby.createMatch('sums', { numPlayers: 2 });
  await lobby.joinMatch('sums', matchID, { playerID: '0', playerName: 'Ann' });
  const seat = { playerID: '0', credentials: 'guessed' };
  for (const method of ['leaveMatch', 'playAgain']) await assert.rejects(() => lobby[method]('sums', matchID, seat), /403/);
  assert.deepEqual(told.splice(0), Array(2).fill({ type: 'denied', transport: 'http', gameName: 'sums' }));
  for (const [wire, open] of Object.entries(WIRES)) {
    const { socket, send } = await open(url, 'sums');
    send('sync', matchID, '0', 'guessed', 2);
    send('chat', matchID, { id: 'c', sender: '0', payload: 'hello' }, 'guessed');
    await until(() => told.filter(({ type }) => type === 'denied').length === 2);
    const transport = wire === 'a WebSocket' ? 'websocket' : 'socket.io';
    assert.deepEqual(told.splice(0), [{ type: 'connected', transport }, ...Array(2).fill({ type: 'denied', transport, gameName: 'sums' })]);
    socket.terminate();
    await until(() => told.length === 1);
    told.length = 0;
  }
});

test('an error of an async watcher is reported, and ends nothing', async (t) => {
  const { mock } = t.mock.method(console, 'error', () => {});
  const { url } = await watched(t, { watch: () => Promise.reject(new Error('the metrics are down')) });
  const client = sit(t, CLIENTS.websocket(url));
  await until(() => client.getState()?.isConnected);
  assert.equal((await client.moves.add(1).confirmed).status, 'confirmed');
  assert.match(mock.calls[0].arguments[1].message, /the metrics are down/);
});

test('a failing storage is reported, and the action fails; a watcher that throws changes nothing', async (t) => {
  class Failing extends InMemory {
    isDown = false;

    fetch(...args) {
      if (this.isDown) throw new Error('the disk is gone');
      return super.fetch(...args);
    }
  }
  const db = new Failing();
  const outcomes = [];
  const printed = t.mock.method(console, 'error', () => {});
  const { url } = await watched(t, {
    db,
    watch(event) {
      outcomes.push(event.outcome ?? event.error?.message ?? event.type);
      throw new Error('the watcher throws');
    },
  });
  const client = sit(t, CLIENTS.websocket(url));
  await until(() => client.getState()?.isConnected);
  db.isDown = true;
  const handle = client.moves.add(1);
  await until(() => outcomes.includes('failed'));
  assert.ok(outcomes.includes('the disk is gone'));
  assert.ok(printed.mock.callCount() > 0);
  db.isDown = false;
  client.reconnect();
  assert.equal((await handle.confirmed).status, 'confirmed');
});

for (const [wire, open] of Object.entries(WIRES)) {
  test(`over ${wire}, a state that cannot be encoded is an error of its match, and others continue`, async (t) => {
    const hidden = { ...game, playerView: ({ G, playerID }) => (playerID === '1' && G.sum > 0 ? { sum: 1n } : G) };
    const { url, told } = await watched(t, { games: [hidden] });
    const [author, other] = await Promise.all([open(url, 'sums'), open(url, 'sums')]);
    for (const [playerID, { send }] of [['0', author], ['1', other]]) send('sync', 'm', playerID, undefined, 2);
    await until(() => [author, other].every(({ heard }) => heard.some((text) => /sum\\?"/.test(text))));
    author.send('update', { type: 'MAKE_MOVE', payload: { type: 'add', args: [5], playerID: '0' }, sync: { session: 's', seq: 1, first: 1 } }, 0, 'm', '0');
    await until(() => told.some(({ type }) => type === 'error') && author.heard.some((text) => /\b5\b/.test(text)));
    const { error, matchID } = told.find(({ type }) => type === 'error');
    assert.match(error, /bigint/i);
    assert.equal(matchID, 'm');
    assert.equal(other.socket.readyState, other.socket.OPEN);
  });
}
