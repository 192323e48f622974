// Permanent removal of players: events.removePlayer in moves and hooks, and PLAYER_LEAVE in the reducer.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { legacyGame } from 'rondel/core';
import { CreateGameReducer, InitializeGame, ProcessGameConfig } from 'rondel/internal';
import { quietly } from '../support/console.mjs';
import { throughJSON } from '../support/json.mjs';

const make = (game, options) => Client({ game, numPlayers: 3, quiet: true, ...options });
const leave = (playerID) => ({ type: 'PLAYER_LEAVE', payload: { playerID } });
const makeMove = (type, args, playerID) => ({ type: 'MAKE_MOVE', payload: { type, args, playerID } });

/** Returns the state of a match at a server after these actions. */
function after(game, ...actions) {
  const reducer = CreateGameReducer({ game });
  return actions.reduce(reducer, InitializeGame({ game, numPlayers: 3 }));
}

const removing = { moves: { remove: ({ events }, player) => { events.removePlayer(player); } } };

test('events.removePlayer removes a player from the order permanently', () => {
  const client = make({ ...removing, phases: { a: { start: true, next: 'b' }, b: {} } });
  client.moves.remove('1');
  assert.deepEqual(client.getState().ctx.playOrder, ['0', '2']);
  assert.deepEqual(client.getState().ctx._removedPlayers, ['1']);
  client.events.endPhase();
  const { phase, playOrder } = client.getState().ctx;
  assert.deepEqual([phase, playOrder], ['b', ['0', '2']]);
});

test('the next player takes over the turn of a removed player, and undo restores the removed player', () => {
  const client = make(removing);
  client.moves.remove(0);
  const { turn, currentPlayer, numMoves } = client.getState().ctx;
  assert.deepEqual([turn, currentPlayer, numMoves], [1, '1', 0]);
  client.updatePlayerID('0');
  client.undo();
  assert.deepEqual(client.getState().ctx.playOrder, ['0', '1', '2']);
  assert.equal(client.getState().ctx._removedPlayers, undefined);
});

test('removing an unknown player, or a value that is not an ID, is refused', () => {
  for (const player of ['3', 'x', '', undefined, null, {}]) {
    const client = make(removing);
    const handle = quietly(() => client.moves.remove(player));
    assert.equal(handle.error.type, 'action/action_invalid');
    assert.match(handle.error.message, /^removePlayer: /);
  }
});

test('players have no event removePlayer, and a game cannot disable it', () => {
  const client = make(removing);
  assert.equal('removePlayer' in client.events, false);
  assert.throws(() => make({ events: { removePlayer: false } }), /^RondelError: events\.removePlayer: there is no such event/);
  const sent = { type: 'GAME_EVENT', payload: { type: 'removePlayer', args: ['1'], playerID: '0' } };
  const state = quietly(() => after(removing, sent));
  assert.equal(state.transients.error.type, 'action/action_invalid');
  assert.deepEqual(state.ctx.playOrder, ['0', '1', '2']);
});

test('onPlayerLeave gets the leaving player while they are still in the match', () => {
  const game = {
    setup: () => ({ told: null }),
    onPlayerLeave: ({ G, ctx, playerID, random, log }) => {
      G.told = [playerID, ctx.playerID, [...ctx.playOrder], random.Die(1)];
      log.setMetadata('farewell');
    },
  };
  const state = after(game, leave('1'));
  assert.deepEqual(state.G.told, ['1', '1', ['0', '1', '2'], 1]);
  assert.deepEqual(state.ctx.playOrder, ['0', '2']);
  assert.deepEqual(state.ctx._removedPlayers, ['1']);
  assert.equal(state._stateID, 1);
  assert.deepEqual(state.deltalog, [{ action: leave('1'), _stateID: 0, turn: 1, phase: null, hookMetadata: ['farewell'] }]);
});

test('onPlayerLeave may return a new G, and is optional', () => {
  assert.deepEqual(after({ onPlayerLeave: ({ G, playerID }) => ({ ...G, left: playerID }) }, leave('1')).G, { left: '1' });
  assert.deepEqual(after({}, leave('0')).ctx.currentPlayer, '1');
  assert.equal(ProcessGameConfig({}).onPlayerLeave({ G: 'as it is' }), 'as it is');
  assert.throws(() => make({ onPlayerLeave: 'bye' }), /^RondelError: onPlayerLeave: expected a function, got "bye"/);
});

test('a positional game reads the leaving player from ctx', () => {
  const game = legacyGame({ setup: () => ({}), onPlayerLeave: (G, ctx) => { G.left = ctx.playerID; } });
  assert.deepEqual(after(game, leave('2')).G, { left: '2' });
});

