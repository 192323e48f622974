// Slow: it starts many processes.
// `npx rondel simulate FILE`. Most tests call the command in this process with one worker; a few run the program.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { simulate as command } from '../../../pkg/lib/command/simulate.js';
import { temporaryFolder } from '../support/folders.mjs';

const BIN = fileURLToPath(new URL('../../../pkg/bin/rondel.js', import.meta.url));
const TIC_TAC_TOE = fileURLToPath(new URL('../../games/tic-tac-toe.mjs', import.meta.url));
const WHIST = fileURLToPath(new URL('../../games/whist.mjs', import.meta.url));

/** Runs the program, with a worker for each processor. */
function rondel(...args) {
  return new Promise((done) => {
    execFile(process.execPath, [BIN, 'simulate', ...args], (error, stdout, stderr) => done({ status: error?.code ?? 0, stdout, stderr }));
  });
}

/** Runs the command in this process, as the program does. */
async function simulate(...args) {
  try {
    const { text, isDone = true } = await command(args.includes('--workers') ? args : [...args, '--workers', '1']);
    return { status: isDone ? 0 : 1, stdout: text.endsWith('\n') ? text : `${text}\n`, stderr: '' };
  } catch (error) {
    return { status: error.isMisuse ? 2 : 1, stdout: '', stderr: `${error.message}\n` };
  }
}

async function found(...args) {
  const { status, stdout, stderr } = await simulate(...args, '--json');
  assert.notEqual(stdout, '', stderr);
  return { status, ...JSON.parse(stdout) };
}

/** A file with a game for two: its fields as they are written. */
function gameFile(t, fields, { name = 'game.mjs', before = '' } = {}) {
  const file = join(temporaryFolder(t), name);
  writeFileSync(file, `${before}
export const game = {
  name: 'counting', setup: () => ({ left: 5, secret: 'marker' }), turn: { minMoves: 1, maxMoves: 1 },
  moves: { take: ({ G }) => { G.left -= 1; } }, endIf: ({ G, ctx }) => (G.left === 0 ? { winner: ctx.currentPlayer } : undefined),
  ai: { enumerate: () => [{ move: 'take' }] },
  ${fields}
};\n`);
  return file;
}

test('the table shows wins with intervals, lengths of games, and numbers of choices', async () => {
  const { status, stdout, stderr } = await rondel(TIC_TAC_TOE, '--games', '500', '--bots', 'random,random', '--seed', 'a');
  assert.deepEqual([status, stderr], [0, '']);
  const lines = stdout.trimEnd().split('\n');
  assert.equal(lines[0], 'tic-tac-toe: 500 games, seed a');
  assert.match(lines[2], /^ +BOT +WINS +SHARE +95 %$/);
  assert.match(lines[3], /^seat 0 +random +\d+ +\d+\.\d % +\d+\.\d to \d+\.\d %$/);
  assert.match(lines[4], /^seat 1 +random +\d+ /);
  assert.match(lines[5], /^draws +\d+ /);
  assert.match(lines[7], /^length +[67]\.\d actions \(5 to 9\)$/);
  assert.match(lines[8], /^branching +5\.\d actions to choose from$/);
  assert.equal(lines.length, 9);
});

test('the counts agree with the known values of random tic-tac-toe', async () => {
  const { tally } = await found(TIC_TAC_TOE, '--games', '2000');
  const { wins: [first, second], draws, games } = tally;
  // 58.5 %, 28.8 % and 12.7 %; this is four standard deviations.
  assert.ok(Math.abs(first / games - 0.585) < 0.045, String(first));
  assert.ok(Math.abs(second / games - 0.288) < 0.041, String(second));
  assert.equal(first + second + draws, games);
});

test('the same seed has the same result with any number of workers, and another seed has another one', async () => {
  const ask = async (seed, workers) => {
    const { tally } = await found(WHIST, '--games', '20', '--seed', seed, '--workers', workers);
    return tally;
  };
  const [one, two, three, other] = [await ask('a', '1'), await ask('a', '2'), await ask('a', '3'), await ask('b', '2')];
  assert.deepEqual(two, one);
  assert.deepEqual(three, one);
  assert.notDeepEqual(other, one);
});

