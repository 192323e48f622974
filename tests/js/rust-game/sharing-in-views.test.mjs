// Views of a Rust game's `G` share their unchanged parts: selectors and memos do not run again.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { Local } from 'rondel/multiplayer';
import { gameModule } from '../../../pkg/lib/engine/game-module.js';
import { board, compile, duel, faults } from '../../rust-game/duel.mjs';
import { table } from '../online/support.mjs';
import { collect } from '../support/memory.mjs';
import { nextTask } from '../support/tasks.mjs';

const game = duel({ seed: 'duel' });

/** Names the parts of a `G` that are other objects than before. */
const changed = (before, after) => Object.keys(after).filter((key) => after[key] !== before[key]).sort();

test('in one page, parts that a move does not change stay the same object, in the view of each player', (t) => {
  const client = Client({ game, quiet: true, playerID: '0' });
  t.after(() => client.dispose());
  client.start();
  const begun = client.getState().G;
  client.moves.lay(0);
  const laid = client.getState().G;
  assert.deepEqual(changed(begun, laid), ['hands', 'round']);
  client.events.endTurn();
  assert.equal(client.getState().G, laid);
  client.updatePlayerID('1');
  const seen = client.getState().G;
  client.moves.draw();
  const drawn = client.getState().G;
  assert.deepEqual(changed(seen, drawn), ['deck', 'hands']);
  client.updatePlayerID('0');
  assert.deepEqual(changed(laid, client.getState().G), ['deck', 'hands']);
  assert.equal(client.getState().G.hands[0], laid.hands[0]);
  client.undo();
  for (const shown of [begun, laid, seen, drawn]) {
    assert.ok([shown, shown.hands, shown.round, shown.points].every(Object.isFrozen));
  }
});

test('undo shares as well, also after earlier states were read', (t) => {
  const client = Client({ game: board(), quiet: true, playerID: '0' });
  t.after(() => client.dispose());
  const begun = client.getState().G;
  for (const cell of [1, 2, 3]) client.moves.mark(cell);
  const { G, _undo } = client.getState();
  assert.deepEqual(_undo.map(({ G: { cells } }) => cells.slice(1, 4)), [[0, 0, 0], [1, 0, 0], [1, 1, 0], [1, 1, 1]]);
  const stored = client.store.getState();
  assert.equal(stored.G, stored._undo.at(-1).G);
  for (let i = 0; i < 3; i += 1) client.undo();
  const back = client.getState().G;
  assert.deepEqual(back, begun);
  assert.deepEqual(changed(G, back), ['cells']);
  client.redo();
  assert.deepEqual(changed(back, client.getState().G), ['cells']);
});

test('views of earlier states are not kept', async (t) => {
  const client = Client({ game: faults(), quiet: true });
  t.after(() => client.dispose());
  const counted = () => {
    client.moves.count();
    return new WeakRef(client.getState().G);
  };
  const [first, second] = [counted(), counted()];
  await nextTask();
  collect();
  assert.deepEqual([first.deref(), second.deref()?.count], [undefined, 2]);
  client.undo();
  assert.equal(client.getState().G.count, 1);
});

test('views of players at a master in the page share as well', async () => {
  const multiplayer = Local();
  const clients = ['0', '1', null].map((playerID) => Client({ game, multiplayer, playerID, quiet: true, matchID: 'shared' }));
  for (const client of clients) client.start();
  const before = clients.map((client) => client.getState().G);
  clients[0].moves.lay(0);
  const after = clients.map((client) => client.getState().G);
  after.forEach((G, i) => assert.deepEqual(changed(before[i], G), ['hands', 'round']));
  assert.equal(after[1].hands[1], before[1].hands[1]);
  for (const client of clients) client.dispose();
});

test('clients in the page of their master get the same object as the master', () => {
  const options = { game: faults(), multiplayer: Local(), quiet: true, matchID: 'handed' };
  const clients = ['0', '1', null].map((playerID) => Client({ ...options, playerID }));
  for (const client of clients) client.start();
  clients[0].moves.count();
  const [{ G: own }, { G }, { G: spectators }] = clients.map((client) => client.getState());
  assert.equal(G, spectators);
  assert.ok(Object.isFrozen(G));
  assert.deepEqual(own, G);
  for (const client of clients) client.dispose();
});

for (const deltaState of [true, false]) {
  test(`a page that predicts shares with its last view${deltaState ? ', also after a patch of the master' : ''}`, async (t) => {
    const { seated, run } = table(t, duel({ seed: 'duel', deltaState }), { predict: 'flow' });
    const [{ client: zero }, { client: one }] = await seated('0', '1');
    const [begun, seen] = [zero.getState().G, one.getState().G];
    zero.moves.lay(0);
    const ahead = zero.getState().G;
    assert.deepEqual(changed(begun, ahead), ['hands', 'round']);
    await run();
    assert.equal(zero.getState().G, ahead);
    if (deltaState) assert.deepEqual(changed(seen, one.getState().G), ['hands', 'round']);
  });
}

test('a state that this page has shown is found in the module without parsing its text', (t) => {
  const client = Client({ game, quiet: true, playerID: '0' });
  t.after(() => client.dispose());
  client.start();
  client.moves.lay(0);
  const { shown } = gameModule(compile);
  const { G } = client.store.getState();
  assert.ok(shown.numberOf(G) > 0);
  assert.equal(shown.numberOf({ ...G }), 0);
  client.undo();
  client.loadState({ ...client.store.getState(), G });
  assert.equal(client.store.getState().G, G);
});

test('the states of a match are freed with it, although the page has them', (t) => {
  // The module has at most 64 MB.
  const kept = [];
  for (let i = 0; i < 20; i += 1) {
    const client = Client({ game: faults(), quiet: true });
    t.after(() => client.dispose());
    for (let n = 0; n < 5; n += 1) {
      client.moves.arm('x'.repeat(1 << 20));
      kept.push(client.getState());
    }
    client.dispose();
  }
  const [{ G, canUndo, _undo, deltalog, plugins }] = kept;
  assert.equal(G.armed.length, 1 << 20);
  assert.deepEqual([canUndo, _undo, deltalog, plugins], [false, [], [], {}]);
});
