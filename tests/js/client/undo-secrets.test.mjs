// Undo of moves that have shown a player something new: only if the game allows it. A move shows a viewer nothing new if their view of the state
// before it determines what they see after it.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { Local } from 'rondel/multiplayer';
import { capture } from '../support/console.mjs';

const NEW = /has shown a player something new; `undoable: true` permits an undo/;
const DRAWN = /has drawn random numbers; `undoable: true` permits an undo/;
const DECLARED = /cannot be undone/;

/** Hands that their players see, a deck and a trap that nobody sees, votes that their players see, and a public board. */
const setup = () => ({
  deck: ['four', 'five', 'six'], hands: { 0: ['one', 'two'], 1: ['three'] }, table: [], board: { token: 0, coins: { 0: 3, 1: 3 } }, trap: 2, votes: { 0: 'no', 1: 'no' }, pips: 0,
});
const playerView = ({ G: { deck, trap, hands, votes, ...G }, playerID }) => ({
  ...G,
  hands: Object.fromEntries(Object.entries(hands).map(([id, hand]) => [id, id === playerID ? hand : hand.length])),
  votes: playerID === null ? {} : { [playerID]: votes[playerID] },
});

/** Name, what the move does, and why it cannot be undone; null if it can. */
const MOVES = [
  // Everybody sees all that changes.
  ['moves a token', ({ G }) => { G.board.token += 1; }, null],
  ['pays coins', ({ G, playerID }) => { G.board.coins[playerID] -= 2; }, null],
  ['adds a public card', ({ G }) => { G.table.push('joker'); }, null],
  ['changes nothing', () => {}, null],
  ['returns a new G', ({ G }) => ({ ...G, board: { ...G.board, token: 9 } }), null],
  ['reads a public value', ({ G }) => { G.board.token = G.board.coins['1'] * 2; }, null],
  ['moves a token with a hook', ({ G }) => { G.board.token = 5; }, null],
  // Only the player sees what changes, and knew it.
  ['votes', ({ G, playerID }, vote) => { G.votes[playerID] = vote; }, null],
  ['votes the opposite', ({ G, playerID }) => { if (G.votes[playerID]) G.votes[playerID] = G.votes[playerID] === 'no' ? 'yes' : 'no'; }, null],
  ['sorts the own hand', ({ G, playerID }) => { G.hands[playerID].sort?.(); }, null],
  // No viewer sees the change.
  ['turns the hidden deck', ({ G }) => { G.deck?.reverse(); }, null],
  ['sets the hidden trap', ({ G }, place) => { G.trap = place; }, null],
  // The player sees a hidden card.
  ['draws a card', ({ G, playerID }) => { G.hands[playerID].push(G.deck.pop()); }, NEW],
  ['draws a card if it is there', ({ G, playerID }) => { G.hands[playerID].push?.(G.deck?.pop() ?? 'nothing'); }, NEW],
  ['looks at the trap', ({ G, playerID }) => { G.votes[playerID] = String(G.trap); }, NEW],
  ['takes a card of the other', ({ G }) => { G.hands['0'].push(G.hands['1'].pop()); }, NEW],
  // Others see a card.
  ['plays a card', ({ G, playerID }, i) => { G.table.push(...G.hands[playerID].splice(i, 1)); }, NEW],
  ['shows the top of the deck', ({ G }) => { G.table.push(G.deck.pop()); }, NEW],
  ['reveals the votes', ({ G }) => { G.board.votes = G.votes; }, NEW],
  // Others see that a hidden pile has changed.
  ['discards face down', ({ G, playerID }) => { G.deck?.unshift(G.hands[playerID].pop()); }, NEW],
  // The outcome tells something hidden.
  ['falls into the trap', ({ G }) => { if (G.trap === 2) G.board.token = -1; }, NEW],
  ['moves, as if there were no trap', ({ G }) => { if (G.trap === 7) G.board.token = -1; else G.board.token = 1; }, null],
  // Random numbers.
  ['rolls a die', ({ G, random }) => { G.pips = random.D6(); }, DRAWN],
  ['shuffles the hidden deck', ({ G, random }) => { G.deck = random.Shuffle(G.deck ?? []); }, DRAWN],
  // Effects.
  ['announces the token', ({ effects }) => { effects.emit('token'); }, null],
  ['announces the top of the deck', ({ G, effects }) => { effects.emit('top', G.deck.at(-1)); }, NEW],
  ['whispers the trap to the other', ({ G, effects }) => { effects.emit('trap', G.trap, { to: '1' }); }, NEW],
  ['whispers a known vote to the player', ({ G, effects, playerID }) => { effects.emit('vote', G.votes['0'], { to: playerID }); }, null],
  // Metadata of the log.
  ['notes the token', ({ G, log }) => { log.setMetadata({ token: G.board.token }); }, null],
  ['notes the trap', ({ G, log }) => { log.setMetadata({ trap: G.trap }); }, NEW],
  ['notes the trap in its hook', ({ G }) => { G.board.notes = true; }, NEW],
  ['notes an own vote in secret', { move: ({ G, log, playerID }) => { log.setMetadata(G.votes[playerID] ?? 'no'); }, redact: true }, null],
  // Limits and outcomes.
  ['limits the moves', ({ events }) => { events.setActivePlayers({ currentPlayer: 'buy', maxMoves: 2 }); }, null],
  ['limits the moves by the trap', ({ G, events }) => { events.setActivePlayers({ currentPlayer: 'buy', maxMoves: G.trap ?? 1 }); }, NEW],
  // The game decides.
  ['draws a card that the game takes back', { move: ({ G, playerID }) => { G.hands[playerID].push(G.deck.pop()); }, undoable: true }, null],
  ['rolls a die that the game takes back', { move: ({ G, random }) => { G.pips = random.D6(); }, undoable: () => true }, null],
  ['moves a token that the game keeps', { move: ({ G }) => { G.board.token += 1; }, undoable: false }, DECLARED],
  ['moves a token that the game keeps now', { move: ({ G }) => { G.board.token += 1; }, undoable: () => false }, DECLARED],
];

