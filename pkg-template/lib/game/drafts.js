import { current as currentOf, isDraft, original as originalOf } from 'immer';
import { copyOf } from '../util/copy.js';

/**
 * Returns a plain copy of a draft as it is now. A value that is no draft, for example in `playerView` or in the search of a bot, is copied
 * as well: it may change later.
 *
 * @type {typeof import('../../core.js').current}
 */
export function current(value) {
  return isDraft(value) ? currentOf(/** @type {any} */ (value)) : copyOf(value);
}

/**
 * Returns what a draft was before the move or hook began. Returns `undefined` for a value that is no draft.
 *
 * @type {typeof import('../../core.js').original}
 */
export function original(value) {
  return isDraft(value) ? originalOf(/** @type {any} */ (value)) : undefined;
}
