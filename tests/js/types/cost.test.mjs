// Slow: compilers start. The cost of checking a large game, counted in instantiations, which do not depend on the machine's load.
import assert from 'node:assert/strict';
import test from 'node:test';
import { folderWith, printed } from './compile.mjs';

const COUNTS = { phases: 6, stages: 5, moves: 10 };
/** Limit as a multiple of the cost of `satisfies Game<G>`, which does not check the names of phases and stages. */
const MOST = 4;

const some = (count, write) => Array.from({ length: count }, (_, index) => write(index)).join('\n');
const moves = (place) => some(COUNTS.moves, (move) => (
  `${place}m${move}: ({ G, playerID, events }, n: number, to: string) => { G.deck -= n; G.hands[playerID]?.push(to); events.endTurn(); },`
));
const stages = (place) => some(COUNTS.stages, (stage) => `${place}s${stage}: { moves: { ${moves(`${place}s${stage}`)} } },`);
const phases = some(COUNTS.phases, (phase) => `p${phase}: {
  next: 'p${(phase + 1) % COUNTS.phases}', endIf: ({ G }) => G.deck === 0, turn: { stages: { ${stages(`p${phase}`)} } },
},`);
const page = (before, after) => `import type { Game } from 'rondel';
import { Client } from 'rondel/client';
import { defineGame } from 'rondel/core';
interface State { deck: number; hands: Record<string, string[]> }
const game = ${before}{ setup: (): State => ({ deck: 6, hands: {} }), moves: { ${moves('g')} }, phases: { ${phases} } }${after};
const client = Client({ game });
client.moves.p3s2m1(3, 'a');
client.events.setPhase('p2');
export const deck: number = client.getState().G.deck;
`;

test('a game of 310 moves by defineGame costs about as much as one by satisfies', async (t) => {
  const satisfied = await costOf(t, page('', ' satisfies Game<State>'));
  const defined = await costOf(t, page('defineGame(', ')'));
  t.diagnostic(`instantiations: ${satisfied} by satisfies, ${defined} by defineGame`);
  assert.ok(satisfied > 1000, 'the game has been looked at');
  assert.ok(defined < MOST * satisfied, `${defined} in place of ${satisfied}`);
});

async function costOf(t, source) {
  const text = await printed('typescript', await folderWith(t, { 'game.ts': source }), '--extendedDiagnostics');
  assert.doesNotMatch(text, /error TS/, text);
  return Number(/^Instantiations: +(\d+)$/m.exec(text)?.[1]);
}
