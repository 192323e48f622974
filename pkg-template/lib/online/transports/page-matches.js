import { expectGame } from '../../game/declarations.js';
import { rulesOf } from '../../game/rules.js';
import { localMatchesOf } from '../local-matches.js';
import { IndexedDB } from '../storage/indexed-db.js';
import { Unkept } from '../storage/unkept.js';
import { rondelError } from '../../util/error.js';
import { browser, channelName } from './broadcast.js';

/** What a page may do with its matches that cannot be read: there is no operator to do it. */
const METHODS = ['quarantine', 'listQuarantined', 'restoreQuarantined'];
/** What they return where the browser stores nothing for this page. */
const NOTHING = { quarantine: () => undefined, listQuarantined: () => [], restoreQuarantined: () => false };

/** By the name of a browser's error: the code and the message of the error that a page gets in its place. */
const TROUBLES = {
  QuotaExceededError: ['storage/full', 'the browser has no room left for this page: delete something that it stores, and try again'],
  VersionError: ['storage/version', 'a tab with later code has made the database its own: load this page again'],
};

/**
 * The matches that `Local({ persist: true })` keeps of a game.
 *
 * @param {{ game: object, storageKey?: string }} of
 * @returns {ReturnType<typeof import('../../../multiplayer.d.ts').localMatches>}
 */
export function localMatches({ game, storageKey } = /** @type {any} */ ({})) {
  expectGame(game);
  const storage = localMatchesOf({ gameName: rulesOf(game).name, storageKey });
  return offering((method, args) => {
    try {
      return hasLocalStorage() ? storage[method](...args) : NOTHING[method]();
    } catch (error) {
      throw explained(error, 'localMatches');
    }
  });
}

/**
 * The matches that `Broadcast` keeps of a game in IndexedDB.
 *
 * @param {{ game: object, channel?: string }} of
 * @param {{ indexedDB?: IDBFactory }} [environment]
 * @returns {ReturnType<typeof import('../../../multiplayer.d.ts').broadcastMatches>}
 */
export function broadcastMatches({ game, channel } = /** @type {any} */ ({}), { indexedDB } = browser()) {
  expectGame(game);
  const storage = new IndexedDB(channelName(channel, rulesOf(game).name), indexedDB);
  return offering(async (method, args) => {
    try {
      return (await opens(storage)) ? await storage[method](...args) : NOTHING[method]();
    } catch (error) {
      throw explained(error, 'broadcastMatches');
    } finally {
      storage.close();
    }
  });
}

/** Where site data are blocked, reading the property throws. */
function hasLocalStorage() {
  try {
    return Boolean(localStorage);
  } catch {
    return false;
  }
}

/** False where there is no database for this page. Throws where there is one that is full, or that later code or another tab locks. */
async function opens(storage) {
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
function explained(error, who) {
  const cause = Unkept.is(error) ? error.cause : error;
  const [code, what] = typeof cause === 'string' ? ['storage/open', `${cause}: close other tabs of this site, and try again`] : TROUBLES[Object(cause).name] ?? [];
  return code ? Object.assign(rondelError(code, `${who}: ${what}`), { cause: error }) : error;
}

/**
 * @param {(method: string, args: unknown[]) => any} call
 * @returns {any}
 */
function offering(call) {
  return Object.freeze(Object.fromEntries(METHODS.map((method) => [method, (...args) => call(method, args)])));
}
