// The pages of boardgame.io's documentation at v0.50.2 (MIT licence, © 2017 The boardgame.io Authors): with only the imports changed, their
// examples behave as their text says. boardgame.io plays them, too; the test notes where it deviates. Phases, stages and turn orders are in
// tests/js/seeds, and the tutorial is in tests/packaging.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import test from 'node:test';
import { capture, quietly } from '../support/console.mjs';

const require = createRequire(import.meta.url);

function page(name, follow) {
  for (const library of ['boardgame.io', 'rondel']) {
    const entry = (path) => require(`${library}/${path}`);
    const { Client } = entry('client');
    const modules = { Client, isRondel: library === 'rondel', entry };
    test(`${name}: ${library}`, () => quietly(() => follow(modules)));
  }
}

const gOf = (client) => client.getState().G;
const ctxOf = (client) => client.getState().ctx;

page('undo.md', ({ Client }) => {
  const moves = {
    rollDice: { move: ({ G }) => { G.log.push('roll'); }, undoable: false },
    playCard: ({ G }) => { G.log.push('play'); },
  };
  const setup = () => ({ log: [] });
  const client = Client({ game: { setup, moves } });
  client.moves.playCard();
  client.undo();
  assert.deepEqual(gOf(client).log, []);
  client.redo();
  assert.deepEqual(gOf(client).log, ['play']);
  client.moves.rollDice();
  client.undo();
  assert.deepEqual(gOf(client).log, ['play', 'roll']);

  const without = Client({ game: { setup, moves, disableUndo: true } });
  without.moves.playCard();
  without.undo();
  assert.deepEqual(gOf(without).log, ['play']);
});

page('random.md', ({ Client }) => {
  const rolled = (seed) => {
    const client = Client({
      game: {
        seed,
        setup: () => ({ deck: ['a', 'b', 'c', 'd', 'e'] }),
        moves: {
          rollDie: ({ G, random }) => { G.dieRoll = random.D6(); },
          rollThreeDice: ({ G, random }) => { G.diceRoll = random.D6(3); },
          move({ G, random }) {
            G.die = random.Die(6);
            G.dice = random.Die(6, 3);
            G.n = random.Number();
            G.deck = random.Shuffle(G.deck);
            G.wrappers = ['D4', 'D6', 'D8', 'D10', 'D12', 'D20'].map((die) => random[die]());
          },
        },
      },
    });
    for (const move of ['rollDie', 'rollThreeDice', 'move']) client.moves[move]();
    return gOf(client);
  };
  assert.deepEqual(rolled(42), {
    dieRoll: 5, diceRoll: [4, 6, 2], die: 4, dice: [6, 1, 4], n: 0.8142874278128147, deck: ['b', 'e', 'd', 'a', 'c'], wrappers: [4, 1, 3, 9, 8, 12],
  });
  // “`seed` can be either a string or a number.”
  assert.deepEqual(rolled('42'), rolled(42));
});

page('secret-state.md', ({ Client, entry }) => {
  const game = {
    setup: () => ({ secret: { value: 0 }, players: { 0: { card: 'a' }, 1: { card: 'b' }, 2: { card: 'c' } } }),
    playerView: entry('core').PlayerView.STRIP_SECRETS,
    moves: {
      moveThatUsesSecret: {
        move: ({ G, random }) => { G.secret.value = random.Number(); },
        client: false,
      },
    },
  };
  const multiplayer = entry('multiplayer').Local();
  const clients = ['0', '1', null].map((playerID) => Client({ game, multiplayer, playerID, numPlayers: 3 }));
  for (const client of clients) client.start();
  clients[0].moves.moveThatUsesSecret();
  // As text: boardgame.io's spectator has a player `null`, who is `undefined`.
  assert.deepEqual(clients.map((client) => JSON.stringify(gOf(client))), [
    '{"players":{"0":{"card":"a"}}}', '{"players":{"1":{"card":"b"}}}', '{"players":{}}',
  ]);
  for (const client of clients) assert.equal(client.getState()._stateID, 1);
  for (const client of clients) client.stop();
});

