// Properties of every game and every play, checked on random ones.
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { Client } from 'rondel/client';
import { silence } from '../support/console.mjs';
import { act, definitions, loggedPlay, makeGame, options, play } from './arbitrary.mjs';

/** Runs with clients of a game and disposes of them. A random game may loop before it has begun: then nothing is run. */
function withClients(count, definition, run, disturb) {
  const clients = [];
  try {
    for (let i = 0; i < count; i += 1) {
      const game = makeGame(definition, disturb);
      clients.push(Client({ game, numPlayers: definition.numPlayers, quiet: true }));
    }
  } catch (error) {
    if (error.name !== 'RondelError') throw error;
    return;
  }
  run(...clients);
  for (const client of clients) client.dispose();
}

/** All fields that a client shows, as text. */
const everything = (client) => JSON.stringify(client.getState());

/** The state without its history. */
function essence(client) {
  const { G, ctx, _stateID, plugins } = client.getState();
  return JSON.stringify({ G, ctx, _stateID, plugins });
}

test('the same seed and the same actions give byte-equal states, logs and undo stacks', () => {
  fc.assert(fc.property(definitions, play, (definition, actions) => {
    withClients(2, definition, (one, two) => {
      assert.equal(everything(one), everything(two));
      for (const action of actions) {
        const [first, second] = [act(one, action), act(two, action)];
        assert.deepEqual(first?.error, second?.error);
        assert.equal(everything(one), everything(two));
      }
    });
  }), options(300));
});

test('replaying the log on a fresh client with the same seed gives an equal state', () => {
  let entries = 0;
  fc.assert(fc.property(definitions, loggedPlay, (definition, actions) => {
    withClients(2, definition, (played, fresh) => {
      for (const action of actions) act(played, action);
      for (const action of actionsOf(played.log)) {
        entries += 1;
        assert.equal(act(fresh, action).status, 'confirmed');
      }
      assert.equal(essence(fresh), essence(played));
      // The random generators are in the same state, too.
      for (const client of [played, fresh]) for (const move of ['a', 'b', 'c']) act(client, { move, arg: 1 });
      assert.equal(essence(fresh), essence(played));
    });
  }), options(300));
  assert.ok(entries > 100, `${entries} actions were replayed`);
});

/** The players' actions, read from the log: the entries of one action have the same _stateID. */
function actionsOf(log) {
  const byState = Map.groupBy ? Map.groupBy(log, (entry) => entry._stateID) : groupByState(log);
  return [...byState.values()].map((entries) => {
    const { type, payload } = entries[0].action;
    if (type === 'MAKE_MOVE') return { move: payload.type, arg: payload.args[0], seat: payload.playerID };
    if (type === 'UNDO' || type === 'REDO') return { call: type.toLowerCase() };
    return { event: 'endTurn' };
  });
}

function groupByState(log) {
  const groups = new Map();
  for (const entry of log) groups.set(entry._stateID, [...(groups.get(entry._stateID) ?? []), entry]);
  return groups;
}

test('undo and then redo is identity, and canUndo and canRedo show when they work', () => {
  let undone = 0;
  fc.assert(fc.property(definitions, play, (definition, actions) => {
    withClients(2, definition, (one, two) => {
      for (const action of actions) {
        for (const client of [one, two]) act(client, action);
        const before = essence(one);
        const { canUndo, _undo } = one.getState();
        assert.equal(one.undo().status === 'confirmed', canUndo);
        if (!canUndo) {
          assert.equal(essence(one), before);
          continue;
        }
        undone += 1;
        assert.equal(one.getState().canRedo, true);
        assert.equal(one.redo().status, 'confirmed');
        assert.deepEqual(one.getState()._undo.length, _undo.length);
        const { G, ctx } = two.getState();
        assert.equal(JSON.stringify([one.getState().G, one.getState().ctx]), JSON.stringify([G, ctx]));
      }
    });
  }), options(300));
  assert.ok(undone > 100, `${undone} actions were undone`);
});

