// Each difference that the guide names: the rules of `rondel-migrate` that report it, or the reason why none does.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { RULES } from '../../../pkg-migrate/lib/findings/rules.js';

const GUIDE = readFileSync(new URL('../../../docs/07-coming-from-boardgame-io.md', import.meta.url), 'utf8');

const AT_RUN_TIME = 'depends on values of a running match';
const NO_HARM = 'code of boardgame.io works without a change';
const OUTSIDE = 'concerns requests or settings outside of the code';
const COMPILER = 'the compiler names the place';
const IMPORTS = 'the tool reports it as a change of imports or settings';
const ROW = 'a row of another table of the guide has the rule';

/** Rows and list items below each heading: their first words, and their rules or the reason why there is none. */
const DIFFERENCES = {
  'Mistakes are reported': [
    ['Mistakes in a definition throw', ['names of moves', 'functions in place of parts', 'unknown phases']],
    ['Unknown fields', ['unknown fields']],
    ['In development', ['values of G', 'async rules', 'changes G and returns', 'boards that write G', 'writes of a state']],
    ['`Client({ quiet: true })`', NO_HARM],
    ['In production', AT_RUN_TIME],
    ['States from elsewhere', ['parts of a state']],
  ],
  'Rules and state': [
    ['`ctx` in moves', ['ctx is read-only']],
    ['players given as numbers', ['players are strings']],
    ['number of players', ['many players']],
    ['`true` in place of a stage', ['true as a stage']],
    ['a turn or stage that a player ends before `minMoves`', ['endings before minMoves']],
    ['undo of a move', ['random numbers of a server']],
    ['undo while several', AT_RUN_TIME],
    ['names of moves', ['names of moves']],
    ['arguments of moves', AT_RUN_TIME],
    ['`produce` of the project', ['produce of an older Immer']],
    ['actions in the log', ['actions in the log']],
  ],
  'Clients and pages': [
    ['`reset()` and `loadState()`', ['reset online']],
    ['`client.store`', ['the store', 'an enhancer']],
    ['chat by a spectator', ['chat']],
    ['`sendChatMessage` of a transport', ['chat of a transport']],
    ['`chatMessages` after', ['chat after another match']],
    ['`matchData` with `Local`', NO_HARM],
    ['a transport of your own', ['a transport of your own']],
    ['`Local({ persist: true })`', ['persisted matches', 'storageKey', 'names in localStorage']],
    ['`localStorage.clear()`', ['cleared storage']],
    ['`SocketIO`', OUTSIDE],
    ['a path in `SocketIO', ['a path of the server']],
    ['`client.transport`', ['inner parts of clients']],
    ['the `processMove`', ['inner parts of clients']],
    ['the `state` of a `Lobby`', COMPILER],
    ['the fields of `MockRandom()`', COMPILER],
    ['the steps of a patch', AT_RUN_TIME],
    ['all texts on the console', OUTSIDE],
  ],
  Types: [
    ['May be `null`', ['types of a phase']],
    ['The context of a move', COMPILER],
    ['Moves return handles', ['row 10', 'moves of a story']],
    ["boardgame.io's own classes", ['types of bots']],
    ['A class that extends `FlatFile`', ['classes of FlatFile']],
    ['The `renderer` of a lobby', ['types of a lobby']],
    ['Types of inner parts', IMPORTS],
    ['The state of a game with inferred types', COMPILER],
    ['A game with the types of `rondel/legacy`', IMPORTS],
  ],
  'Bots move over': [
    ['a bot in `Local`', ['bots and hidden data']],
    ['a `MCTSBot` freezes', ['bots think in slices']],
    ['the search consists of methods', ['overridden searches']],
    ['the same seed', ['seeds of bots']],
    ['a bot makes all iterations', ['iterations']],
    ['a function as `playoutDepth`', ['playoutDepth']],
    ['a node of `metadata`', ['nodes of a search']],
    ['a move that draws numbers', AT_RUN_TIME],
    ['an `enumerate` that returns no list', AT_RUN_TIME],
  ],
  'A server moves over': [
    ['Start the server with `node server.js`', ['commonjs']],
    ['`Server()` throws', AT_RUN_TIME],
    ['`kill` returns', NO_HARM],
    ['`origins` that would allow nobody', ['origins without a scheme', 'no origins']],
    ['`Origins.LOCALHOST`', OUTSIDE],
    ['With `API_SECRET`', ['a secret for the lobby']],
    ['The server refuses changing requests', ['a proxy']],
    ['The arguments of a move', AT_RUN_TIME],
    ['Each seat is given once', NO_HARM],
    ['If a callback throws', AT_RUN_TIME],
    ['The response does not repeat', OUTSIDE],
    ['Requests for unknown games', OUTSIDE],
    ['`GET /games/:name`', ['lists of matches']],
    ['Middleware that changes', ['changed requests']],
    ['`rename` warns once', NO_HARM],
    ['Pages receive what a master', ['published states']],
    ['`FlatFile` has its own format', ['data in FlatFile']],
  ],
  'Where Rondel differs': RULES.flatMap(({ name }) => (name.startsWith('row ') ? [[name.slice('row '.length), [name]]] : [])),
  "`compat: '0.50'`": [
    ['events with missing players', ['unknown phases', 'arguments of endTurn']],
    ["a phase's `next`", ['unknown phases']],
    ['an ending before `minMoves`', ROW],
    ['`pass`', AT_RUN_TIME],
    ['disabled events', AT_RUN_TIME],
    ['forbidden calls', ['row 8', 'row 13']],
    ['a falsy outcome', AT_RUN_TIME],
    ['`true` and numbers', ROW],
    ['players that are numbers', ROW],
    ['`undo()` and `reset()`', AT_RUN_TIME],
    ['limits of active players', NO_HARM],
    ['metadata of a refused', AT_RUN_TIME],
    ['the `playerID` of `playerView`', AT_RUN_TIME],
    ['`NaN` and `Infinity`', ['values of G']],
    ['a move that calls events', NO_HARM],
    ['stale actions', AT_RUN_TIME],
  ],
};

