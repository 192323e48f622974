// A match is wiped while clients are connected, and another one starts under its ID.
import assert from 'node:assert/strict';
import test from 'node:test';
import { createMatch } from 'rondel/internal';
import { Auth } from '../../../pkg-server/lib/auth.js';
import { Lobby } from '../../../pkg-server/lib/lobby.js';
import { quiet, until } from '../support/tasks.mjs';
import { openNodes } from './two-nodes.mjs';

const GAME = {
  name: 'deck',
  setup: ({ ctx }, setupData) => ({ size: setupData?.size ?? 5, players: ctx.numPlayers, drawn: 0 }),
  turn: { activePlayers: { all: null } },
  moves: { draw: ({ G }) => { G.drawn += 1; } },
};
const OLD = { size: 5, players: 2, drawn: 0 };
const NEW = { size: 9, players: 3, drawn: 0 };

function table(t, options = {}) {
  const nodes = openNodes({ game: GAME, ...options });
  t.after(nodes.close);
  nodes.storage.createMatch('m', createMatch({ game: GAME }));
  return nodes;
}

async function come(seat) {
  await until(() => seat.client.getState());
  await quiet();
  return seat;
}

function replace(storage) {
  storage.wipe('m');
  storage.createMatch('m', createMatch({ game: GAME, numPlayers: 3, setupData: { size: 9 } }));
}

const shown = ({ client }) => client.getState().G;
const stored = (storage) => storage.fetch('m', { state: true }).state.G;

test('a match is played as it is stored, although another one had its ID while a client stayed connected', async (t) => {
  const { storage, sit, errors } = table(t);
  const spectator = await come(sit(null));
  assert.deepEqual(shown(spectator), OLD);
  replace(storage);
  const player = await come(sit('2'));
  assert.deepEqual([shown(player), shown(spectator), stored(storage)], [NEW, NEW, NEW]);
  assert.deepEqual(await player.client.moves.draw().confirmed, { status: 'confirmed' });
  await quiet();
  const moved = { ...NEW, drawn: 1 };
  assert.deepEqual([shown(player), shown(spectator), stored(storage), errors], [moved, moved, moved, []]);
  assert.deepEqual(spectator.client.log.length, 1);
});

test('clients see the match that has its ID now, whatever the progress of both', async (t) => {
  const { storage, sit, clock, nodes: [first, second] } = table(t);
  const [here, there] = [await come(sit('0', { at: 0 })), await come(sit('1', { at: 1 }))];
  await here.client.moves.draw().confirmed;
  await there.client.moves.draw().confirmed;
  replace(storage);
  // No node sends a notice.
  await first.node.lookAgain();
  await second.node.lookAgain();
  // An older state is accepted on request.
  await clock.run(5000);
  await quiet();
  for (const seat of [here, there]) assert.deepEqual([shown(seat), seat.client.log], [NEW, []]);
  await there.client.moves.draw().confirmed;
  await quiet();
  for (const seat of [here, there]) assert.equal(shown(seat).drawn, 1);
});

test('a move in a deleted match is no move in the one that has its ID now', async (t) => {
  const { storage, sit, clock } = table(t);
  const player = await come(sit('0'));
  await player.client.moves.draw().confirmed;
  replace(storage);
  const { confirmed } = player.client.moves.draw();
  await quiet();
  await clock.run(5000);
  await quiet();
  const { status } = await confirmed;
  assert.deepEqual([status, shown(player), stored(storage)], ['rejected', NEW, NEW]);
});

test('a connection that closes while its match is replaced is not in the other one', async (t) => {
  const { storage, sit, nodes: [first] } = table(t);
  const player = await come(sit('0'));
  replace(storage);
  const looked = first.node.lookAgain();
  player.client.stop();
  await looked;
  await quiet();
  assert.deepEqual(first.hub.matches(), []);
});

test('a player who has left a match that all have left is not in the one that has its ID then', async (t) => {
  const auth = new Auth();
  const { storage, sit, nodes: [{ hub }] } = table(t, { auth });
  const lobby = new Lobby({ games: [GAME], db: storage, auth, uuid: () => 'code', hubs: new Map([['deck', hub]]) });
  await lobby.create('deck', { numPlayers: 2 });
  const ann = await lobby.join('deck', 'code', { playerName: 'Ann', playerID: '0' });
  const old = await come(sit('0', { matchID: 'code', credentials: ann.playerCredentials }));
  await lobby.leaveSlot('deck', 'code', { playerID: '0', credentials: ann.playerCredentials });
  await lobby.create('deck', { numPlayers: 3 });
  const bob = await lobby.join('deck', 'code', { playerName: 'Bob', playerID: '1' });
  const player = await come(sit('1', { matchID: 'code', credentials: bob.playerCredentials }));
  old.heard.splice(0);
  await player.client.moves.draw().confirmed;
  await quiet();
  assert.deepEqual([shown(player), old.heard], [{ ...OLD, players: 3, drawn: 1 }, []]);
  assert.deepEqual(player.client.matchData.map(({ isConnected }) => Boolean(isConnected)), [false, true, false]);
});
