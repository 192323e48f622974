// Presence when the storage fails, or when the match is deleted first.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Auth } from '../../../pkg-server/lib/auth.js';
import { Lobby } from '../../../pkg-server/lib/lobby.js';
import { quiet, until } from '../support/tasks.mjs';
import { openNodes } from './two-nodes.mjs';

const GAME = {
  name: 'talk',
  setup: () => ({ said: 0 }),
  turn: { activePlayers: { all: null } },
  moves: { say: ({ G }) => { G.said += 1; } },
};

async function come(seat) {
  await until(() => seat.client.getState());
  await quiet();
  return seat;
}

const connected = (storage) => Object.values(storage.fetch('m', { metadata: true }).metadata.players).map(({ isConnected }) => Boolean(isConnected));

test('a player who disconnects while the storage fails counts as gone when it works again', async (t) => {
  const { sit, storage, nodes: [{ node, storage: own }], close } = openNodes({ game: GAME });
  t.after(close);
  const [p0, p1] = [await come(sit('0')), await come(sit('1'))];
  own.before = () => { throw new Error('cut off'); };
  for (const seat of [p0, p1]) seat.client.stop();
  await quiet();
  assert.deepEqual(connected(storage), [true, true]);
  own.before = () => {};
  await node.lookAgain();
  assert.deepEqual(connected(storage), [false, false]);
  const again = await come(sit('1'));
  assert.deepEqual(again.client.matchData.map(({ isConnected }) => isConnected), [false, true]);
  again.client.stop();
  await quiet();
  assert.deepEqual(connected(storage), [false, false]);
});

test('a connection whose match was deleted before it closed does not count in the next match of that ID', async (t) => {
  const auth = new Auth();
  const { sit, storage, nodes: [{ hub }], close } = openNodes({ game: GAME, auth });
  t.after(close);
  const lobby = new Lobby({ games: [GAME], db: storage, auth, uuid: () => 'm', hubs: new Map([['talk', hub]]) });
  const seatOf = ({ playerID, playerCredentials: credentials }) => ({ playerID, credentials });
  await lobby.create('talk', {});
  const ann = seatOf(await lobby.join('talk', 'm', { playerName: 'Ann' }));
  const tab = await come(sit('0', { credentials: ann.credentials }));
  await lobby.leaveSlot('talk', 'm', ann);
  tab.client.stop();
  await quiet();
  await lobby.create('talk', {});
  const bob = seatOf(await lobby.join('talk', 'm', { playerName: 'Bob', playerID: '1' }));
  await come(sit('1', { credentials: bob.credentials }));
  assert.deepEqual([connected(storage), hub.matches()], [[false, true], ['m']]);
});

test('one match that cannot be read does not stop the reads of others', async (t) => {
  const { sit, storage, nodes: [, second], close } = openNodes({ game: GAME, carry: () => {} });
  t.after(close);
  await come(sit('0', { at: 1, matchID: 'bad' }));
  const [p0, p1] = [await come(sit('0', { at: 0 })), await come(sit('1', { at: 1 }))];
  storage.setMetadata('bad', { players: 7 });
  await p0.client.moves.say().confirmed;
  await second.node.lookAgain();
  assert.equal(p1.client.getState().G.said, 1);
});

test('a slow authentication delays no move, and removes a refused player from the seat', async (t) => {
  const answers = [];
  const auth = { authenticateCredentials: () => true };
  const { sit, storage, nodes: [{ hub }], close } = openNodes({ game: GAME, auth });
  t.after(close);
  const [p0, p1] = [await come(sit('0')), await come(sit('1'))];
  auth.authenticateCredentials = ({ playerID }) => new Promise((resolve) => { answers.push({ playerID, resolve }); });
  const { metadata } = storage.fetch('m', { metadata: true });
  for (const name of ['Ann', 'Anna']) {
    storage.setMetadata('m', { ...metadata, players: { ...metadata.players, 1: { ...metadata.players[1], name } } });
    await hub.sendMatchData('m');
  }
  // All at once, and one request at a time for each seat.
  assert.deepEqual(answers.map(({ playerID }) => playerID), ['0', '1']);
  assert.equal(p0.client.matchData[1].name, 'Anna');
  auth.authenticateCredentials = () => true;
  assert.deepEqual(await p0.client.moves.say().confirmed, { status: 'confirmed' });
  auth.authenticateCredentials = ({ playerID }) => playerID === '0';
  for (const { resolve } of answers) resolve(true);
  await quiet();
  p1.heard.splice(0);
  auth.authenticateCredentials = () => true;
  assert.deepEqual(await p0.client.moves.say().confirmed, { status: 'confirmed' });
  assert.deepEqual(p1.heard, []);
});