test('canMove is false only for refused moves, legalMoves lists moves that canMove allows, and neither changes the state', () => {
  const counts = { yes: 0, no: 0 };
  fc.assert(fc.property(definitions, play, (definition, actions) => {
    withClients(2, definition, (asked, unasked) => {
      for (const action of actions) {
        asked.updatePlayerID(action.seat ?? null);
        if (action.move && asked.moves[action.move]) {
          const can = asked.canMove(action.move, action.arg);
          const { status } = act(asked, action);
          if (!can) assert.equal(status, 'rejected');
          counts[can ? 'yes' : 'no'] += 1;
        } else {
          act(asked, action);
        }
        for (const { move, args } of asked.legalMoves()) assert.equal(asked.canMove(move, ...args), true);
        act(unasked, action);
        assert.equal(everything(asked), everything(unasked));
      }
    });
  }), options(300));
  assert.ok(counts.yes > 100 && counts.no > 100, JSON.stringify(counts));
});

test('a callback that throws changes nothing, and the same call works afterwards', () => {
  const mine = new Error('mine');
  let fuse = Infinity;
  let thrown = 0;
  const disturb = (place) => {
    // `getState` calls playerView and canUndo calls undoable, outside of any action.
    if (place === 'playerView' || place === 'undoable') return;
    fuse -= 1;
    if (fuse === 0) throw mine;
  };
  const action = fc.tuple(play, fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 15, maxLength: 15 }));
  fc.assert(fc.property(definitions, action, (definition, [actions, fuses]) => {
    fuse = Infinity;
    withClients(2, definition, (bombed, spared) => {
      actions.forEach((action, i) => {
        const { G, ctx, _stateID, log } = bombed.getState();
        // An undo makes its move again on each view: an exception there only means that nobody could have foreseen the outcome.
        fuse = action.call === 'undo' ? Infinity : fuses[i];
        try {
          act(bombed, action);
        } catch (error) {
          assert.equal(error, mine);
          thrown += 1;
          fuse = Infinity;
          const after = bombed.getState();
          assert.equal(after.G, G);
          assert.equal(JSON.stringify([after.ctx, after._stateID, after.log]), JSON.stringify([ctx, _stateID, log]));
          act(bombed, action);
        }
        fuse = Infinity;
        act(spared, action);
        assert.equal(everything(bombed), everything(spared));
      });
    }, disturb);
  }), options(300));
  assert.ok(thrown > 100, `${thrown} times something was thrown`);
});

/** Public calls of every kind: those of `act`, and all others of a client. */
const calls = fc.array(fc.oneof(
  play.filter((actions) => actions.length > 0).map(([action]) => (client) => act(client, action)),
  fc.constantFrom(
    (client) => client.reset(),
    (client) => client.getState().log.length + client.getState()._undo.length,
    (client) => client.getState().canUndo,
    (client) => client.getState().plugins,
    (client) => client.canMove('a', 1),
    (client) => client.legalMoves(),
    (client) => client.updatePlayerID('1'),
    (client) => client.updateMatchID('other'),
    (client) => client.updateCredentials('secret'),
    (client) => client.subscribe(() => {})(),
    (client) => client.start(),
    (client) => client.stop(),
    (client) => client.getInitialState().G,
    (client) => client.log.at(-1),
  ),
), { minLength: 1, maxLength: 12 });

for (const [title, someCalls] of Object.entries({
  'no public call from any callback leaves the client unusable': calls,
  'nor does dispose(), wherever it is called: it is refused, or everything after it is': fc.tuple(calls, calls).map(
    ([some, more]) => [...some, (client) => client.dispose(), ...more],
  ),
})) test(title, (t) => {
  // Exceptions of subscribers are reported.
  silence(t);
  const places = new Set();
  fc.assert(fc.property(definitions, play, someCalls, (definition, actions, calls) => {
    let inside;
    let left = 0;
    let depth = 0;
    const disturb = (place) => {
      if (!inside || left === 0 || depth > 3) return;
      places.add(place);
      left -= 1;
      depth += 1;
      try {
        calls[left % calls.length](inside);
      } finally {
        depth -= 1;
      }
    };
    withClients(1, definition, (client) => {
      client.subscribe(() => disturb('subscriber'));
      inside = client;
      for (const action of actions) {
        left = 25;
        trying(() => act(client, action));
      }
      inside = undefined;
      isUsable(client);
    }, disturb);
  }), options(300));
  for (const place of ['move', 'onMove', 'onBegin', 'onEnd', 'endIf', 'playerView', 'validate', 'undoable', 'subscriber']) {
    assert.ok(places.has(place), `some call came from ${place}`);
  }
});

/** A call may throw only Rondel's own errors, with a message. */
function trying(run) {
  try {
    return run();
  } catch (error) {
    assert.equal(error.name, 'RondelError', error.stack);
  }
}

