// Random matches by number, the same again for the same number. RONDEL_MATCHES says how many, RONDEL_MATCH which one alone.

/**
 * What a test plays: `title` names the matches, and `isSample` says that there are too few for all kinds of events.
 *
 * @param {number} usual how many, if nobody says it
 * @param {string} file where the test is, for whoever plays one again
 */
export function numberedMatches(usual, file) {
  const count = Number(process.env.RONDEL_MATCHES ?? usual);
  const alone = process.env.RONDEL_MATCH;
  const first = Number(alone ?? 0);
  const end = alone === undefined ? count : first + 1;
  return { count, title: `matches ${alone ?? `0 to ${count - 1}`}`, isSample: alone !== undefined || count < usual, playAll };

  /** Plays `atOnce` of them at a time. What fails says how to play that match again. */
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
