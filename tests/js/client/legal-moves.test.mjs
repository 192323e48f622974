// Possible moves: `validate`, `client.canMove` and `client.legalMoves`.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { INVALID_MOVE, invalid, legacyGame } from 'rondel/core';
import { capture } from '../support/console.mjs';

/** A row of five cells: a player may mark a free cell, and must give a hint of at least one word. */
function row(game = {}) {
  return {
    seed: 'row',
    setup: () => ({ cells: Array(5).fill(null), asked: 0 }),
    moves: {
      mark: {
        move: ({ G, playerID }, cell) => { G.cells[cell] = playerID; },
        validate: ({ G }, cell) => G.cells[cell] === null,
      },
      pass: ({ events }) => { events.endTurn(); },
    },
    ai: {
      enumerate: (G) => [...G.cells.map((_, cell) => ({ move: 'mark', args: [cell] })), { move: 'pass' }, { event: 'endTurn' }],
    },
    ...game,
  };
}

const make = (game, options) => Client({ game, quiet: true, ...options });
const cells = (client) => client.legalMoves().filter(({ move }) => move === 'mark').map(({ args }) => args[0]);

test('canMove and legalMoves follow a game', () => {
  const client = make(row());
  assert.deepEqual(client.legalMoves(), [
    ...[0, 1, 2, 3, 4].map((cell) => ({ move: 'mark', args: [cell] })), { move: 'pass', args: [] },
  ]);
  client.moves.mark(2);
  assert.deepEqual([client.canMove('mark', 2), client.canMove('mark', 3)], [false, true]);
  assert.deepEqual(cells(client), [0, 1, 3, 4]);
  for (const { move, args } of client.legalMoves()) {
    const other = make(row());
    other.moves.mark(2);
    assert.equal(other.moves[move](...args).status, 'confirmed', `${move} ${args}`);
  }
  client.undo();
  assert.deepEqual(cells(client), [0, 1, 2, 3, 4]);
});

test('act makes a move that is given as data', async () => {
  const client = make(row());
  for (const legal of client.legalMoves().slice(0, 2)) assert.equal(client.act(legal).status, 'confirmed');
  assert.deepEqual(client.getState().G.cells, ['0', '0', null, null, null]);
  const { act } = client;
  assert.equal(act({ move: 'pass' }).status, 'confirmed');
  assert.equal(client.getState().ctx.currentPlayer, '1');
  assert.equal(act({ move: 'mark', args: [0] }).error.type, 'action/invalid_move');
  assert.equal(make(row({ compat: '0.50' })).act({ move: 'pass' }), undefined);
});

test('act refuses a value that is not a move of the game, and changes nothing', () => {
  const client = make(row());
  const throwing = { get move() { throw new Error('read'); } };
  for (const [given, message] of [
    [{ move: 'toString', args: [] }, 'move: the game has no move "toString"; its moves are "mark", "pass"'],
    [{ move: 'makr', args: [0] }, 'move: the game has no move "makr"; did you mean "mark"?'],
    [{ event: 'endTurn' }, 'move: expected the name of a move, got undefined'],
    [{ move: 'mark', args: 3 }, 'args: expected a list, got 3'],
    [{ move: 'mark', args: { cell: 0 } }, 'args: expected a list, got an object'],
    [null, 'expected { move, args }, got null'],
    ['pass', 'expected { move, args }, got "pass"'],
    [undefined, 'expected { move, args }, got undefined'],
    [throwing, 'expected { move, args }, got an object that throws when it is read: read'],
  ]) {
    const { status, error } = client.act(given);
    assert.deepEqual([status, error.type], ['rejected', 'action/action_invalid']);
    assert.equal(error.message, message);
  }
  assert.equal(make({ moves: {} }).act({ move: 'pass' }).error.message, 'move: the game has no move "pass"; it has no moves');
  assert.equal(client.getState()._stateID, 0);
});

test('act makes a move that a test put in place of the match\'s own', () => {
  const client = make(row());
  client.moves.pass = (...args) => args;
  assert.deepEqual(client.act({ move: 'pass', args: [1, 2] }), [1, 2]);
});

