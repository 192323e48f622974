import { isObject } from './rondel.js';
import type { Notice } from 'rondel/master';

/** Maximum length of an operator's notice, in characters. */
export const MOST_TEXT = 500;

/** Returns `true` if an operator's notice may have this text. */
export function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MOST_TEXT;
}

/** Returns `true` if this is an operator's notice: another process may have published anything. */
export function isNotice(value: unknown): value is Notice {
  return isObject(value) && typeof value.id === 'string' && isText(value.text) && Number.isFinite(value.sentAt);
}