page('immutability.md', ({ Client, isRondel, entry }) => {
  const { INVALID_MOVE } = entry('core');
  const client = Client({
    game: {
      setup: () => ({ hand: 0, cells: [null, null] }),
      moves: {
        spread({ G }) { return { ...G, hand: G.hand + 1 }; },
        mutate({ G }) { G.hand++; },
        both({ G }) { G.hand++; return { ...G, hand: 7 }; },
        changeCtx({ ctx }) { ctx.turn = 9; },
        clickCell: function({ G, ctx }, id) {
          if (G.cells[id] !== null) {
            return INVALID_MOVE;
          }
          G.cells[id] = ctx.currentPlayer;
        },
      },
    },
  });
  client.moves.spread();
  client.moves.mutate();
  assert.equal(gOf(client).hand, 2);
  client.moves.clickCell(0);
  client.moves.clickCell(0);
  assert.deepEqual([gOf(client).cells, client.getState()._stateID], [['0', null], 3]);
  // “Returning something while also mutating `G` is considered an error.”
  assert.throws(() => client.moves.both(), isRondel ? /^RondelError: moves\.both changed G and returned/ : /\[Immer\]/);
  // “You can only modify `G`.” boardgame.io does not prevent it.
  if (isRondel) assert.throws(() => client.moves.changeCtx(), TypeError);
  else client.moves.changeCtx();
  assert.equal(ctxOf(client).turn, isRondel ? 1 : 9);
});

page('events.md', ({ Client }) => {
  const client = Client({
    numPlayers: 3,
    game: {
      events: { endGame: false },
      setup: () => ({}),
      moves: { drawCard: ({ G, events }) => { events.endPhase(); G.drawn = true; } },
      phases: { A: { start: true, next: 'B' }, B: {} },
    },
  });
  assert.equal(client.events.endGame, undefined);
  // “Events are queued up and triggered after a move.”
  client.moves.drawCard();
  assert.deepEqual([gOf(client).drawn, ctxOf(client).phase], [true, 'B']);
  client.events.endTurn({ next: '2' });
  assert.equal(ctxOf(client).currentPlayer, '2');
  client.events.setPhase('A');
  assert.equal(ctxOf(client).phase, 'A');
  client.events.endPhase();
  client.events.endPhase();
  assert.equal(ctxOf(client).phase, null);

  const over = Client({ game: { moves: { move: () => {} } } });
  over.events.endGame({ winner: '1' });
  over.moves.move();
  over.events.endTurn();
  assert.deepEqual([ctxOf(over).gameover, ctxOf(over).turn, over.getState()._stateID], [{ winner: '1' }, 1, 1]);
});

page('stages.md', ({ Client, isRondel, entry }) => {
  const { ActivePlayers, Stage } = entry('core');
  const stages = { A: { next: 'B' }, B: { next: 'C' }, C: { next: 'A' } };
  const start = (activePlayers) => Client({
    numPlayers: 3, playerID: '0', game: { moves: { move: () => {} }, turn: { activePlayers, stages } },
  });
  const activeIn = (client) => ctxOf(client).activePlayers;

  const cycling = start();
  cycling.events.setStage('A');
  for (const stage of ['A', 'B', 'C', 'A']) {
    assert.deepEqual(activeIn(cycling), { 0: stage });
    cycling.events.endStage();
  }

  // “Prevents manual endStage.” boardgame.io says so on the console, and enters the next stage.
  const least = start();
  least.events.setStage({ stage: 'A', minMoves: 2 });
  least.events.endStage();
  assert.deepEqual(activeIn(least), { 0: isRondel ? 'A' : 'B' });
  // “Calls endStage automatically.” boardgame.io's knows no next stage then.
  const most = start();
  most.events.setStage({ stage: 'A', maxMoves: 1 });
  most.moves.move();
  assert.deepEqual(activeIn(most), isRondel ? { 0: 'B' } : null);

  for (const [argument, active] of [
    [{ currentPlayer: 'A', others: 'B' }, { 0: 'A', 1: 'B', 2: 'B' }],
    [{ all: 'C' }, { 0: 'C', 1: 'C', 2: 'C' }],
    [{ value: { 0: 'A', 1: 'B' }, minMoves: 1, maxMoves: 5, revert: true }, { 0: 'A', 1: 'B' }],
    [{ currentPlayer: { stage: 'A', minMoves: 2 }, others: { stage: 'B', maxMoves: 1 }, value: { 0: { stage: 'C', minMoves: 4 } } }, { 0: 'C', 1: 'B', 2: 'B' }],
    [{ all: Stage.NULL }, { 0: null, 1: null, 2: null }],
    [['0', '2'], { 0: null, 2: null }],
    [ActivePlayers.ALL, { 0: null, 1: null, 2: null }],
    [ActivePlayers.OTHERS_ONCE, { 1: null, 2: null }],
  ]) {
    const client = start();
    client.events.setActivePlayers(argument);
    assert.deepEqual(activeIn(client), active);
    // In the first turn boardgame.io has nothing to go back to, and throws.
    if (isRondel || !argument.revert) assert.deepEqual(activeIn(start(argument)), active);
  }
});

