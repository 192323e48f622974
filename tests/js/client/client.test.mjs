// The Client in single-player mode, compared with boardgame.io 0.50.2 where the two agree.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import bgio from 'boardgame.io/dist/cjs/client.js';
import { Local } from 'rondel/multiplayer';
import { quietly } from '../support/console.mjs';
import { throughJSON } from '../support/json.mjs';
import { both, counter } from './support.mjs';

test('Client() returns synchronously, with a state', () => {
  const { G, ctx, isActive, log, _stateID } = Client({ game: counter() }).getState();
  assert.deepEqual(G, { n: 0 });
  assert.equal(ctx.numPlayers, 2);
  assert.equal(ctx.turn, 1);
  assert.deepEqual({ isActive, log, _stateID }, { isActive: true, log: [], _stateID: 0 });
});

test('Client works with and without new', () => {
  for (const client of [Client({ game: counter() }), new Client({ game: counter() })]) {
    client.moves.add(2);
    assert.equal(client.getState().G.n, 2);
  }
});

test('the client may be destructured', () => {
  const { moves, events, getState, subscribe, undo, redo, reset, updatePlayerID, start, stop, dispose } = Client({ game: counter() });
  let calls = 0;
  const unsubscribe = subscribe(() => { calls += 1; });
  start();
  const { add } = moves;
  add(3);
  undo();
  assert.equal(getState().G.n, 0);
  redo();
  assert.equal(getState().G.n, 3);
  events.endTurn();
  assert.equal(getState().ctx.currentPlayer, '1');
  updatePlayerID('1');
  add(4);
  assert.equal(getState().G.n, 7);
  reset();
  assert.equal(getState().G.n, 0);
  assert.ok(calls > 6);
  unsubscribe();
  stop();
  dispose();
});

test('updatePlayerID sets the acting player', () => {
  both((Client) => {
    const game = { setup: () => ({ by: [] }), moves: { act: ({ G, playerID }) => { G.by.push(playerID); } }, turn: { activePlayers: { all: null } } };
    const client = Client({ game, debug: false, quiet: true });
    client.moves.act();
    client.updatePlayerID('1');
    client.moves.act();
    client.updatePlayerID(null);
    client.moves.act();
    return client.getState().G.by;
  }, ['0', '1', '0']);
});

test('getState() is reference-equal until something changes', () => {
  const client = Client({ game: counter() });
  const first = client.getState();
  assert.equal(client.getState(), first);
  quietly(() => client.moves.refuse());
  assert.equal(client.getState().G, first.G);
  assert.equal(client.getState().ctx, first.ctx);
  client.moves.add(1);
  const second = client.getState();
  assert.notEqual(second, first);
  assert.equal(client.getState(), second);
  assert.deepEqual(first.G, { n: 0 }, 'the old one is what it was');
  client.updatePlayerID('1');
  assert.notEqual(client.getState(), second);
  assert.equal(client.getState(), client.getState());
});

test('getState() shares the parts that a move did not change', () => {
  const client = Client({ game: { setup: () => ({ a: { x: 1 }, b: { x: 1 } }), moves: { touch: ({ G }) => { G.a.x += 1; } } } });
  const before = client.getState();
  client.moves.touch();
  const after = client.getState();
  assert.equal(after.G.b, before.G.b);
  assert.notEqual(after.G.a, before.G.a);
});

test('subscribe calls the subscriber at once, then after each change, with the state', () => {
  both((Client) => {
    const client = Client({ game: counter(), debug: false, quiet: true });
    const seen = [];
    client.subscribe((state) => seen.push(state.G.n));
    client.moves.add(1);
    client.moves.add(1);
    client.events.endTurn();
    client.undo();
    client.reset();
    return seen[0] === 0 && [...new Set(seen)];
  }, [0, 1, 2]);
});

