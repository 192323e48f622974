import { REFUSAL_ACTION_INVALID } from '../engine/codes.js';
import { isOverflow, rondelError } from '../util/error.js';
import { hasStackToAct } from '../engine/stack-probe.js';
import { reportUncaught } from '../util/print.js';
import type { ActionError } from './handle.js';

/** How many notifications may be nested in one another; the stack has space for more than twice as many. */
const MOST_LEVELS = 500;
/** How many actions may follow from one call of the page's, without being nested in one another. */
const MOST_ROUNDS = 10_000;
/** From how many levels on actions are counted, and subscribers are to blame for a full stack. */
const DEEP = 4;

/** How many notifications are nested in one another now, of all clients of the page. */
let levels = 0;
/** The same, and the work of online clients around them. */
let scopes = 0;
/** How many actions have followed from the page's last call. */
let rounds = 0;

/** What keeps all clients from acting: subscribers act without end. */
export interface Obstacle {
  /** what a client throws */
  error: Error;
  /** what an action gets */
  refusal: ActionError;
  /** one function for each client that was kept from acting, which notifies its subscribers */
  clients: Set<() => void>;
}

/** An `Obstacle`, until all subscribers have returned; otherwise null. */
let runaway: Obstacle | null = null;

/**
 * Runs what notifies subscribers, which may act in turn. If they do so without end, nobody can act until all of them have
 * returned; then all are notified once more.
 *
 * @param level 1 if subscribers are notified, 0 for work that leads to it
 */
export function nested(level: 0 | 1, run: () => void) {
  levels += level;
  scopes += 1;
  // Nothing is called in `finally` as a rule: where the stack is full, it could not be.
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
 * What keeps a client from acting now. Nearly always `null`.
 *
 * @param what the method that is called
 * @param notify notifies the client's subscribers, once all have returned
 */
export function obstacleTo(what: string, notify: () => void): Obstacle | null {
  if (levels < DEEP && runaway === null) return null;
  return obstacleAfterMany(what, notify);
}

/** The same for an online client, whose actions may follow from others without being nested in them. */
export function obstacleOnline(what: string, notify: () => void) {
  if (scopes === 0) return null;
  return obstacleAfterMany(what, notify);
}

/** The same after something was thrown: `null` if neither an obstacle nor a stack that subscribers have filled is its cause. */
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
  if (levels >= MOST_LEVELS) return `${levels} within one another`;
  if (rounds > MOST_ROUNDS) return `${MOST_ROUNDS} times in one call`;
  // Asked before it is full, while nothing is half done.
  return levels >= DEEP && !hasStackToAct() ? 'the stack is full' : null;
}

function withoutEnd(limit: string) {
  return `subscribers act at each notification without end (${limit})`;
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
    // The stack is full further out: the next notification reaches them.
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
