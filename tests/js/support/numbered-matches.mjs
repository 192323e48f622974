// Random matches by number, which is their seed: other ones on each of three days. RONDEL_MATCHES sets their count, RONDEL_MATCH selects one.
import { partOfToday } from './rotation.mjs';

/**
 * The matches of a test: `title` names them, and `isSample` is `true` if they are too few for all kinds of events.
 *
 * @param {number} usual default count, which is a third of the matches
 * @param {string} file the test's file, for the command that repeats a match
 */
export function numberedMatches(usual, file) {
  const count = Number(process.env.RONDEL_MATCHES ?? usual);
  const alone = process.env.RONDEL_MATCH;
  const first = Number(alone ?? partOfToday(3) * count);
  const end = alone === undefined ? first + count : first + 1;
  return { count, title: `matches ${alone ?? `${first} to ${end - 1}`}`, isSample: alone !== undefined || count < usual, playAll };

  /** Plays `atOnce` of them at a time. A failure names the command that repeats its match. */
  async function playAll(play, atOnce = 1) {
    for (let number = first; number < end; number += atOnce) {
      const numbers = Array.from({ length: Math.min(atOnce, end - number) }, (_, i) => number + i);
      await Promise.all(numbers.map((each) => playOrTell(play, each)));
    }
  }

  async function playOrTell(play, number) {
    try {
      await play(number);
    } catch (error) {
      error.message = `match ${number} (RONDEL_MATCH=${number} node --test ${file}): ${error.message}`;
      throw error;
    }
  }
}
