import { complain } from '../util/complain.js';

/** @typedef {(event: import('../../server.d.ts').ServerEvent) => void} Watch */

/**
 * Tells whoever watches a server, whatever they throw.
 *
 * @param {Watch} [watch]
 * @returns {Watch}
 */
export function watcher(watch = () => {}) {
  return (event) => {
    try {
      watch(event);
    } catch (error) {
      complain('rondel: watch threw:', error);
    }
  };
}

/**
 * What has come of an action, by what a master answers.
 *
 * @param {{ error: string } | undefined} answer
 * @returns {import('../../server.d.ts').ActionOutcome}
 */
export function outcomeOf(answer) {
  if (!answer) return 'done';
  const { error } = answer;
  if (error.startsWith('action/')) return 'refused';
  return OUTCOMES[error] ?? 'failed';
}

const OUTCOMES = {
  'unauthorized action': 'unauthorized',
  'missing action or action payload': 'malformed',
  'malformed action': 'malformed',
  'game not found': 'unknown',
  'too many messages': 'dropped',
  closing: 'dropped',
};
