import { REFUSAL_ACTION_INVALID } from '../engine/codes.js';
import { isOverflow, rondelError } from '../util/error.js';
import { hasStackToAct } from '../engine/stack-probe.js';
import { reportUncaught } from '../util/print.js';
import type { ActionError } from './handle.js';

/** Maximum depth of nested notifications. The stack has space for more than twice as many. */
const MOST_LEVELS = 500;
/** Maximum number of actions that may follow from one call of the page without nesting. */
const MOST_ROUNDS = 10_000;
/** Depth of nested notifications from which actions are counted, and subscribers count as the cause of a full stack. */
export const DEEP = 4;

/** Current depth of nested notifications, of all clients of the page. */
let levels = 0;
/** The same, including the work of online clients around them. */
let scopes = 0;
/** Number of actions that have followed from the page's last call. */
let rounds = 0;

/** State in which no client may act, because subscribers act without end. */
export interface Obstacle {
  /** Error that a client throws. */
  error: Error;
  /** Refusal of an action. */
  refusal: ActionError;
  /** One function per client that was kept from acting, which notifies its subscribers. */
  clients: Set<() => void>;
}

/** The current obstacle, until all subscribers have returned; otherwise null. */
let runaway: Obstacle | null = null;

/**
 * Runs work that notifies subscribers, which may act in turn. If they act without end, no client may act until all of them have returned.
 * Then all subscribers are notified once more.
 *
 * @param level 1 for a notification, 0 for work that leads to one, `DEEP` for a loop of notifications
 */
export function nested(level: number, run: () => void) {
  levels += level;
  scopes += 1;
  // Usually nothing is called in `finally`: on a full stack it could not be.
  try {
    run();
  } finally {
    levels -= level;
    if (scopes === 1 && runaway !== null) end();
    scopes -= 1;
    if (scopes === 0) rounds = 0;
  }
}

/**
 * Returns the obstacle that keeps a client from acting now; usually `null`.
 *
 * @param what name of the called method
 * @param notify notifies the client's subscribers when all have returned
 */
export function obstacleTo(what: string, notify: () => void): Obstacle | null {
  if (levels < DEEP && runaway === null) return null;
  return obstacleAfterMany(what, notify);
}

/** The same for an online client, whose actions may follow from others without nesting. */
export function obstacleOnline(what: string, notify: () => void) {
  if (scopes === 0) return null;
  return obstacleAfterMany(what, notify);
}

/** Returns the obstacle behind an exception; `null` if it has another cause. */
export function obstacleAfter(thrown: unknown, notify: () => void): Obstacle | null {
  if (runaway !== null && thrown === runaway.error) return runaway;
  if (levels < DEEP || !isOverflow(thrown)) return null;
  if (runaway === null) stop(withoutEnd('the stack is full'));
  runaway!.clients.add(notify);
  return runaway;
}

function obstacleAfterMany(what: string, notify: () => void) {
  rounds += 1;
  const limit = runaway === null ? limitReached() : null;
  if (limit) stop(`${what}: ${withoutEnd(limit)}`);
  if (runaway === null) return null;
  runaway.clients.add(notify);
  return runaway;
}

function limitReached() {
  if (levels >= MOST_LEVELS) return `${levels} levels of nested calls`;
  if (rounds > MOST_ROUNDS) return `${MOST_ROUNDS} times in one call`;
  // Checked before the stack is full, while no work is half done.
  return levels >= DEEP && !hasStackToAct() ? 'the stack is full' : null;
}

function withoutEnd(limit: string) {
  return `subscribers act again at each notification, without end (${limit})`;
}

function stop(message: string) {
  const refusal = Object.freeze({ type: REFUSAL_ACTION_INVALID, message });
  runaway = { error: rondelError('client/runaway', message), refusal, clients: new Set() };
}

function end() {
  try {
    for (const notify of runaway!.clients) notifyOnce(notify);
    reportUncaught(runaway!.error);
  } catch {
    // The stack is full further out: the next notification reaches these subscribers.
  }
  runaway = null;
}

function notifyOnce(notify: () => void) {
  try {
    notify();
  } catch (error) {
    reportUncaught(error);
  }
}