const game = {
  setup,
  playerView,
  moves: Object.fromEntries(MOVES),
  turn: {
    onMove: ({ G, log }) => {
      G.board.last = 'a move';
      if (G.board.notes) log.setMetadata(G.trap);
    },
    stages: { buy: {} },
  },
};

for (const [where, multiplayer] of [['in one page', () => undefined], ['on a master', () => Local()], ['on a master that draws securely', () => Local(), { random: 'secure' }]]) {
  const fields = where.endsWith('securely') ? { random: 'secure' } : {};
  for (const [name, , why] of MOVES) {
    test(`${where}, a move that ${name} ${why ? 'cannot' : 'can'} be undone`, async (t) => {
      const client = Client({ game: { ...game, ...fields }, multiplayer: multiplayer(), playerID: '0', debug: false, quiet: true });
      t.after(() => client.dispose());
      client.start();
      const before = client.getState().G;
      client.moves[name](0);
      assert.equal(client.getState().canUndo, why === null);
      const { error } = client.undo();
      if (why) assert.match(error.message, why);
      else assert.deepEqual([error, client.getState().G], [null, before]);
      // The match goes on.
      client.moves['moves a token']();
      assert.equal(client.getState().G.board.last, 'a move');
    });
  }
}

test('an earlier move that has shown something stays after an undo of a later one', (t) => {
  for (const multiplayer of [undefined, Local()]) {
    const client = Client({ game, multiplayer, playerID: '0', debug: false, quiet: true });
    t.after(() => client.dispose());
    client.start();
    client.moves['draws a card']();
    client.moves['moves a token']();
    assert.equal(client.undo().error, null);
    assert.equal(client.getState().canUndo, false);
    assert.match(client.undo().error.message, NEW);
    client.redo();
    assert.equal(client.getState().G.board.token, 1);
  }
});

test('without a `playerView` only random numbers are new, and with `compat` nothing is', (t) => {
  const undone = (fields, name) => {
    const client = Client({ game: { ...game, ...fields }, playerID: '0', debug: false, quiet: true });
    t.after(() => client.dispose());
    client.moves[name](0);
    client.undo();
    return client.getState()._stateID === 2;
  };
  assert.ok(undone({ playerView: undefined }, 'draws a card') && !undone({ playerView: undefined }, 'rolls a die'));
  assert.ok(undone({ compat: '0.50' }, 'draws a card') && undone({ compat: '0.50' }, 'rolls a die'));
});

test('a `playerView` that throws keeps a move from being undone, and nothing else', (t) => {
  let isBroken = false;
  const broken = { ...game, playerView: (context) => { if (isBroken && context.playerID === '1') throw new Error('broken view'); return playerView(context); } };
  const client = Client({ game: broken, playerID: '0', debug: false, quiet: true });
  t.after(() => client.dispose());
  client.moves['moves a token']();
  isBroken = true;
  assert.match(client.undo().error.message, NEW);
  isBroken = false;
  assert.equal(client.undo().error, null);
});

