import { expectGame } from '../../game/declarations.js';
import { rulesOf } from '../../game/rules.js';
import { localMatchesOf } from '../local-matches.js';
import { IndexedDB } from '../storage/indexed-db.js';
import { Unkept } from '../storage/unkept.js';
import { browser, channelName } from './broadcast.js';

/** What a page may do with matches that cannot be read: nobody else does it for it. */
const METHODS = ['quarantine', 'listQuarantined', 'restoreQuarantined'];
/** What they answer where the browser keeps nothing for this page: nothing is there. */
const NOTHING = { quarantine: () => undefined, listQuarantined: () => [], restoreQuarantined: () => false };

/**
 * The matches that `Local({ persist: true })` keeps of a game.
 *
 * @param {{ game: object, storageKey?: string }} of
 */
export function localMatches({ game, storageKey } = /** @type {any} */ ({})) {
  expectGame(game);
  const storage = localMatchesOf({ gameName: rulesOf(game).name, storageKey });
  return offering((method, args) => (hasLocalStorage() ? storage[method](...args) : NOTHING[method]()));
}

/**
 * The matches that `Broadcast` keeps of a game in IndexedDB.
 *
 * @param {{ game: object, channel?: string }} of
 * @param {{ indexedDB?: IDBFactory }} [environment]
 */
export function broadcastMatches({ game, channel } = /** @type {any} */ ({}), { indexedDB } = browser()) {
  expectGame(game);
  const storage = new IndexedDB(channelName(channel, rulesOf(game).name), indexedDB);
  return offering(async (method, args) => {
    try {
      return (await opens(storage)) ? await storage[method](...args) : NOTHING[method]();
    } finally {
      storage.close();
    }
  });
}

/** Where site data are blocked, looking is enough to throw. */
function hasLocalStorage() {
  try {
    return Boolean(localStorage);
  } catch {
    return false;
  }
}

/** False where there is no database for this page. Throws where there is one that later code or another tab keeps to itself. */
async function opens(storage) {
  try {
    await storage.connect();
    return true;
  } catch (error) {
    const isThere = !Unkept.is(error) || typeof error.cause === 'string' || Object(error.cause).name === 'VersionError';
    if (isThere) throw error;
    return false;
  }
}

function offering(call) {
  return Object.freeze(Object.fromEntries(METHODS.map((method) => [method, (...args) => call(method, args)])));
}
