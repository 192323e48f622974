import { dueOf, isObject, isSameText, rondelError } from '../rondel.js';
import { createdAtOf } from './pages.js';
import type { Clock } from 'rondel';
import type { Server } from 'rondel/master';
import type { UncheckedMetadata } from 'rondel/private';

/** A text as a database or a file returns it, which may have been read as bytes. */
export type StoredText = string | Uint8Array | null | undefined;

/** A field of stored states and of entries of a log. Others may have written anything there. */
export interface StoredStateID {
  _stateID?: unknown;
}

/** Numbers by which databases find a state; null in place of an invalid number. */
export interface StateNumbers {
  stateID: number | null;
  revision: number | null;
  /** Moment at which the time of a player runs out; null if none does now, undefined in a game without time. */
  due?: number | null;
}

/** Columns by which databases list matches. `gameName` is a key. */
export interface Listing {
  gameName: string | null;
  isOver: boolean;
  updatedAt: number | null;
  createdAt: number;
  isUnlisted: boolean;
}

/** Metadata as text, with what they are listed by. */
export interface ListedText {
  listing: Listing;
  text: string;
}

/** A stored state with the numbers that its row has. */
export interface StateRow {
  text: string | Uint8Array;
  stateID: unknown;
  revision: unknown;
}

const UTF_8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * A name that strangers have chosen, as text that every database and file system keeps as it is: neither NUL nor half of
 * a surrogate pair is left. No two names have the same.
 */
export function keyOf(name: unknown): string {
  return JSON.stringify(String(name)).slice(1, -1);
}

export function nameOfKey(key: string): string {
  return JSON.parse(`"${key}"`);
}

/** As `nameOfKey`; undefined if this is no key, as what somebody else has put there. */
export function readableNameOf(stored: string | Uint8Array): string | undefined {
  try {
    return nameOfKey(textOf(stored, 'key'));
  } catch {
    return undefined;
  }
}

/**
 * A stored text, which may have been read as bytes; undefined if there is none. Throws what a master takes for a match that cannot be
 * read.
 *
 * @param field for the error
 */
export function textOf(stored: string | Uint8Array, field: string): string;
export function textOf(stored: StoredText, field: string): string | undefined;
export function textOf(stored: StoredText, field: string) {
  if (stored === undefined || stored === null) return undefined;
  if (typeof stored === 'string') return stored;
  try {
    return UTF_8.decode(stored);
  } catch {
    throw rondelError('storage/unreadable', `${field}: expected UTF-8`);
  }
}

/**
 * Returns the value of a stored text; undefined if there is none. Throws the error of an unreadable match if the text is not JSON.
 *
 * @param field for the error
 */
export function valueOf(stored: StoredText, field: string): unknown {
  const text = textOf(stored, field);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw rondelError('storage/unreadable', `${field}: expected JSON`);
  }
}

/** As `valueOf`, of metadata in a list: undefined if they cannot be read. */
export function readableOf(text: StoredText): unknown {
  try {
    return valueOf(text, 'metadata');
  } catch {
    return undefined;
  }
}

/**
 * Returns `true` if a stored text has the same value as these metadata, but differs as text: it may have been written by hand, with other
 * spaces.
 */
export function isWrittenOtherwise(
  text: string | null | undefined, { metadata, usual }: { metadata: Server.MatchData, usual: string },
): text is string {
  return text !== usual && text !== null && text !== undefined && isSameText(valueOf(text, 'metadata'), metadata);
}

/** Returns the numbers by which databases find a state; null in place of invalid ones. */
export function stateNumbersOf({ _stateID, _revision, ctx }: StoredStateID & { _revision?: unknown, ctx?: unknown }): StateNumbers {
  const numbers: StateNumbers = { stateID: wholeNumberOf(_stateID), revision: wholeNumberOf(_revision ?? 0) };
  const { clock } = (ctx ?? {}) as { clock?: Clock };
  // Other programs may have stored anything.
  if (clock) numbers.due = isObject(clock.deadlines) ? finiteOf(dueOf(clock)) : null;
  return numbers;
}

function finiteOf(number: number | null): number | null {
  return Number.isFinite(number) ? number : null;
}

/**
 * Throws if a state is looked up by other numbers than it has: somebody has written one of the two by hand, and nothing would ever be
 * stored in its place.
 */
export function checkStateRow(row: StateRow | undefined) {
  if (row === undefined) return;
  const found = stateNumbersOf(valueOf(row.text, 'state') ?? {});
  if (found.stateID === row.stateID && found.revision === row.revision) return;
  const texts = [row, found].map(({ stateID, revision }) => `${stateID} and ${revision}`);
  throw rondelError('storage/unreadable', `state: its row has the state_id and revision ${texts[0]}, and its JSON ${texts[1]}`);
}

/** Returns the columns by which databases list a match. Metadata of other programs may lack any field. */
export function listingOf(metadata: unknown): Listing {
  const { gameName, gameover, updatedAt, unlisted } = (metadata as UncheckedMetadata) ?? {};
  return {
    gameName: typeof gameName === 'string' ? keyOf(gameName) : null,
    isOver: gameover !== undefined,
    updatedAt: Number.isFinite(updatedAt) ? updatedAt as number : null,
    createdAt: createdAtOf(metadata as UncheckedMetadata),
    isUnlisted: Boolean(unlisted),
  };
}

/** Returns the value if it is a whole number, otherwise null. */
export function wholeNumberOf(value: unknown): number | null {
  return Number.isSafeInteger(value) ? value as number : null;
}
