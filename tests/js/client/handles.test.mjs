// The outcome of an action: handles, payloads of `invalid`, `lastError`, `canUndo` and `canRedo`.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { INVALID_MOVE, invalid, legacyGame } from 'rondel/core';
import { Local } from 'rondel/multiplayer';
import { capture, quietly } from '../support/console.mjs';
import { both, counter } from './support.mjs';

/** A shop: goods cost gold, and a refusal says how much is missing. */
function shop(game = {}) {
  return {
    setup: () => ({ gold: 5, bag: { things: [] } }),
    moves: {
      buy: ({ G }, thing, price) => {
        G.bag.things.push(thing);
        G.gold -= price;
        if (G.gold < 0) return invalid({ missing: -G.gold, bag: G.bag, list: [{ deep: G.bag.things }] });
      },
      steal: () => INVALID_MOVE,
      shrug: () => invalid(),
    },
    ...game,
  };
}

const make = (game, options) => Client({ game, debug: false, quiet: true, ...options });

test('the caller gets the payload of invalid(), and the state does not change', async () => {
  const client = make(shop());
  const handle = client.moves.buy('sword', 8);
  assert.equal(handle.status, 'rejected');
  assert.equal(handle.error.type, 'action/invalid_move');
  assert.equal(handle.error.payload.missing, 3);
  assert.deepEqual(await handle.confirmed, { status: 'rejected', error: handle.error });
  assert.deepEqual(client.getState().G, { gold: 5, bag: { things: [] } });
  assert.equal(client.log.length, 0);
});

test('a payload made of drafts stays readable after the move, with the move\'s values', () => {
  const client = make(shop());
  const { payload } = client.moves.buy('sword', 8).error;
  assert.deepEqual(payload, { missing: 3, bag: { things: ['sword'] }, list: [{ deep: ['sword'] }] });
  assert.equal(JSON.stringify(payload.list), '[{"deep":["sword"]}]');
});

test('INVALID_MOVE and invalid() without a payload give no payload', () => {
  const client = make(shop());
  for (const move of ['steal', 'shrug']) {
    const { type, payload } = client.moves[move]().error;
    assert.deepEqual({ type, payload }, { type: 'action/invalid_move', payload: undefined }, move);
  }
});

for (const payload of [null, 0, '', false, 'too dear', [1, 2]]) {
  test(`the payload ${JSON.stringify(payload)} arrives unchanged`, () => {
    const { error } = make({ moves: { go: () => invalid(payload) } }).moves.go();
    assert.deepEqual(error.payload, payload);
  });
}

test('a value that only looks like invalid() is a new G', () => {
  const client = make({ setup: () => ({}), moves: { go: () => ({ payload: 1 }) } });
  assert.equal(client.moves.go().status, 'confirmed');
  assert.deepEqual(client.getState().G, { payload: 1 });
});

test('invalid() works where plugins wrap moves, in legacyGame and in stages', () => {
  const plugins = [{ name: 'wrap', fnWrap: (fn) => (context, ...args) => fn(context, ...args) }];
  const wrapped = make({ plugins, setup: () => ({ n: 1 }), moves: { go: ({ G }) => { G.n = 2; return invalid({ n: G.n, all: [G] }); } } });
  assert.deepEqual(wrapped.moves.go().error.payload, { n: 2, all: [{ n: 2 }] });
  assert.deepEqual(wrapped.getState().G, { n: 1 });
  const positional = make(legacyGame({ moves: { go: (G, ctx, why) => invalid({ why, by: ctx.playerID }) } }));
  assert.deepEqual(positional.moves.go('no').error.payload, { why: 'no', by: '0' });
  const staged = make({ turn: { activePlayers: { all: 's' }, stages: { s: { moves: { go: () => invalid('here') } } } } });
  assert.equal(staged.moves.go().error.payload, 'here');
});

test('the next refusal does not inherit a payload', () => {
  const client = make(shop());
  assert.ok(client.moves.buy('sword', 8).error.payload);
  assert.equal(client.moves.steal().error.payload, undefined);
  assert.equal(client.undo().error.payload, undefined);
});

