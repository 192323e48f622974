import { AUTH_FAILED } from '../online/permission.js';
import { ifRejected } from '../util/promise.js';
import { printErrorNowAndThen } from './util/news.js';

/** @typedef {(event: import('../../server.d.ts').ServerEvent) => void} Watch */

/**
 * Calls `watch` of a server; what it throws, at once or later, is printed.
 *
 * @param {Watch} [watch]
 * @returns {Watch}
 */
export function watcher(watch = () => {}) {
  const failed = (error) => printErrorNowAndThen('rondel: watch threw:', error);
  return (event) => {
    try {
      ifRejected(watch(event), failed);
    } catch (error) {
      failed(error);
    }
  };
}

/**
 * As `watcher`, for several: what one throws does not affect the others.
 *
 * @param {(object | undefined)[]} all each with a method `watch`
 * @returns {Watch}
 */
export function watchedBy(all) {
  const watchers = /** @type {{ watch: Watch }[]} */ (all.filter(Boolean)).map((one) => watcher((event) => one.watch(event)));
  return (event) => watchers.forEach((notify) => notify(event));
}

/**
 * The outcome of an action, by what a master returns for it.
 *
 * @param {{ error: string, type?: string } | undefined} refusal
 * @returns {import('../../server.d.ts').ActionOutcome}
 */
export function outcomeOf(refusal) {
  if (!refusal) return 'done';
  const { error, type } = refusal;
  // The reason of a kick or ban may be any text.
  if (type !== undefined) return 'unauthorized';
  if (error.startsWith('action/')) return 'refused';
  return OUTCOMES[error] ?? 'failed';
}

/** Whether a request other than an action was refused for its credentials. */
export function isDenial(refusal) {
  return refusal?.error === 'unauthorized' || refusal?.error === AUTH_FAILED;
}

const OUTCOMES = {
  'unauthorized action': 'unauthorized',
  [AUTH_FAILED]: 'unauthorized',
  'missing action or action payload': 'malformed',
  'malformed action': 'malformed',
  'arguments too big': 'malformed',
  'match/log_full': 'refused',
  'match/limited': 'refused',
  'game not found': 'unknown',
  'too many messages': 'dropped',
  closing: 'dropped',
};