test('bots that search are listed with their iterations, and play the same with any number of workers', async () => {
  const ask = (workers) => found(TIC_TAC_TOE, '--games', '6', '--bots', 'mcts:400,random', '--workers', workers);
  const [one, two] = [await ask('1'), await ask('2')];
  assert.deepEqual(two, one);
  assert.deepEqual([one.bots, one.tally.wins[1], one.tally.firstFailure], [['mcts:400', 'random'], 0, null]);
  const cards = (bots, ...more) => found(WHIST, '--games', '4', '--bots', bots, ...more);
  for (const { tally } of [await cards('ismcts,easy', '--iterations', '20'), await cards('easy', '--seed', 'b')]) assert.equal(tally.failed, 0);
});

test('--iterations sets the iterations of searches without a number of their own', async () => {
  const ask = async (...args) => (await found(TIC_TAC_TOE, '--games', '10', ...args)).tally;
  const weak = await ask('--bots', 'mcts:1,random');
  assert.deepEqual(await ask('--bots', 'mcts,random', '--iterations', '1'), weak);
  assert.deepEqual(await ask('--bots', 'mcts:1,random', '--iterations', '50'), weak);
});

test('a bot sees its seat\'s view, and not the game\'s random numbers', async (t) => {
  const file = gameFile(t, `
  playerView: ({ G, playerID }) => ({ left: G.left, mine: playerID }),
  ai: {
    enumerate: (G) => { if ('secret' in G) throw new Error('enumerate sees it'); return [{ move: 'take' }]; },
    bots: { spy: class {
      play(state, playerID) {
        const text = JSON.stringify(state);
        if (text.includes('marker') || text.includes('seed') || text.includes('prngstate')) throw new Error('seen: ' + text);
        if (state.G.mine !== playerID) throw new Error('not its view');
        return { action: { type: 'MAKE_MOVE', payload: { type: 'take', args: [], playerID } } };
      }
    } },
  },`);
  const { status, tally, bots } = await found(file, '--games', '10', '--bots', 'spy,random');
  assert.deepEqual([tally.firstFailure, status, bots, tally.wins], [null, 0, ['spy', 'random'], [10, 0]]);
});

test('games that cannot go on are counted, with the reason of the first', async (t) => {
  const cases = {
    'ai: { enumerate: () => [{ move: "nothing" }] }': /^seat 0, after 0 actions: moves\.nothing\(\): /,
    'ai: { enumerate: () => [] }': /^after 0 actions: ai\.enumerate lists nothing for seat 0$/,
    'ai: { enumerate: (G) => { if (G.left === 3) throw new Error("oops"); return [{ move: "take" }]; } }': /oops/,
    'moves: { take: ({ G }) => { G.left -= 1; if (G.left === 2) throw new Error("oops"); } }': /^seat 0, after 2 actions: moves\.take\(\): it throws: oops$/,
    'setup: () => { throw new Error("oops"); }': /oops/,
  };
  for (const [fields, expected] of Object.entries(cases)) {
    const { status, tally } = await found(gameFile(t, fields), '--games', '3', '--workers', '2');
    assert.deepEqual([status, tally.failed, tally.firstFailure.game], [1, 3, 0], fields);
    assert.match(tally.firstFailure.why, expected);
  }
  const { stdout } = await simulate(gameFile(t, 'ai: { enumerate: () => [] }'), '--games', '3');
  assert.match(stdout, /\nlength +unknown: no game has ended\n/);
  assert.match(stdout, /\nfailed +3 games, the first of them game 0: after 0 actions: ai\.enumerate lists nothing for seat 0\n$/);
});

test('a bot that fails fails its game', async (t) => {
  const file = gameFile(t, `ai: {
    enumerate: () => [{ move: 'take' }],
    bots: {
      silent: class { play() { return {}; } },
      other: class { play() { return { action: { type: 'MAKE_MOVE', payload: { type: 'take', playerID: '7' } } }; } },
      throwing: class { play() { throw new Error('oops'); } },
      unmade: class { constructor() { throw new Error('no bot'); } },
    },
  }`);
  for (const [bot, expected] of Object.entries({ silent: /has no action/, other: /acts for seat 7/, throwing: /throws: oops/, unmade: /no bot/ })) {
    const { tally } = await found(file, '--games', '2', '--bots', bot);
    assert.equal(tally.failed, 2);
    assert.match(tally.firstFailure.why, expected);
  }
});

