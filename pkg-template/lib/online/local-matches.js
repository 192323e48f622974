import { isOfGame } from './own-match.js';
import { LocalStorage } from './storage/storage.js';
import { isUnreadable } from './storage/stored-match.js';

const METHODS = ['createMatch', 'createMatchIfAbsent', 'setState', 'compareAndSetState', 'setMetadata', 'compareAndSetMetadata', 'fetch', 'fetchLogPart'];

/**
 * The matches of one game in the browser's `localStorage`. Each game has key names of its own there, so that two games of
 * one origin can have matches of the same ID. What boardgame.io has stored of this game, under names that all games share,
 * goes on where it is: a copy would need twice the space, and boardgame.io would go on from the older one.
 *
 * @param {{ gameName: string, storageKey?: string }} of
 */
export function localMatchesOf({ gameName, storageKey = 'bgio' }) {
  const own = new LocalStorage(prefixOf(storageKey, gameName));
  const shared = new LocalStorage(storageKey);
  const places = [own, shared];
  const storage = {
    type: () => own.type(),
    connect() {},
    // What was under the names that all share is the game's own then.
    whenCleared(recall) {
      for (const place of places) place.whenCleared(() => own.restore(recall()));
    },
    wipe(matchID) {
      own.wipe(matchID);
      if (isSharedOwn(matchID)) shared.wipe(matchID);
    },
    listMatches: (options) => [...new Set([...own.listMatches(options), ...shared.listMatches(options).filter(isSharedOwn)])],
    quarantine: (matchID) => own.quarantine(matchID) ?? (mayBeSharedOwn(matchID) ? shared.quarantine(matchID) : undefined),
    listQuarantined: () => places.flatMap((place) => place.listQuarantined()),
    restoreQuarantined: (id) => places.some((place) => place.restoreQuarantined(id)),
  };
  for (const method of METHODS) storage[method] = (matchID, ...args) => placeOf(matchID)[method](matchID, ...args);
  return storage;

  /** A match under a name of its own goes on, whatever others have stored under the names that all share. */
  function placeOf(matchID) {
    return !own.holds(matchID) && isSharedOwn(matchID) ? shared : own;
  }

  /** Of a match that cannot be read, the game is unknown. */
  function mayBeSharedOwn(matchID) {
    try {
      return isSharedOwn(matchID);
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      return true;
    }
  }

  function isSharedOwn(matchID) {
    return shared.holds(matchID) && isOfGame(shared.fetch(matchID, { metadata: true }).metadata, gameName);
  }
}

/** The start of a game's key names: no two games have the same, whatever the key. */
function prefixOf(storageKey, gameName) {
  return `${storageKey}:${gameName.replace(/[%:]/g, (sign) => (sign === ':' ? '%3A' : '%25'))}`;
}