/** Hands of a plugin that their players see, and a counter that everybody sees. */
const hands = {
  name: 'hands',
  setup: () => ({ cards: { 0: 'ace', 1: 'king' }, count: 0 }),
  api: ({ data, playerID }) => ({ ...data, own: data.cards[playerID] }),
  flush: ({ api: { cards, count } }) => ({ cards, count }),
  playerView: ({ data: { cards, count }, playerID }) => ({ cards: playerID === null ? {} : { [playerID]: cards[playerID] }, count }),
};

for (const [name, move, why] of [
  ['shows a card of a plugin', ({ G, hands }) => { G.table.push(hands.own); }, NEW],
  ['exchanges cards of a plugin', ({ hands }) => { hands.cards = { 0: hands.cards[1], 1: hands.cards[0] }; }, NEW],
  ['shows a card in the data of a plugin', ({ hands }) => { hands.count = hands.own; }, NEW],
  ['replaces the own card', ({ hands, playerID }) => { hands.cards = { ...hands.cards, [playerID]: 'joker' }; }, null],
  ['counts', ({ hands }) => { hands.count += 1; }, null],
  ['leaves the plugin alone', ({ G }) => { G.table.push('joker'); }, null],
]) {
  test(`a move that ${name} ${why ? 'cannot' : 'can'} be undone`, (t) => {
    for (const fields of [{}, { playerView: undefined }]) {
      for (const multiplayer of [undefined, Local()]) {
        const client = Client({ game: { ...game, ...fields, plugins: [hands], moves: { move } }, multiplayer, playerID: '0', debug: false, quiet: true });
        t.after(() => client.dispose());
        client.start();
        client.moves.move();
        assert.equal(client.getState().canUndo, why === null);
        const { error } = client.undo();
        if (why) assert.match(error.message, why);
        else assert.equal(error, null);
      }
    }
  });
}

test('a game that ends by something hidden stays at its end', (t) => {
  for (const [outcome, why] of [[({ G }) => G.trap ?? 1, NEW], [({ G }) => G.board.token, null]]) {
    const ending = { ...game, moves: { end: ({ G, events }) => { events.endGame({ outcome: outcome({ G }) }); } } };
    const client = Client({ game: ending, playerID: '0', debug: false, quiet: true });
    t.after(() => client.dispose());
    client.moves.end();
    const { error } = client.undo();
    if (why) assert.match(error.message, why);
    else assert.equal(error, null);
  }
});

test('a `playerView` of an effect that throws keeps a move from being undone, and nothing else', (t) => {
  const view = ({ data, playerID }) => {
    if (playerID === '1') throw new Error('broken view');
    return data;
  };
  const broken = { ...game, effects: { token: { playerView: view } } };
  for (const multiplayer of [undefined, Local()]) {
    const client = Client({ game: broken, multiplayer, playerID: '0', debug: false, quiet: true });
    t.after(() => client.dispose());
    client.start();
    assert.equal(client.moves['announces the token']().status, 'confirmed');
    assert.equal(client.getState().canUndo, false);
    assert.match(client.undo().error.message, NEW);
  }
});

test('a move that acts on its client where something is hidden is refused, also when it is made again', (t) => {
  for (const multiplayer of [undefined, Local()]) {
    const refusals = [];
    const moves = {
      go: ({ G }) => {
        if (!G.deck && refusals.length < 10) refusals.push(client.moves.go().error?.message);
        G.board.token += 1;
      },
    };
    const client = Client({ game: { ...game, moves }, multiplayer, playerID: '0', debug: false, quiet: true });
    t.after(() => client.dispose());
    client.start();
    client.moves.go();
    assert.equal(client.getState().canUndo, true);
    assert.ok(refusals.length > 1);
    for (const refusal of refusals) assert.match(String(refusal), /a move or hook cannot call moves\.go/);
  }
});

test('an `undoable` that throws costs a master no message, only the right to undo', (t) => {
  const moves = { go: { move: ({ G }) => { G.board.token += 1; }, undoable: () => { throw new Error('broken undoable'); } } };
  const [broken, multiplayer] = [{ ...game, moves }, Local()];
  const clients = ['0', '1'].map((playerID) => Client({ game: broken, multiplayer, playerID, debug: false, quiet: true }));
  t.after(() => clients.forEach((client) => client.dispose()));
  clients.forEach((client) => client.start());
  const { result, printed } = capture(() => clients[0].moves.go());
  assert.equal(result.status, 'confirmed');
  assert.match(String(printed), /broken undoable/);
  for (const client of clients) assert.deepEqual([client.getState().G.board.token, client.getState().canUndo], [1, false]);
});