test('subscribe refuses a value that is not a function, as in boardgame.io', () => {
  for (const options of [{}, { compat: '0.50' }]) {
    for (const multiplayer of [undefined, Local()]) {
      const client = Client({ game: { ...counter(), ...options }, playerID: '0', multiplayer, debug: false, quiet: true });
      client.start();
      for (const subscriber of [undefined, null, 5, 'listener', {}]) {
        assert.throws(() => client.subscribe(subscriber), { code: 'client/subscriber', message: /expected a function/ });
        assert.throws(() => bgio.Client({ game: counter(), debug: false, quiet: true }).subscribe(subscriber), TypeError);
      }
      // Nothing of it remains.
      client.moves.add(1);
      assert.equal(client.getState().G.n, 1);
      client.dispose();
    }
  }
});

test('a subscriber gets what getState() returns', () => {
  const client = Client({ game: counter() });
  client.subscribe((state) => assert.equal(state, client.getState()));
  client.moves.add(1);
});

test('unsubscribing one subscriber keeps the others', () => {
  const client = Client({ game: counter() });
  const calls = { a: 0, b: 0, c: 0 };
  const subscribe = (name) => client.subscribe(() => { calls[name] += 1; });
  const leaveA = subscribe('a');
  subscribe('b');
  leaveA();
  leaveA();
  subscribe('c');
  Object.assign(calls, { a: 0, b: 0, c: 0 });
  client.moves.add(1);
  assert.deepEqual(calls, { a: 0, b: 1, c: 1 });
});

test('a subscriber that unsubscribes itself while called does not affect the others', () => {
  const client = Client({ game: counter() });
  const calls = [];
  let armed = false;
  const leave = client.subscribe(() => { if (armed) { calls.push('once'); leave(); } });
  client.subscribe(() => { if (armed) calls.push('always'); });
  armed = true;
  client.moves.add(1);
  client.moves.add(1);
  assert.deepEqual(calls, ['once', 'always', 'always']);
});

test('a function subscribed twice is called twice, and each subscription ends by itself', () => {
  const client = Client({ game: counter() });
  let calls = 0;
  const listen = () => { calls += 1; };
  const leave = client.subscribe(listen);
  client.subscribe(listen);
  calls = 0;
  client.moves.add(1);
  assert.equal(calls, 2);
  leave();
  client.moves.add(1);
  assert.equal(calls, 3);
});

test('a subscriber that throws does not stop the others, nor the move', () => {
  const client = Client({ game: counter() });
  let armed = false;
  let heard = 0;
  client.subscribe(() => { if (armed) throw new Error('a subscriber of mine'); });
  client.subscribe(() => { if (armed) heard += 1; });
  armed = true;
  quietly(() => {
    try {
      client.moves.add(1);
    } catch (error) {
      assert.equal(error.message, 'a subscriber of mine');
    }
  });
  assert.equal(heard, 1);
  assert.equal(client.getState().G.n, 1);
  quietly(() => { try { client.moves.add(1); } catch { /* the same one */ } });
  assert.equal(client.getState().G.n, 2);
});

test('start, stop and start again, as StrictMode does it', () => {
  const client = Client({ game: counter() });
  client.start();
  client.stop();
  client.start();
  client.moves.add(1);
  assert.equal(client.getState().G.n, 1);
  client.stop();
  client.moves.add(1);
  assert.equal(client.getState().G.n, 2, 'single-player works without start, as in boardgame.io');
});

test('dispose may be called twice', () => {
  const client = Client({ game: counter() });
  client.subscribe(() => {});
  client.moves.add(1);
  client.dispose();
  client.dispose();
});

test('reset returns to the initial state and forgets the log', () => {
  both((Client) => {
    const client = Client({ game: counter(), debug: false, quiet: true });
    client.moves.add(5);
    client.events.endTurn();
    client.moves.add(1);
    client.reset();
    const { G, ctx, log, _stateID, _undo, _redo } = client.getState();
    return { G, turn: ctx.turn, currentPlayer: ctx.currentPlayer, log, clientLog: client.log, _stateID, undo: _undo.length, redo: _redo.length };
  }, { G: { n: 0 }, turn: 1, currentPlayer: '0', log: [], clientLog: [], _stateID: 0, undo: 1, redo: 0 });
});

