import { isOfGame } from './refusal.js';
import { LocalStorage } from './storage/storage.js';
import { isUnreadable } from './storage/stored-match.js';
import type { StorageAPI } from '../../types/master.js';
import type { RecalledMatch } from './storage/storage.js';

const METHODS = ['createMatch', 'createMatchIfAbsent', 'setState', 'compareAndSetState', 'setMetadata', 'compareAndSetMetadata', 'fetch', 'fetchLogPart'] as const;

// Any: methods are called by name, with the arguments that were given, whatever these are.
type Method = (...args: any[]) => any;

/** A storage of the matches of one game. */
export interface LocalMatches extends Pick<
  LocalStorage,
  typeof METHODS[number] | 'type' | 'connect' | 'wipe' | 'listMatches' | 'quarantine' | 'listQuarantined' | 'restoreQuarantined'
> {
  /** `recall` returns the matches that are stored again when a list is gone, as after `localStorage.clear()`. */
  whenCleared(recall: () => Iterable<[matchID: string, match: RecalledMatch]>): void;
}

/**
 * The matches of one game in the browser's `localStorage`. Each game has key names of its own there, so that two games of
 * one origin can have matches of the same ID. Matches that boardgame.io has stored under names shared by all
 * games stay there: a copy would need twice the space, and boardgame.io would continue from the older one.
 */
export function localMatchesOf({ gameName, storageKey = 'bgio' }: { gameName: string, storageKey?: string | undefined }): LocalMatches {
  const own = new LocalStorage(prefixOf(storageKey, gameName));
  const shared = new LocalStorage(storageKey);
  const places = [own, shared];
  const storage = {
    type: () => own.type(),
    connect() {},
    // Matches under the shared names then move to the game's own names.
    whenCleared(recall: () => Iterable<[matchID: string, match: RecalledMatch]>) {
      for (const place of places) place.whenCleared(() => own.restore(recall()));
    },
    wipe(matchID: string) {
      own.wipe(matchID);
      if (isSharedOwn(matchID)) shared.wipe(matchID);
    },
    listMatches: (options?: StorageAPI.ListMatchesOpts) => [...new Set([...own.listMatches(options), ...shared.listMatches(options).filter(isSharedOwn)])],
    quarantine: (matchID: string) => own.quarantine(matchID) ?? (mayBeSharedOwn(matchID) ? shared.quarantine(matchID) : undefined),
    listQuarantined: () => places.flatMap((place) => place.listQuarantined()),
    restoreQuarantined: (id: string) => places.some((place) => place.restoreQuarantined(id)),
  } as LocalMatches;
  for (const method of METHODS) (storage[method] as Method) = (matchID: string, ...args) => (placeOf(matchID)[method] as Method)(matchID, ...args);
  return storage;

  /** A match under a name of its own goes on, whatever others have stored under the names that all share. */
  function placeOf(matchID: string) {
    return !own.holds(matchID) && isSharedOwn(matchID) ? shared : own;
  }

  /** Returns `true` if a match under the shared names may be this game's. The game of an unreadable match is unknown. */
  function mayBeSharedOwn(matchID: string) {
    try {
      return isSharedOwn(matchID);
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      return true;
    }
  }

  function isSharedOwn(matchID: string) {
    return shared.holds(matchID) && isOfGame(shared.fetch(matchID, { metadata: true }).metadata, gameName);
  }
}

/** The start of a game's key names: no two games have the same, whatever the key. */
function prefixOf(storageKey: string, gameName: string) {
  return `${storageKey}:${gameName.replace(/[%:]/g, (sign) => (sign === ':' ? '%3A' : '%25'))}`;
}