test('moves of a state that is loaded with its history are judged as before', (t) => {
  const [first, second] = [1, 2].map(() => Client({ game, playerID: '0', debug: false, quiet: true }));
  t.after(() => [first, second].forEach((client) => client.dispose()));
  for (const [name, can] of [['moves a token', true], ['plays a card', false]]) {
    first.reset();
    first.moves[name](0);
    second.loadState(JSON.parse(JSON.stringify(first.store.getState())));
    assert.equal(second.getState().canUndo, can);
  }
});

for (const cell of ['a ship', 'water']) {
  test(`a move with \`client: false\` cannot be undone, so that a shot at ${cell} tells no more than the shot itself`, (t) => {
    const played = {
      setup: () => ({ ships: { 3: true }, shots: {} }),
      playerView: ({ G, playerID }) => ({ ...G, ships: playerID === '1' ? G.ships : {} }),
      moves: { shoot: { client: false, move: ({ G }, at) => { G.shots[at] = G.ships[at] ? 'hit' : 'miss'; } } },
    };
    for (const multiplayer of [undefined, Local()]) {
      const client = Client({ game: played, multiplayer, playerID: '0', debug: false, quiet: true });
      t.after(() => client.dispose());
      client.start();
      client.moves.shoot(cell === 'water' ? 1 : 3);
      assert.equal(client.getState().canUndo, false);
      assert.match(client.undo().error.message, NEW);
    }
  });
}

test('a move that shows something to a player without a seat cannot be undone', (t) => {
  const played = {
    setup: () => ({ deck: ['four', 'five'], hand: [] }),
    playerView: ({ G: { deck, hand }, playerID }) => ({ deck: deck.map(() => null), hand: playerID === 'keeper' ? hand : hand.length }),
    turn: { order: { first: () => 0, next: () => 0, playOrder: () => ['keeper', '0'] } },
    moves: { draw: ({ G }) => { const card = G.deck.pop(); if (Array.isArray(G.hand)) G.hand.push(card); else G.hand += 1; } },
  };
  for (const multiplayer of [undefined, Local()]) {
    const client = Client({ game: played, multiplayer, playerID: 'keeper', debug: false, quiet: true });
    t.after(() => client.dispose());
    client.start();
    client.moves.draw();
    assert.equal(client.getState().canUndo, false);
    assert.match(client.undo().error.message, NEW);
  }
});

test('in a match of more than 16 players the views are not compared', (t) => {
  const undone = (numPlayers) => {
    const crowded = { ...game, setup: ({ ctx }) => ({ ...setup(), hands: Object.fromEntries(ctx.playOrder.map((id) => [id, []])) }) };
    const client = Client({ game: crowded, numPlayers, playerID: '0', debug: false, quiet: true });
    t.after(() => client.dispose());
    client.moves['moves a token']();
    return client.undo().error === null;
  };
  assert.deepEqual([undone(16), undone(17)], [true, false]);
});

test('a master compares the views once for each state, however often it is asked for', async (t) => {
  let calls = 0;
  const counted = { ...game, playerView: (context) => { calls += 1; return playerView(context); } };
  const multiplayer = Local();
  const client = Client({ game: counted, multiplayer, playerID: '0', debug: false, quiet: true });
  t.after(() => client.dispose());
  client.start();
  client.moves['moves a token']();
  const before = calls;
  client.reconnect();
  const first = calls - before;
  client.reconnect();
  assert.equal(calls - before - first, first);
  assert.ok(first <= 3, `${first} calls`);
});

test('hooks that run again see the move, whatever another match has done since', (t) => {
  const noting = { ...game, turn: { onMove: ({ G, move }) => { G.board.last = `${move.name} ${move.args}`; } } };
  const multiplayer = Local();
  const [first, second] = ['a', 'b'].map((matchID) => {
    const client = Client({ game: noting, multiplayer, matchID, playerID: '0', debug: false, quiet: true });
    t.after(() => client.dispose());
    client.start();
    return client;
  });
  first.moves['moves a token'](5);
  second.moves['pays coins'](3);
  assert.equal(first.undo().error, null);
});
