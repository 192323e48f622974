// Slow: runs compilers. A compiler's message about a mistake in a game names the mistake in few lines.
import assert from 'node:assert/strict';
import test from 'node:test';
import { COMPILERS, folderWith, printed } from './compile.mjs';

const game = (fields) => `import { defineGame } from 'rondel/core';
export default defineGame({
  setup: () => ({ deck: 6 }),
  ${fields}
});
`;
const client = (call) => `import { Client } from 'rondel/client';
import { defineGame } from 'rondel/core';
const game = defineGame({
  setup: () => ({ deck: 6 }),
  moves: { play: ({ G }, card: number, to: string) => { G.deck -= card + to.length; }, pass: () => {} },
  turn: { stages: { discard: {} } },
  phases: { draw: { start: true }, play: {} },
});
const client = Client({ game });
${call}
`;

const vue = (board) => `import { defineComponent, h, type PropType } from 'vue';
import { defineGame } from 'rondel/core';
import { Client } from 'rondel/vue';
const game = defineGame({ setup: () => ({ deck: 6 }), moves: { pass: () => {} } });
Client({ game, board: ${board} });
`;

/** A mistake, the words of the source that the compiler marks, and a part of its message. */
const MISTAKES = [
  { source: game('trun: { maxMoves: 1 },'), at: 'trun', says: /'trun' does not exist in type 'GameDefinition</ },
  { source: game('phases: { draw: { trun: { maxMoves: 1 } } },'), at: 'trun', says: /'trun' does not exist in type 'PhaseDefinition</ },
  { source: game('turn: { maxMove: 1 },'), at: 'maxMove', says: /'maxMove' does not exist in type 'TurnDefinition<.*Did you mean to write 'maxMoves'\?/ },
  { source: game("turn: { stages: { discard: { nxt: 'discard' } } },"), at: 'nxt', says: /'nxt' does not exist in type 'StageDefinition<.*Did you mean to write 'next'\?/ },
  { source: game('moves: { draw: { move: () => {}, undoabel: false } },'), at: 'undoabel', says: /'undoabel' does not exist in type 'Move</ },
  { source: game("phases: { a: { next: 'zz' }, b: {} },"), at: 'next', says: /Type '"zz"' is not assignable to type '"a" \| "b" \| / },
  { source: game("turn: { stages: { discard: { next: 'typo' } } },"), at: 'next', says: /Type '"typo"' is not assignable to type '"discard"/ },
  { source: game("phases: { draw: {} }, moves: { draw: ({ events }) => { events.setPhase('drwa'); } },"), at: "'drwa'", says: /'"drwa"' is not assignable to parameter of type '"draw"'/ },
  { source: game("turn: { stages: { discard: {} } }, moves: { draw: ({ events }) => { events.setStage('typo'); } },"), at: "'typo'", says: /'"typo"' is not assignable to parameter of type 'StageArg<"discard">'/ },
  { source: game('moves: { draw: ({ G }) => { G.dekc -= 1; } },'), at: 'dekc', says: /Property 'dekc' does not exist on type '{ deck: number; }'/ },
  { source: game("moves: { draw: () => {} }, ai: { enumerate: (G) => [{ move: 'drwa', args: [G.deck] }, { event: 'endTurn' }] },"), at: 'enumerate', says: /not assignable to type '"no move is called drwa"'/ },
  { source: game('moves: { draw: { move: ({ G }, n: number) => { G.deck -= n; }, validate: (_, n: string) => n.length > 1 } },'), at: 'validate', says: /Type 'number' is not assignable to type 'string'/ },
  { source: game('').replace('()', 'async ()'), at: 'setup', says: /not assignable to type '"setup returns a state, not a promise of one"'/ },
  { source: client("client.moves.play('3', '1');"), at: "'3'", says: /Argument of type 'string' is not assignable to parameter of type 'number'/ },
  { source: client('client.moves.pass(1);'), at: '1', says: /Expected 0 arguments, but got 1/ },
  { source: client('client.moves.ply(3);'), at: 'ply', says: /Property 'ply' does not exist on type .*(Did you mean 'play'\?|\{.*play: )/ },
  { source: client("client.events.setPhase('drwa');"), at: "'drwa'", says: /'"drwa"' is not assignable to parameter of type '"draw" \| "play"'/ },
  { source: client("client.events.setActivePlayers({ all: 'typo' });"), at: 'all', says: /Type '"typo"' is not assignable to type 'StageArg<"discard"> \| undefined'/ },
  { source: vue('defineComponent({ props: { G: { type: Object as PropType<{ hand: number }>, required: true } }, setup: () => () => h("p") })'), at: 'board', says: /not assignable to type '.*"the board declares another G or other moves than the game has"/ },
];
const MOST_LINES = 4;

for (const compiler of COMPILERS) {
  test(`${compiler} names the mistakes in a game`, async (t) => {
    const files = MISTAKES.map(({ source }, index) => [`game${index}.ts`, source]);
    const text = await printed(compiler, await folderWith(t, Object.fromEntries(files)));
    const said = new Map(text.split(/^(?=game)/m).map((message) => [/^game\d+\.ts/.exec(message)?.[0], message.trimEnd()]));
    assert.equal(text.match(/^game/gm)?.length, MISTAKES.length, `one error each:\n${text}`);
    for (const [index, { source, at, says }] of MISTAKES.entries()) {
      const message = said.get(`game${index}.ts`) ?? assert.fail(`${compiler} accepts ${source}`);
      assert.match(message, says);
      const [, line, column] = /\((\d+),(\d+)\)/.exec(message) ?? assert.fail(message);
      assert.ok(source.split('\n')[Number(line) - 1].slice(Number(column) - 1).startsWith(at), `it points at ${at}: ${message}`);
      assert.ok(message.split('\n').length <= MOST_LINES, `it is short: ${message}`);
    }
  });
}
