// A client is banned while a callback of the operator's takes long: what the client was permitted before does not take effect.
import assert from 'node:assert/strict';
import test from 'node:test';
import { InMemory } from 'rondel/server';
import { silence } from '../support/console.mjs';
import { quiet, until } from '../support/tasks.mjs';
import { WIRES } from './raw.mjs';
import { serve } from './serve.mjs';

const GAME = { name: 'nim', setup: () => ({ left: 21 }), turn: { activePlayers: { all: null } }, moves: { take: ({ G }) => { G.left -= 1; } } };

/** Callbacks of an operator, which answer when `release` is called once `hold` is set. */
function slowCallbacks() {
  const held = [];
  let number = 0;
  const later = (answer) => (self.hold ? new Promise((resolve) => { held.push(() => resolve(answer)); }) : answer);
  const self = {
    held,
    hold: false,
    authenticateCredentials: (credentials, player) => later(credentials === player?.credentials),
    generateCredentials: () => later(`credentials ${number += 1}`),
    uuid: () => later(`match ${number += 1}`),
    release() {
      self.hold = false;
      for (const answer of held.splice(0)) answer();
    },
  };
  return self;
}

/** A match of Ann and Bob, and `ban`, which bans everybody here when the next question is open, and has it answered. */
async function table(t) {
  silence(t);
  const db = new InMemory();
  const operator = slowCallbacks();
  const served = await serve(t, {
    games: [GAME], db, authenticateCredentials: operator.authenticateCredentials, generateCredentials: operator.generateCredentials, uuid: operator.uuid,
  });
  const { body: { matchID } } = await served.post('/games/nim/create', { numPlayers: 3 });
  const path = `/games/nim/${matchID}`;
  const { playerID, playerCredentials: credentials } = (await served.post(`${path}/join`, { playerName: 'Ann' })).body;
  await served.post(`${path}/join`, { playerName: 'Bob' });
  const ban = async () => {
    await until(() => operator.held.length > 0);
    await served.server.admin.ban({ address: '127.0.0.1', reason: 'no more' });
    operator.release();
  };
  const stored = () => JSON.stringify([db.fetch(matchID, { metadata: true, state: true }), db.listMatches({ gameName: 'nim' }).length]);
  return { ...served, operator, matchID, path, seat: { playerID, credentials }, ban, stored };
}

const REQUESTS = {
  create: { at: () => '/games/nim/create', body: { numPlayers: 2 } },
  join: { at: (path) => `${path}/join`, body: { playerName: 'Cat' } },
  update: { at: (path) => `${path}/update`, body: { newName: 'Zoe' } },
  leaveSlot: { at: (path) => `${path}/leaveSlot`, body: {} },
  leaveGame: { at: (path) => `${path}/leaveGame`, body: {} },
  playAgain: { at: (path) => `${path}/playAgain`, body: {} },
};

for (const [name, { at, body }] of Object.entries(REQUESTS)) {
  test(`${name} by a client who is banned meanwhile does nothing`, async (t) => {
    const { operator, post, path, seat, ban, stored } = await table(t);
    const before = stored();
    operator.hold = true;
    const answer = post(at(path), name === 'create' || name === 'join' ? body : { ...seat, ...body });
    await ban();
    const { status, body: why } = await answer;
    assert.deepEqual([status, why, stored()], [403, 'no more', before]);
  });
}

const MESSAGES = {
  chat: ({ matchID, seat }) => ['chat', matchID, { id: 'c', sender: seat.playerID, payload: 'hello' }, seat.credentials],
  'a move': ({ matchID, seat }) => ['update', { type: 'MAKE_MOVE', payload: { type: 'take', args: [], ...seat } }, 0, matchID, seat.playerID],
};

for (const [name, messageOf] of Object.entries(MESSAGES)) {
  test(`${name} of a client who is banned meanwhile reaches nobody`, async (t) => {
    const { server, operator, url, matchID, seat, ban } = await table(t);
    const left = () => server.db.fetch(matchID, { state: true }).state.G.left;
    const client = await WIRES['a WebSocket'](url, 'nim');
    t.after(() => client.socket.terminate());
    client.send('sync', matchID, seat.playerID, seat.credentials);
    await until(() => client.heard.some((text) => text.includes('sync')));
    const sent = [];
    server.app.context.hubs.get('nim').master.transportAPI.sendAll = ({ type }) => { sent.push(type); };
    operator.hold = true;
    client.send(...messageOf({ matchID, seat }));
    await ban();
    await quiet();
    assert.deepEqual([sent.filter((type) => type !== 'matchData'), left()], [[], 21]);
    assert.match(client.heard.join(), /no more/);
    await server.admin.unban({ address: '127.0.0.1' });
    client.send('sync', matchID, seat.playerID, seat.credentials);
    client.send(...messageOf({ matchID, seat }));
    await until(() => sent.some((type) => type !== 'matchData'));
  });
}
