// Compatibility with the previous release: its clients' and server's messages are understood, and its stored matches continue. record.mjs
// has recorded them; scripts/test-releases runs both releases side by side.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { Client } from 'rondel/client';
import { Transport } from 'rondel/internal';
import { InMemory } from 'rondel/server';
import { decode } from '../../../pkg/lib/online/protocol/wire.js';
import { openServerHub } from '../../../pkg-server/lib/hub.js';
import { throughJSON } from '../support/json.mjs';
import { quiet } from '../support/tasks.mjs';
import { game } from './game.mjs';

const { begun, left, said, views } = JSON.parse(readFileSync(new URL('./recorded.json', import.meta.url), 'utf8'));
const ALL = { state: true, metadata: true, log: true, initialState: true };
const auth = { authenticateCredentials: ({ playerID, credentials, metadata }) => metadata.players[playerID]?.credentials === credentials };

/** A server's hub at a storage that has this match. */
function hubAt({ initialState, metadata, state, log }) {
  const storage = new InMemory();
  storage.createMatch('m', throughJSON({ initialState, metadata }));
  storage.setState('m', throughJSON(state), throughJSON(log ?? []));
  return { storage, hub: openServerHub({ game, storage, auth }) };
}

/** The clients' views of a match. */
const viewOf = (client) => throughJSON({ G: client.getState().G, ctx: client.getState().ctx, log: client.log });

/** The state, with its undo steps in one order: the order of the fields of `ctx` is not a promise. */
function inOrder({ _history: { undo, redo, ...history }, ...state }) {
  const sorted = (texts) => texts.map((text) => {
    const [playerID, move, steps] = JSON.parse(text);
    return [playerID, move, steps.sort((a, b) => a.path.localeCompare(b.path))];
  });
  return { ...state, _history: { ...history, undo: sorted(undo), redo: sorted(redo) } };
}

test('messages of the previous release\'s clients have the same effect as there', async () => {
  const { storage, hub } = hubAt(begun);
  const connections = views.map(() => hub.connect(() => {}));
  for (const { client, sent } of said.filter((one) => one.sent)) {
    await connections[client].receive(sent);
    await quiet();
  }
  const { state, log } = throughJSON(storage.fetch('m', ALL));
  assert.deepEqual([inOrder(state), log], [inOrder(left.state), left.log]);
  await hub.close();
});

for (const [number, view] of views.entries()) {
  test(`a client shows the messages of the previous release's server: those of ${['player 0', 'player 1', 'a spectator'][number]}`, async () => {
    let tell;
    class Recorded extends Transport {
      connect() {
        tell = (text) => this.notifyClient(decode(text));
        this.setConnectionStatus(true);
      }

      disconnect() {}
      requestSync() {}
      sendAction() {}
      sendChatMessage() {}
    }
    const playerID = [0, 1].includes(number) ? String(number) : null;
    const client = Client({ game, matchID: 'm', playerID, multiplayer: (options) => new Recorded(options), quiet: true });
    client.start();
    for (const { heard } of said.filter((one) => one.client === number && one.heard)) tell(heard);
    assert.deepEqual(viewOf(client), view);
    assert.equal(client.chatMessages.length, 1);
    client.dispose();
  });
}

test('a match that the previous release stored continues, and its log can be described', async () => {
  const { storage, hub } = hubAt(left);
  const heard = [];
  const connection = hub.connect((text) => heard.push(decode(text)));
  await connection.receive({ type: 'sync', args: ['m', '0', 'secret 0', 2] });
  const { args: [, { state, log }] } = heard.find(({ type }) => type === 'sync');
  assert.deepEqual(throughJSON([state.G, log]), [views[0].G, views[0].log]);
  await connection.receive({ type: 'update', args: [
    { type: 'MAKE_MOVE', payload: { type: 'play', args: ['king'], playerID: '0', credentials: 'secret 0' } }, state._stateID, 'm', '0',
  ] });
  assert.deepEqual(storage.fetch('m', ALL).state.G.table, [...left.state.G.table, 'king']);
  await hub.close();
});
