// The types of packages that `rondel build-game` makes, as TypeScript reads them.
import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import ts from 'typescript-5';
import { packageFiles } from '../../../pkg/lib/command/build-game/package-files.js';
import { folderWith } from './support.mjs';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const CRATE = { name: 'duel', version: '1.0.0', description: null, license: null, repository: null };
const DUEL = {
  name: 'duel',
  moves: [
    { name: 'draw', args: [] },
    { name: 'attack', args: [{ name: 'card', type: 'Card' }, { name: 'seat', type: 'string' }, { name: 'force', type: 'number | null', optional: true }] },
  ],
  phases: ['draft', 'fight'],
  stages: ['react'],
  types: { Card: 'number', Moves: '{ left: number }' },
  G: '{ deck: Card[] | number; hands: (Card[] | number)[]; table: Card[]; left: Moves }',
  setupData: '{ cards?: number | null }',
  outcome: '{ winner: string } | { draw: true }',
};
const BARE = { name: 'tic-tac-toe', moves: [{ name: 'mark', args: [{ name: 'cell', type: 'number' }] }], types: {}, G: '{ cells: (string | null)[] }', setupData: null, outcome: null };

/** What TypeScript finds wrong with a script that imports a package of these games. */
function wrongIn(t, games, script) {
  const files = packageFiles(CRATE, { boundary: 1, games }, new Uint8Array(8), '1.0.0');
  const folder = folderWith(t, {
    ...Object.fromEntries(Object.entries(files).map(([name, contents]) => [`node_modules/duel/${name}`, contents])),
    'page.ts': script,
  });
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  symlinkSync(join(ROOT, 'pkg'), join(folder, 'node_modules/rondel'));
  const program = ts.createProgram([join(folder, 'page.ts')], {
    strict: true, noEmit: true, target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler, types: [],
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
  });
  return ts.getPreEmitDiagnostics(program).filter(({ file }) => !file || dirname(file.fileName).startsWith(folder))
    .map(({ file, start, messageText }) => `${file?.fileName.slice(folder.length + 1)}:${file?.getLineAndCharacterOfPosition(start ?? 0).line}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`);
}

test('a client of a game knows its moves with their arguments, G, phases and stages', (t) => {
  assert.deepEqual(wrongIn(t, [DUEL], `
    import game, { duel, type Card, type G, type Moves, type Moves_, type Phase } from 'duel';
    import { init } from 'duel/slim';
    import { Client } from 'rondel/client';
    const client = Client({ game, numPlayers: 2 });
    Client({ game: { ...duel, seed: 'a' } });
    const card: Card = 7;
    client.moves.draw();
    client.moves.attack(card, '1');
    client.moves.attack(card, '1', 2);
    // @ts-expect-error an argument is missing
    client.moves.attack(card);
    // @ts-expect-error it is no card
    client.moves.attack('7', '1');
    // @ts-expect-error there is no such move
    client.moves.parry();
    const state = client.getState();
    if (state) {
      const { G, ctx } = state;
      const deck: readonly Card[] | number = G.deck;
      const left: number = G.left.left;
      // @ts-expect-error there is no such field
      G.secret;
      // @ts-expect-error it may be a number
      G.deck.length;
      if (ctx.gameover && 'winner' in ctx.gameover) ctx.gameover.winner.length;
      deck; left;
    }
    const phase: Phase = 'draft';
    // @ts-expect-error there is no such phase
    const other: Phase = 'end';
    const view: G = { deck: 3, hands: [[card], 2], table: [], left: { left: 1 } satisfies Moves };
    const moves: Moves_ = { draw() {}, attack(card, seat) { card; seat.length; } };
    await init('/game.wasm');
    await init();
    phase; other; view; moves;
  `), []);
});

test('several games of a crate have their types in namespaces, and none is the default', (t) => {
  assert.deepEqual(wrongIn(t, [DUEL, BARE], `
    import { duel, ticTacToe, type Duel, type TicTacToe } from 'duel';
    import { ticTacToe as slim } from 'duel/slim';
    import { Client } from 'rondel/client';
    // @ts-expect-error there are two
    import game from 'duel';
    Client({ game: ticTacToe }).moves.mark(3);
    Client({ game: slim }).moves.mark(3);
    // @ts-expect-error it is the other one's
    Client({ game: ticTacToe }).moves.draw();
    const cells: TicTacToe.G = { cells: ['0', null] };
    const card: Duel.Card = 3;
    cells; card; duel; game;
  `), []);
});
