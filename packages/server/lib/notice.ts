import { isObject, randomID } from './rondel.js';
import type { Notice } from 'rondel/master';

/** So many characters may be said to players. */
export const MOST_TEXT = 500;

/** What an operator says to players. By its ID, a page knows one that has come twice. */
export function noticeOf(text: string): Notice {
  return { id: randomID(), text, sentAt: Date.now() };
}

/** Whether this is a text for players. */
export function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MOST_TEXT;
}

/** Whether another process has said what it may. */
export function isNotice(value: unknown): value is Notice {
  return isObject(value) && typeof value.id === 'string' && isText(value.text) && Number.isFinite(value.sentAt);
}