test('validate runs before the move and refuses it with its payload', () => {
  const ran = [];
  const answers = { yes: true, nothing: undefined, no: false, invalid: INVALID_MOVE, why: invalid({ cost: 3 }) };
  const moves = Object.fromEntries(Object.entries(answers).map(([name, answer]) => [
    name, { move: () => { ran.push(name); }, validate: () => answer },
  ]));
  const client = make({ moves });
  const told = Object.keys(answers).map((name) => {
    const can = client.canMove(name);
    const { status, error } = client.moves[name]();
    return [name, can, status, error?.type, error?.payload];
  });
  const refused = ['rejected', 'action/invalid_move'];
  assert.deepEqual(told, [
    ['yes', true, 'confirmed', undefined, undefined],
    ['nothing', true, 'confirmed', undefined, undefined],
    ['no', false, ...refused, undefined],
    ['invalid', false, ...refused, undefined],
    ['why', false, ...refused, { cost: 3 }],
  ]);
  assert.deepEqual(ran, ['yes', 'nothing']);
});

test('validate gets the move\'s arguments', () => {
  const seen = {};
  const look = (where) => ({ G, ctx, playerID, events, random, log, tally }, ...args) => {
    seen[where] = { n: G.n, turn: ctx.turn, acting: ctx.playerID, playerID, has: [events, random, log].every(Boolean), tally, args };
  };
  const client = make({
    setup: () => ({ n: 1 }),
    plugins: [{ name: 'tally', setup: () => 4, api: ({ data }) => data }],
    turn: { activePlayers: { all: null } },
    moves: { go: { move: look('move'), validate: look('validate') } },
  }, { playerID: '1' });
  client.moves.go('a', [2], { b: 3 });
  assert.deepEqual(seen.validate, { n: 1, turn: 1, acting: '1', playerID: '1', has: true, tally: 4, args: ['a', [2], { b: 3 }] });
  assert.deepEqual(seen.validate, seen.move);
});

test('validate gets the full G instead of the view of playerView', () => {
  const client = make({
    setup: () => ({ secret: 7 }),
    playerView: () => ({}),
    moves: { guess: { move: () => {}, validate: ({ G }, n) => n === G.secret } },
  });
  assert.deepEqual([client.canMove('guess', 7), client.canMove('guess', 6)], [true, false]);
});

test('validate cannot change G, which is frozen in development', () => {
  const client = make({ setup: () => ({ n: 0 }), moves: { go: { move: () => {}, validate: ({ G }) => { G.n = 1; } } } });
  assert.throws(() => client.canMove('go'), TypeError);
  assert.throws(() => client.moves.go(), TypeError);
  assert.deepEqual(client.getState().G, { n: 0 });
});

test('the caller gets an exception in validate, and the state does not change', () => {
  const mine = new Error('mine');
  let armed = true;
  const client = make({
    setup: () => ({ n: 0 }),
    moves: { go: { move: ({ G }) => { G.n += 1; }, validate: () => { if (armed) throw mine; } } },
    ai: { enumerate: () => [{ move: 'go' }] },
  });
  let calls = 0;
  client.subscribe(() => { calls += 1; });
  const before = client.getState();
  for (const ask of [() => client.canMove('go'), () => client.legalMoves(), () => client.moves.go()]) {
    assert.throws(ask, (error) => error === mine);
    assert.equal(client.getState().G, before.G);
    assert.equal(client.getState().ctx, before.ctx);
    assert.equal(client.getState()._stateID, before._stateID);
  }
  assert.deepEqual([client.log.length, calls], [0, 1]);
  armed = false;
  assert.equal(client.canMove('go'), true);
  assert.equal(client.moves.go().status, 'confirmed');
});

test('canMove and legalMoves change no state, log, lastError or random number, and notify nobody', () => {
  const roll = { move: ({ G, random }) => { G.asked = random.D20(); }, validate: () => true };
  const [asked, unasked] = [make(row({ moves: { ...row().moves, roll } })), make(row({ moves: { ...row().moves, roll } }))];
  let calls = 0;
  asked.subscribe(() => { calls += 1; });
  asked.moves.mark('none');
  unasked.moves.mark('none');
  const before = asked.getState();
  calls = 0;
  for (let i = 0; i < 3; i += 1) {
    asked.canMove('mark', 9);
    asked.canMove('nonsense');
    asked.canMove('roll');
    asked.legalMoves();
  }
  assert.equal(asked.getState(), before);
  assert.equal(before.lastError.type, 'action/invalid_move');
  assert.equal(calls, 0);
  for (const client of [asked, unasked]) client.moves.roll();
  assert.deepEqual(asked.getState().G, unasked.getState().G);
  assert.deepEqual(asked.log, unasked.log);
});

