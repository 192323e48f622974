// Clients of all kinds at Rondel's server.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import test from 'node:test';
import { INVALID_MOVE } from 'rondel/core';
import { io } from 'socket.io-client';
import { silence } from '../support/console.mjs';
import { WIRES } from './raw.mjs';
import { CLIENTS, serve, sit, until } from './support.mjs';

const marks = (game = {}) => ({
  name: 'marks',
  setup: () => ({ marks: [], hands: { 0: ['ace'], 1: ['king'] } }),
  playerView: ({ G, playerID }) => ({ ...G, hands: { [playerID]: G.hands[playerID] } }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: { mark: ({ G, playerID }, what = playerID) => (what === 'bad' ? INVALID_MOVE : void G.marks.push(what)) },
  endIf: ({ G }) => (G.marks.length === 6 ? { winner: '1' } : undefined),
  ...game,
});

const ready = (...clients) => until(clients, () => clients.every((client) => client.getState()));
/** Waits until all clients show this number of marks, and agree on everything else. */
const agree = (clients, count) => until(clients, () => {
  const [shown, ...others] = clients.map((client) => {
    const { G: { marks: shown }, ctx, _stateID } = client.getState();
    return JSON.stringify([shown, ctx, _stateID]);
  });
  return clients[0].getState().G.marks.length === count && others.every((other) => other === shown);
}, `${count} marks`);

for (const [name, make] of Object.entries(CLIENTS)) {
  test(`${name} plays a match, and sees its player's view`, async (t) => {
    silence(t);
    const { url, db } = await serve(t, { games: [marks()] });
    const [p0, p1, spectator] = ['0', '1', undefined].map((playerID) => sit(t, make, url, { game: marks(), playerID }));
    await ready(p0, p1, spectator);
    for (let i = 0; i < 6; i += 1) {
      [p0, p1][i % 2].moves.mark();
      await agree([p0, p1, spectator], i + 1);
    }
    const { G } = db.fetch('m', { state: true }).state;
    assert.deepEqual(G.marks, ['0', '1', '0', '1', '0', '1']);
    for (const client of [p0, p1, spectator]) {
      assert.deepEqual(client.getState().ctx.gameover, { winner: '1' });
      assert.equal(client.log.filter(({ action }) => action.type === 'MAKE_MOVE').length, 6);
    }
    assert.deepEqual([p0, p1, spectator].map((client) => client.getState().G.hands), [{ 0: ['ace'] }, { 1: ['king'] }, {}]);
  });

  test(`${name} recovers from a refused move`, async (t) => {
    silence(t);
    const { url } = await serve(t, { games: [marks()] });
    const [p0, p1] = ['0', '1'].map((playerID) => sit(t, make, url, { game: marks(), playerID }));
    await ready(p0, p1);
    p0.moves.mark('bad');
    p0.moves.mark('good');
    await agree([p0, p1], 1);
    assert.deepEqual(p1.getState().G.marks, ['good']);
  });

  test(`${name} chats, and sees who is connected`, async (t) => {
    silence(t);
    const { url } = await serve(t, { games: [marks()] });
    const [p0, p1] = ['0', '1'].map((playerID) => sit(t, make, url, { game: marks(), playerID }));
    await ready(p0, p1);
    p0.sendChatMessage('hello');
    await until([p1], () => p1.chatMessages.length === 1);
    assert.deepEqual(p1.chatMessages.map(({ sender, payload }) => [sender, payload]), [['0', 'hello']]);
    await until([p0], () => p0.matchData.every(({ isConnected }) => isConnected));
    p1.stop();
    await until([p0], () => p0.matchData.map(({ isConnected }) => isConnected).join() === 'true,false');
  });

  test(`${name} continues when its connection is cut during a match`, async (t) => {
    silence(t);
    const { url, cut } = await serve(t, { games: [marks()] });
    const [p0, p1] = ['0', '1'].map((playerID) => sit(t, make, url, { game: marks(), playerID }));
    await ready(p0, p1);
    for (let i = 0; i < 6; i += 1) {
      const gone = [p0, p1].map((client) => until([client], () => !client.getState().isConnected));
      cut();
      await Promise.all(gone);
      await until([p0, p1], () => [p0, p1].every((client) => client.getState().isConnected));
      [p0, p1][i % 2].moves.mark();
      await agree([p0, p1], i + 1);
    }
  });
}

for (const name of ["Rondel's client", "Rondel's client by a WebSocket"]) {
  test(`${name} loses no move that is made without a connection, and learns the result of each`, async (t) => {
    const { url, cut, db } = await serve(t, { games: [marks({ turn: {} })] });
    const p0 = sit(t, CLIENTS[name], url, { game: marks({ turn: {} }), playerID: '0' });
    await ready(p0);
    const first = p0.moves.mark('a');
    cut();
    await until([p0], () => !p0.getState().isConnected);
    const second = p0.moves.mark('b');
    assert.deepEqual(await Promise.all([first.confirmed, second.confirmed]), [{ status: 'confirmed' }, { status: 'confirmed' }]);
    assert.deepEqual(db.fetch('m', { state: true }).state.G.marks, ['a', 'b']);
  });

  test(`${name} switches to another match and to another seat`, async (t) => {
    const { url } = await serve(t, { games: [marks()] });
    const client = sit(t, CLIENTS[name], url, { game: marks(), playerID: '0' });
    await ready(client);
    client.updatePlayerID('1');
    await until([client], () => client.getState()?.G.hands[1]);
    client.updateMatchID('other');
    await ready(client);
    client.stop();
    assert.equal(client.getState().isConnected, false);
    client.start();
    await until([client], () => client.getState()?.isConnected);
  });
}

test("Rondel's clients get patches and acks, and boardgame.io's the messages that they know", async (t) => {
  silence(t);
  const { url } = await serve(t, { games: [marks()] });
  const [ours, theirs] = [io(`${url}/marks`, { auth: { rondel: 1 } }), io(`${url}/marks`)];
  t.after(() => [ours, theirs].forEach((socket) => socket.close()));
  const heard = { ours: [], theirs: [] };
  ours.onAny((event, ...args) => heard.ours.push([event, args.length, typeof args[0]]));
  theirs.onAny((event, ...args) => heard.theirs.push([event, args.length, args[0]]));
  const mark = { type: 'MAKE_MOVE', payload: { type: 'mark', args: [], playerID: '0' } };
  theirs.emit('sync', 'm', '1', undefined, 2);
  await new Promise((done) => theirs.once('matchData', done));
  ours.emit('sync', 'm', '0', undefined, 2);
  await new Promise((done) => theirs.once('matchData', done));
  ours.emit('update', mark, 0, 'm', '0');
  await until([], () => heard.theirs.length === 4 && heard.ours.length === 3);
  assert.deepEqual(heard.theirs, [['sync', 2, 'm'], ['matchData', 2, 'm'], ['matchData', 2, 'm'], ['update', 3, 'm']]);
  assert.deepEqual(heard.ours, [['rondel', 1, 'string'], ['rondel', 1, 'string'], ['rondel', 1, 'string']]);
});

test('a client whose connection the server has ended syncs again', async (t) => {
  const { url, app } = await serve(t, { games: [marks()] });
  const p0 = sit(t, CLIENTS["Rondel's client"], url, { game: marks(), playerID: '0' });
  await ready(p0);
  app.context.io.of('marks').disconnectSockets();
  await until([p0], () => !p0.getState().isConnected);
  await until([p0], () => p0.getState().isConnected);
});

const notes = { name: 'notes', setup: () => ({ lengths: [] }), moves: { note: ({ G }, text) => { G.lengths.push(text.length); } } };

for (const [name, make] of Object.entries(CLIENTS)) {
  test(`${name} may send many actions at once, with arguments as large as a server accepts`, async (t) => {
    const { url, db } = await serve(t, { games: [notes] });
    const client = sit(t, make, url, { game: notes, playerID: '0' });
    await ready(client);
    // Six bytes each, as text.
    for (let i = 0; i < 15; i += 1) client.moves.note('\u0000'.repeat(15_000));
    await until([client], () => db.fetch('m', { state: true }).state.G.lengths.length === 15);
    assert.ok(db.fetch('m', { state: true }).state.G.lengths.every((length) => length === 15_000));
  });

  test(`${name} may send larger messages if the arguments may be larger`, async (t) => {
    const { url, db } = await serve(t, { games: [notes], limits: { match: { args: 200_000 } } });
    const client = sit(t, make, url, { game: notes, playerID: '0' });
    await ready(client);
    client.moves.note('\u0000'.repeat(180_000));
    await until([client], () => db.fetch('m', { state: true }).state.G.lengths.length === 1);
  });
}

for (const [wire, open] of Object.entries(WIRES)) {
  test(`over ${wire}, a message that is larger than any client's is not even parsed`, async (t) => {
    const { url } = await serve(t, { games: [marks()], limits: { messages: { size: 128_000 } } });
    const { socket, sendText } = await open(url, 'marks');
    const ended = once(socket, 'close');
    sendText(`${wire === 'a WebSocket' ? '' : '42/marks,'}[${'{},'.repeat(50_000)}{}]`);
    const [code] = await ended;
    assert.equal(code, 1009, 'too big');
  });
}
