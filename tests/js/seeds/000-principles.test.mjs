// Document 000, its key principles and pitfalls.
import assert from 'node:assert/strict';
import test from 'node:test';
import { quietly } from '../support/console.mjs';
import { drawn, exampleTable } from './fixtures/bang/play.mjs';
import { as, assertConfirmed, ctxOf, gOf } from './fixtures/play.mjs';

test('000 Key Principle 1: State Machine Pattern', () => {
  // The document's object names the fields with their types; these are the states the examples make of it.
  const bang = drawn();
  bang.moves.playBang('BANG-0-0', '1');
  assert.deepEqual(gOf(bang).pendingAction, {
    type: 'BANG', sourcePlayerId: '0', targetPlayerId: '1', cardId: 'BANG-0-0', requiresMissed: 1,
  });
  const store = drawn();
  store.moves.playGeneralStore('STORE');
  assert.equal(gOf(store).pendingAction.type, 'GENERAL_STORE');
  assert.equal(gOf(store).pendingAction.revealedCards.length, 4);
});

test('000 Key Principle 2: Clean Up Pending Actions: turn.onEnd clears what is left', () => {
  const client = drawn({ 0: { health: 2 } });
  client.moves.playBang('BANG-0-0', '1');
  assertConfirmed(as(client, '1', (_, events) => events.endTurn()));
  assert.equal(gOf(client).pendingAction, null);
  assert.equal(ctxOf(client).activePlayers, null);
  assert.equal(ctxOf(client).currentPlayer, '1');
  assert.equal(gOf(client).players[0].hand.length, 2, 'the excess cards were discarded');
});

test('000 Key Principle 3: Use minMoves and maxMoves', () => {
  const targetId = '1';
  const client = exampleTable({
    moves: {
      shoot: ({ events }) => {
events.setActivePlayers({
  value: { [targetId]: 'respondToBang' },
  minMoves: 1,  // Must make at least 1 move (can't skip)
  maxMoves: 1,  // Automatically exit stage after 1 move
});
      },
      answer: () => {},
    },
  });
  client.moves.shoot();
  assert.deepEqual(ctxOf(client)._activePlayersMinMoves, { 1: 1 });
  assert.deepEqual(ctxOf(client)._activePlayersMaxMoves, { 1: 1 });
  quietly(() => as(client, '1', (_, events) => events.endStage()));
  assert.deepEqual(ctxOf(client).activePlayers, { 1: 'respondToBang' });
  assertConfirmed(as(client, '1', (moves) => moves.answer()));
  assert.equal(ctxOf(client).activePlayers, null);
});

test('000 Key Principle 4: Handle Player Identity Correctly', () => {
  const seen = [];
// ✅ CORRECT: Use ctx.playerID in stages
function playMissed({ G, ctx }, cardId) {
  const playerId = ctx.playerID || ctx.currentPlayer;
  const player = G.players[playerId];
  // ...
  seen.push([playerId, player.hand[0], cardId]);
}
  const client = exampleTable({ moves: { playMissed }, turn: { activePlayers: { all: null } } });
  as(client, '2', (moves) => moves.playMissed('a'));
  as(client, '0', (moves) => moves.playMissed('b'));
  client.moves.playMissed('c');
  assert.deepEqual(seen, [['2', 'BANG-2-0', 'a'], ['0', 'BANG-0-0', 'b'], ['0', 'BANG-0-0', 'c']]);
  assert.ok(!('playerID' in ctxOf(client)), 'it is never stored');
});

test('000 Key Principle 5: Revert Option for Temporary Stages', () => {
  const targetId = '1';
  const client = exampleTable({
    moves: {
      shoot: ({ events }) => {
events.setActivePlayers({
  value: { [targetId]: 'respondToBang' },
  minMoves: 1,
  maxMoves: 1,
  revert: true,  // Return to previous activePlayers state when done
});
      },
      answer: () => {},
    },
    turn: { activePlayers: { currentPlayer: 'main', maxMoves: 5 } },
  });
  client.moves.shoot();
  assert.deepEqual(ctxOf(client).activePlayers, { 1: 'respondToBang' });
  assertConfirmed(as(client, '1', (moves) => moves.answer()));
  assert.deepEqual(ctxOf(client).activePlayers, { 0: 'main' });
  assert.deepEqual(ctxOf(client)._activePlayersMaxMoves, { 0: 5 });
  assert.deepEqual(ctxOf(client)._activePlayersNumMoves, { 0: 1 });
});

test('000 Pitfall 2: Losing Track of Current Player: control returns to ctx.currentPlayer', () => {
  const client = drawn();
  client.moves.playBang('BANG-0-0', '3');
  as(client, '3', (moves) => moves.takeDamage());
  assert.equal(ctxOf(client).currentPlayer, '0');
  assert.equal(ctxOf(client).turn, 1);
  assertConfirmed(client.moves.playIndians('INDIANS-0-3'));
});

test('000 Pitfall 4: AI Players Not Responding', () => {
  const missedCardId = 'MISSED-1-1';
  const missed = (G, playerID) => hasCardOfType(G, playerID, 'MISSED');
  const bot = botWith(missed, missedCardId);

  const client = drawn();
  assert.equal(bot(gOf(client), ctxOf(client), '1'), undefined);
  client.moves.playBang('BANG-0-0', '1');
  const choice = bot(gOf(client), ctxOf(client), '1');
  assert.deepEqual(choice, { move: 'playMissed', args: ['MISSED-1-1'] });
  assertConfirmed(as(client, '1', (moves) => moves[choice.move](...choice.args)));
  assert.equal(gOf(client).pendingAction, null);

  const empty = drawn({ 1: { hand: [] } });
  empty.moves.playBang('BANG-0-0', '1');
  const blow = bot(gOf(empty), ctxOf(empty), '1');
  assert.deepEqual(blow, { move: 'takeDamage', args: [1] });
  assertConfirmed(as(empty, '1', (moves) => moves[blow.move](...blow.args)));
  assert.equal(gOf(empty).players[1].health, 3);
});

function hasCardOfType(G, playerID, type) {
  return G.players[playerID].hand.some((id) => G.cardMap[id].type === type);
}

function botWith(hasCard, missedCardId) {
  return (G, ctx, playerID) => {
// In AI/bot code
if (ctx.activePlayers && playerID in ctx.activePlayers) {
  const stage = ctx.activePlayers[playerID];

  if (stage === 'respondToBang') {
    // Decide: play Missed, use Barrel, or take damage
    const hasMissed = hasCard(G, playerID, 'MISSED');
    if (hasMissed) {
      return { move: 'playMissed', args: [missedCardId] };
    } else {
      return { move: 'takeDamage', args: [1] };
    }
  }
}
  };
}