/** First cells of the table and top-level list items below a heading, without emphasis. */
function rowsBelow(heading) {
  const [, section] = GUIDE.split(new RegExp(`^##+ ${heading.replace(/[().]/g, '\\$&')}\n`, 'm'));
  assert.ok(section, heading);
  const lines = section.split(/^##+ /m)[0].split('\n').filter((line) => /^(\| |- )/.test(line) && !/^\| (#|subject|boardgame\.io 0)/.test(line));
  return lines.map((line) => line.slice(2).replaceAll('**', ''));
}

test('each difference of the guide has a rule, or a reason why code does not show it', () => {
  for (const [heading, differences] of Object.entries(DIFFERENCES)) {
    const rows = rowsBelow(heading);
    assert.deepEqual(rows.map((row) => differences.find(([start]) => row.startsWith(`${start} `) || row.startsWith(start) && /\W/.test(start))?.[0] ?? `unknown: ${row}`), differences.map(([start]) => start), heading);
    for (const [start, cause] of differences) {
      if (typeof cause === 'string') continue;
      assert.deepEqual(cause.filter((name) => !RULES.some((rule) => rule.name === name)), [], `${heading}: ${start}`);
    }
  }
});

test('each rule reports a difference of the guide, or of the document that it names', () => {
  const named = new Set(Object.values(DIFFERENCES).flat().flatMap(([, cause]) => (typeof cause === 'string' ? [] : cause)));
  const others = RULES.filter(({ name, link }) => !named.has(name) && !link.includes('.md') && link !== 'games-in-the-positional-style');
  assert.deepEqual(others.map(({ name }) => name), []);
});
