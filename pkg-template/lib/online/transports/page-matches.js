import { expectGame } from '../../game/declarations.js';
import { rulesOf } from '../../game/rules.js';
import { localMatchesOf } from '../local-matches.js';
import { IndexedDB } from '../storage/indexed-db.js';
import { browser, channelName } from './broadcast.js';

/** What a page may do with matches that cannot be read: nobody else does it for it. */
const METHODS = ['quarantine', 'listQuarantined', 'restoreQuarantined'];

/**
 * The matches that `Local({ persist: true })` keeps of a game.
 *
 * @param {{ game: object, storageKey?: string }} of
 */
export function localMatches({ game, storageKey } = /** @type {any} */ ({})) {
  expectGame(game);
  const storage = localMatchesOf({ gameName: rulesOf(game).name, storageKey });
  return offering((method, args) => storage[method](...args));
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
      return await storage[method](...args);
    } finally {
      storage.close();
    }
  });
}

function offering(call) {
  return Object.freeze(Object.fromEntries(METHODS.map((method) => [method, (...args) => call(method, args)])));
}