test('lastError is the error of the last action if it was refused, and null if it was accepted', () => {
  const client = make(shop());
  assert.equal(client.getState().lastError, null);
  const { error } = client.moves.buy('sword', 8);
  assert.equal(client.getState().lastError, error);
  client.updatePlayerID('0');
  client.canMove('buy', 'apple', 1);
  assert.equal(client.getState().lastError, error, 'asking and sitting down are no actions');
  client.moves.buy('apple', 1);
  assert.equal(client.getState().lastError, null);
  for (const [act, type] of [
    [() => client.redo(), 'action/action_invalid'],
    [() => client.events.endTurn({ next: '7' }), 'action/action_invalid'],
    [() => { client.updatePlayerID('1'); return client.moves.steal(); }, 'action/inactive_player'],
  ]) {
    const refused = act();
    assert.equal(refused.error.type, type);
    assert.equal(client.getState().lastError, refused.error);
  }
  client.reset();
  assert.equal(client.getState().lastError, null);
});

test('an exception is not a refusal: lastError stays as it was', () => {
  const client = make({ ...counter(), moves: { ...counter().moves, fail: () => { throw new Error('mine'); } } });
  const { error } = client.moves.refuse();
  assert.throws(() => client.moves.fail(), /mine/);
  assert.equal(client.getState().lastError, error);
});

test('a refusal is published, as in boardgame.io, and an old state keeps its own lastError', () => {
  const client = make(shop());
  const seen = [];
  client.subscribe((state) => seen.push(state.lastError?.type ?? null));
  const before = client.getState();
  client.moves.steal();
  const refused = client.getState();
  client.moves.buy('apple', 1);
  assert.deepEqual(seen, [null, 'action/invalid_move', null]);
  assert.equal(before.lastError, null);
  assert.equal(refused.lastError.type, 'action/invalid_move');
  assert.equal(refused.G, before.G);
  both((anyClient) => quietly(() => {
    const other = anyClient({ game: counter(), debug: false, quiet: true });
    let calls = 0;
    other.subscribe(() => { calls += 1; });
    other.moves.refuse();
    return calls > 1;
  }), true);
});

test('lastError concerns only this client', () => {
  const [mine, yours] = [make(shop()), make(shop())];
  mine.moves.steal();
  assert.equal(yours.getState().lastError, null);
});

test('a disposed client refuses actions with that reason', () => {
  const client = make(shop());
  client.dispose();
  for (const act of [() => client.moves.buy('apple', 1), () => client.undo(), () => client.reset(), () => client.events.endTurn()]) {
    const { status, error } = act();
    assert.equal(status, 'rejected');
    assert.match(error.message, /disposed/);
  }
});

test('canUndo and canRedo follow the player’s own moves of this turn', () => {
  const client = make(counter());
  const can = () => {
    const { canUndo, canRedo } = client.getState();
    return [canUndo, canRedo];
  };
  assert.deepEqual(can(), [false, false]);
  client.moves.add(1);
  assert.deepEqual(can(), [true, false]);
  client.moves.refuse();
  assert.deepEqual(can(), [true, false]);
  client.undo();
  assert.deepEqual(can(), [false, true]);
  client.redo();
  assert.deepEqual(can(), [true, false]);
  client.undo();
  client.moves.add(2);
  assert.deepEqual(can(), [true, false], 'a new move has nothing to redo');
  client.events.endTurn();
  assert.deepEqual(can(), [false, false], 'another turn');
});

test('canUndo and canRedo follow the seat', () => {
  const client = make({ ...counter(), turn: { activePlayers: { all: null } } }, { playerID: '0' });
  const can = (seat) => {
    client.updatePlayerID(seat);
    const { canUndo, canRedo } = client.getState();
    return [canUndo, canRedo];
  };
  client.moves.add(1);
  assert.deepEqual([can('0'), can('1'), can(null)], [[true, false], [false, false], [true, false]]);
  client.updatePlayerID('0');
  client.undo();
  assert.deepEqual([can('0'), can('1'), can(null)], [[false, true], [false, false], [false, true]]);
});

