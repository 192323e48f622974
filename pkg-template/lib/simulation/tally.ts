import type { Played } from './match.js';

/** Number of standard deviations on both sides of the mean that contain 95 % of a normal distribution. */
const Z = 1.959964;

/** Lengths of games, in actions. */
interface Lengths {
  sum: number;
  min: number;
  max: number;
}

/** Reason why a game could not continue, with its number. */
interface Failure {
  game: number;
  why: string;
}

/** Results of many matches. Integers only, so that the order of additions does not matter. */
export interface Tally {
  games: number;
  /** Wins by seat. Winners who share a win have one each. */
  wins: number[];
  draws: number;
  /** Games that ended without a winner and without a draw. */
  others: number;
  /** Games that ended at the maximum number of actions. */
  cut: number;
  /** Games that could not continue. */
  failed: number;
  firstFailure: Failure | null;
  /** Lengths of completed games. */
  actions: Lengths;
  /** Actions that were the end of a player's time. */
  timeouts: number;
  /** Possible actions, summed over all choices of all games. */
  options: { sum: number, choices: number };
}

export function emptyTally(numPlayers: number): Tally {
  return {
    games: 0,
    wins: Array(numPlayers).fill(0),
    draws: 0,
    others: 0,
    cut: 0,
    failed: 0,
    firstFailure: null,
    actions: { sum: 0, min: Infinity, max: 0 },
    timeouts: 0,
    options: { sum: 0, choices: 0 },
  };
}

/** @param game number of the game */
export function addMatch(tally: Tally, game: number, { winners, isDraw, isCut, failure, actions, timeouts, options }: Played) {
  tally.games += 1;
  tally.options.sum += options;
  tally.options.choices += actions - timeouts;
  tally.timeouts += timeouts;
  if (failure !== undefined) {
    tally.failed += 1;
    tally.firstFailure = earlier(tally.firstFailure, { game, why: failure });
    return;
  }
  if (isCut) {
    tally.cut += 1;
    return;
  }
  addLengths(tally.actions, { sum: actions, min: actions, max: actions });
  const seats = tally.wins.flatMap((_, seat) => (winners.includes(String(seat)) ? [seat] : []));
  for (const seat of seats) tally.wins[seat] += 1;
  if (isDraw) tally.draws += 1;
  else if (seats.length === 0) tally.others += 1;
}

/** Adds the results of another worker. */
export function addTally(tally: Tally, other: Tally) {
  for (const count of (['games', 'draws', 'others', 'cut', 'failed', 'timeouts'] as const)) tally[count] += other[count];
  for (const [seat, wins] of other.wins.entries()) tally.wins[seat] += wins;
  tally.firstFailure = earlier(tally.firstFailure, other.firstFailure);
  addLengths(tally.actions, other.actions);
  tally.options.sum += other.options.sum;
  tally.options.choices += other.options.choices;
}

/**
 * Returns Wilson's interval: the 95 % confidence interval of a share that is estimated as `count` of `total`.
 *
 * @returns bounds from 0 to 1
 */
export function intervalOf(count: number, total: number): [number, number] {
  if (total === 0) return [0, 1];
  const share = count / total;
  const weight = Z * Z / total;
  const middle = (share + weight / 2) / (1 + weight);
  const half = Z * Math.sqrt((share * (1 - share) + weight / 4) / total) / (1 + weight);
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
}

function addLengths(lengths: Lengths, { sum, min, max }: Lengths) {
  lengths.sum += sum;
  lengths.min = Math.min(lengths.min, min);
  lengths.max = Math.max(lengths.max, max);
}

function earlier(one: Failure | null, other: Failure | null) {
  if (!one || !other) return one ?? other;
  return other.game < one.game ? other : one;
}