test('the move does not see random numbers, events and log data of validate', () => {
  const restless = ({ random, events, log }) => {
    random.D20();
    events.endTurn();
    log.setMetadata('asked');
  };
  const play = (validate) => {
    const client = make({ seed: 's', setup: () => ({}), moves: { roll: { move: ({ G, random }) => { G.roll = random.D20(); }, ...validate } } });
    client.moves.roll();
    return JSON.stringify(client.getState());
  };
  assert.equal(play({ validate: restless }), play({}));
});

test('canMove prints nothing on the console', () => {
  const { printed } = capture(() => {
    const client = Client({ game: row() });
    client.moves.mark(0);
    return [client.canMove('mark', 0), client.canMove('nonsense'), client.legalMoves()];
  });
  assert.deepEqual(printed, []);
});

test('canMove is false for unknown names, including keys of Object.prototype', () => {
  const client = make(row());
  for (const name of ['nonsense', '', 'toString', 'constructor', '__proto__', undefined, null, 0]) {
    assert.equal(client.canMove(name), false, String(name));
  }
});

test('a player who is not active cannot move', () => {
  const client = make(row(), { playerID: '1' });
  assert.equal(client.canMove('pass'), false);
  assert.deepEqual(client.legalMoves(), []);
  client.updatePlayerID('0');
  assert.equal(client.canMove('pass'), true);
  client.updatePlayerID(null);
  client.events.endTurn();
  client.updatePlayerID('1');
  assert.equal(client.canMove('pass'), true);
  client.updatePlayerID('nobody');
  assert.equal(client.canMove('pass'), false);
});

test('canMove without a seat concerns the current player', () => {
  const asked = [];
  const client = make(row({ ai: { enumerate: (G, ctx, playerID) => { asked.push([playerID, ctx.turn]); return []; } } }));
  client.legalMoves();
  client.events.endTurn();
  client.legalMoves();
  client.updatePlayerID('0');
  client.legalMoves();
  assert.deepEqual(asked, [['0', 1], ['1', 2], ['0', 2]]);
});

test('stages and phases decide which moves exist', () => {
  const client = make({
    moves: { everywhere: () => {} },
    turn: { stages: { s: { moves: { staged: () => {} } } } },
    phases: { p: { moves: { phased: () => {} } } },
    ai: { enumerate: () => ['everywhere', 'staged', 'phased'].map((move) => ({ move })) },
  });
  const can = () => client.legalMoves().map(({ move }) => move);
  assert.deepEqual(can(), ['everywhere']);
  client.events.setStage('s');
  assert.deepEqual(can(), ['staged']);
  client.events.setPhase('p');
  assert.deepEqual(can(), ['phased']);
});

test('canMove calls the validate of the current move of that name', () => {
  const go = (answer) => ({ move: () => {}, validate: () => answer });
  const client = make({ moves: { go: go(true) }, turn: { stages: { s: { moves: { go: go(false) } } } } });
  assert.equal(client.canMove('go'), true);
  client.events.setStage('s');
  assert.equal(client.canMove('go'), false);
});

test('no move is legal after the end or on a disposed client', () => {
  const client = make(row());
  client.events.endGame();
  assert.equal(client.canMove('pass'), false);
  assert.deepEqual(client.legalMoves(), []);
  client.reset();
  assert.equal(client.canMove('pass'), true);
  client.dispose();
  assert.equal(client.canMove('pass'), false);
  assert.deepEqual(client.legalMoves(), []);
});

test('a subscriber may call canMove', () => {
  const client = make(row());
  const seen = [];
  client.subscribe(() => seen.push(cells(client)));
  client.moves.mark(0);
  client.moves.mark(0);
  client.moves.mark(4);
  assert.deepEqual(seen, [[0, 1, 2, 3, 4], [1, 2, 3, 4], [1, 2, 3, 4], [1, 2, 3]]);
});