page('phases.md', ({ Client }) => {
  function DrawCard({ G, playerID }) {
    G.deck--;
    G.hand[playerID]++;
  }
  function PlayCard({ G, playerID }) {
    G.deck++;
    G.hand[playerID]--;
  }
  const client = Client({
    game: {
      setup: ({ ctx }) => ({ deck: 6, hand: Array(ctx.numPlayers).fill(0) }),
      turn: { minMoves: 1, maxMoves: 1 },
      phases: {
        draw: { moves: { DrawCard }, endIf: ({ G }) => (G.deck <= 0), next: ({ G }) => (G.hand[0] > 5 ? 'draw' : 'play'), start: true },
        play: { moves: { PlayCard } },
      },
    },
  });
  client.moves.PlayCard();
  for (let i = 0; i < 6; i += 1) client.moves.DrawCard();
  assert.deepEqual([gOf(client), ctxOf(client).phase], [{ deck: 0, hand: [3, 3] }, 'play']);
  client.moves.DrawCard();
  client.moves.PlayCard();
  assert.deepEqual(gOf(client), { deck: 1, hand: [2, 3] });
});

page('turn-order.md', ({ Client, entry }) => {
  const { TurnOrder } = entry('core');
  const players = (turn) => {
    const client = Client({
      numPlayers: 4,
      game: { setup: () => ({ property_in_G: ['3', '0'] }), phases: { A: { start: true, turn } } },
    });
    return Array.from({ length: 5 }, () => {
      const { currentPlayer, phase } = ctxOf(client);
      client.events.endTurn();
      return phase === null ? 'over' : currentPlayer;
    }).join(' ');
  };
  assert.equal(players({ order: TurnOrder.DEFAULT }), '0 1 2 3 0');
  assert.equal(players({ order: TurnOrder.ONCE }), '0 1 2 3 over');
  assert.equal(players({ order: TurnOrder.CUSTOM(['1', '3']) }), '1 3 1 3 1');
  assert.equal(players({ order: TurnOrder.CUSTOM_FROM('property_in_G') }), '3 0 3 0 3');
  assert.equal(players({
    order: {
      first: ({ G, ctx }) => 0,
      next: ({ G, ctx }) => (ctx.playOrderPos + 1) % ctx.numPlayers,
      playOrder: ({ G, ctx }) => [...ctx.playOrder].reverse(),
    },
  }), '3 2 1 0 3');

  function Move({ events }) {
    events.endTurn({ next: '3' });
  }
  const adHoc = Client({ numPlayers: 4, game: { moves: { Move } } });
  adHoc.moves.Move();
  assert.equal(ctxOf(adHoc).currentPlayer, '3');
});

page('api/Game.md', ({ Client, entry }) => {
  const called = [];
  const call = (name) => ({ G, ctx, events, random, log }, ...args) => {
    for (const part of [G, ctx, events, random, log]) assert.equal(typeof part, 'object');
    called.push([name, ...args].join(' '));
  };
  const game = {
    name: 'tic-tac-toe',
    setup: ({ ctx, ...plugins }, setupData) => ({ from: setupData ?? null }),
    validateSetupData: (setupData, numPlayers) => 'setupData is not valid!',
    moves: {
      A: call('A'),
      B: { move: call('B'), undoable: false, redact: true, client: false, noLimit: true, ignoreStaleStateID: true },
      C: { move: call('C'), undoable: ({ G, ctx }) => true },
    },
    playerView: ({ G, ctx, playerID }) => ({ ...G, seenBy: playerID }),
    seed: 'random-string',
    turn: {
      order: entry('core').TurnOrder.DEFAULT,
      onBegin: call('turn.onBegin'),
      onEnd: call('turn.onEnd'),
      endIf: call('turn.endIf'),
      onMove: call('turn.onMove'),
      minMoves: 1,
      maxMoves: 2,
      activePlayers: { all: 'A' },
      stages: { A: { moves: { A: call('A of stage A') }, next: 'B' }, B: {} },
    },
    phases: {
      A: { onBegin: call('phase.onBegin'), onEnd: call('phase.onEnd'), endIf: call('phase.endIf'), start: true, next: 'B' },
      B: {},
    },
    minPlayers: 1,
    maxPlayers: 4,
    endIf: ({ G, ctx, random, ...plugins }) => undefined,
    onEnd: call('onEnd'),
    disableUndo: true,
    deltaState: true,
  };
  const { result: client, printed } = capture(() => Client({ game, playerID: '0' }));
  assert.deepEqual(printed, []);
  client.moves.A('x');
  client.events.endStage();
  client.moves.B('secret');
  client.events.setPhase('B');
  client.events.endGame({ winner: '0' });
  assert.deepEqual([gOf(client), ctxOf(client).gameover], [{ from: null, seenBy: '0' }, { winner: '0' }]);
  assert.deepEqual(called.filter((name) => !name.endsWith('endIf')), [
    'phase.onBegin', 'turn.onBegin', 'A of stage A x', 'turn.onMove', 'B secret', 'turn.onMove', 'turn.onEnd', 'phase.onEnd', 'turn.onBegin', 'onEnd',
  ]);
});