test('a game without an end is cut off', async (t) => {
  const { status, tally } = await found(gameFile(t, 'endIf: () => undefined'), '--games', '4', '--actions', '30');
  assert.deepEqual([status, tally.cut, tally.wins, tally.options], [0, 4, [0, 0], { sum: 120, choices: 120 }]);
});

test('an end without winner and draw is counted as such, and a shared win counts for each winner', async (t) => {
  const scored = await found(gameFile(t, 'endIf: ({ G }) => (G.left === 0 ? { scores: [1, 2] } : undefined)'), '--games', '2');
  assert.deepEqual([scored.tally.others, scored.tally.wins], [2, [0, 0]]);
  const shared = await found(gameFile(t, "endIf: ({ G }) => (G.left === 0 ? { winner: ['0', '2'] } : undefined)"), '--games', '2', '--players', '3');
  assert.deepEqual([shared.tally.others, shared.tally.wins], [0, [2, 0, 2]]);
});

test('the game receives the setup data, and draws differently in each game', async (t) => {
  const file = gameFile(t, `
  seed: 'always the same',
  setup: ({ random }, data) => ({ left: data.most + random.Die(20) }),`);
  const { tally: { actions } } = await found(file, '--games', '20', '--setup-data', '{"most":100}');
  assert.ok(actions.min > 100 && actions.max > actions.min, JSON.stringify(actions));
});

test('all seats may act at once', async (t) => {
  const file = gameFile(t, `
  turn: { activePlayers: { all: 'x' }, stages: { x: {} } },
  moves: { take: ({ G, playerID }) => { G.left -= 1; G.done = { ...G.done, [playerID]: true }; } },
  endIf: ({ G }) => (G.done?.[0] && G.done[1] && G.done[2] ? { draw: true } : undefined),
  ai: { enumerate: (G, ctx, playerID) => (G.done?.[playerID] ? [] : [{ move: 'take' }]) },`);
  const { tally } = await found(file, '--games', '3', '--players', '3');
  assert.deepEqual([tally.firstFailure, tally.draws, tally.actions.max], [null, 3, 3]);
});

test('a game\'s output does not mix with the table', async (t) => {
  const { stderr, stdout } = await rondel(gameFile(t, '', { before: 'console.log("hello");' }), '--games', '2', '--workers', '1', '--json');
  assert.deepEqual([stderr, JSON.parse(stdout).tally.games], ['hello\n', 2]);
});

test('a game that ends its worker ends the command, and so does a bot that never answers', async (t) => {
  const waiting = "ai: { enumerate: () => [{ move: 'take' }], bots: { waiting: class { play() { return new Promise(() => {}); } } } }";
  for (const args of [[gameFile(t, 'setup: () => process.exit(0)')], [gameFile(t, waiting), '--bots', 'waiting']]) {
    const { status, stderr, stdout } = await rondel(...args, '--games', '2');
    const expected = 'a worker has ended before it was through: the game or a bot ends its process, or never finishes';
    assert.deepEqual([status, stdout, stderr], [1, '', `rondel simulate: ${expected}\n`]);
  }
});

test('a setup\'s changes to its setup data stay within the game', async (t) => {
  const file = gameFile(t, "setup: (context, data) => { data.most -= 1; return { left: data.most }; }");
  const { tally: { actions } } = await found(file, '--games', '5', '--setup-data', '{"most":4}', '--workers', '1');
  assert.deepEqual([actions.min, actions.max], [3, 3]);
});

test('a game may be the only export, or the default of a module in CommonJS', async (t) => {
  const fields = "setup: () => ({}), moves: { end: ({ events }) => events.endGame({ winner: '1' }) }, ai: { enumerate: () => [{ move: 'end' }] }";
  const texts = { 'a.mjs': `export const Nim = { ${fields} };`, 'b.cjs': `module.exports = { ${fields} };`, 'c.cjs': `exports.game = { ${fields} };`, 'd.cjs': `exports.default = { ${fields} };` };
  for (const [name, text] of Object.entries(texts)) {
    const file = join(temporaryFolder(t), name);
    writeFileSync(file, text);
    assert.deepEqual((await found(file, '--games', '2')).tally.wins, [0, 2], name);
  }
});