test('canMove is false inside a move, a hook or validate, and the move goes on', () => {
  let client;
  const seen = {};
  const ask = (where) => () => {
    if (client) seen[where] = [client.canMove('go'), client.canMove('other'), client.legalMoves().length];
  };
  const game = {
    setup: () => ({ n: 0 }),
    turn: { onMove: ask('onMove'), endIf: ask('endIf') },
    moves: {
      go: { move: ({ G, random }) => { ask('move')(); G.n = random.D20(); }, validate: ask('validate') },
      other: () => {},
    },
    ai: { enumerate: () => [{ move: 'other' }] },
    seed: 'inside',
  };
  client = make(game);
  assert.equal(client.moves.go().status, 'confirmed');
  const no = [false, false, 0];
  assert.deepEqual(seen, { validate: no, move: no, onMove: no, endIf: no });
  const first = client.getState().G;
  client.reset();
  client.canMove('go');
  client.moves.go();
  assert.deepEqual(client.getState().G, first);
  assert.equal(client.canMove('other'), true);
});

test('legalMoves is empty for a game without ai, or whose enumerate returns nothing', () => {
  const clients = [undefined, {}, { enumerate: () => {} }].map((ai) => make(row({ ai })));
  for (const client of clients) assert.deepEqual(client.legalMoves(), []);
});

test('legalMoves omits unknown moves of enumerate', () => {
  const client = make(row({ ai: { enumerate: () => [{ move: 'fly' }, { event: 'endTurn' }, { move: 'pass', args: [] }] } }));
  assert.deepEqual(client.legalMoves(), [{ move: 'pass', args: [] }]);
});

for (const [offered, problem] of [
  [{ move: 'pass' }, 'ai.enumerate: expected a list'],
  [Promise.resolve([]), 'ai.enumerate: expected a list'],
  [[{ move: 'pass' }, 'pass'], 'ai.enumerate[1]: expected { move, args } or { event, args }'],
  [[null], 'ai.enumerate[0]: expected { move, args } or { event, args }'],
  [[{ move: 'mark', args: 0 }], 'ai.enumerate[0].args: expected a list'],
]) {
  test(`legalMoves reports what is wrong with a candidate: ${problem}`, () => {
    const client = make(row({ ai: { enumerate: () => offered } }));
    assert.throws(() => client.legalMoves(), { name: 'RondelError', code: 'game/enumerate', message: problem });
    assert.equal(client.moves.pass().status, 'confirmed');
  });
}

test('legalMoves is empty without candidates', () => {
  for (const offered of [undefined, null, []]) assert.deepEqual(make(row({ ai: { enumerate: () => offered } })).legalMoves(), []);
});

test('canMove and legalMoves may be destructured from the client', () => {
  const { canMove, legalMoves } = make(row());
  assert.equal(canMove('mark', 1), true);
  assert.equal(legalMoves().length, 6);
});

test('legacyGame passes the arguments to validate in the positional style', () => {
  const client = make(legacyGame({
    setup: () => ({ last: 3 }),
    moves: { bid: { move: (G, ctx, n) => { G.last = n; }, validate: (G, ctx, n) => n > G.last && ctx.playerID === '0' } },
  }));
  assert.deepEqual([client.canMove('bid', 3), client.canMove('bid', 4)], [false, true]);
  client.moves.bid(5);
  assert.equal(client.moves.bid(4).error.type, 'action/invalid_move');
  assert.deepEqual(client.getState().G, { last: 5 });
});

test('validate works under compat', () => {
  const client = make(row({ compat: '0.50' }));
  client.moves.mark(0);
  assert.equal(client.canMove('mark', 0), false);
  assert.deepEqual(cells(client), [1, 2, 3, 4]);
  client.moves.mark(0);
  assert.equal(client.getState().lastError.type, 'action/invalid_move');
  assert.equal(client.log.length, 1);
});

test('a legal move that throws when it is read is refused, and the match goes on', () => {
  const client = make(row());
  const fail = () => { throw new Error('unreadable'); };
  const { proxy, revoke } = Proxy.revocable([], {});
  revoke();
  const all = [
    { get move() { return fail(); } },
    { move: 'pass', get args() { return fail(); } },
    { move: { toString: fail } },
    { move: { [Symbol.toPrimitive]: fail }, args: [] },
    { move: 'pass', args: new Proxy([], { get: fail }) },
    { move: 'pass', args: proxy },
    proxy,
    new Proxy({}, { get: fail }),
  ];
  for (const given of all) {
    const { status, error } = capture(() => client.act(given)).result;
    assert.deepEqual([status, error.type], ['rejected', 'action/action_invalid']);
    assert.match(error.message, /^(move: expected the name of a move|expected \{ move, args \}), got an? (object|list)/);
  }
  assert.equal(client.act({ move: 'pass' }).status, 'confirmed');
});