test('events called in onPlayerLeave run before the removal', () => {
  const game = { onPlayerLeave: ({ events }) => { events.endTurn({ next: '2' }); } };
  const { turn, currentPlayer, playOrder } = after(game, leave('0')).ctx;
  assert.deepEqual([turn, currentPlayer, playOrder], [2, '2', ['1', '2']]);
  assert.equal(after({ onPlayerLeave: ({ events }) => { events.endGame('left'); } }, leave('0')).ctx.gameover, 'left');
});

test('leaving is not a move and does not end a turn; it and earlier moves cannot be undone', () => {
  const game = { setup: () => ({ n: 0 }), moves: { add: ({ G }) => { G.n += 1; } } };
  const undo = { type: 'UNDO', payload: { type: null, args: null, playerID: '0' } };
  const add = makeMove('add', [], '0');
  const state = after(game, add, add, undo, leave('1'));
  assert.deepEqual([state.G.n, state._undo.length, state._redo.length], [1, 1, 0]);
  assert.deepEqual(state._undo[0].ctx, state.ctx);
  const reducer = CreateGameReducer({ game });
  assert.equal(quietly(() => reducer(state, undo)).transients.error.type, 'action/action_invalid');
  assert.equal(reducer(reducer(state, add), undo).G.n, 1);
});

test('a leaving player is removed from all sets of active players, including queued and previous ones', () => {
  const game = {
    moves: {
      active: ({ events }) => {
        events.setActivePlayers({ value: { 1: 'A', 2: 'A' } });
        events.setActivePlayers({ all: 'B', revert: true, maxMoves: 1 });
      },
      go: () => {},
      next: ({ events }) => { events.setActivePlayers({ currentPlayer: 'A', maxMoves: 1, next: { value: { 1: 'C', 2: 'C' } } }); },
    },
  };
  const left = after(game, makeMove('active', [], '0'), leave('1'));
  assert.deepEqual(left.ctx.activePlayers, { 0: 'B', 2: 'B' });
  assert.deepEqual(left.ctx._activePlayersNumMoves, { 0: 0, 2: 0 });
  const reducer = CreateGameReducer({ game });
  const back = [makeMove('go', [], '0'), makeMove('go', [], '2')].reduce(reducer, left);
  assert.deepEqual(back.ctx.activePlayers, { 2: 'A' });
  const onwards = after(game, makeMove('next', [], '0'), leave('1'), makeMove('go', [], '0'));
  assert.deepEqual(onwards.ctx.activePlayers, { 2: 'C' });
});

test('leaving is refused after the end, for unknown players, and by a plugin; the caller gets exceptions', () => {
  const type = (game, ...actions) => quietly(() => after(game, ...actions)).transients.error.type;
  const over = { type: 'GAME_EVENT', payload: { type: 'endGame', playerID: '0' } };
  assert.equal(type({}, over, leave('1')), 'action/gameover');
  assert.equal(type({}, leave('3')), 'action/action_invalid');
  assert.equal(type({}, leave(undefined)), 'action/action_invalid');
  const closed = { name: 'door', isInvalid: ({ ctx }) => ctx.playOrder.length < 3 && 'closed' };
  assert.equal(type({ plugins: [closed] }, leave('1')), 'action/plugin_invalid');
  const mine = new Error('mine');
  assert.throws(() => after({ onPlayerLeave: () => { throw mine; } }, leave('1')), (error) => error === mine);
});

test('plugins wrap onPlayerLeave, declared or not', () => {
  const methods = [];
  const fnWrap = (fn, method) => (context, ...args) => {
    methods.push([method, context.playerID]);
    return fn(context, ...args);
  };
  const plugins = [{ name: 'wrap', fnWrap }];
  assert.deepEqual(after({ plugins, onPlayerLeave: ({ G, playerID }) => { G.left = playerID; } }, leave('1')).G, { left: '1' });
  methods.length = 0;
  const reducer = CreateGameReducer({ game: { plugins } });
  const begun = InitializeGame({ game: { plugins }, numPlayers: 3 });
  methods.length = 0;
  reducer(begun, leave('1'));
  assert.deepEqual(methods, [['GAME_ON_PLAYER_LEAVE', '1']]);
});

test('a stored match without some of its players goes on', () => {
  const state = throughJSON(after(removing, leave('1'), makeMove('remove', ['0'], '0')));
  assert.deepEqual(state.ctx._removedPlayers, ['1', '0']);
  const next = CreateGameReducer({ game: removing })(state, { type: 'GAME_EVENT', payload: { type: 'endTurn', playerID: '2' } });
  assert.deepEqual([next.ctx.turn, next.ctx.currentPlayer], [2, '2']);
});
