// Clients in their master's page get copies of messages: deep copies with JSON semantics.
import assert from 'node:assert/strict';
import test from 'node:test';
import { makeCopier } from '../../../pkg/lib/online/protocol/copier.js';
import { getFilterPlayerView } from '../../../pkg/lib/online/view.js';
import { secretive } from '../master/games.mjs';
import { event, move, room } from '../master/support.mjs';
import { throughJSON } from '../support/json.mjs';
import { objectsIn } from './objects-in.mjs';


/** The payloads of a match with all kinds of values that a message may hold. */
async function conversation(game) {
  const { master, payloads } = room(game);
  await master.onSync('m', '0', undefined, 2);
  let [stateID, seq] = [0, 0];
  const act = async (make, type, playerID, args) => {
    const made = { session: `of ${playerID}`, seq: (seq += 1), first: seq };
    const answer = await master.onUpdate(make(type, playerID, args, made), stateID, 'm', playerID);
    if (!answer?.error) stateID += 1;
  };
  await act(move, 'place', '0', [3, { nested: [undefined, { deep: true }] }]);
  await act(move, 'whisper', '1', ['psst']);
  await act(move, 'forbidden', '0', []);
  await act(move, 'place', '1', [4]);
  await act(move, 'chat', '1', [null, 'flat', 3, true]);
  await act(event, 'setActivePlayers', '0', [{ currentPlayer: 'think', others: 'wait', maxMoves: 2 }]);
  await act(move, 'place', '0', [5]);
  await act(event, 'endGame', '0', [{ winner: '0', because: ['of', 'it'] }]);
  await master.onChatMessage('m', { id: 'x', sender: '0', payload: { text: ['hello'] } });
  await master.onConnectionChange('m', '0', undefined, true);
  await master.onSync('m', '1', undefined, 2);
  return payloads.map(({ to, sender, ...payload }) => payload);
}

for (const deltaState of [false, true]) {
  test(`copies equal the parsed text, and share nothing mutable with the master (deltaState: ${deltaState})`, async () => {
    const game = {
      ...secretive(),
      deltaState,
      turn: { activePlayers: { all: null }, stages: { think: {}, wait: {} } },
    };
    game.moves.forbidden = ({ G }) => ({ [Symbol.for('rondel.invalid')]: true, payload: { cells: G.cells.slice(0, 2) } });
    game.moves.chat = () => {};
    game.moves.place = ({ G, playerID, log }, i) => {
      log.setMetadata({ noted: { i } });
      G.cells[i] = playerID;
    };
    const payloads = await conversation(game);
    const types = new Set(payloads.map(({ type }) => type));
    for (const type of ['sync', 'patch', 'chat', 'matchData']) assert.ok(types.has(type), type);
    assert.equal(types.has('update'), !deltaState);
    assert.ok(payloads.some(({ sync }) => sync?.acks[0]?.some(([, , refused]) => refused)));
    for (const viewer of ['0', '1', null]) {
      const filter = getFilterPlayerView(game);
      const copy = makeCopier();
      for (const payload of payloads) {
        const message = filter(viewer, payload);
        const copied = copy(message);
        assert.deepEqual(throughJSON(copied), throughJSON(message));
        const originals = objectsIn(message.args);
        for (const object of objectsIn(copied.args)) assert.ok(Object.isFrozen(object) || !originals.has(object));
      }
    }
  });
}

test('values of the author are not frozen', async () => {
  // It is in the log as the argument of the event that ended the turn.
  const answer = ['1'];
  const game = {
    setup: () => ({ n: 0 }),
    moves: { add: ({ G }) => { G.n += 1; } },
    turn: { endIf: ({ G }) => (G.n > 0 ? answer : false) },
  };
  const { master, payloads, log } = room(game);
  await master.onSync('m', '0', undefined, 2);
  await master.onUpdate(move('add', '0', [], { session: 's', seq: 1, first: 1 }), 0, 'm', '0');
  const copy = makeCopier();
  const filter = getFilterPlayerView(game);
  for (const { to, sender, ...payload } of payloads) copy(filter('0', payload));
  assert.deepEqual(log().map(({ action }) => action.payload.args), [[], ['1']]);
  assert.ok(!Object.isFrozen(answer));
});

test('the master and all clients share an immutable entry', async () => {
  const game = {
    setup: () => ({ n: 0 }),
    moves: { add: ({ G }, by) => { G.n += by; } },
    turn: { minMoves: 1, maxMoves: 1 },
  };
  const { master, payloads, log } = room(game);
  await master.onSync('m', '0', undefined, 2);
  await master.onUpdate(move('add', '0', [2], { session: 's', seq: 1, first: 1 }), 0, 'm', '0');
  const filter = getFilterPlayerView(game);
  const logs = ['0', '1'].map((viewer) => {
    const copy = makeCopier();
    return payloads.map(({ to, sender, ...payload }) => copy(filter(viewer, payload))).at(-1).args[2];
  });
  // The engine added the second one when the turn ended.
  assert.deepEqual(log().map(({ action }) => action.payload.args), [[2], true]);
  for (const copied of logs) {
    assert.equal(copied.length, 2);
    copied.forEach((entry, i) => assert.equal(entry, log()[i]));
  }
});
