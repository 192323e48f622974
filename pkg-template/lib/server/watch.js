import { AUTH_FAILED } from '../online/permission.js';
import { ifRejected } from '../util/promise.js';
import { printErrorNowAndThen } from './util/news.js';

/** @typedef {(event: import('../../server.d.ts').ServerEvent) => void} Watch */

/**
 * Tells whoever watches a server, whatever they throw, at once or later.
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
 * As `watcher`, for several: what one throws, the others do not notice.
 *
 * @param {(object | undefined)[]} all each with a method `watch`
 * @returns {Watch}
 */
export function watchedBy(all) {
  const watchers = /** @type {{ watch: Watch }[]} */ (all.filter(Boolean)).map((one) => watcher((event) => one.watch(event)));
  return (event) => watchers.forEach((tell) => tell(event));
}

/**
 * What has come of an action, by what a master answers.
 *
 * @param {{ error: string, type?: string } | undefined} answer
 * @returns {import('../../server.d.ts').ActionOutcome}
 */
export function outcomeOf(answer) {
  if (!answer) return 'done';
  const { error, type } = answer;
  // What an operator has said to somebody may be any text.
  if (type !== undefined) return 'unauthorized';
  if (error.startsWith('action/')) return 'refused';
  return OUTCOMES[error] ?? 'failed';
}

/** Whether somebody was refused for their credentials who has asked for something else than an action. */
export function isDenial(answer) {
  return answer?.error === 'unauthorized' || answer?.error === AUTH_FAILED;
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