test('getInitialState does not change', () => {
  const client = Client({ game: counter() });
  client.moves.add(5);
  client.events.endTurn();
  const initial = client.getInitialState();
  assert.deepEqual(initial.G, { n: 0 });
  assert.equal(initial.ctx.turn, 1);
  assert.equal(initial._stateID, 0);
});

test('updatePlayerID, updateMatchID and updateCredentials take effect and notify subscribers', () => {
  const client = Client({ game: counter(), playerID: '0', matchID: 'm' });
  assert.deepEqual([client.playerID, client.matchID], ['0', 'm']);
  let calls = 0;
  client.subscribe(() => { calls += 1; });
  client.updatePlayerID('1');
  client.updateMatchID('n');
  client.updateCredentials('secret');
  assert.deepEqual([client.playerID, client.matchID, client.credentials], ['1', 'n', 'secret']);
  assert.equal(calls, 4);
  assert.equal(Client({ game: counter() }).matchID, 'default');
});

test('isActive is true for a seat in its turn, always without a seat, and never after the end', () => {
  both((Client) => {
    const answers = [];
    const client = Client({ game: counter(), debug: false, quiet: true });
    const ask = () => answers.push(client.getState().isActive);
    ask();
    client.updatePlayerID('1');
    ask();
    client.updatePlayerID('0');
    ask();
    client.events.setActivePlayers({ others: null });
    ask();
    client.updatePlayerID('1');
    ask();
    client.events.endGame();
    ask();
    client.updatePlayerID(null);
    ask();
    return answers;
  }, [true, false, true, false, true, false, false]);
});

test('the log has an entry for each action and each end of a turn or phase, as in boardgame.io', () => {
  const play = (Client) => {
    const client = Client({
      game: {
        ...counter(),
        turn: { maxMoves: 2 },
        phases: { A: { start: true, next: 'B' }, B: {} },
      },
      debug: false, quiet: true,
    });
    client.moves.add(1);
    client.undo();
    client.redo();
    client.moves.add(1);
    client.events.endPhase();
    client.events.setActivePlayers({ all: 's', maxMoves: 1 });
    client.moves.add(1);
    client.events.endGame('over');
    return client.log;
  };
  // Undefined fields, as in boardgame.io's actions without credentials, count as absent.
  const expected = throughJSON(play(bgio.Client));
  assert.deepEqual(throughJSON(play(Client)), expected);
  assert.ok(expected.some((entry) => entry.automatic), 'automatic endings are among them');
});

test('log, _undo and _redo belong to the same state', () => {
  const client = Client({ game: counter() });
  client.moves.add(1);
  const early = client.getState();
  client.moves.add(1);
  client.undo();
  assert.equal(early.log.length, 1);
  assert.equal(early._undo.length, 2);
  assert.equal(early._redo.length, 0);
  assert.deepEqual(early.deltalog.map((entry) => entry.action.payload.type), ['add']);
  const { _undo, _redo, log } = client.getState();
  assert.deepEqual([_undo.length, _redo.length, log.length], [2, 1, 3]);
  assert.equal(client.log.length, 3);
});

test('undo and redo step through the player’s own moves of this turn', () => {
  both((Client) => {
    const client = Client({ game: counter(), debug: false, quiet: true });
    const seen = [];
    const look = () => seen.push(client.getState().G.n);
    quietly(() => {
      client.moves.add(1);
      client.moves.add(10);
      client.undo();
      look();
      client.undo();
      look();
      client.undo();
      look();
      client.redo();
      look();
      client.redo();
      look();
      client.redo();
      look();
      client.undo();
      client.moves.add(100);
      client.redo();
      look();
      client.events.endTurn();
      client.undo();
      look();
    });
    return seen;
  }, [1, 0, 0, 1, 11, 11, 101, 101]);
});

