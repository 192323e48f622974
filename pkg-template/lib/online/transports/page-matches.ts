import { expectGame } from '../../game/declarations.js';
import { rulesOf } from '../../game/rules.js';
import { localMatchesOf } from '../local-matches.js';
import { IndexedDB } from '../storage/indexed-db.js';
import { Unkept } from '../storage/storage.js';
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

/** What a page may do with its matches that cannot be read: there is no operator to do it. */
const METHODS = ['quarantine', 'listQuarantined', 'restoreQuarantined'] as const;
/** What they return where the browser stores nothing for this page. */
const NOTHING = { quarantine: () => undefined, listQuarantined: () => [], restoreQuarantined: () => false };

/** By the name of a browser's error: the code and the message of the error that a page gets in its place. */
const TROUBLES: Record<string, [code: string, what: string]> = {
  QuotaExceededError: ['storage/full', 'the browser has no room left for this page: delete something that it stores, and try again'],
  VersionError: ['storage/version', 'a tab with later code has made the database its own: load this page again'],
};

/**
 * What `Local({ persist: true })` keeps of a game, for matches that cannot be read: they stay where they are until the page puts them
 * out of the way. Clients that have been refused one are to be made again, as by loading the page.
 *
 * @example
 * localMatches({ game }).quarantine('default');
 */
export function localMatches(options: { game: Game<any, any, any>; storageKey?: string }): {
  /** Puts a match out of the way: there is none of this ID then. Returns the ID to put it back by; undefined if there was nothing. */
  quarantine(matchID: string): string | undefined;
  listQuarantined(): StorageAPI.Quarantined[];
  /** Puts a match back. False if there is another one of its ID by now, or this one is not there. */
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

/** The same of what `Broadcast` keeps in IndexedDB. */
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

/** False where there is no database for this page. Throws where there is one that is full, or that later code or another tab locks. */
async function opens(storage: IndexedDB): Promise<boolean> {
  try {
    await storage.connect();
    return true;
  } catch (error) {
    const isThere = !Unkept.is(error) || typeof error.cause === 'string' || Object.hasOwn(TROUBLES, Object(error.cause).name);
    if (isThere) throw error;
    return false;
  }
}

/** A browser's error as one whose message says what to do about it. */
function explained(error: unknown, who: string): unknown {
  const cause = Unkept.is(error) ? error.cause : error;
  const [code, what] = typeof cause === 'string' ? ['storage/open', `${cause}: close other tabs of this site, and try again`] : TROUBLES[Object(cause).name] ?? [];
  return code ? Object.assign(rondelError(code, `${who}: ${what}`), { cause: error }) : error;
}

/** An object with the methods, of which each is a call. */
function offering<Offer>(call: (method: Method, args: unknown[]) => Foreign): Offer {
  return Object.freeze(Object.fromEntries(METHODS.map((method) => [method, (...args: unknown[]) => call(method, args)]))) as Offer;
}
