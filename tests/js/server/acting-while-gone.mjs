/** For tests of what takes matches away: somebody acts at that very moment. */
import assert from 'node:assert/strict';
import { move } from '../master/support.mjs';

/**
 * Player 0 of match `m` does what `master` is asked for, between what is read of the match and what is made of it. Either may be
 * first, and both know of it.
 *
 * @param {{ lookAtAll(): Promise<void>, gone: string[] }} sweeper
 */
export async function actWhileGone({ lookAtAll, gone }, db, master) {
  const { fetch } = db;
  // Another process, or the same one: what has been read is true no more when it is wiped.
  let acted;
  db.fetch = (...args) => {
    const answer = fetch.apply(db, args);
    if (args[1].metadata && args[1].state) {
      db.fetch = fetch;
      acted = master.onUpdate(move('go', '0'), 0, 'm', '0');
    }
    return answer;
  };
  await lookAtAll();
  const answer = await acted;
  const { state } = await db.fetch('m', { state: true });
  if (answer === undefined) assert.deepEqual([state.G.n, gone], [1, []]);
  else assert.deepEqual([answer, state, gone], [{ error: 'game not found' }, undefined, ['m']]);
}
