import { isObject } from '../util/objects.js';

/** The key in `localStorage`; boardgame.io has a cookie of this name. */
const KEY = 'lobbyState';
const PHASES = ['enter', 'list', 'play'];

/**
 * What proves a player's seat, and which seat that is. What boardgame.io stores does not say which.
 *
 * @typedef {{ credentials: string, matchID?: string, playerID?: string }} Proof
 */

/**
 * What a browser remembers of a lobby between two visits: who the player is, and what proves their seats, by name.
 *
 * @typedef {{ phase: 'enter' | 'list' | 'play', playerName: string | undefined, proofs: Map<string, Proof> }} Memory
 */

/** The memory of a lobby. All tabs of a browser have one: it is read anew each time, and another name's seat stays as it is. */
export function makeLobbyMemory() {
  // What could not be stored; the page alone remembers it.
  /** @type {string | null} */
  let unstored = null;
  return { recall, rememberPlayer, proofOf, keep, forget };

  /** @returns {Memory} */
  function recall() {
    const stored = parsed(read());
    return {
      phase: PHASES.includes(stored.phase) ? stored.phase : 'enter',
      playerName: typeof stored.playerName === 'string' && stored.playerName !== '' ? stored.playerName : undefined,
      proofs: proofsIn(stored),
    };
  }

  /**
   * @param {'enter' | 'list' | 'play'} phase
   * @param {string} playerName
   */
  function rememberPlayer(phase, playerName) {
    write({ ...recall(), phase, playerName });
  }

  /** @param {string} playerName */
  function proofOf(playerName) {
    return recall().proofs.get(playerName);
  }

  /**
   * @param {string} playerName
   * @param {Proof} proof
   */
  function keep(playerName, proof) {
    const memory = recall();
    memory.proofs.set(playerName, proof);
    write(memory);
  }

  /**
   * Forgets what proves a seat that was left, unless the player has another by now, from another tab.
   *
   * @param {string} playerName
   * @param {string} credentials
   */
  function forget(playerName, credentials) {
    const memory = recall();
    if (memory.proofs.get(playerName)?.credentials !== credentials) return;
    memory.proofs.delete(playerName);
    write(memory);
  }

  function read() {
    if (unstored !== null) return unstored;
    try {
      return localStorage.getItem(KEY);
    } catch {
      return null;
    }
  }

  /** @param {Memory} memory */
  function write({ phase, playerName, proofs }) {
    const text = JSON.stringify({ phase, playerName, ...storesOf(proofs) });
    try {
      localStorage.setItem(KEY, text);
      unstored = null;
    } catch {
      // It is full, or this page may have none: the next visit begins anew.
      unstored = text;
    }
  }
}

/** What is stored; anything may have been. */
function parsed(text) {
  try {
    const stored = JSON.parse(text ?? '{}');
    return isObject(stored) ? stored : {};
  } catch {
    return {};
  }
}

/** @returns {Map<string, Proof>} */
function proofsIn({ credentialStore, seatStore }) {
  const seats = new Map(Object.entries(isObject(seatStore) ? seatStore : {}));
  const credentials = Object.entries(isObject(credentialStore) ? credentialStore : {}).filter(([, text]) => typeof text === 'string');
  return new Map(credentials.map(([name, text]) => [name, { credentials: text, ...seatIn(seats.get(name)) }]));
}

function seatIn(stored) {
  const { matchID, playerID } = isObject(stored) ? stored : {};
  return typeof matchID === 'string' && typeof playerID === 'string' ? { matchID, playerID } : {};
}

/** The credentials as boardgame.io has them, and the seats beside them. */
function storesOf(proofs) {
  const entries = [...proofs];
  const seats = entries.filter(([, { matchID }]) => matchID !== undefined).map(([name, { matchID, playerID }]) => [name, { matchID, playerID }]);
  return {
    credentialStore: Object.fromEntries(entries.map(([name, { credentials }]) => [name, credentials])),
    ...(seats.length > 0 && { seatStore: Object.fromEntries(seats) }),
  };
}
