// How strong bots are: scripts/bench strength, or `node tests/bench/strength.mjs NAME…` for some of the duels. Each bar is checked
// against what was found, and nothing fails. The whole takes hours of one processor.
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
const stronger = (share) => ({ bar: `at least ${share * 100} %`, holds: (score) => score.share >= share });

/** By name: who plays whom at what, over how many games, and what has to come of it. */
const DUELS = {
  'tic-tac-toe/random': { ...NEVER_LOSES, play: () => duel(ticTacToe, { one: mcts(ticTacToe, THOUSAND), other: random(ticTacToe), games: 1000 }) },
  'tic-tac-toe/boardgame.io': {
    ...NEVER_LOSES,
    play: () => duel(ticTacToe, { one: mcts(ticTacToe, THOUSAND), other: boardgameio(ticTacToe, 1000), games: 1000 }),
  },
  'connect-four/boardgame.io': { ...stronger(0.6), play: atTheSameTime },
  'whist/random': { bar: 'as the textbook does', holds: () => true, play: () => duel(whist, { one: ismcts(whist, { iterations: CARDS }), other: random(whist), games: 1000 }) },
  'whist/random, by the textbook': { bar: 'for comparison', holds: () => true, play: () => duel(whist, { one: textbook(CARDS), other: random(whist), games: 1000 }) },
  'whist/textbook': { bar: 'for comparison', holds: () => true, play: () => duel(whist, { one: ismcts(whist, { iterations: CARDS }), other: textbook(CARDS), games: 1000 }) },
  'whist/one deal': cards(mcts(whist, { iterations: CARDS })),
  'whist/ten deals': cards(averaged(whist, CARDS)),
  ...difficulties(connectFour, mcts, 400),
  ...difficulties(whist, ismcts, 400),
};

const asked = process.argv.slice(2);
for (const [name, { bar, holds, play }] of Object.entries(DUELS)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  const score = await play();
  console.log(`${name}: ${inWords(score)}; bar: ${bar}${holds(score) ? '' : ', WHICH IT MISSES'}`);
}

/** Against a bot for perfect information that is handed the same view. */
function cards(other) {
  return {
    bar: 'the interval is not below 45 %',
    holds: ({ interval: [, high] }) => high >= 0.45,
    play: () => duel(whist, { one: ismcts(whist, { iterations: CARDS }), other, games: 1000 }),
  };
}

function difficulties(game, bot, games) {
  return Object.fromEntries([['medium', 'easy'], ['hard', 'medium']].map(([one, other]) => [`${game.name}/${one}, ${other}`, {
    ...stronger(0.65),
    play: () => duel(game, { one: bot(game, { difficulty: one }), other: bot(game, { difficulty: other }), games }),
  }]));
}

/** Rondel's bot has as long for a move as boardgame.io's takes on average in a few games before. */
async function atTheSameTime() {
  const usual = { spent: 0, thoughts: 0 };
  const theirs = boardgameio(connectFour, THEIRS);
  await duel(connectFour, { one: timed(theirs, usual), other: theirs, games: 4, seed: 'before' });
  const thinkingTime = usual.spent / usual.thoughts;
  const [our, their] = [{ spent: 0, thoughts: 0 }, { spent: 0, thoughts: 0 }];
  const score = await duel(connectFour, { one: timed(mcts(connectFour, { thinkingTime }), our), other: timed(theirs, their), games: 200 });
  console.log(`milliseconds for a move: Rondel ${(our.spent / our.thoughts).toFixed(1)}, boardgame.io ${(their.spent / their.thoughts).toFixed(1)}`);
  return score;
}
