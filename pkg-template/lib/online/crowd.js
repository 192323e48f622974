import { LAST } from './lanes.js';

/** What a job is worth where there is no room for all; nobody knows yet whether whoever is `ASKED` about may do it. */
const WORTH = { DENIED: 0, LOOKS_ON: 1, ASKED: 2, PLAYS: 3 };

/**
 * Whose job gives way where a match is full to another one of `asker`: of those with more waiting than the asker, by however many
 * sessions, one who is worth least; of these who has most, and of several the one who came last. Undefined if there is none.
 *
 * @param {unknown} asker
 * @param {Iterable<any>} entries all that wait and count
 * @returns {any}
 */
export function yielding(asker, entries) {
  let own = 0;
  /** By worth, how much waits of each asker, and the last of it. */
  const crowds = Object.values(WORTH).map(() => new Map());
  for (const entry of entries) {
    const who = askerOf(entry);
    if (who === asker) own += 1;
    const crowd = crowds[worthOf(entry)];
    crowd.set(who, { count: (crowd.get(who)?.count ?? 0) + 1, last: entry });
  }
  return crowds.map((crowd) => lastOfMost(crowd, own)).find(Boolean);
}

/**
 * Who asks for something: a connection; where there is none, whoever has the lane.
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

function worthOf({ permission }) {
  if (!permission) return WORTH.ASKED;
  if (permission.error) return WORTH.DENIED;
  return permission.rank === LAST ? WORTH.LOOKS_ON : WORTH.PLAYS;
}
