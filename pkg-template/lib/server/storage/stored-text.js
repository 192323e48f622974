import { isSameText } from '../../online/storage/storage.js';
import { rondelError } from '../../util/error.js';
import { createdAtOf } from './pages.js';

const UTF_8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * A name that strangers have chosen, as text that every database and file system keeps as it is: neither NUL nor half of
 * a surrogate pair is left. No two names have the same.
 */
export function keyOf(name) {
  return JSON.stringify(String(name)).slice(1, -1);
}

export function nameOfKey(key) {
  return JSON.parse(`"${key}"`);
}

/** As `nameOfKey`; undefined if this is no key, as what somebody else has put there. */
export function readableNameOf(stored) {
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
 * @param {string | Uint8Array | null | undefined} stored
 * @param {string} field for the error
 */
export function textOf(stored, field) {
  if (stored === undefined || stored === null) return undefined;
  if (typeof stored === 'string') return stored;
  try {
    return UTF_8.decode(stored);
  } catch {
    throw rondelError('storage/unreadable', `${field}: expected UTF-8`);
  }
}

/**
 * What a stored text says; undefined if there is none. Throws what a master takes for a match that cannot be read.
 *
 * @param {string | Uint8Array | null | undefined} stored
 * @param {string} field for the error
 */
export function valueOf(stored, field) {
  const text = textOf(stored, field);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw rondelError('storage/unreadable', `${field}: expected JSON`);
  }
}

/** As `valueOf`, of metadata in a list: undefined if they cannot be read. */
export function readableOf(text) {
  try {
    return valueOf(text, 'metadata');
  } catch {
    return undefined;
  }
}

/**
 * Whether a stored text says the same as these metadata, but not in the usual words: it may have been written by hand, with
 * other blanks.
 *
 * @param {string | null | undefined} text
 * @param {{ metadata: any, usual: string }} expected
 */
export function isWrittenOtherwise(text, { metadata, usual }) {
  return text !== usual && text !== null && text !== undefined && isSameText(valueOf(text, 'metadata'), metadata);
}

/**
 * What databases look a state up by: no numbers if the state has none.
 *
 * @param {{ _stateID?: unknown, _revision?: unknown }} state
 */
export function stateNumbersOf({ _stateID, _revision }) {
  return { stateID: wholeNumberOf(_stateID), revision: wholeNumberOf(_revision ?? 0) };
}

/**
 * Throws if a state is looked up by other numbers than it has: somebody has written one of the two by hand, and nothing would ever be
 * stored in its place.
 *
 * @param {{ text: string | Uint8Array, stateID: unknown, revision: unknown } | undefined} row
 */
export function checkStateRow(row) {
  if (row === undefined) return;
  const found = stateNumbersOf(valueOf(row.text, 'state') ?? {});
  if (found.stateID === row.stateID && found.revision === row.revision) return;
  const texts = [row, found].map(({ stateID, revision }) => `${stateID} and ${revision}`);
  throw rondelError('storage/unreadable', `state: its row has the state_id and revision ${texts[0]}, and its JSON ${texts[1]}`);
}

/** What databases list a match by. Others may have left anything out. */
export function listingOf(metadata) {
  const { gameName, gameover, updatedAt, unlisted } = metadata ?? {};
  return {
    gameName: typeof gameName === 'string' ? keyOf(gameName) : null,
    isOver: gameover !== undefined,
    updatedAt: Number.isFinite(updatedAt) ? updatedAt : null,
    createdAt: createdAtOf(metadata),
    isUnlisted: Boolean(unlisted),
  };
}

/** Null for what is none. */
export function wholeNumberOf(value) {
  return Number.isSafeInteger(value) ? value : null;
}