test('undo is refused for another player, for a move with undoable: false, and with disableUndo', () => {
  const others = Client({ game: { ...counter(), turn: { activePlayers: { all: null } } }, playerID: '0' });
  others.moves.add(1);
  others.updatePlayerID('1');
  const fixed = Client({ game: { ...counter(), moves: { add: { move: ({ G }) => { G.n += 1; }, undoable: false } } } });
  fixed.moves.add();
  const off = Client({ game: { ...counter(), disableUndo: true } });
  off.moves.add(1);
  quietly(() => {
    for (const [client, type] of [[others, 'action/action_invalid'], [fixed, 'action/action_invalid'], [off, 'action/action_disabled']]) {
      const handle = client.undo();
      assert.equal(handle.status, 'rejected');
      assert.equal(handle.error.type, type);
      assert.equal(client.getState().G.n, 1);
    }
  });
});

test('undoable may be a function of G and ctx', () => {
  const game = () => ({
    setup: () => ({ n: 0 }),
    moves: { add: { move: ({ G }) => { G.n += 1; }, undoable: ({ G, ctx }) => G.n < 2 && ctx.turn === 1 } },
  });
  both((Client) => quietly(() => {
    const client = Client({ game: game(), debug: false, quiet: true });
    client.moves.add();
    client.moves.add();
    client.undo();
    const refused = client.getState().G.n;
    const other = Client({ game: game(), debug: false, quiet: true });
    other.moves.add();
    other.undo();
    return [refused, other.getState().G.n];
  }), [2, 0]);
});

test('undo restores the generator of random numbers', () => {
  both((Client) => {
    const client = Client({ game: { seed: 'x', setup: () => ({}), moves: { roll: { move: ({ G, random }) => { G.roll = random.D20(); }, undoable: true } } }, debug: false, quiet: true });
    client.moves.roll();
    const first = client.getState().G.roll;
    client.undo();
    client.moves.roll();
    return client.getState().G.roll === first;
  }, true);
});

test('setupData reaches setup', () => {
  const client = Client({ game: { setup: (context, data) => ({ players: context.ctx.numPlayers, data }) }, numPlayers: 3, setupData: { deck: 52 } });
  assert.deepEqual(client.getState().G, { players: 3, data: { deck: 52 } });
});

test('getState() shows G through playerView for the seat', () => {
  const game = () => ({
    setup: () => ({ hands: { 0: 'king', 1: 'ace' } }),
    playerView: ({ G, playerID }) => ({ hand: G.hands[playerID] ?? null }),
    moves: { look: ({ G, playerID }) => { G.seen = G.hands[playerID]; } },
  });
  both((Client) => {
    const client = Client({ game: game(), debug: false, quiet: true });
    const views = [client.getState().G];
    for (const id of ['0', '1']) {
      client.updatePlayerID(id);
      views.push(client.getState().G);
    }
    return views;
  }, [{ hand: null }, { hand: 'king' }, { hand: 'ace' }]);
});

test('a handle reports the outcome of a move, an event, an undo', async () => {
  const client = Client({ game: counter() });
  for (const handle of [client.moves.add(1), client.undo(), client.redo(), client.events.endTurn()]) {
    assert.equal(handle.status, 'confirmed');
    assert.equal(handle.error, null);
    await handle.confirmed;
  }
  const refused = quietly(() => client.moves.refuse());
  assert.equal(refused.status, 'rejected');
  await refused.confirmed;
});

test('a limit of 32 bits or more is no limit', () => {
  for (const maxMoves of [2 ** 31, 2 ** 32 - 1, 2 ** 32, 1e300, Infinity]) {
    const client = Client({ game: { moves: { all: ({ events }) => events.setActivePlayers({ all: null, maxMoves }) } } });
    client.moves.all();
    const limits = maxMoves === 2 ** 31 ? { 0: maxMoves, 1: maxMoves } : null;
    assert.deepEqual(client.getState().ctx._activePlayersMaxMoves, limits);
  }
});
