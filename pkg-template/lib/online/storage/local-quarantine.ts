/** Matches in `localStorage` that are in quarantine: each under a key of its own, which is its ID here. */

import { isObject } from '../../util/objects.js';
import type { StorageAPI } from '../../../types/master.js';

/** One field of all matches: an entry of `localStorage`. */
export interface StoredList {
  /** Its name in `localStorage`. */
  key: string;
  /** `true` if its text can be read. */
  isSound: boolean;
  get(matchID: string): unknown;
  set(matchID: string, value: unknown): unknown;
  delete(matchID: string): boolean;
}

export interface Lists {
  [field: string]: StoredList;
}

/** A match in quarantine. Its fields stand beside these. */
interface KeptMatch {
  [field: string]: unknown;
  matchID?: string;
  quarantinedAt?: number;
  /** The whole texts of lists that could not be read. */
  texts?: Record<string, string>;
}

/**
 * Moves what the lists hold of a match to another key, and where a list cannot be read, all of its text. Undefined if there is
 * nothing. Throws if there is no space for it; then nothing has changed.
 *
 * @param lists by field
 */
export function quarantine(prefix: string, lists: Lists, matchID: string): string | undefined {
  const fields: Record<string, unknown> = {};
  const texts: Record<string, unknown> = {};
  for (const [field, list] of Object.entries(lists)) {
    const value = list.isSound ? list.get(matchID) : localStorage.getItem(list.key);
    if (value !== undefined) (list.isSound ? fields : texts)[field] = value;
  }
  if (Object.keys({ ...fields, ...texts }).length === 0) return undefined;
  const id = keep(`${prefix}_unreadable_${matchID}`, JSON.stringify({ ...fields, texts, matchID, quarantinedAt: Date.now() }));
  for (const list of Object.values(lists)) {
    if (list.isSound) list.delete(matchID);
    // Not removed: that would be a list which somebody has cleared, and pages would store their matches again.
    else localStorage.setItem(list.key, '[]');
  }
  return id;
}

/** The matches in quarantine, in any order. */
export function listQuarantined(prefix: string): StorageAPI.Quarantined[] {
  return namesBeginning(`${prefix}_unreadable_`).map((id) => {
    const { matchID = nameIn(prefix, id), quarantinedAt } = read(id) ?? {};
    return { id, matchID, quarantinedAt };
  });
}

/** Puts a match back. False if it is not there, or its ID is taken by now. Throws if there is no space. */
export function restoreQuarantined(prefix: string, lists: Lists, id: string): boolean {
  const kept = id.startsWith(`${prefix}_unreadable_`) ? read(id) : undefined;
  if (!kept) return false;
  const { matchID = nameIn(prefix, id), texts = {} } = kept;
  const entries = Object.entries(lists);
  const isTaken = ([field, list]: [string, StoredList]) => {
    if (field in texts) return !([null, '[]'] as (string | null)[]).includes(localStorage.getItem(list.key));
    return !list.isSound || list.get(matchID) !== undefined;
  };
  if (entries.some(isTaken)) return false;
  try {
    for (const [field, list] of entries) {
      if (field in texts) localStorage.setItem(list.key, texts[field]);
      else if (field in kept) list.set(matchID, kept[field]);
    }
  } catch (error) {
    // There is no space: nothing of it may be left.
    for (const [field, list] of entries) {
      if (field in texts) localStorage.removeItem(list.key);
      else list.delete(matchID);
    }
    throw error;
  }
  localStorage.removeItem(id);
  return true;
}

/** Stores a text under this key, or the first free one with a number after it. Returns the key. */
function keep(name: string, text: string): string {
  for (let n = 1; ; n += 1) {
    const numbered = n === 1 ? name : `${name}_${n}`;
    if (localStorage.getItem(numbered) !== null) continue;
    localStorage.setItem(numbered, text);
    return numbered;
  }
}

function namesBeginning(start: string): string[] {
  const names = Array.from({ length: localStorage.length }, (_, i) => localStorage.key(i) ?? '');
  return names.filter((name) => name.startsWith(start));
}

/** In an earlier version of Rondel, only the key contains the match's ID; the second of the same match has a number. */
function nameIn(prefix: string, id: string): string {
  const name = id.slice(`${prefix}_unreadable_`.length);
  const [, first] = /^(.*)_\d+$/s.exec(name) ?? [];
  return first !== undefined && localStorage.getItem(`${prefix}_unreadable_${first}`) !== null ? first : name;
}

function read(id: string): KeptMatch | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(id) ?? 'null');
    return isObject(kept) ? kept : undefined;
  } catch {
    return undefined;
  }
}
