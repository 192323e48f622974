// Exceptions of a game or a plugin: the caller of the action catches this very value, and the action has no effect.
import assert from 'node:assert/strict';
import { Client } from 'rondel/client';
import { CreateGameReducer, InitializeGame, createMatch } from 'rondel/internal';
import { rules } from '../crew.mjs';
import { THROWN, assertThrows, thrownBy } from '../values.mjs';

const endTurn = (client) => client.events.endTurn();
const go = (client) => client.moves.go();
const endPhase = (client) => client.events.endPhase();

/** Places where an action may throw: additions to the game, and the action, which is the move `go` by default. */
const PLACES = {
  'a move': { game: (boom) => withMove(({ G }) => { G.n = 9; boom(); }) },
  'a move that has asked for much': {
    game: (boom) => withMove(({ G, events, random, log }) => {
      G.n = random.D6();
      log.setMetadata({ said: 'much' });
      events.setActivePlayers({ all: 'aside' });
      events.endTurn({ next: '1' });
      boom();
    }),
  },
  'a move, through another client': {
    game: (boom) => {
      const other = Client({ game: rules(withMove(boom)), quiet: true });
      return withMove(() => { other.moves.go(); });
    },
  },
  'a move, with a getter in what an event is asked for': {
    game: (boom) => withMove(({ events }) => events.setActivePlayers({ get all() { return boom(); } })),
  },
  'a move, with an iterator that random is given': {
    game: (boom) => withMove(({ random }) => { random.Shuffle({ * [Symbol.iterator]() { boom(); } }); }),
  },
  validate: { game: (boom) => withMove({ move: () => {}, validate: () => { boom(); } }) },
  redact: { game: (boom) => withMove({ move: () => {}, redact: () => boom() === true }) },
  undoable: { game: (boom) => withMove({ move: () => {}, undoable: () => boom() !== false }), first: go, act: (client) => client.undo() },
  'turn.onMove': { game: (boom) => ({ turn: { onMove: boom } }) },
  'turn.onBegin': { game: (boom) => ({ turn: { onBegin: boom } }), act: endTurn },
  'turn.onEnd': { game: (boom) => ({ turn: { onEnd: boom } }), act: endTurn },
  'turn.endIf': { game: (boom) => ({ turn: { endIf: boom } }) },
  'turn.order.next': { game: (boom) => ({ turn: { order: { first: () => 0, next: boom } } }), act: endTurn },
  'turn.order.first': { game: (boom) => phased({ turn: { order: { first: () => boom() ?? 0, next: () => 0 } } }), act: endPhase },
  'turn.order.playOrder': {
    game: (boom) => phased({ turn: { order: { playOrder: () => boom() ?? ['0', '1'], first: () => 0, next: () => 0 } } }),
    act: endPhase,
  },
  'phase.onBegin': { game: (boom) => phased({ onBegin: boom }), act: endPhase },
  'phase.onEnd': { game: (boom) => ({ phases: { one: { start: true, next: 'two', onEnd: boom }, two: {} } }), act: endPhase },
  'phase.endIf': { game: (boom) => ({ phases: { one: { start: true, endIf: boom } } }) },
  'phase.next': { game: (boom) => ({ phases: { one: { start: true, next: () => boom() ?? null } } }), act: endPhase },
  'a turn that begins with a phase': { game: (boom) => phased({ turn: { onBegin: boom } }), act: endPhase },
  endIf: { game: (boom) => ({ endIf: boom }) },
  onEnd: { game: (boom) => ({ onEnd: boom }), act: (client) => client.events.endGame('over'), isLast: true },
  'plugin.api': { game: (boom) => plugged({ api: boom }) },
  'plugin.flush': { game: (boom) => plugged({ flush: boom }) },
  'plugin.isInvalid': { game: (boom) => plugged({ isInvalid: () => boom() ?? false }) },
  'plugin.fnWrap': { game: (boom) => plugged({ fnWrap: (inner) => (...args) => { boom(); return inner(...args); } }) },
  'plugin.fnWrap, after the move': {
    game: (boom) => plugged({ fnWrap: (inner) => (...args) => { const G = inner(...args); boom(); return G; } }),
  },
  'plugin.dangerouslyFlushRawState': { game: (boom) => plugged({ dangerouslyFlushRawState: ({ state }) => { boom(); return state; } }) },
  'plugin.action': { game: (boom) => plugged({ action: (data) => { boom(); return data; } }), act: (client) => client.plugins.noisy('x') },
};

