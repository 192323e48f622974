// Draw, then play: the same two moves, in two phases.
import { legacyGame } from 'rondel/core';

function DrawCard(G, ctx) {
  G.deck--;
  G.hand[ctx.currentPlayer]++;
}

function PlayCard(G, ctx) {
  G.deck++;
  G.hand[ctx.currentPlayer]--;
}

const game = {
  setup: ctx => ({ deck: 6, hand: Array(ctx.numPlayers).fill(0) }),
  turn: { minMoves: 1, maxMoves: 1 },
  phases: {
    draw: {
      moves: { DrawCard },
      endIf: G => (G.deck <= 0),
      next: 'play',
      start: true,
    },
    play: {
      moves: { PlayCard },
    },
  },
};

export default legacyGame(game);
