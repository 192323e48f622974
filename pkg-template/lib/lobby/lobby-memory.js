import { isObject } from '../util/objects.js';

/** The key in `localStorage`; boardgame.io has a cookie of this name. */
const KEY = 'lobbyState';
const PHASES = ['enter', 'list', 'play'];

/**
 * What a browser remembers of a lobby between two visits: who the player is, and what proves their seats, by name.
 *
 * @typedef {{ phase: 'enter' | 'list' | 'play', playerName: string | undefined, credentials: Map<string, string> }} Memory
 */

/** @returns {Memory} */
export function recall() {
  const stored = readStored();
  return {
    phase: PHASES.includes(stored.phase) ? stored.phase : 'enter',
    playerName: typeof stored.playerName === 'string' && stored.playerName !== '' ? stored.playerName : undefined,
    credentials: new Map(Object.entries(isObject(stored.credentialStore) ? stored.credentialStore : {}).filter(([, text]) => typeof text === 'string')),
  };
}

/**
 * @param {'enter' | 'list' | 'play'} phase
 * @param {string} playerName
 */
export function rememberPlayer(phase, playerName) {
  store({ ...recall(), phase, playerName });
}

/**
 * Remembers, or forgets, what proves a player's seat. Those of other names stay: another tab may have written them.
 *
 * @param {string} playerName
 * @param {string | undefined} playerCredentials
 */
export function rememberCredentials(playerName, playerCredentials) {
  const memory = recall();
  if (playerCredentials === undefined) memory.credentials.delete(playerName);
  else memory.credentials.set(playerName, playerCredentials);
  store(memory);
}

/** @param {Memory} memory */
function store({ phase, playerName, credentials }) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ phase, playerName, credentialStore: Object.fromEntries(credentials) }));
  } catch {
    // It is full, or this page may have none: the next visit begins anew.
  }
}

/** What is stored; anything may have been. */
function readStored() {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return isObject(stored) ? stored : {};
  } catch {
    return {};
  }
}
