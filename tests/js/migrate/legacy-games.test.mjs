// Games in the positional style of boardgame.io before 0.50.
import assert from 'node:assert/strict';
import test from 'node:test';
import { lines, manifest, migrated, moved } from './support.mjs';

const old = (text, path = 'src/app.tsx') => moved(text, path, '^0.49.1');

/** Code on boardgame.io 0.49, and what becomes of it. */
const WRAPPED = [
  ["import { Client } from 'boardgame.io/client';\nconst c = Client({ game: TicTacToe, debug: false });\n",
    "import { Client } from 'rondel/client';\nimport { legacyGame } from 'rondel/core';\nconst c = Client({ game: legacyGame(TicTacToe), debug: false });\n"],
  ["import { Client } from \"boardgame.io/react\"\nimport { INVALID_MOVE } from \"boardgame.io/core\"\nexport const App = Client<G>({ game, board })\n",
    "import { Client } from \"rondel/react\"\nimport { INVALID_MOVE, legacyGame } from \"rondel/core\"\nexport const App = Client<G>({ game: legacyGame(game), board })\n"],
  ["import { Client as Make } from 'boardgame.io/client';\nMake({ game: { moves: { a: (G) => G } }, numPlayers: 2 });\n",
    "import { Client as Make } from 'rondel/client';\nimport { legacyGame } from 'rondel/core';\nMake({ game: legacyGame({ moves: { a: (G) => G } }), numPlayers: 2 });\n"],
  ["const { Server } = require('boardgame.io/server');\nconst server = Server({ games: [A, require('./b').B, ...more] });\n",
    "const { Server } = require('rondel/server');\nconst { legacyGame } = require('rondel/core');\nconst server = Server({ games: [legacyGame(A), legacyGame(require('./b').B), ...more.map((game) => legacyGame(game))] });\n"],
  ["import { Server } from 'boardgame.io/server';\nServer({ games });\nServer({ games: all.games });\n",
    "import { Server } from 'rondel/server';\nimport { legacyGame } from 'rondel/core';\nServer({ games: games.map((game) => legacyGame(game)) });\nServer({ games: all.games.map((game) => legacyGame(game)) });\n"],
  ["import { Lobby } from 'boardgame.io/react';\nconst x = <Lobby gameComponents={[{ game: A, board: B }]} />;\n",
    "import { Lobby } from 'rondel/react';\nimport { legacyGame } from 'rondel/core';\nconst x = <Lobby gameComponents={[{ game: legacyGame(A), board: B }]} />;\n"],
  ["import { MCTSBot } from 'boardgame.io/ai';\nimport { InitializeGame, ProcessGameConfig } from 'boardgame.io/internal';\nnew MCTSBot({ game: A, enumerate });\nInitializeGame({ game: A });\nProcessGameConfig(A);\n",
    "import { MCTSBot } from 'rondel/ai';\nimport { InitializeGame, ProcessGameConfig } from 'rondel/internal';\nimport { legacyGame } from 'rondel/core';\nnew MCTSBot({ game: legacyGame(A), enumerate });\nInitializeGame({ game: legacyGame(A) });\nProcessGameConfig(legacyGame(A));\n"],
  ["import { Client } from 'boardgame.io/client';\nconst spec = { game: A, numPlayers: 2 };\nconst one = Client({ ...spec, playerID: '0' });\nconst two = Client(spec);\n",
    "import { Client } from 'rondel/client';\nimport { legacyGame } from 'rondel/core';\nconst spec = { game: legacyGame(A), numPlayers: 2 };\nconst one = Client({ ...spec, playerID: '0' });\nconst two = Client(spec);\n"],
  // A client of another library.
  ["import { Client } from 'discord.js';\nimport { INVALID_MOVE } from 'boardgame.io/core';\nClient({ game: A });\n",
    "import { Client } from 'discord.js';\nimport { INVALID_MOVE } from 'rondel/core';\nClient({ game: A });\n"],
];

test('games go through legacyGame where they are used', () => {
  for (const [before, after] of WRAPPED) {
    assert.equal(old(before), after);
    assert.equal(old(before.replaceAll('\n', '\r\n')), after.replaceAll('\n', '\r\n'));
  }
});

test('a second run changes nothing', () => {
  for (const [, after] of WRAPPED) assert.equal(moved(after, 'src/app.tsx', '^1.2.3'), after);
});

test('games of boardgame.io 0.50 stay', () => {
  assert.equal(moved(WRAPPED[0][0]), WRAPPED[0][0].replace('boardgame.io', 'rondel'));
});

test('a game that cannot be seen is left to a person', () => {
  const { entries } = migrated({ 'package.json': manifest('0.45.0'), 'app.js': "import { Client } from 'boardgame.io/client';\nClient(options);\nClient({ game });\n" });
  assert.deepEqual(lines(entries, 'left'), ['app.js:2 Client: pass the game through legacyGame']);
});

test('a range without an upper bound allows boardgame.io 0.50, whose moves have one object', () => {
  const code = "import type { Game } from 'boardgame.io';\n";
  assert.equal(moved(code, 'a.ts', '>=0.41.1'), "import type { Game } from 'rondel';\n");
  assert.equal(moved(code, 'a.ts', '>= 0.41'), "import type { Game } from 'rondel';\n");
  assert.equal(moved(code, 'a.ts', '>=0.41.1 <0.50'), "import type { Game } from 'rondel/legacy';\n");
});
