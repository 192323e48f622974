// Every example of document 000, "Boardgame.io v0.50.2 Reactive Gameplay Patterns". The code is the document's own; its
// event availability matrix is in 000-events.test.mjs, its principles and pitfalls are in 000-principles.test.mjs.
import assert from 'node:assert/strict';
import test from 'node:test';
import { legacyGame } from 'rondel/core';
import { quietly } from '../support/console.mjs';
import { bangGame, table } from './fixtures/bang/game.js';
import { drawn, exampleTable } from './fixtures/bang/play.mjs';
import { handlePlayerDeath, hasCard } from './fixtures/bang/rules.js';
import { as, assertConfirmed, assertRejected, ctxOf, gOf, play } from './fixtures/play.mjs';

test('000 Attempted Implementation: setActivePlayers from onMove works in Rondel', () => {
  const targetPlayerId = '1';
  const adapted = legacyGame({
// In phases.ts - turn.onMove hook
turn: {
  onMove: (G, ctx) => {
    if (G.pendingAction && ctx.events?.setActivePlayers) {
      // Tried to call setActivePlayers in onMove
      ctx.events.setActivePlayers({
        value: { [targetPlayerId]: 'respondToBang' },
        moveLimit: 1,
      });
    }
  }
}
  });
  const client = exampleTable({
    moves: {
      playBang: ({ G }) => { G.pendingAction = { type: 'BANG' }; },
      answer: ({ G }) => { G.pendingAction = null; },
    },
    turn: adapted.turn,
  });
  assertConfirmed(client.moves.playBang());
  assert.deepEqual(ctxOf(client).activePlayers, { 1: 'respondToBang' });
  assertConfirmed(as(client, '1', (moves) => moves.answer()));
  assert.equal(ctxOf(client).activePlayers, null);
});

test('000 Pattern 1: Call Events Directly from Moves', () => {
function playBang({ G, ctx, events }, cardId, targetId) {
  const playerId = ctx.currentPlayer;
  const player = G.players[playerId];

  // Validate and execute the move
  // ... validation logic ...

  // Remove card from hand and discard
  const index = player.hand.indexOf(cardId);
  player.hand.splice(index, 1);
  G.discardPile.push(G.cardMap[cardId]);

  // Set up pending action for response tracking
  G.pendingAction = {
    type: 'BANG',
    sourcePlayerId: playerId,
    targetPlayerId: targetId,
    cardId,
    requiresMissed: 1,
  };

  // ✅ CORRECT: Call setActivePlayers directly from the move
  events.setActivePlayers({
    value: { [targetId]: 'respondToBang' },
    minMoves: 1,  // Player must respond
    maxMoves: 1,  // Automatically end stage after one move
  });
}
  const respond = ({ G }) => { G.pendingAction = null; };
  const client = exampleTable({ moves: { playBang }, turn: { stages: { respondToBang: { moves: { respond } } } } });

  assertConfirmed(client.moves.playBang('BANG-0-0', '2'));
  assert.deepEqual(ctxOf(client).activePlayers, { 2: 'respondToBang' });
  assert.equal(gOf(client).pendingAction.targetPlayerId, '2');
  assert.deepEqual(gOf(client).discardPile.map((card) => card.id), ['BANG-0-0']);

  quietly(() => {
    assertRejected(as(client, '0', (moves) => moves.playBang('BANG-0-0', '1')), 'action/inactive_player');
    as(client, '2', (_, events) => events.endStage());
  });
  assert.deepEqual(ctxOf(client).activePlayers, { 2: 'respondToBang' }, 'minMoves: the player must respond');

  assertConfirmed(as(client, '2', (moves) => moves.respond()));
  assert.equal(ctxOf(client).activePlayers, null, 'maxMoves ends the stage');
  assert.equal(ctxOf(client).currentPlayer, '0');
});

