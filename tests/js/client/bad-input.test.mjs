// Bad input causes a clear error that names the place. The state does not change, and the match goes on.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { capture, quietly } from '../support/console.mjs';
import { counter } from './support.mjs';

const noop = () => {};

/** Definitions with one mistake each, and the beginning or a part of the message. */
const MISTAKES = {
  'a next phase that does not exist': [{ phases: { draw: { start: true, next: 'drwa' }, play: {} } }, 'phases.draw.next: no phase is called "drwa"'],
  'a next stage that does not exist': [{ turn: { stages: { a: { next: 'c' }, b: {} } } }, 'turn.stages.a.next'],
  'a next stage that does not exist, in a phase': [{ phases: { p: { turn: { stages: { a: { next: 'c' } } } } } }, 'phases.p.turn.stages.a.next'],
  'two phases to start with': [{ phases: { a: { start: true }, b: { start: true } } }, 'phases.b.start'],
  'a phase with an empty name': [{ phases: { '': {} } }, 'phases'],
  'a move that is no function': [{ moves: { play: 'card' } }, 'moves.play'],
  'a long-form move without a function': [{ moves: { play: { move: 3 } } }, 'moves.play'],
  'a move of a phase that is no function': [{ phases: { draw: { moves: { play: null } } } }, 'phases.draw.moves.play'],
  'a move of a stage that is no function': [{ turn: { stages: { s: { moves: { play: 7 } } } } }, 'turn.stages.s.moves.play'],
  'a hook that is no function': [{ turn: { onBegin: true } }, 'turn.onBegin'],
  'a hook of a phase that is no function': [{ phases: { draw: { onEnd: 'x' } } }, 'phases.draw.onEnd'],
  'an endIf that is no function': [{ endIf: true }, 'endIf'],
  'a setup that is no function': [{ setup: {} }, 'setup'],
  'a plugin without a name': [{ plugins: [{ name: 'fine' }, { setup: noop }] }, 'plugins[1].name'],
  'a plugin whose name has spaces': [{ plugins: [{ name: 'my plugin' }] }, 'plugins[0].name'],
  'a game whose name has spaces': [{ name: 'my game' }, 'name'],
};

for (const [mistake, [definition, place]] of Object.entries(MISTAKES)) {
  test(`${mistake} throws at Client() and names the field`, () => {
    assert.throws(() => Client({ game: definition }), (error) => {
      assert.ok(error instanceof Error);
      assert.ok(error.message.includes(place), `${place} is named in: ${error.message}`);
      return true;
    });
  });
}

for (const compat of [undefined, '0.50']) {
  for (const [what, next] of Object.entries({
    'true': true, 'a number': 7, 'zero': 0, 'a list': ['b'], 'a list of lists': [['b'], { stage: 'b' }], 'a function': () => 'b', 'a symbol': Symbol('b'),
  })) {
    test(`a stage whose \`next\` is ${what} has no next stage, and later declarations count${compat ? ', under compat' : ''}`, () => {
      const turn = { stages: { a: { next, moves: { x: ({ G }) => { G.n += 10; } } } } };
      const phases = { p: { start: true, moves: { play: ({ G }) => { G.n += 1; } } } };
      const client = Client({ game: { ...counter(), compat, turn, phases }, debug: false, quiet: true });
      assert.equal(client.getState().ctx.phase, 'p');
      client.moves.play();
      client.events.setStage('a');
      client.moves.x();
      assert.deepEqual([client.getState().G, client.getState().ctx.activePlayers], [{ n: 11 }, { 0: 'a' }]);
      client.events.endStage();
      client.moves.play();
      assert.deepEqual([client.getState().G, client.getState().ctx.activePlayers], [{ n: 12 }, null]);
    });
  }
}

test('a match has 1 to 1,000 players', () => {
  for (const numPlayers of [-1, 1001, 2 ** 31, 2 ** 32, 2 ** 32 + 2, 1e300, 1.5, Infinity, '1001', 'two', {}]) {
    assert.throws(() => Client({ game: counter(), numPlayers }), { code: 'client/numPlayers' }, `${numPlayers}`);
  }
  for (const [numPlayers, got] of [[-1, -1], [2 ** 32 + 2, 4294967298], [1.5, 1.5], ['two', '"two"']]) {
    const message = `numPlayers: expected a whole number of players, got ${got}`;
    assert.throws(() => Client({ game: counter(), numPlayers }), { message });
  }
  for (const numPlayers of [undefined, 0, 1, 1000]) {
    assert.equal(Client({ game: counter(), numPlayers }).getState().ctx.numPlayers, numPlayers || 2);
  }
});

test('a client after a failed one works', () => {
  assert.throws(() => Client({ game: { moves: { play: 1 } } }));
  const client = Client({ game: counter() });
  client.moves.add(1);
  assert.equal(client.getState().G.n, 1);
});

