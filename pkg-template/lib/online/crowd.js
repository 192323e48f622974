import { LAST } from './lanes.js';

/** The priority of a job where the queue is full. Of one that is `ASKED` about, the permission is not known yet. */
const PRIORITY = { DENIED: 0, SPECTATES: 1, ASKED: 2, PLAYS: 3 };

/**
 * The job that is dropped from a full queue for another one of `asker`: of those with more waiting than the asker, by however many
 * sessions, one of the lowest priority; of these the one with most, and of several the last. Undefined if there is none.
 *
 * @param {unknown} asker
 * @param {Iterable<any>} entries all that wait and count
 * @returns {any}
 */
export function jobToDrop(asker, entries) {
  let own = 0;
  /** By priority: how many jobs of each asker wait, and the last of them. */
  const crowds = Object.values(PRIORITY).map(() => new Map());
  for (const entry of entries) {
    const who = askerOf(entry);
    if (who === asker) own += 1;
    const crowd = crowds[priorityOf(entry)];
    crowd.set(who, { count: (crowd.get(who)?.count ?? 0) + 1, last: entry });
  }
  return crowds.map((crowd) => lastOfMost(crowd, own)).find(Boolean);
}

/**
 * Who asks for something: a connection, or the owner of the lane if there is none.
 *
 * @param {{ owner?: unknown, lane: unknown }} standing
 */
export function askerOf({ owner, lane }) {
  return owner ?? lane;
}

function lastOfMost(crowd, own) {
  /** @type {{ count: number, last: any }} */
  let most = { count: own + 1, last: undefined };
  for (const one of crowd.values()) if (one.count >= most.count) most = one;
  return most.last;
}

function priorityOf({ permission }) {
  if (!permission) return PRIORITY.ASKED;
  if (permission.error) return PRIORITY.DENIED;
  return permission.rank === LAST ? PRIORITY.SPECTATES : PRIORITY.PLAYS;
}