test('invalid input is reported in one line', async (t) => {
  const folder = temporaryFolder(t);
  const file = (name, text) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const fine = gameFile(t, '');
  const forSome = gameFile(t, 'minPlayers: 2, maxPlayers: 4', { name: 'for-some.mjs' });
  const cases = [
    [[forSome, '--players', '9'], 2, /--players: 9, but the game has maxPlayers: 4 \(/],
    [[forSome, '--players', '1'], 2, /--players: 1, but the game has minPlayers: 2 \(/],
    [[forSome, '--bots', 'mcts,mcts,mcts,mcts,mcts'], 2, /--bots: 5, but the game has maxPlayers: 4 \(/],
    [[], 2, /expected one file/],
    [[fine, fine], 2, /expected one file/],
    [[fine, '--games', '0'], 2, /--games: expected a whole number from 1, got 0/],
    [[fine, '--bots', 'random,'], 2, /--bots: expected names/],
    [[fine, '--what'], 2, /'--what'/],
    [[fine, '--setup-data', '{'], 2, /--setup-data: this is no JSON/],
    [[fine, '--bots', 'clever'], 1, /there is no bot called clever: there are random, mcts, ismcts, easy, medium, hard$/],
    [[fine, '--bots', 'random,random,random', '--players', '2'], 1, /--bots names 3 bots for 2 players/],
    [[join(folder, 'nowhere.mjs')], 1, /there is no .*nowhere\.mjs/],
    [[file('empty.mjs', '')], 1, /exports no game: export it as default, or as `game`/],
    [[file('two.mjs', 'export const a = { setup() {} }; export const b = { setup() {} };')], 1, /exports several games \(a, b\)/],
    [[file('silent.mjs', 'export default { setup: () => ({}) };')], 1, /has no ai\.enumerate/],
    [[file('broken.mjs', 'export default {')], 1, /broken\.mjs cannot be loaded: /],
    [[file('throwing.mjs', 'throw new Error("a\\nb");')], 1, /throwing\.mjs cannot be loaded: a$/],
    [[file('game.tsx', 'export const game: object = {};')], 1, /npx esbuild .*game\.tsx --bundle/],
  ];
  for (const [args, status, expected] of cases) {
    const said = await (args.length === 0 ? rondel(...args) : simulate(...args));
    assert.deepEqual([said.status, said.stdout], [status, ''], said.stderr);
    assert.match(said.stderr, /^rondel simulate: [^\n]*\n$/);
    assert.match(said.stderr.trimEnd(), expected);
  }
});

test('timed games are played with a simulated clock, and players are late', async (t) => {
  const turn = (onTimeout) => `setup: () => ({ left: 50, late: 0 }), turn: { minMoves: 1, maxMoves: 1, time: 60_000, onTimeout: ${onTimeout} },`;
  const file = gameFile(t, turn('({ G }) => { G.late += 1; G.left -= 1; }'));
  const { status, tally } = await found(file, '--games', '20');
  assert.equal(status, 0);
  assert.ok(tally.timeouts > 50 && tally.timeouts < 300, String(tally.timeouts));
  assert.deepEqual([tally.actions.min, tally.options.choices], [50, 1000 - tally.timeouts]);
  assert.deepEqual((await found(file, '--games', '20', '--workers', '2')).tally, tally);
  assert.match((await simulate(file, '--games', '20')).stdout, new RegExp(`\\ntime-outs {2}${tally.timeouts}\\n`));
  const byBot = await found(gameFile(t, `${turn("'careful'")} ai: { enumerate: () => [{ move: 'take' }], bots: { careful: 'random' } },`), '--games', '20');
  assert.deepEqual([byBot.tally.actions.min, byBot.tally.failed, byBot.tally.timeouts > 50], [50, 0, true]);
  const faulty = await found(gameFile(t, turn("() => { throw new Error('a fault'); }")), '--games', '5');
  assert.equal(faulty.status, 1);
  assert.match(faulty.tally.firstFailure.why, /time-out: it throws: a fault/);
});