test('the caller gets an exception of a move, and the state does not change', () => {
  const mine = new Error('mine');
  const client = Client({
    game: {
      ...counter(),
      moves: {
        ...counter().moves,
        fail: ({ G, events, random, log }) => {
          G.n = 99;
          G.die = random.D6();
          log.setMetadata('left behind');
          events.endTurn();
          throw mine;
        },
      },
    },
  });
  client.moves.add(1);
  let calls = 0;
  client.subscribe(() => { calls += 1; });
  calls = 0;
  const before = client.getState();
  const log = client.log.length;
  assert.throws(() => client.moves.fail(), (error) => error === mine);
  assert.deepEqual(client.getState().G, { n: 1 });
  assert.equal(client.getState().G, before.G);
  assert.equal(client.getState().ctx, before.ctx);
  assert.equal(client.getState()._stateID, before._stateID);
  assert.equal(client.log.length, log);
  assert.equal(calls, 0);
  client.moves.add(1);
  assert.deepEqual(client.getState().G, { n: 2 });
  assert.equal(client.log.at(-1).metadata, undefined);
});

test('an exception does not change the counters of active players, even if the seat changes afterwards', () => {
  let armed = true;
  const onMove = () => { if (armed) throw new Error('mine'); };
  const client = Client({ game: { ...counter(), turn: { activePlayers: { all: null, maxMoves: 2 }, onMove } } });
  const { ctx } = client.getState();
  assert.throws(() => client.moves.add(1), /mine/);
  client.updatePlayerID('0');
  assert.deepEqual(client.getState().ctx, ctx);
  armed = false;
  client.moves.add(1);
  assert.deepEqual(client.getState().ctx._activePlayersNumMoves, { 0: 1, 1: 0 });
});

test('a game may throw any value', () => {
  const client = Client({ game: { ...counter(), moves: { ...counter().moves, fail: () => { throw 'just text'; } } } });
  assert.throws(() => client.moves.fail(), (thrown) => thrown === 'just text');
  client.moves.add(1);
  assert.equal(client.getState().G.n, 1);
});

for (const [hook, game] of Object.entries({
  'turn.onMove': (fail) => ({ turn: { onMove: fail } }),
  'turn.onEnd': (fail) => ({ turn: { onEnd: fail, maxMoves: 1 } }),
  'turn.onBegin': (fail) => ({ turn: { onBegin: ({ ctx }) => { if (ctx.turn > 1) fail(); }, maxMoves: 1 } }),
  'turn.endIf': (fail) => ({ turn: { endIf: fail } }),
  'phase.onEnd': (fail) => ({ phases: { p: { start: true, onEnd: fail, endIf: ({ G }) => G.n > 0 } } }),
  'phase.next': (fail) => ({ phases: { p: { start: true, next: fail, endIf: ({ G }) => G.n > 0 } } }),
  'order.next': (fail) => ({ turn: { maxMoves: 1, order: { first: () => 0, next: fail } } }),
  'game.endIf': (fail) => ({ endIf: ({ G }) => G.n > 0 && fail() }),
  'game.onEnd': (fail) => ({ endIf: ({ G }) => G.n > 0, onEnd: fail }),
})) {
  test(`the caller gets an exception in ${hook}, and the state does not change`, () => {
    const mine = new Error(hook);
    let armed = true;
    const fail = () => { if (armed) throw mine; };
    const client = Client({ game: { ...counter(), ...game(fail) } });
    const { G, ctx, _stateID } = client.getState();
    assert.throws(() => client.moves.add(1), (error) => error === mine);
    const after = client.getState();
    assert.deepEqual({ G: after.G, ctx: after.ctx, _stateID: after._stateID }, { G, ctx, _stateID });
    assert.equal(client.log.length, 0);
    armed = false;
    quietly(() => assert.equal(client.moves.add(1).status, 'confirmed'));
  });
}

/** Ways to cause each refusal, and its type. */
const REFUSALS = {
  INVALID_MOVE: ['action/invalid_move', (client) => client.moves.refuse()],
  'a move that is not available here': ['action/unavailable_move', (client) => client.moves.elsewhere()],
  'an inactive player’s move': ['action/inactive_player', (client) => {
    client.updatePlayerID('1');
    return client.moves.add(1);
  }],
  'an inactive player’s event': ['action/inactive_player', (client) => {
    client.updatePlayerID('1');
    return client.events.endTurn();
  }],
  'a move after the end': ['action/gameover', (client) => {
    client.events.endGame();
    return client.moves.add(1);
  }],
  'an event after the end': ['action/gameover', (client) => {
    client.events.endGame();
    return client.events.endTurn();
  }],
  'an undo with nothing to undo': ['action/action_invalid', (client) => client.undo()],
  'a redo with nothing to redo': ['action/action_invalid', (client) => client.redo()],
};

