// How strong bots are: scripts/bench strength, or `node tests/bench/strength.mjs [--games N] NAME…` for some of the duels, over so many games
// each. Each bar is checked against what was found, and nothing fails. The whole takes hours of one processor.
import { parseArgs } from 'node:util';
import { averaged, boardgameio, ismcts, mcts, random, textbook, timed } from '../js/ai/contenders.mjs';
import { duel, inWords } from '../js/support/duels.mjs';
import { game as connectFour } from '../games/connect-four.mjs';
import { game as ticTacToe } from '../games/tic-tac-toe.mjs';
import { game as whist } from '../games/whist.mjs';

const THOUSAND = { iterations: 1000 };
/** Iterations of the bots at whist. */
const CARDS = 500;
/** Iterations of boardgame.io's bot, where both have the same time. */
const THEIRS = 200;
const NEVER_LOSES = { bar: 'loses none', holds: ({ lost }) => lost === 0 };
const FOR_COMPARISON = { bar: 'for comparison', holds: () => true };
const stronger = (share) => ({ bar: `at least ${share * 100} %`, holds: (score) => score.share >= share });

/** By name: who plays whom at what, over how many games if nobody says so, and what has to come of it. */
const DUELS = {
  'tic-tac-toe/random': { ...NEVER_LOSES, ...between(ticTacToe, 1000, mcts(ticTacToe, THOUSAND), random(ticTacToe)) },
  'tic-tac-toe/boardgame.io': { ...NEVER_LOSES, ...between(ticTacToe, 1000, mcts(ticTacToe, THOUSAND), boardgameio(ticTacToe, 1000)) },
  'connect-four/boardgame.io': { ...stronger(0.6), usual: 200, play: atTheSameTime },
  'whist/random': { bar: 'as the textbook does', holds: () => true, ...between(whist, 1000, ismcts(whist, { iterations: CARDS }), random(whist)) },
  'whist/random, by the textbook': { ...FOR_COMPARISON, ...between(whist, 1000, textbook(CARDS), random(whist)) },
  'whist/textbook': { ...FOR_COMPARISON, ...between(whist, 1000, ismcts(whist, { iterations: CARDS }), textbook(CARDS)) },
  'whist/one deal': cards(mcts(whist, { iterations: CARDS })),
  'whist/ten deals': cards(averaged(whist, CARDS)),
  ...difficulties(connectFour, mcts),
  ...difficulties(whist, ismcts),
};

const { values, positionals: asked } = parseArgs({ allowPositionals: true, options: { games: { type: 'string' } } });
for (const [name, { bar, holds, usual, play }] of Object.entries(DUELS)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  const score = await play(values.games === undefined ? usual : Number(values.games));
  console.log(`${name}: ${inWords(score)}; bar: ${bar}${holds(score) ? '' : ', WHICH IT MISSES'}`);
}

function between(game, usual, one, other) {
  return { usual, play: (games) => duel(game, { one, other, games }) };
}

/** Against a bot for perfect information that is handed the same view. */
function cards(other) {
  return {
    bar: 'the interval is not below 45 %',
    holds: ({ interval: [, high] }) => high >= 0.45,
    ...between(whist, 1000, ismcts(whist, { iterations: CARDS }), other),
  };
}

function difficulties(game, bot) {
  return Object.fromEntries([['medium', 'easy'], ['hard', 'medium']].map(([one, other]) => [
    `${game.name}/${one}, ${other}`,
    { ...stronger(0.65), ...between(game, 400, bot(game, { difficulty: one }), bot(game, { difficulty: other })) },
  ]));
}

/** Rondel's bot has as long for a move as boardgame.io's takes on average in a few games before. */
async function atTheSameTime(games) {
  const usual = { spent: 0, thoughts: 0 };
  const theirs = boardgameio(connectFour, THEIRS);
  await duel(connectFour, { one: timed(theirs, usual), other: theirs, games: 4, seed: 'before' });
  const thinkingTime = usual.spent / usual.thoughts;
  const [our, their] = [{ spent: 0, thoughts: 0 }, { spent: 0, thoughts: 0 }];
  const score = await duel(connectFour, { one: timed(mcts(connectFour, { thinkingTime }), our), other: timed(theirs, their), games });
  console.log(`milliseconds for a move: Rondel ${(our.spent / our.thoughts).toFixed(1)}, boardgame.io ${(their.spent / their.thoughts).toFixed(1)}`);
  return score;
}
