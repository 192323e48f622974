// docs/reference/protocol.md describes the messages on the wire: its transcript is replayed, and a client written from it plays.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import test from 'node:test';
import { Server } from 'rondel/server';
import { WebSocket } from 'ws';
import { silence } from '../support/console.mjs';
import { read, run } from './support.mjs';

const document = await read('docs/reference/protocol.md');
const { game } = (await run(document))['tic-tac-toe.mjs'];
const [, transcript] = /^```text\n(0 → .*?)\n```$/ms.exec(document.text);
const ACTIONS = ['MAKE_MOVE', 'GAME_EVENT', 'UNDO', 'REDO', 'PLUGIN'];

async function serve(t) {
  silence(t);
  const server = Server({ games: [game] });
  const running = await server.run({ port: 0 });
  t.after(() => server.kill(running));
  return { db: server.db, url: `ws://127.0.0.1:${running.appServer.address().port}/ws/tic-tac-toe` };
}

/** A connection: `next()` resolves with the next text. */
async function open(t, url) {
  const socket = new WebSocket(url);
  t.after(() => socket.close());
  const texts = [];
  const waiting = [];
  socket.on('message', (data) => (waiting.length > 0 ? waiting.shift()(String(data)) : texts.push(String(data))));
  await once(socket, 'open');
  return { send: (text) => socket.send(text), next: () => new Promise((done) => (texts.length > 0 ? done(texts.shift()) : waiting.push(done))) };
}

test('the transcript has the real messages', async (t) => {
  const { url } = await serve(t);
  const players = [await open(t, url), await open(t, url)];
  for (const line of transcript.split('\n')) {
    const [, player, way, text] = /^([01]) ([→←]) ?(.*)$/.exec(line);
    if (way === '→') players[player].send(text);
    else assert.equal(await players[player].next(), text);
  }
});

/** A client as the document describes it: no prediction, one action at a time. */
async function play(t, url, playerID) {
  const { send, next } = await open(t, url);
  const client = { state: null, log: [], seq: 0, refused: new Map(), take, move };
  send(JSON.stringify({ type: 'sync', args: ['m', playerID, null, 2] }));
  while (client.state === null) await take();
  return client;

  async function take() {
    const message = JSON.parse(await next());
    if (Array.isArray(message)) return takePatch(message);
    if (message.type === 'sync') [client.state, client.log] = [message.args[1].state, message.args[1].log];
    return undefined;
  }

  function takePatch([, from, , operations, entries, acks]) {
    assert.equal(from, client.state._stateID);
    for (let i = 0; i < operations.length; i += 1) {
      const [, kind, path] = /^([-+>]?)(.*)$/.exec(operations[i]);
      const names = path.slice(1).split('/').map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
      const last = names.pop();
      const container = names.reduce((outer, name) => outer[name], client.state);
      const value = container[last];
      if ((kind === '-' || kind === '>') && !Array.isArray(container)) delete container[last];
      else if (kind === '-') container.splice(last, 1);
      if (kind === '-') continue;
      const next = kind === '>' ? value : operations[(i += 1)];
      if (kind === '+' && Array.isArray(container)) container.splice(last, 0, next);
      else container[last] = next;
    }
    let usual = { _stateID: from, turn: 0, phase: null };
    for (const [kind, type, args, author, more] of entries) {
      const payload = { type, args, ...typeof author === 'string' && { playerID: author } };
      client.log.push({ action: { type: ACTIONS[kind], payload }, ...usual, ...more });
      const { _stateID, turn, phase } = client.log.at(-1);
      usual = { _stateID, turn, phase };
    }
    for (const [, last, refused = []] of acks) [client.answered, client.refused] = [last, new Map(refused)];
  }

  /** Resolves with the error, if the move is refused. */
  async function move(type, ...args) {
    const seq = (client.seq += 1);
    const action = { type: 'MAKE_MOVE', payload: { type, args, playerID }, sync: { session: `raw-${playerID}`, seq, first: seq } };
    send(JSON.stringify({ type: 'update', args: [action, client.state._stateID, 'm', playerID] }));
    while (client.answered !== seq) await take();
    return client.refused.get(seq);
  }
}

test('a client written from the document alone plays a match', async (t) => {
  const { db, url } = await serve(t);
  const [first, second] = [await play(t, url, '0'), await play(t, url, '1')];
  const turn = async (player, other, cell) => {
    assert.equal(await player.move('click', cell), undefined);
    while (other.state._stateID < player.state._stateID) await other.take();
  };
  await turn(first, second, 4);
  assert.equal((await second.move('click', 4)).type, 'action/invalid_move');
  await turn(second, first, 0);
  await turn(first, second, 2);
  await turn(second, first, 1);
  await turn(first, second, 6);
  const { state: { G, ctx }, log } = db.fetch('m', { state: true, log: true });
  for (const client of [first, second]) {
    assert.deepEqual([client.state.G, client.state.ctx], JSON.parse(JSON.stringify([G, ctx])));
    assert.deepEqual(client.state.ctx.gameover, { winner: '0' });
    assert.deepEqual(client.log, JSON.parse(JSON.stringify(log)));
  }
});