function isUsable(client) {
  client.updatePlayerID(null);
  const { status: answer, error: refusal } = client.reset();
  if (answer === 'rejected') {
    assert.match(refusal.message, /disposed/);
    assert.equal(client.canMove('probe'), false);
    assert.equal(typeof client.getState().G.count, 'number');
    return;
  }
  const { G, ctx, isActive } = client.getState();
  assert.equal(JSON.stringify(G), JSON.stringify(client.getInitialState().G));
  assert.equal(isActive, ctx.gameover === undefined);
  if (!client.canMove('probe')) return;
  const { status, error } = client.moves.probe();
  // The game's hooks may refuse the move; the client still answers.
  if (status === 'confirmed') assert.ok(client.getState()._stateID > 0);
  else assert.ok(error.message);
}

/** Games that loop, by the callbacks that cause it; each has a move `go` that starts the loop and a harmless `rest`. */
const LOOPS = {
  phases: (length) => ({
    hooks: Array.from({ length }, (_, i) => `phases.p${i}.onBegin`),
    go: ({ events }) => events.setPhase('p0'),
    game: {
      phases: Object.fromEntries(Array.from({ length }, (_, i) => [
        `p${i}`, { onBegin: ({ events }) => events.setPhase(`p${(i + 1) % length}`) },
      ])),
    },
  }),
  'phases, by their endIf': (length) => ({
    hooks: Array.from({ length }, (_, i) => `phases.p${i}.endIf`),
    go: ({ G }) => { G.isOver = true; },
    game: {
      phases: Object.fromEntries(Array.from({ length }, (_, i) => [
        `p${i}`, { start: i === 0, next: `p${(i + 1) % length}`, endIf: ({ G }) => G.isOver },
      ])),
    },
  }),
  'turns, at their beginning': (length) => ({
    hooks: ['turn.onBegin'],
    go: ({ events }) => events.endTurn(),
    game: { turn: { onBegin: ({ ctx, events }) => { if (ctx.turn > 1) events.endTurn({ next: ctx.playOrder[ctx.turn % Math.min(length, ctx.numPlayers)] }); } } },
  }),
  'turns, in a phase': () => ({
    hooks: ['phases.p.turn.onBegin'],
    go: ({ events }) => events.setPhase('p'),
    game: { phases: { p: { turn: { onBegin: ({ events }) => events.endTurn() } } } },
  }),
  stages: (length) => ({
    hooks: ['turn.onMove'],
    go: () => {},
    game: {
      turn: {
        stages: Object.fromEntries(Array.from({ length }, (_, i) => [`s${i}`, { next: `s${(i + 1) % length}` }])),
        onMove: ({ events, move }) => {
          if (move.name !== 'go') return;
          events.setStage('s0');
          for (let i = 0; i < 20_000; i += 1) events.endStage();
        },
      },
    },
  }),
  'phases, when turns end': () => ({
    hooks: ['phases.p.turn.onBegin', 'phases.q.turn.onBegin'],
    go: ({ events }) => events.endTurn(),
    game: {
      turn: {
        onEnd: ({ ctx, events }) => events.setPhase(ctx.phase === 'p' ? 'q' : 'p'),
        onBegin: ({ ctx, events }) => { if (ctx.turn > 1) events.endTurn(); },
      },
      phases: { p: {}, q: {} },
    },
  }),
};

for (const [kind, make] of Object.entries(LOOPS)) {
  test(`a loop of ${kind} is refused with its hooks named, and the next legal move works`, () => {
    fc.assert(fc.property(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 5 }), (length, numPlayers) => {
      const { hooks, go, game } = make(length);
      const moves = { go, rest: ({ G }) => { G.n += 1; } };
      const client = Client({ game: { setup: () => ({ n: 0 }), moves, ...game }, numPlayers, quiet: true });
      client.moves.rest();
      const { G, ctx, log } = client.getState();
      const { status, error } = client.moves.go();
      assert.equal(status, 'rejected');
      assert.match(error.message, /loops/);
      for (const hook of hooks) assert.ok(error.message.includes(hook), `${hook} in: ${error.message}`);
      assert.equal(client.getState().G, G);
      assert.equal(client.getState().ctx, ctx);
      assert.equal(client.getState().log.length, log.length);
      assert.equal(client.moves.rest().status, 'confirmed');
      assert.equal(client.getState().G.n, 2);
      client.dispose();
    }), options(15));
  });
}