/** "Pattern 2", the turn exactly as in the document. */
const pattern2 = {
// In phases.ts
turn: {
  stages: {
    respondToBang: {
      moves: {
        // Player can play Missed!
        playMissed: ({ G, ctx, events }, cardId) => {
          const playerId = ctx.playerID || ctx.currentPlayer;

          // Validate and process the response
          // ... validation ...

          // Remove card and resolve action
          const player = G.players[playerId];
          const index = player.hand.indexOf(cardId);
          player.hand.splice(index, 1);
          G.discardPile.push(G.cardMap[cardId]);

          // Clear pending action
          G.pendingAction = null;

          // ✅ Return control to current player (optional)
          // Stage will end automatically due to maxMoves: 1
        },

        // Player can use Barrel
        useBarrel: ({ G, ctx, events }) => {
          const playerId = ctx.playerID || ctx.currentPlayer;

          // Draw card for barrel check
          const drawnCard = G.deck.pop();
          G.discardPile.push(drawnCard);

          if (drawnCard.suit === 'hearts') {
            // Success - dodge the BANG!
            G.pendingAction = null;
            // Stage ends automatically
          } else {
            // Failed - stay in stage to play Missed or take damage
            // Keep stage active by calling setActivePlayers again
            events.setActivePlayers({
              value: { [playerId]: 'respondToBang' },
              minMoves: 1,
              maxMoves: 1,
            });
          }
        },

        // Player chooses to take damage
        takeDamage: ({ G, ctx }, amount = 1) => {
          const playerId = ctx.playerID || ctx.currentPlayer;
          const player = G.players[playerId];

          player.health -= amount;

          // Check for death
          if (player.health <= 0) {
            handlePlayerDeath(G, ctx, playerId);
          }

          // Clear pending action
          G.pendingAction = null;
          // Stage ends automatically
        },
      },
    },
  },
}
};

/** Pattern 2 with player 1 already shot at, and a deck whose next cards have the given suits. */
function underFire(...suits) {
  const client = exampleTable({
    setup: ({ ctx }) => ({
      ...table(ctx.numPlayers),
      deck: suits.reverse().map((suit, i) => ({ id: `D${i}`, type: 'BEER', suit })),
    }),
    moves: {
      bang: ({ G, events }) => {
        G.pendingAction = { type: 'BANG' };
        events.setActivePlayers({ value: { 1: 'respondToBang' }, minMoves: 1, maxMoves: 1 });
      },
    },
    turn: pattern2.turn,
  });
  assertConfirmed(client.moves.bang());
  return client;
}

test('000 Pattern 2: Response Moves in Stages: playMissed', () => {
  const client = underFire();
  assertConfirmed(as(client, '1', (moves) => moves.playMissed('MISSED-1-1')));
  assert.equal(ctxOf(client).activePlayers, null);
  assert.equal(gOf(client).pendingAction, null);
  assert.deepEqual(gOf(client).players[1].hand, ['BANG-1-0', 'MISSED-1-2', 'INDIANS-1-3']);
  assert.equal(gOf(client).players[0].hand.length, 4, 'it was the acting player, not the current one, who paid');
});

test('000 Pattern 2: Response Moves in Stages: useBarrel succeeds', () => {
  const client = underFire('hearts');
  assertConfirmed(as(client, '1', (moves) => moves.useBarrel()));
  assert.equal(ctxOf(client).activePlayers, null);
  assert.equal(gOf(client).pendingAction, null);
});

test('000 Pattern 2: Response Moves in Stages: useBarrel fails and keeps the stage', () => {
  const client = underFire('spades', 'hearts');
  assertConfirmed(as(client, '1', (moves) => moves.useBarrel()));
  assert.deepEqual(ctxOf(client).activePlayers, { 1: 'respondToBang' });
  assert.deepEqual(gOf(client).pendingAction, { type: 'BANG' });
  assertConfirmed(as(client, '1', (moves) => moves.takeDamage()));
  assert.equal(ctxOf(client).activePlayers, null);
  assert.equal(gOf(client).players[1].health, 3);
});

test('000 Pattern 2: Response Moves in Stages: takeDamage, to the death', () => {
  const client = underFire();
  assertConfirmed(as(client, '1', (moves) => moves.takeDamage(4)));
  assert.equal(ctxOf(client).activePlayers, null);
  assert.deepEqual(
    { health: gOf(client).players[1].health, isDead: gOf(client).players[1].isDead, hand: gOf(client).players[1].hand },
    { health: 0, isDead: true, hand: [] },
  );
  assert.equal(gOf(client).players[0].health, 4);
});