/** Callbacks that throw only to the caller who reads a value; the match is not affected. */
const LOOKS = {
  playerView: { game: (boom) => ({ playerView: ({ G }) => { boom(); return G; } }), look: (client) => client.getState().G },
  'plugin.playerView': { game: (boom) => plugged({ playerView: ({ data }) => { boom(); return data; } }), look: (client) => client.getState().plugins },
  'validate, asked by canMove': { game: (boom) => withMove({ move: () => {}, validate: () => { boom(); } }), look: (client) => client.canMove('go') },
  'ai.enumerate': { game: (boom) => ({ ai: { enumerate: () => boom() ?? [] } }), look: (client) => client.legalMoves() },
};

/** Callbacks that throw before the match begins. */
const BEGINNINGS = {
  setup: (boom) => ({ setup: boom }),
  'plugin.setup': (boom) => plugged({ setup: boom }),
  'plugin.api': (boom) => plugged({ api: boom }),
  'plugin.flush': (boom) => plugged({ flush: boom }),
  'plugin.fnWrap, when it wraps': (boom) => ({ ...plugged({ fnWrap: boom }), turn: { onBegin: () => {} } }),
  'the first turn.onBegin': (boom) => ({ turn: { onBegin: boom } }),
  'the first phase.onBegin': (boom) => ({ phases: { one: { start: true, onBegin: boom } } }),
  'the first turn order': (boom) => ({ turn: { order: { first: boom, next: () => 0 } } }),
  'a getter of the game': (boom) => ({ get moves() { return boom(); } }),
  'a getter of a phase': (boom) => ({ phases: { get one() { return boom(); } } }),
};

const cases = {};
for (const [place, { game, first = (client) => client.moves.add(1), act = go, isLast }] of Object.entries(PLACES)) {
  cases[`${place} throws: the action has no effect, and its caller catches it`] = () => eachValue(game, (client, fuse, what) => {
    first(client);
    const before = sightOf(client);
    assertThrows(() => fuse.lit(() => act(client)), fuse.value, what);
    assert.deepEqual(sightOf(client), before, `${what}: all is as it was`);
    assert.equal(client.getState().G, before.G, `${what}: G is the same object`);
    if (isLast) return;
    assert.equal(act(client)?.status, 'confirmed', `${what}: the same action, without the throw`);
    const { n } = client.getState().G;
    assert.equal(client.moves.add(4).status, 'confirmed', `${what}: the match goes on`);
    assert.equal(client.getState().G.n, n + 4);
  });
}

for (const [place, { game, look }] of Object.entries(LOOKS)) {
  cases[`${place} throws: its reader catches it, and sees the current value the next time`] = () => eachClient(game, (client, fuse, what) => {
    client.moves.go();
    assertThrows(() => fuse.lit(() => look(client)), fuse.value, what);
    look(client);
    fuse.lit(() => thrownBy(() => client.moves.add(2)));
    assert.equal(client.getState().G.n, 2, `${what}: a move is none of its business`);
    look(client);
  });
}

for (const [place, game] of Object.entries(BEGINNINGS)) {
  cases[`${place} throws: the creator of the client catches it`] = () => {
    for (const compat of [undefined, '0.50']) {
      for (const [kind, value] of Object.entries(THROWN)) {
        const boom = () => { throw value; };
        const extra = game(boom);
        const all = Object.defineProperties(rules({ compat }), Object.getOwnPropertyDescriptors(extra));
        assertThrows(() => Client({ game: all, quiet: true }), value, kind);
        assertThrows(() => InitializeGame({ game: all, numPlayers: 2 }), value, `${kind}, without a client`);
      }
    }
  };
}

cases['a reducer throws what a game throws, and answers the next action'] = () => {
  for (const place of ['a move', 'redact', 'turn.onEnd', 'turn.endIf', 'endIf', 'plugin.flush', 'plugin.api', 'plugin.isInvalid']) {
    eachFuse((fuse, kind) => {
      const game = rules({ ...withMove(() => {}), ...PLACES[place].game(fuse.boom) });
      const reduce = CreateGameReducer({ game });
      const before = InitializeGame({ game, numPlayers: 2 });
      const type = place === 'turn.onEnd' ? 'endTurn' : 'go';
      const action = { type: type === 'go' ? 'MAKE_MOVE' : 'GAME_EVENT', payload: { type, args: [], playerID: '0' } };
      assertThrows(() => fuse.lit(() => reduce(before, action)), fuse.value, `${place}: ${kind}`);
      assert.equal(reduce(before, action)._stateID, 1);
    });
  }
};

