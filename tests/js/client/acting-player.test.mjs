// The acting player in `ctx.playerID`: absent in boardgame.io and under compat, and some games rely on that.
import assert from 'node:assert/strict';
import test from 'node:test';
import bgio from 'boardgame.io/dist/cjs/client.js';
import { Client } from 'rondel/client';
import { legacyGame } from 'rondel/core';

/** A game that records the acting player of each callback: in its context and in its `ctx`. */
function witness() {
  const told = {};
  const note = (name, answer) => (context) => {
    told[name] = [context.playerID, context.ctx.playerID, 'playerID' in context.ctx];
    return answer;
  };
  const order = { playOrder: note('playOrder', ['0', '1']), first: note('first', 0), next: note('next', 1) };
  const game = {
    moves: { go: { move: note('move'), undoable: note('undoable', true) } },
    turn: { order, onBegin: note('turn.onBegin'), onMove: note('onMove'), onEnd: note('turn.onEnd'), endIf: note('turn.endIf') },
    phases: { a: { start: true, onBegin: note('phase.onBegin'), onEnd: note('phase.onEnd'), endIf: note('phase.endIf') } },
    endIf: note('endIf'),
    plugins: [{ name: 'fn', fnWrap: (fn) => (context, ...args) => { note('fnWrap')(context); return fn(context, ...args); } }],
  };
  return { told, game };
}

function play(make, extra) {
  const { told, game } = witness();
  const client = make({ game: { ...game, ...extra }, debug: false, quiet: true });
  client.moves.go();
  client.undo();
  client.moves.go();
  client.events.endTurn();
  client.events.endPhase();
  return told;
}

const whoActs = (told) => Object.fromEntries(Object.entries(told).map(([name, [, acting]]) => [name, acting]));

test('under compat moves and hooks have no ctx.playerID, and their context has a playerID as in boardgame.io', () => {
  const theirs = play(bgio.Client);
  assert.deepEqual(play(Client, { compat: '0.50' }), theirs);
  assert.ok(Object.values(theirs).every(([, , isThere]) => !isThere), JSON.stringify(theirs));
});

test('by default ctx.playerID is the acting player in moves and hooks', () => {
  const told = whoActs(play(Client));
  // Player 0 ends the turn, which calls `next`, and player 1 ends the phase.
  assert.deepEqual([told.move, told.onMove, told.next, told['turn.onEnd'], told['phase.onEnd']], ['0', '0', '0', '1', '1']);
});

test('under compat only moves and onMove of a positional game receive the acting player', () => {
  for (const [compat, inHooks] of [['0.50', undefined], [undefined, '0']]) {
    const told = {};
    const note = (name) => (_, { playerID }) => { told[name] = playerID; };
    const turn = { onMove: note('onMove'), onEnd: note('onEnd') };
    const client = Client({ game: legacyGame({ compat, moves: { go: note('move') }, turn }), debug: false, quiet: true });
    client.moves.go();
    client.events.endTurn();
    assert.deepEqual(told, { move: '0', onMove: '0', onEnd: inHooks });
  }
});

test('each callback of an action receives the acting player, even if other states are read in between', () => {
  const told = [];
  const moves = { go: { move: ({ playerID }) => { told.push(playerID, client.getState().ctx.currentPlayer); } } };
  const turn = { activePlayers: { all: 's' }, stages: { s: { moves } }, onMove: ({ playerID }) => { told.push(playerID); } };
  const client = Client({ game: { compat: '0.50', turn }, debug: false, quiet: true });
  for (const playerID of ['1', '0']) {
    client.updatePlayerID(playerID);
    client.moves.go();
  }
  assert.deepEqual(told, ['1', '0', '1', '0', '0', '0']);
});
