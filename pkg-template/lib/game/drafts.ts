import { current as currentOf, isDraft, original as originalOf } from 'immer';
import { copyOf } from '../util/copy.js';
import type { Draft } from 'immer';

/**
 * Returns a plain copy of `G`, or of a part of it, at this point of a move or hook. Use it in place of `current` of the package `immer`,
 * which may be of another version than the one that made the draft.
 *
 * Copies a value that is not a draft as well, for example in `playerView` or in the search of a bot: it may change later.
 *
 * @example
 * log.setMetadata(current(G.table));
 */
export function current<T>(value: T): T {
  return isDraft(value) ? currentOf(value as Draft<T>) as T : copyOf(value);
}

/**
 * Returns `G`, or a part of it, as it was before the move or hook. Returns `undefined` for a value that the move has created, and where
 * there are no drafts, such as in `playerView`.
 */
export function original<T>(value: T): T | undefined {
  return isDraft(value) ? originalOf(value as Draft<T>) as T | undefined : undefined;
}