test('000 Pattern 3: Chaining Reactions for Multiple Players', () => {
  const client = drawn();
  assertConfirmed(client.moves.playIndians('INDIANS-0-3'));
  assert.deepEqual(ctxOf(client).activePlayers, { 1: 'respondToIndians' });
  assert.deepEqual(gOf(client).pendingAction, {
    type: 'INDIANS', sourcePlayerId: '0', currentTarget: '1', remainingTargets: ['2', '3'],
  });

  assertConfirmed(as(client, '1', (moves) => moves.discardBang('BANG-1-0')));
  assert.deepEqual(ctxOf(client).activePlayers, { 2: 'respondToIndians' });
  assert.deepEqual(gOf(client).players[1].hand, ['MISSED-1-1', 'MISSED-1-2', 'INDIANS-1-3']);
  assert.equal(gOf(client).pendingAction.currentTarget, '2');

  quietly(() => {
    assertRejected(as(client, '3', (moves) => moves.takeDamage()), 'action/unavailable_move');
  });
  assertConfirmed(as(client, '2', (moves) => moves.takeDamage()));
  assert.deepEqual(ctxOf(client).activePlayers, { 3: 'respondToIndians' });
  assert.equal(gOf(client).players[2].health, 3);

  assertConfirmed(as(client, '3', (moves) => moves.takeDamage()));
  assert.equal(ctxOf(client).activePlayers, null, 'control returns to the current player');
  assert.equal(ctxOf(client).currentPlayer, '0');
  assert.equal(gOf(client).pendingAction, null);
  assert.equal(gOf(client).players[3].health, 3);
});

test('000 Pattern 4: Simultaneous Responses', () => {
  const client = drawn({ 2: { isDead: true, health: 0, hand: [] } });
  assertConfirmed(client.moves.playGeneralStore('STORE'));
  assert.deepEqual(ctxOf(client).activePlayers, { 0: 'chooseCard', 1: 'chooseCard', 3: 'chooseCard' });
  assert.deepEqual(gOf(client).pendingAction.revealedCards.map((card) => card.id), ['D5', 'D4', 'D3']);

  // In any order, each once.
  assertConfirmed(as(client, '3', (moves) => moves.chooseCard('D4')));
  assert.deepEqual(ctxOf(client).activePlayers, { 0: 'chooseCard', 1: 'chooseCard' });
  quietly(() => {
    assertRejected(as(client, '1', (moves) => moves.chooseCard('D4')), 'action/invalid_move');
    as(client, '1', (_, events) => events.endStage());
  });
  assert.deepEqual(ctxOf(client).activePlayers, { 0: 'chooseCard', 1: 'chooseCard' });
  assertConfirmed(as(client, '0', (moves) => moves.chooseCard('D5')));
  assertConfirmed(as(client, '1', (moves) => moves.chooseCard('D3')));
  assert.equal(ctxOf(client).activePlayers, null);
  assert.deepEqual(gOf(client).pendingAction.playersWhoChose, ['3', '0', '1']);
  assert.ok(hasCard(gOf(client), '3', 'D4'));
});

test('000 Complete Working Example: a BANG! is validated', () => {
  const client = play(bangGame());
  quietly(() => {
    assertRejected(client.moves.playBang('BANG-0-0', '1'), 'action/invalid_move');
    client.moves.draw();
    assertRejected(client.moves.playBang('BANG-1-0', '1'), 'action/invalid_move');
    assertRejected(client.moves.playBang('BANG-0-0', '0'), 'action/invalid_move');
  });
  assert.equal(gOf(client).players[0].hand.length, 4);
  assertConfirmed(client.moves.playBang('BANG-0-0', '1'));
  as(client, '1', (moves) => moves.takeDamage());
  quietly(() => assertRejected(client.moves.playBang('MISSED-0-1', '1'), 'action/invalid_move'));
});

