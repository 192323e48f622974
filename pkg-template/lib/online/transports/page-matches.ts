import { expectGame } from '../../game/declarations.js';
import { rulesOf } from '../../game/rules.js';
import { localMatchesOf } from '../local-matches.js';
import { IndexedDB } from '../storage/indexed-db.js';
import { StorageUnavailable } from '../storage/storage.js';
import { rondelError } from '../../util/error.js';
import { browser, channelName } from './broadcast.js';
import type { Game } from '../../../types/game.js';
import type { StorageAPI } from '../../../types/master.js';
import type { Foreign, ForeignFunction } from '../../util/foreign.js';
import type { Environment } from './page-channel.js';

type LocalOptions = Parameters<typeof localMatches>[0];
type BroadcastOptions = Parameters<typeof broadcastMatches>[0];
type Method = typeof METHODS[number];
/** The methods, which are called by name. */
type Methods = Record<Method, ForeignFunction>;

/** Methods of a storage that a page may call itself, because it has no operator. */
const METHODS = ['quarantine', 'listQuarantined', 'restoreQuarantined'] as const;
/** Results of the methods if the browser stores nothing for this page. */
const NOTHING = { quarantine: () => undefined, listQuarantined: () => [], restoreQuarantined: () => false };

/** Code and message of the error that a page gets, by the name of a browser's error. */
const TROUBLES: Record<string, [code: string, what: string]> = {
  QuotaExceededError: ['storage/full', 'the browser has no room left for this page: delete something that it stores, and try again'],
  VersionError: ['storage/version', 'a tab with later code has made the database its own: load this page again'],
};

/**
 * Returns the quarantine of the matches that `Local({ persist: true })` stores for a game. A match that cannot be read stays in the storage until
 * the page moves it into quarantine. After that, create the refused clients again, for example by loading the page again.
 *
 * @example
 * localMatches({ game }).quarantine('default');
 */
export function localMatches(options: { game: Game<any, any, any>; storageKey?: string }): {
  /** Moves a match into quarantine, so that its ID is free. Returns the ID to restore it by, or `undefined` if there was no match. */
  quarantine(matchID: string): string | undefined;
  /** Returns the matches in quarantine, in any order. */
  listQuarantined(): StorageAPI.Quarantined[];
  /** Restores a match from quarantine. Returns `false` if there is another match of its ID, or no such match in quarantine. */
  restoreQuarantined(id: string): boolean;
};
export function localMatches({ game, storageKey }: LocalOptions = {} as LocalOptions): Foreign {
  // Throws if there is none, as without options.
  expectGame(game);
  const storage = localMatchesOf({ gameName: rulesOf(game).name, storageKey });
  return offering((method, args) => {
    try {
      return hasLocalStorage() ? (storage as Methods)[method](...args) : NOTHING[method]();
    } catch (error) {
      throw explained(error, 'localMatches');
    }
  });
}

/** Returns the quarantine of the matches that `Broadcast` stores in IndexedDB for a game. Its methods are those of `localMatches`, with promises. */
export function broadcastMatches(options: { game: Game<any, any, any>; channel?: string }): {
  quarantine(matchID: string): Promise<string | undefined>;
  listQuarantined(): Promise<StorageAPI.Quarantined[]>;
  restoreQuarantined(id: string): Promise<boolean>;
};
export function broadcastMatches(
  { game, channel }: BroadcastOptions = {} as BroadcastOptions, { indexedDB }: Pick<Environment, 'indexedDB'> = browser(),
): Foreign {
  // Throws if there is none, as without options.
  expectGame(game);
  const storage = new IndexedDB(channelName(channel, rulesOf(game).name), indexedDB);
  return offering(async (method, args) => {
    try {
      return (await opens(storage)) ? await (storage as Methods)[method](...args) : NOTHING[method]();
    } catch (error) {
      throw explained(error, 'broadcastMatches');
    } finally {
      storage.close();
    }
  });
}

/** Where site data are blocked, reading the property throws. */
function hasLocalStorage(): boolean {
  try {
    return Boolean(localStorage);
  } catch {
    return false;
  }
}

/** Returns `false` if this page has no database. Throws if the database is full, or if another tab or later code has locked it. */
async function opens(storage: IndexedDB): Promise<boolean> {
  try {
    await storage.connect();
    return true;
  } catch (error) {
    const isThere = !StorageUnavailable.is(error) || typeof error.cause === 'string' || Object.hasOwn(TROUBLES, Object(error.cause).name);
    if (isThere) throw error;
    return false;
  }
}

/** Converts a browser's error into one whose message says what to do. */
function explained(error: unknown, who: string): unknown {
  const cause = StorageUnavailable.is(error) ? error.cause : error;
  const [code, what] = typeof cause === 'string' ? ['storage/open', `${cause}: close other tabs of this site, and try again`] : TROUBLES[Object(cause).name] ?? [];
  return code ? Object.assign(rondelError(code, `${who}: ${what}`), { cause: error }) : error;
}

/** Returns an object with the methods. Each of them calls `call`. */
function offering<Offer>(call: (method: Method, args: unknown[]) => Foreign): Offer {
  return Object.freeze(Object.fromEntries(METHODS.map((method) => [method, (...args: unknown[]) => call(method, args)]))) as Offer;
}
