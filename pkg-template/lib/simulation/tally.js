/** Of a normal distribution, so many standard deviations on both sides of the mean hold 95 %. */
const Z = 1.959964;

/**
 * The results of many matches. Whole numbers alone, so that it does not matter in which order matches are added.
 *
 * @typedef {object} Tally
 * @property {number} games
 * @property {number[]} wins by seat; winners who share a win have one each
 * @property {number} draws
 * @property {number} others games that ended without a winner and without a draw
 * @property {number} cut games that were ended after the most actions that one may have
 * @property {number} failed games that could not go on
 * @property {{ game: number, why: string } | null} firstFailure
 * @property {{ sum: number, min: number, max: number }} actions of the games that came to an end
 * @property {{ sum: number, choices: number }} options how many there were to choose from, all choices of all games added up
 */

/**
 * @param {number} numPlayers
 * @returns {Tally}
 */
export function emptyTally(numPlayers) {
  return {
    games: 0,
    wins: Array(numPlayers).fill(0),
    draws: 0,
    others: 0,
    cut: 0,
    failed: 0,
    firstFailure: null,
    actions: { sum: 0, min: Infinity, max: 0 },
    options: { sum: 0, choices: 0 },
  };
}

/**
 * @param {Tally} tally
 * @param {number} game its number
 * @param {import('./match.js').Played} played
 */
export function addMatch(tally, game, { winners, isDraw, isCut, failure, actions, options }) {
  tally.games += 1;
  tally.options.sum += options;
  tally.options.choices += actions;
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

/**
 * Adds the results of another worker.
 *
 * @param {Tally} tally
 * @param {Tally} other
 */
export function addTally(tally, other) {
  for (const count of /** @type {const} */ (['games', 'draws', 'others', 'cut', 'failed'])) tally[count] += other[count];
  for (const [seat, wins] of other.wins.entries()) tally.wins[seat] += wins;
  tally.firstFailure = earlier(tally.firstFailure, other.firstFailure);
  addLengths(tally.actions, other.actions);
  tally.options.sum += other.options.sum;
  tally.options.choices += other.options.choices;
}

/**
 * Wilson's interval: the range in which the share that `count` of `total` estimates lies with 95 % certainty.
 *
 * @param {number} count
 * @param {number} total
 * @returns {[number, number]} from 0 to 1
 */
export function intervalOf(count, total) {
  if (total === 0) return [0, 1];
  const share = count / total;
  const weight = Z * Z / total;
  const middle = (share + weight / 2) / (1 + weight);
  const half = Z * Math.sqrt((share * (1 - share) + weight / 4) / total) / (1 + weight);
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
}

function addLengths(lengths, { sum, min, max }) {
  lengths.sum += sum;
  lengths.min = Math.min(lengths.min, min);
  lengths.max = Math.max(lengths.max, max);
}

function earlier(one, other) {
  if (!one || !other) return one ?? other;
  return other.game < one.game ? other : one;
}