test('000 Complete Working Example: the answers', () => {
  const client = drawn();
  client.moves.playBang('BANG-0-0', '1');
  quietly(() => {
    assertRejected(as(client, '1', (moves) => moves.playMissed('BANG-1-0')), 'action/invalid_move');
    assertRejected(as(client, '1', (moves) => moves.playMissed('MISSED-0-1')), 'action/invalid_move');
  });
  assertConfirmed(as(client, '1', (moves) => moves.useBarrel()));
  assert.deepEqual(ctxOf(client).activePlayers, { 1: 'respondToBang' }, 'diamonds: the barrel fails');
  assertConfirmed(as(client, '1', (moves) => moves.takeDamage()));
  assert.equal(gOf(client).players[1].health, 3);
  assert.equal(gOf(client).pendingAction, null);
  assert.equal(ctxOf(client).activePlayers, null);
});

test('000 Complete Working Example: Slab the Killer needs two Missed!', () => {
  const client = drawn({ 0: { character: 'Slab the Killer' } });
  client.moves.playBang('BANG-0-0', '1');
  assertConfirmed(as(client, '1', (moves) => moves.playMissed('MISSED-1-1')));
  assert.deepEqual(ctxOf(client).activePlayers, { 1: 'respondToBang' });
  assert.equal(gOf(client).pendingAction.requiresMissed, 1);
  assertConfirmed(as(client, '1', (moves) => moves.playMissed('MISSED-1-2')));
  assert.equal(ctxOf(client).activePlayers, null);
  assert.equal(gOf(client).pendingAction, null);
});

test('000 Complete Working Example: blue cards are resolved when the turn begins', () => {
  const client = play(bangGame({ 1: { inPlay: ['DYNAMITE', 'JAIL'] }, 2: { inPlay: ['DYNAMITE', 'JAIL'], health: 3 } }));
  client.events.endTurn();
  assert.equal(gOf(client).players[1].health, 1);
  assert.deepEqual(gOf(client).jailOpened, ['1']);
  client.events.endTurn();
  assert.equal(gOf(client).players[2].isDead, true);
  assert.deepEqual(gOf(client).jailOpened, ['1'], 'the dead go to no jail');
});

test('000 Testing Reactive Gameplay: should handle BANG! and Missed! correctly', () => {
  const BangGame = bangGame();
  const bangCardId = 'BANG-0-0';
  const missedCardId = 'MISSED-1-1';
  const client = play(BangGame);

  client.start();
  // The complete example refuses a BANG! before the player has drawn.
  client.moves.draw();

  // Player 0's turn - plays BANG! on player 1
  client.moves.playBang(bangCardId, '1');

  // Check that player 1 is now in respondToBang stage
  assert.deepEqual(client.getState().ctx.activePlayers, { '1': 'respondToBang' });

  // Player 1 responds with Missed!
  // The document makes a second client here; two single-player clients share no state, so the seat changes instead.
  client.updatePlayerID('1');
  client.moves.playMissed(missedCardId);

  // Check that stage has ended and pendingAction is cleared
  assert.equal(client.getState().ctx.activePlayers, null);
  assert.equal(client.getState().G.pendingAction, null);
  client.stop();
});

test('000 Alternative: Using turn.onBegin for Automatic Setup: activePlayers', () => {
  const client = exampleTable({
    moves: { pass: () => {} },
turn: {
  // Set active players at start of each turn
  activePlayers: { currentPlayer: 'main' },
}
  });
  assert.deepEqual(ctxOf(client).activePlayers, { 0: 'main' });
  client.events.endTurn();
  assert.deepEqual(ctxOf(client).activePlayers, { 1: 'main' });
});

test('000 Alternative: Using turn.onBegin for Automatic Setup: onBegin', () => {
  const client = exampleTable({
    moves: { pass: () => {} },
turn: {
  // Or use onBegin
  onBegin: ({ G, ctx, events }) => {
    // Can call setActivePlayers here
    events.setActivePlayers({ currentPlayer: 'main' });
  },
}
  });
  assert.deepEqual(ctxOf(client).activePlayers, { 0: 'main' });
  client.events.endTurn();
  assert.deepEqual(ctxOf(client).activePlayers, { 1: 'main' });
});
