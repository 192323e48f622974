import { AUTH_FAILED, GAME_NOT_FOUND, ifRejected, UNAUTHORIZED, UNAUTHORIZED_ACTION } from './rondel.js';
import { printErrorNowAndThen } from './util/recent-errors.js';
import type { Refused } from 'rondel/master';
import type { ActionOutcome, ServerEvent } from '../types/events.js';

/** Called with each event of a server. */
export type Watch = (event: ServerEvent) => void;

/** Returns a function that calls a server's `watch`, and prints its errors. */
export function watcher(watch: Watch = () => {}): Watch {
  const failed = (error: unknown) => printErrorNowAndThen('rondel: watch threw:', error);
  return (event) => {
    try {
      ifRejected(watch(event), failed);
    } catch (error) {
      failed(error);
    }
  };
}

/** As `watcher`, for several. The errors of one do not affect the others. */
export function watchedBy(all: ({ watch: Watch } | undefined)[]): Watch {
  const watchers = (all.filter(Boolean) as { watch: Watch }[]).map((one) => watcher((event) => one.watch(event)));
  return (event) => watchers.forEach((notify) => notify(event));
}

/** Returns the outcome of an action from the master's result. */
export function outcomeOf(refusal: Refused | undefined): ActionOutcome {
  if (!refusal) return 'done';
  const { error, type } = refusal;
  // The reason of a kick or ban may be any text.
  if (type !== undefined) return 'unauthorized';
  if (error.startsWith('action/')) return 'refused';
  return OUTCOMES[error] ?? 'failed';
}

/** Returns `true` if a request other than an action was refused for its credentials. */
export function isDenial(refusal: Refused | undefined) {
  return refusal?.error === UNAUTHORIZED || refusal?.error === AUTH_FAILED;
}

const OUTCOMES: Record<string, ActionOutcome> = {
  [UNAUTHORIZED_ACTION]: 'unauthorized',
  [AUTH_FAILED]: 'unauthorized',
  'missing action or action payload': 'malformed',
  'malformed action': 'malformed',
  'arguments too big': 'malformed',
  'match/log_full': 'refused',
  'match/limited': 'refused',
  [GAME_NOT_FOUND]: 'unknown',
  'too many messages': 'dropped',
  closing: 'dropped',
};
