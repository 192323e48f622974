// Slow: compilers start.
// Completions and comments of a game in an editor, by TypeScript's language service; and a check that no type of boardgame.io's is missing.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import test from 'node:test';
import ts from 'typescript';
import { folderWith } from './compile.mjs';

const WRITTEN = `
import { defineGame } from 'rondel/core';
const game = defineGame({
  setup: () => ({ deck: 6, hand: [1] }),
  moves: {
    play: ({ G, events }) => { G./*state*/deck = 1; events.setPhase('/*phase*/'); events.setStage('/*stage*/'); },
    pass: ({ /*context*/ }) => {},
  },
  turn: { stages: { discard: { next: '/*nextStage*/' }, trade: {} }, activePlayers: { all: '/*active*/' } },
  phases: { draw: { start: true, next: '/*nextPhase*/', /*phaseField*/ }, play: {} },
  /*gameField*/
});
`;
const PLAYED = `
import { Client } from 'rondel/client';
import { defineGame } from 'rondel/core';
const client = Client({ game: defineGame({
  setup: () => ({ deck: 6, hand: [1] }),
  moves: {
    /** Plays a card. */
    play: ({ G }, card: number, to: string) => { G.deck = card + to.length; }, pass: () => {} },
  turn: { stages: { discard: { moves: {
    /** Drops cards. */
    drop: (_, cards: number[]) => { void cards; } } }, trade: {} } },
  phases: { draw: { start: true, moves: { take: () => {} } }, play: {} },
}) });
client.moves./*moves*/;
client.moves.play(/*arguments*/);
client.moves.drop([1]);
client.events.setPhase('/*phase*/');
client.events.setStage('/*stage*/');
client.events.setActivePlayers({ all: '/*active*/' });
client.canMove('/*canMove*/');
client.getState().G./*state*/;
`;

const PHASES = ['draw', 'play'];
const STAGES = ['discard', 'trade'];
const MOVES = ['drop', 'pass', 'play', 'take'];
const STATE = ['deck', 'hand'];

test('names are completed in a game\'s definition', async (t) => {
  const { completed } = await opened(t, WRITTEN);
  const names = { state: STATE, phase: PHASES, nextPhase: PHASES, stage: STAGES, nextStage: STAGES, active: STAGES };
  for (const [mark, expected] of Object.entries(names)) assert.deepEqual(completed(mark), expected, mark);
  const offered = {
    context: ['G', 'ctx', 'events', 'log', 'playerID', 'random'],
    gameField: ['endIf', 'onEnd', 'playerView', 'plugins', 'name'],
    phaseField: ['endIf', 'onBegin', 'onEnd', 'turn'],
  };
  for (const [mark, some] of Object.entries(offered)) {
    assert.deepEqual(some.filter((name) => !completed(mark).includes(name)), [], mark);
  }
});

test('names are completed in calls of a game', async (t) => {
  const { completed } = await opened(t, PLAYED);
  const names = { moves: MOVES, canMove: MOVES, phase: PHASES, stage: STAGES, active: STAGES, state: STATE };
  for (const [mark, expected] of Object.entries(names)) assert.deepEqual(completed(mark), expected, mark);
});

test('the arguments of a move are shown during a call', async (t) => {
  const { service, file, positionOf } = await opened(t, PLAYED);
  const help = service.getSignatureHelpItems(file, positionOf('arguments'), {});
  const shown = help?.items[0].parameters.map(({ displayParts }) => displayParts.map(({ text }) => text).join(''));
  assert.deepEqual(shown, ['card: number', 'to: string']);
});

test('the comment above a move, wherever it is declared, is shown at its calls', async (t) => {
  const { service, file } = await opened(t, PLAYED);
  const shown = ['play(', 'drop('].map((call) => service.getQuickInfoAtPosition(file, PLAYED.indexOf(`moves.${call}`) + 7)?.documentation);
  assert.deepEqual(shown.map((parts) => ts.displayPartsToString(parts)), ['Plays a card.', 'Drops cards.']);
});

test('rondel has every type that boardgame.io exports', async (t) => {
  const { service, file } = await opened(t, "import type * as Ours from 'rondel';\nimport type * as Theirs from 'boardgame.io';\n");
  const program = service.getProgram();
  const checker = program.getTypeChecker();
  const [ours, theirs] = program.getSourceFile(file).statements.map(({ moduleSpecifier }) => (
    checker.getExportsOfModule(checker.getSymbolAtLocation(moduleSpecifier)).map(({ name }) => name)
  ));
  assert.ok(theirs.length > 40);
  assert.deepEqual(theirs.filter((name) => !ours.includes(name)), []);
});

/** The language service for one file in a place from which `rondel` is found. */
async function opened(t, text) {
  const folder = await folderWith(t, { 'main.ts': text });
  const file = join(folder, 'main.ts');
  const { options } = ts.parseJsonConfigFileContent(ts.readConfigFile(join(folder, 'tsconfig.json'), ts.sys.readFile).config, ts.sys, folder);
  const service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => [file],
    getScriptVersion: () => '1',
    getScriptSnapshot: (name) => (ts.sys.fileExists(name) ? ts.ScriptSnapshot.fromString(ts.sys.readFile(name) ?? '') : undefined),
    getCurrentDirectory: () => folder,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
  });
  t.after(() => service.dispose());
  const positionOf = (mark) => text.indexOf(`/*${mark}*/`);
  const completed = (mark) => service.getCompletionsAtPosition(file, positionOf(mark), {})?.entries.map(({ name }) => name).sort() ?? [];
  return { service, file, positionOf, completed };
}
