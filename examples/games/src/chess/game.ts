import { defineGame } from 'rondel/core';

export interface Chess { fen: string }
export const game = defineGame({
  name: 'chess',
  setup: (): Chess => ({ fen: '' }),
  moves: { move: ({ G }, step: { from: string; to: string; promotion?: string }) => { G.fen = step.to; } },
});