cases['validateSetupData throws: the creator of the match catches it'] = () => eachFuse((fuse, kind) => {
  const game = rules({ validateSetupData: fuse.boom });
  assertThrows(() => fuse.lit(() => createMatch({ game, numPlayers: 2, setupData: 1 })), fuse.value, kind);
  assert.equal(createMatch({ game, numPlayers: 2, setupData: 1 }).initialState._stateID, 0, kind);
});

cases["the game's undoable throws: the player cannot undo, or the reader of the state catches it"] = () => eachFuse((fuse, kind) => {
  const client = Client({ game: rules(withMove({ move: () => {}, undoable: () => fuse.boom() !== false })), quiet: true });
  client.moves.go();
  fuse.lit(() => {
    const looked = thrownBy(() => assert.equal(client.getState().canUndo, false));
    assert.ok(looked.length === 0 || Object.is(looked[0], fuse.value), kind);
  });
  assert.equal(client.undo().status, 'confirmed', kind);
});

cases['onPlayerLeave throws: the player is still there'] = () => eachFuse((fuse, kind) => {
  const game = rules({ onPlayerLeave: fuse.boom });
  const reduce = CreateGameReducer({ game });
  const before = InitializeGame({ game, numPlayers: 3 });
  const leave = { type: 'PLAYER_LEAVE', payload: { playerID: '1' } };
  assertThrows(() => fuse.lit(() => reduce(before, leave)), fuse.value, kind);
  assert.deepEqual(reduce(before, leave).ctx.playOrder, ['0', '2']);
});

cases['a move catches what another client throws, and continues with its own events and dice'] = () => eachFuse((fuse, kind) => {
  const other = Client({ game: rules(withMove(fuse.boom)), quiet: true });
  const expected = Client({ game: rules(withMove(({ G, random, events }) => { G.n = random.D6(); events.endTurn(); })), quiet: true });
  expected.moves.go();
  const client = Client({
    game: rules(withMove(({ G, random, events }) => {
      assertThrows(() => fuse.lit(() => other.moves.go()), fuse.value, kind);
      other.moves.roll();
      G.n = random.D6();
      assertThrows(() => fuse.lit(() => other.moves.go()), fuse.value, kind);
      events.endTurn();
    })),
    quiet: true,
  });
  assert.equal(client.moves.go().status, 'confirmed');
  const { G, ctx } = expected.getState();
  assert.deepEqual([client.getState().G, client.getState().ctx], [G, ctx]);
  assert.deepEqual([other.getState()._stateID, other.getState().ctx.turn], [1, 1]);
});

export default cases;

function withMove(go) {
  return { moves: { ...rules().moves, go } };
}

/** Adds a second phase with these fields. */
function phased(more) {
  return { phases: { one: { start: true, next: 'two' }, two: more } };
}

function plugged(plugin) {
  return { plugins: [{ name: 'noisy', ...plugin }] };
}

/** As `eachClient`, with actions that return their outcome under `compat`, too. */
function eachValue(gameWith, play) {
  eachClient(gameWith, (client, fuse, what, compat) => play(compat ? speaking(client) : client, fuse, what));
}

/** Plays with each kind of value, in games with and without `compat`. */
function eachClient(gameWith, play) {
  for (const compat of [undefined, '0.50']) {
    eachFuse((fuse, kind) => {
      const extra = gameWith(fuse.boom);
      const moves = { go: () => {}, ...rules().moves, ...extra.moves };
      const client = Client({ game: rules({ compat, ...extra, moves }), quiet: true });
      play(client, fuse, compat ? `${kind} (compat)` : kind, compat);
    });
  }
}

/** Under `compat` actions return nothing: `lastError` tells whether they succeeded. */
function speaking(client) {
  const answering = (call) => (...args) => {
    call(...args);
    return { status: client.getState().lastError === null ? 'confirmed' : 'rejected' };
  };
  const each = (calls) => Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, answering(call)]));
  const { moves, events, plugins, undo, getState, canMove, legalMoves } = client;
  return {
    moves: each(moves), events: each(events), plugins: each(plugins), undo: answering(undo), getState, canMove, legalMoves,
    get log() { return client.log; },
  };
}

function eachFuse(play) {
  for (const [kind, value] of Object.entries(THROWN)) {
    let isLit = false;
    play({
      value,
      boom() {
        if (isLit) throw value;
      },
      lit(call) {
        isLit = true;
        try {
          return call();
        } finally {
          isLit = false;
        }
      },
    }, kind);
  }
}

function sightOf(client) {
  const { G, ctx, _stateID, _undo, _redo, plugins } = client.getState();
  return { G, ctx, _stateID, _undo, _redo, plugins, log: client.log };
}
