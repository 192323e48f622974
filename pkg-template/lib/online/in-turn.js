import { drive } from './match-queue.js';

/**
 * Runs steps when those before them at a match are done, and returns what they return; rejected with what they throw, for
 * which nobody else at the match waits.
 *
 * @param {import('./match-queue.js').MatchQueue} queue
 * @param {string} matchID
 * @param {() => Generator} steps
 * @returns {Promise<any>}
 */
export async function inTurn(queue, matchID, steps) {
  const { thrown, result } = await queue.run(matchID, () => outcomeOf(steps));
  if (thrown) throw thrown.error;
  return result;
}

/** A job of a queue neither throws nor is rejected. */
async function outcomeOf(steps) {
  try {
    return { result: await drive(steps()) };
  } catch (error) {
    return { thrown: { error } };
  }
}
