import { isObject } from '../util/objects.js';

/**
 * The field of a stored state that says who has left the match for good, and by which leave. It is stored with what `onPlayerLeave` did, so
 * that a request that comes again, because the storage failed before the seat was free, does not run it twice.
 */
const LEFT = '_left';

/** Returns `true` if a player has left by this leave. What is stored may be anything. */
export function hasLeft(state, playerID, leaveID) {
  return leaveID !== undefined && Object.hasOwn(leavesOf(state), playerID) && state[LEFT][playerID] === leaveID;
}

/** Returns `true` if a player has left by any leave. What is stored may be anything. */
export function hasEverLeft(state, playerID) {
  return isObject(state) && Object.hasOwn(leavesOf(state), playerID);
}

/** The fields to store of a state after the leaves `left`, by player: none without them. */
export function withLeaves(state, left) {
  return left && { [LEFT]: { ...leavesOf(state), ...left } };
}

function leavesOf({ [LEFT]: leaves }) {
  return isObject(leaves) ? leaves : {};
}