test('canUndo follows undoable, whether it is a value or a function', () => {
  const move = ({ G }) => { G.n += 1; };
  const asked = [];
  const client = make({
    ...counter(),
    moves: {
      free: move,
      final: { move, undoable: false },
      twice: { move, undoable: ({ G, ctx }) => { asked.push(ctx.turn); return G.n < 3; } },
    },
  });
  const after = (name) => {
    client.moves[name]();
    return client.getState().canUndo;
  };
  assert.deepEqual([after('free'), after('final')], [true, false]);
  client.reset();
  const counts = asked.length;
  client.moves.twice();
  assert.equal(asked.length, counts, 'not asked before somebody looks');
  assert.equal(client.getState().canUndo, true);
  assert.equal(client.getState().canUndo, true);
  assert.equal(asked.length, counts + 1, 'asked once for a state');
  client.moves.twice();
  assert.equal(client.undo().status, 'confirmed');
  client.moves.twice();
  client.moves.twice();
  assert.equal(client.getState().canUndo, client.undo().status === 'confirmed');
});

test('with disableUndo canUndo is always false', () => {
  const client = make({ ...counter(), disableUndo: true });
  client.moves.add(1);
  assert.deepEqual([client.getState().canUndo, client.getState().canRedo], [false, false]);
  assert.equal(client.undo().error.type, 'action/action_disabled');
  assert.equal(client.getState().lastError.type, 'action/action_disabled');
});

test('the states of a disposed client answer canUndo with false', () => {
  const client = make(counter());
  client.moves.add(1);
  client.dispose();
  const { canUndo, canRedo, lastError } = client.getState();
  assert.deepEqual([canUndo, canRedo, lastError], [false, false, null]);
});

test('under compat actions return undefined, and states have lastError and canUndo', () => {
  both((anyClient) => quietly(() => {
    const client = anyClient({ game: { ...counter(), compat: '0.50' }, debug: false, quiet: true });
    const { moves, events } = client;
    return [moves.add(1), moves.refuse(), events.endTurn(), client.undo(), client.redo(), client.reset()];
  }), Array(6).fill(undefined));
  const client = make(shop({ compat: '0.50' }));
  assert.equal(client.moves.buy('sword', 8), undefined);
  assert.equal(client.getState().lastError.payload.missing, 3);
  client.moves.buy('apple', 1);
  assert.deepEqual([client.getState().lastError, client.getState().canUndo], [null, true]);
});

test('under compat a subscriber that throws stops the others, as in boardgame.io', () => {
  both((anyClient) => {
    const client = anyClient({ game: { ...counter(), compat: '0.50' }, debug: false, quiet: true });
    let armed = false;
    let heard = 0;
    client.subscribe(() => { if (armed) throw new Error('mine'); });
    client.subscribe(() => { heard += 1; });
    armed = true;
    let thrown;
    try { client.moves.add(1); } catch ({ message }) { thrown = message; }
    armed = false;
    client.moves.add(1);
    return [thrown, heard, client.getState().G.n];
  }, ['mine', 2, 2]);
});

test('refusals are printed in development, unless the client is quiet', () => {
  const says = (options) => capture(() => Client({ game: shop(), ...options }).moves.steal()).printed;
  assert.deepEqual(says({}), ['rondel: moves.steal was refused: invalid move: steal']);
  assert.deepEqual(says({ debug: false }), says({}));
  assert.deepEqual(says({ quiet: true }), []);
  // As in boardgame.io.
  assert.deepEqual(says({ game: { ...shop(), compat: '0.50' }, debug: false }), []);
});

test('the payload of invalid() is printed unchanged, in the page and online', () => {
  const missing = { missing: 3 };
  const poor = { moves: { buy: () => invalid(missing), steal: { move: () => {}, validate: () => invalid('no thief') }, wait: () => invalid() } };
  for (const options of [{}, { playerID: '0', multiplayer: Local({ fresh: true }) }]) {
    const printed = [];
    const { error } = console;
    console.error = (...parts) => { printed.push(parts); };
    try {
      const client = Client({ game: poor, ...options });
      client.start();
      client.moves.buy();
      client.moves.steal();
      client.moves.wait();
      client.events.endTurn({ next: '9' });
      client.stop();
    } finally {
      console.error = error;
    }
    assert.deepEqual(printed.slice(0, 3), [
      ['rondel: moves.buy was refused: invalid move: buy', missing],
      ['rondel: moves.steal was refused: invalid move: steal', 'no thief'],
      ['rondel: moves.wait was refused: invalid move: wait'],
    ]);
    assert.equal(printed[3].length, 1);
  }
});
