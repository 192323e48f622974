// Slow: compilers start. The types of packages that `rondel build-game` creates, as TypeScript reads them.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { packageFiles } from '../../../pkg/lib/command/build-game/package-files.js';
import { folderWith } from './support.mjs';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const CRATE = { name: 'duel', version: '1.0.0', description: null, license: null, repository: null };
const DUEL = {
  name: 'duel',
  moves: [
    { name: 'draw', args: [] },
    { name: 'attack', comment: '/**\n * Attacks.\n *\n * @param card - the stronger, the better\n */', args: [{ name: 'card', type: 'Card' }, { name: 'seat', type: 'string' }, { name: 'force', type: 'number | null', optional: true }] },
  ],
  phases: ['draft', 'fight'],
  phaseComment: '/**\n * Where the game is.\n *\n * - `draft`: All draw.\n */',
  stages: ['react'],
  types: [
    { name: 'Card', type: 'number', comment: '/** A card. */' },
    { name: 'Moves', type: '{\n  /** In this turn. */\n  left: number;\n}' },
    { name: 'Duel', type: '{\n  /** No player sees it. */\n  deck: Card[] | number;\n  hands: (Card[] | number)[]; table: Card[]; left: Moves;\n}', comment: '/** Two fight. */' },
    { name: 'Score', type: '{\n  /** The more, the better. */\n  points: number;\n}' },
    { name: 'Options', type: '{\n  /** Per hand. */\n  cards?: number | null;\n}' },
  ],
  G: 'Duel',
  setupData: 'Options',
  outcome: '{ winner: string } | { draw: true } | Score',
  payload: 'string | Score',
};
const BARE = { name: 'tic-tac-toe', moves: [{ name: 'mark', args: [{ name: 'cell', type: 'number' }] }], types: [], G: '{ cells: (string | null)[] }', outcome: '{ draw: true }' };

const OPTIONS = {
  strict: true, noEmit: true, target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler, types: [],
  lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
};

/**
 * The errors of TypeScript 5.9 and 7 in a script that imports a package of these games, and an editor's comment at each place that ends in
 * `/*?*\/`, with those of the arguments for a move.
 */
function read(t, games, script) {
  const files = packageFiles(CRATE, { boundary: 1, games }, new Uint8Array(8), '1.0.0');
  const folder = folderWith(t, {
    ...Object.fromEntries(Object.entries(files).map(([name, contents]) => [`node_modules/duel/${name}`, contents])),
    'page.ts': script,
    'tsconfig.json': JSON.stringify({ compilerOptions: { ...OPTIONS, target: 'es2022', module: 'esnext', moduleResolution: 'bundler', lib: ['es2022', 'dom'], skipLibCheck: true }, files: ['page.ts'] }),
  });
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  symlinkSync(join(ROOT, 'pkg'), join(folder, 'node_modules/rondel'));
  const path = join(folder, 'page.ts');
  const service = ts.createLanguageService({
    ...ts.createCompilerHost(OPTIONS),
    getCompilationSettings: () => OPTIONS, getScriptFileNames: () => [path], getScriptVersion: () => '1', getProjectVersion: () => '1',
    getScriptSnapshot: (name) => (existsSync(name) ? ts.ScriptSnapshot.fromString(readFileSync(name, 'utf8')) : undefined),
  });
  const wrong = ts.getPreEmitDiagnostics(/** @type {ts.Program} */ (service.getProgram())).filter(({ file }) => !file || dirname(file.fileName).startsWith(folder))
    .map(({ file, start, messageText }) => `${file?.fileName.slice(folder.length + 1)}:${file?.getLineAndCharacterOfPosition(start ?? 0).line}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`);
  const comments = [...script.matchAll(/\/\*\?\*\//g)].map(({ index }) => {
    const { documentation, tags = [] } = service.getQuickInfoAtPosition(path, index - 1) ?? {};
    return [documentation, ...tags.map(({ text }) => text)].map(ts.displayPartsToString).join(' | ');
  });
  return { wrong: [...wrong, ...foundBy7(folder)], comments };
}

/** The errors of TypeScript 7, which has no compiler API, in a folder. */
function foundBy7(folder) {
  const { stdout } = spawnSync(process.execPath, [join(ROOT, 'node_modules/typescript-7/bin/tsc'), '-p', folder, '--pretty', 'false'], { encoding: 'utf8' });
  return stdout.split('\n').filter(Boolean);
}

test('a client of a game knows its moves with their arguments, G, phases and stages, with the author\'s comments', (t) => {
  assert.deepEqual(read(t, [DUEL], `
    import game/*?*/, { duel, type Card/*?*/, type G, type Moves, type Moves_, type Phase/*?*/ } from 'duel';
    import { init } from 'duel/slim';
    import { Client } from 'rondel/client';
    const client = Client({ game, numPlayers: 2, setupData: { cards/*?*/: 3 } });
    Client({ game: { ...duel, seed: 'a' } });
    const card: Card = 7;
    client.moves.draw();
    client.moves.attack/*?*/(card, '1');
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
      const deck: readonly Card[] | number = G.deck/*?*/;
      const left: number = G.left.left/*?*/;
      // @ts-expect-error there is no such field
      G.secret;
      // @ts-expect-error it may be a number
      G.deck.length;
      if (ctx.gameover && 'winner' in ctx.gameover) ctx.gameover.winner.length;
      else if (ctx.gameover && 'points' in ctx.gameover) ctx.gameover.points/*?*/.toFixed();
      // @ts-expect-error it may be a winner
      ctx.gameover?.points;
      deck; left;
    }
    const { error } = client.moves.draw();
    if (error?.type === 'action/invalid_move' && typeof error.payload === 'object') error.payload.points.toFixed();
    const phase: Phase = 'draft';
    // @ts-expect-error there is no such phase
    const other: Phase = 'end';
    const view: G = { deck: 3, hands: [[card], 2], table: [], left: { left: 1 } satisfies Moves };
    const moves: Moves_ = { draw() {}, attack(card, seat) { card; seat.length; } };
    await init('/game.wasm');
    await init();
    phase; other; view; moves;
  `), {
    wrong: [],
    comments: [
      'Two fight.', 'A card.', 'Where the game is.\n\n- `draft`: All draw.', 'Per hand.', 'Attacks. | card - the stronger, the better', 'No player sees it.',
      'In this turn.', 'The more, the better.',
    ],
  });
});

test('several games of a crate have their types in namespaces, and none is the default', (t) => {
  assert.deepEqual(read(t, [DUEL, BARE], `
    import { duel/*?*/, ticTacToe, type Duel, type TicTacToe } from 'duel';
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
    Client({ game: duel }).moves.attack/*?*/(card, '1');
    const phase: Duel.Phase/*?*/ = 'draft';
    cells; card; phase; game;
  `), { wrong: [], comments: ['Two fight.', 'Attacks. | card - the stronger, the better', 'Where the game is.\n\n- `draft`: All draw.'] });
});