for (const [what, [type, provoke]] of Object.entries(REFUSALS)) {
  test(`${what} is refused: the state does not change, and the handle and the console have the reason`, () => {
    const client = Client({
      game: { ...counter(), phases: { other: { moves: { elsewhere: noop } } } },
    });
    let unchanged;
    client.subscribe(({ G, ctx, _stateID }) => { unchanged = { G, ctx, _stateID }; });
    const { result: handle, printed } = capture(() => provoke(client));
    assert.equal(handle.status, 'rejected');
    assert.equal(handle.error.type, type);
    assert.match(handle.error.message, /\w+ \w+/);
    const { G, ctx, _stateID } = client.getState();
    assert.deepEqual({ G, ctx, _stateID }, unchanged);
    assert.deepEqual(G, { n: 0 });
    assert.ok(printed.length > 0, 'development: printed on the console');
  });
}

for (const [kind, value, path] of [
  ['Map', () => new Map(), 'G.players[0].when'],
  ['Date', () => new Date(0), 'G.players[0].when'],
  ['function', () => () => {}, 'G.players[0].when'],
  ['Set', () => new Set(), 'G.players[0].when'],
]) {
  test(`a ${kind} in G throws in development and names the path`, () => {
    const client = Client({
      game: {
        setup: () => ({ players: [{ when: null }] }),
        moves: { spoil: ({ G }) => { G.players[0].when = value(); }, fine: ({ G }) => { G.players[0].when = 'now'; } },
      },
    });
    assert.throws(() => client.moves.spoil(), (error) => {
      assert.ok(error.message.includes(path), error.message);
      return true;
    });
    assert.deepEqual(client.getState().G, { players: [{ when: null }] });
    client.moves.fine();
    assert.deepEqual(client.getState().G, { players: [{ when: 'now' }] });
  });
}

test('a Map from setup throws at Client() and names the path', () => {
  assert.throws(() => Client({ game: { setup: () => ({ hands: { 0: new Map() } }) } }), /G\.hands(\.0|\[0\]|\["0"\])/);
});

test('a Map that a hook puts into G throws and names the path', () => {
  const client = Client({ game: { ...counter(), turn: { onMove: ({ G }) => { G.seen = [new Map()]; } } } });
  assert.throws(() => client.moves.add(1), /G\.seen\[0\]/);
  assert.deepEqual(client.getState().G, { n: 0 });
});

for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty']) {
  test(`a move, event or plugin called ${name} does not exist`, () => {
    const client = Client({ game: { ...counter(), phases: { p: { moves: {} } } } });
    for (const face of ['moves', 'events', 'plugins']) assert.equal(client[face][name], undefined, face);
  });

  test(`Object.prototype has no phase or stage called ${name}`, () => {
    const client = Client({ game: { ...counter(), turn: { stages: { s: {} } }, phases: { p: { next: undefined } } } });
    quietly(() => {
      client.events.setPhase(name);
      assert.equal(client.getState().ctx.phase, null);
      client.events.setStage(name);
      client.events.setActivePlayers({ value: { 0: name } });
    });
    quietly(() => assert.equal(client.moves.add(1).status, 'confirmed'));
    assert.equal(client.getState().G.n, 1);
  });

  test(`Client() refuses a definition with a move called ${name}`, () => {
    const moves = Object.fromEntries([[name, noop]]);
    assert.throws(() => Client({ game: { moves } }), (error) => error.message.includes(`moves.${name}`));
  });
}

test('the error about a game that only boardgame.io accepts says how to begin it, and names the row of the table', () => {
  const begins = (game) => () => Client({ game, debug: false, quiet: true });
  const starts = {
    'row 8 of': { phases: { a: { start: true, onBegin: ({ events }) => { events.endTurn(); } } } },
    'row 13 of': { phases: { a: { start: true, endIf: () => true, next: 'b' }, b: { endIf: () => true, next: 'a' } } },
    'row 3 of': { turn: { onBegin: ({ events }) => { events.setActivePlayers({ all: 'typo' }); }, stages: { a: {} } } },
    'row 2 of': { turn: { onBegin: ({ events }) => { events.endTurn({ next: '9' }); } } },
    "“compat: '0.50'” in": { phases: { a: { start: true, next: 'nowhere' } } },
    "0.50' in the game: “compat": { setup: ({ events }) => { events.endTurn(); return {}; } },
  };
  for (const [row, game] of Object.entries(starts)) {
    assert.throws(begins(game), ({ message }) => message.includes("compat: '0.50'") && message.includes(row) && message.includes('07-coming-from-boardgame-io.md'), row);
    quietly(begins({ ...game, compat: '0.50' }));
  }
  // Errors without a remedy do not mention one.
  assert.throws(begins({ plugins: [{ name: 'p', isInvalid: () => 'never' }] }), ({ message }) => !message.includes('compat'));
  assert.throws(begins({ setup: () => { throw new Error('mine'); } }), { message: 'mine' });
});