page('plugins.md', ({ Client, entry }) => {
  const { PluginPlayer } = entry('plugins');
  const counter = {
    name: 'plugin-name',
    // `G` is empty: the game is set up after its plugins.
    setup: ({ G, ctx, game }) => ({ count: ctx.numPlayers, of: game.name, G }),
    api: ({ data, playerID }) => {
      let count = data.count;
      return { add: () => { count += 1; }, count: () => count, playerID };
    },
    flush: ({ data, api }) => ({ ...data, count: api.count() }),
    fnWrap: (fn) => ({ G, ...rest }, ...args) => {
      G = { ...G, before: true };
      G = fn({ G, ...rest }, ...args);
      G = { ...G, after: true };
      return G;
    },
    noClient: () => false,
    isInvalid: ({ G }) => (G.n > 1 ? 'n is too much' : false),
    playerView: ({ data, playerID }) => ({ ...data, seenBy: playerID }),
  };
  const game = {
    name: 'my-game',
    plugins: [
      counter,
      PluginPlayer({
        setup: (playerID) => ({ playerID, hp: 3 }),
        playerView: (players, playerID) => ({ [playerID]: players[playerID] }),
      }),
    ],
    setup: () => ({ n: 0 }),
    moves: {
      hit: ({ G, player, 'plugin-name': api }) => {
        api.add();
        player.opponent.set({ ...player.opponent.get(), hp: 2 });
        player.set({ ...player.get(), hp: 4 });
        return { ...G, n: G.n + 1, by: api.playerID };
      },
    },
  };
  const client = Client({ game, playerID: '0' });
  client.moves.hit();
  client.moves.hit();
  const { G, plugins } = client.getState();
  assert.deepEqual(G, { n: 1, by: '0', before: true, after: true });
  assert.deepEqual(plugins['plugin-name'].data, { count: 3, of: 'my-game', G: {}, seenBy: '0' });
  assert.deepEqual(plugins.player.data.players, { 0: { playerID: '0', hp: 4 } });
  client.updatePlayerID('1');
  assert.deepEqual(client.getState().plugins.player.data.players, { 1: { playerID: '1', hp: 2 } });
});

