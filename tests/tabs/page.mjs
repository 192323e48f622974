// The functions of the pages of tabs.test.mjs, which bundles this file.
import { Client } from 'rondel/client';
import { Broadcast, Local } from 'rondel/multiplayer';
import { checkStorage } from 'rondel/testing';
import { IndexedDB } from '../../pkg/lib/online/storage/indexed-db.js';
import { game } from './game.mjs';

/** As on a page without https, which has none. */
const WITHOUT_LOCKS = { BroadcastChannel, indexedDB };

Object.assign(globalThis, { IndexedDBStorage: IndexedDB, checkStorage });

/** Starts this tab's client. */
globalThis.join = (playerID, { hasLocks = true, isLocal = false, ...options } = {}) => {
  const ofTabs = () => (hasLocks ? Broadcast(options) : Broadcast(options, WITHOUT_LOCKS));
  const multiplayer = isLocal ? Local({ persist: true }) : ofTabs();
  const client = Client({ game, playerID, multiplayer, debug: false });
  const statuses = [];
  Object.assign(globalThis, { client, statuses });
  client.subscribe((state) => {
    if (state && statuses.at(-1) !== state.isConnected) statuses.push(state.isConnected);
  });
  client.start();
};