page('testing.md', ({ Client, entry }) => {
  const clickCell = ({ G, playerID }, id) => {
    G.cells[id] = playerID;
  };
  const TicTacToe = {
    moves: { clickCell },
    turn: { minMoves: 1, maxMoves: 1 },
    endIf: ({ G, ctx }) => (G.cells.slice(3, 6).every((cell) => cell !== null && cell === G.cells[3]) ? { winner: ctx.currentPlayer } : undefined),
  };
  const client = Client({ game: { ...TicTacToe, setup: () => ({ cells: ['0', '0', null, '1', '1', null, null, null, null] }) } });
  client.moves.clickCell(8);
  client.moves.clickCell(5);
  assert.deepEqual(gOf(client).cells, ['0', '0', null, '1', '1', '1', null, null, '0']);
  assert.deepEqual(ctxOf(client).gameover, { winner: '1' });

  const Game = { moves: { rollDice: ({ G, random }) => { G.roll = random.D6(); } } };
  const fixed = Client({ game: { ...Game, seed: 'fixed-seed' } });
  fixed.moves.rollDice();
  assert.equal(gOf(fixed).roll, 4);
  const randomPlugin = entry('testing').MockRandom({ D6: () => 6 });
  const mocked = Client({ game: { ...Game, plugins: [...(Game.plugins || []), randomPlugin] } });
  mocked.moves.rollDice();
  assert.equal(gOf(mocked).roll, 6);

  const spec = { game: { moves: { moveA: ({ G, playerID }) => { G.last = playerID; } } }, multiplayer: entry('multiplayer').Local() };
  const p0 = Client({ ...spec, playerID: '0' });
  const p1 = Client({ ...spec, playerID: '1' });
  p0.start();
  p1.start();
  p0.moves.moveA();
  p0.events.endTurn();
  assert.deepEqual([gOf(p1), ctxOf(p1).currentPlayer], [{ last: '0' }, '1']);
  p1.moves.moveA();
  p1.events.endTurn();
  assert.deepEqual([gOf(p0), ctxOf(p0).turn], [{ last: '1' }, 3]);
  for (const player of [p0, p1]) player.stop();
});

page('debugging.md', ({ Client }) => {
  const game = { moves: { move: ({ log }) => { log.setMetadata('metadata for this move'); } } };
  class Debug {
    $destroy() {}
  }
  // Rondel has no panel: it accepts boardgame.io's options, and shows nothing.
  for (const debug of [undefined, true, false, { impl: Debug }, { collapseOnLoad: true, hideToggleButton: true }]) {
    const client = Client({ game, debug });
    client.start();
    client.moves.move();
    assert.equal(client.log[0].metadata, 'metadata for this move');
    client.stop();
  }

  const { applyMiddleware, compose } = require('redux');
  const seen = [];
  const logger = () => (next) => (action) => {
    seen.push(action.type);
    return next(action);
  };
  const client = Client({ game, enhancer: compose(applyMiddleware(logger), (createStore) => createStore) });
  client.moves.move();
  client.events.endTurn();
  assert.deepEqual(seen.filter((type) => type !== 'STRIP_TRANSIENTS'), ['MAKE_MOVE', 'GAME_EVENT']);
});

page('chat.md and api/Client.md', ({ Client, isRondel, entry }) => {
  const spec = { game: { moves: { move: ({ G }) => { G.moved = true; } } }, multiplayer: entry('multiplayer').Local(), debug: false, quiet: true };
  const [alice, bob, late] = ['0', '1', null].map((playerID) => Client({ ...spec, matchID: 'matchID', playerID, credentials: 'secret' }));
  const states = [];
  const unsubscribe = alice.subscribe((state) => states.push(state));
  assert.deepEqual([alice.matchID, alice.playerID, alice.credentials, alice.getState()], ['matchID', '0', 'secret', null]);
  alice.start();
  bob.start();
  alice.sendChatMessage({ message: 'Hello', time: 1 });
  late.start();
  bob.sendChatMessage('Ready to play?');
  assert.deepEqual(alice.chatMessages.map(({ sender, payload }) => [sender, payload]), [['0', { message: 'Hello', time: 1 }], ['1', 'Ready to play?']]);
  // “A client only receives messages sent while it is connected.” Rondel's matches store them.
  assert.deepEqual(late.chatMessages.map(({ payload }) => payload), [...isRondel ? [{ message: 'Hello', time: 1 }] : [], 'Ready to play?']);
  assert.equal(typeof late.chatMessages[0].id, 'string');

  alice.moves.move();
  assert.deepEqual(states.at(-1), alice.getState());
  unsubscribe();
  const told = states.length;
  // “Resets the game.” boardgame.io resets this client alone, until the master says otherwise; Rondel refuses.
  alice.reset();
  assert.deepEqual(gOf(alice), isRondel ? { moved: true } : {});
  assert.deepEqual(gOf(bob), { moved: true });

  alice.updateMatchID('newID');
  alice.updatePlayerID('1');
  alice.updateCredentials('other');
  assert.deepEqual([alice.matchID, alice.playerID, alice.credentials], ['newID', '1', 'other']);
  assert.deepEqual([gOf(alice), alice.getState().isActive, alice.getState().isConnected], [{}, false, true]);
  // The messages of the other match stay there.
  assert.equal(alice.chatMessages.length, isRondel ? 0 : 2);
  assert.equal(states.length, told);
  for (const client of [alice, bob, late]) client.stop();
});
