import { makeSubscribers } from '../client/subscribers.js';
import { isObject } from '../util/objects.js';

/** The key in the storage; boardgame.io has a cookie of this name. */
const KEY = 'lobbyState';
const PHASES = ['enter', 'list', 'play'];
/** So many seats are remembered besides the players' present ones, the newest. */
const MOST_EARLIER = 50;
/** Who has no name yet. */
export const VISITOR = 'Visitor';

/**
 * The credentials of a player's seat, and which seat that is. boardgame.io does not store which.
 *
 * @typedef {{ credentials: string, matchID?: string, playerID?: string, gameName?: string }} Proof
 */

/**
 * A seat of which all is known.
 *
 * @typedef {{ playerName: string, credentials: string, matchID: string, playerID: string, gameName?: string }} KeptSeat
 */

/**
 * What a browser remembers of a lobby between two visits: who the player is, what proves their seats, by name, and the seats at other
 * matches that they had before.
 *
 * @typedef {object} Memory
 * @property {'enter' | 'list' | 'play'} phase
 * @property {string | undefined} playerName
 * @property {Map<string, Proof>} proofs
 * @property {KeptSeat[]} earlier
 * @property {boolean} isAtList whether the player has gone back to the list of matches since they took their last seat
 */

/**
 * The memory of a lobby, in `localStorage`: a cookie, which boardgame.io uses, is sent with each request, with all credentials in it, and is
 * in the logs of proxies. All tabs of a browser have one, or each its own: it is read again each time, and another name's seat stays as it
 * is.
 *
 * @param {() => any} [open] returns what keeps it, with `getItem` and `setItem`. It may throw: browsers do that where a page
 *   may keep nothing
 */
export function makeLobbyMemory(open = () => localStorage) {
  // What could not be stored; the page alone remembers it.
  /** @type {string | null} */
  let unstored = null;
  const { subscribe: listen, notifyAll } = makeSubscribers(() => undefined, () => false, false);
  let subscriptions = 0;
  return { subscribe, recall, seatAt, seatsOf, goToList, rememberPlayer, proofOf, keep, keepAs, rename, forget, forgetSeat };

  /** Calls `fn` after each change, also by another tab. Returns a function that unsubscribes. */
  function subscribe(fn) {
    const end = listen(fn);
    let isOver = false;
    subscriptions += 1;
    if (subscriptions === 1) globalThis.addEventListener?.('storage', noteOtherTab);
    return () => {
      end();
      if (isOver) return;
      isOver = true;
      subscriptions -= 1;
      if (subscriptions === 0) globalThis.removeEventListener?.('storage', noteOtherTab);
    };
  }

  /** Another tab has changed its storage, or, without a key, has cleared it. */
  function noteOtherTab({ key }) {
    if (key === KEY || key === null) notifyAll();
  }

  /** @returns {Memory} */
  function recall() {
    const stored = parsed(read());
    return {
      phase: PHASES.includes(stored.phase) ? stored.phase : 'enter',
      playerName: isText(stored.playerName) ? stored.playerName : undefined,
      proofs: proofsIn(stored),
      earlier: Array.isArray(stored.earlierSeats) ? stored.earlierSeats.filter(isSeat).map(seatOf) : [],
      isAtList: stored.isAtList === true,
    };
  }

  /**
   * A player's seat at a match, or the one that they took last.
   *
   * @param {string | undefined} matchID
   * @param {string} [name] the present player's if left out
   * @returns {KeptSeat | undefined}
   */
  function seatAt(matchID, name) {
    const { playerName = VISITOR, proofs, earlier } = recall();
    const player = name ?? playerName;
    const own = { playerName: player, ...proofs.get(player) };
    if (matchID === undefined || own.matchID === matchID) return isSeat(own) ? seatOf(own) : undefined;
    return earlier.filter((seat) => seat.matchID === matchID && seat.playerName === player).at(-1);
  }

  /**
   * A player's seats at all matches, the newest first.
   *
   * @param {string} name
   */
  function seatsOf(name) {
    const { proofs, earlier } = recall();
    const last = { playerName: name, ...proofs.get(name) };
    return [...earlier.filter((seat) => seat.playerName === name), ...isSeat(last) ? [seatOf(last)] : []].reverse();
  }

  /** Remembers that the player has gone back to the list of matches, and keeps their seats. */
  function goToList() {
    const memory = recall();
    if (!memory.isAtList) write({ ...memory, isAtList: true });
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
    write(withProof(recall(), playerName, proof));
  }

  /** Keeps what proves a seat of a player who is the present one from now on. */
  function keepAs(playerName, proof) {
    write({ ...withProof(recall(), playerName, proof), playerName, isAtList: false });
  }

  /** A player has another name, and keeps their seats. */
  function rename(before, playerName) {
    const memory = recall();
    const proof = memory.proofs.get(before);
    const earlier = memory.earlier.map((seat) => (seat.playerName === before ? { ...seat, playerName } : seat));
    memory.proofs.delete(before);
    write({ ...proof ? withProof({ ...memory, earlier }, playerName, proof) : { ...memory, earlier }, playerName });
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

  /** Forgets the seat that these credentials prove at a match, for any player name. */
  function forgetSeat(matchID, credentials) {
    const { proofs, earlier, ...memory } = recall();
    const isKept = (seat) => seat.matchID !== matchID || seat.credentials !== credentials;
    const kept = { ...memory, proofs: new Map([...proofs].filter(([, proof]) => isKept(proof))), earlier: earlier.filter(isKept) };
    if (kept.proofs.size < proofs.size || kept.earlier.length < earlier.length) write(kept);
  }

  function read() {
    if (unstored !== null) return unstored;
    try {
      return open().getItem(KEY);
    } catch {
      return null;
    }
  }

  /** @param {Memory} memory */
  function write({ phase, playerName, proofs, earlier, isAtList }) {
    const text = JSON.stringify({
      phase, playerName, ...storesOf(proofs), ...earlier.length > 0 && { earlierSeats: earlier }, ...isAtList && { isAtList },
    });
    try {
      open().setItem(KEY, text);
      unstored = null;
    } catch {
      // It is full, or this page may have none: the next visit starts without it.
      unstored = text;
    }
    notifyAll();
  }
}

/**
 * With what proves a seat; the seat that the player had at another match is one of the earlier ones.
 *
 * @param {Memory} memory
 * @param {string} playerName
 * @param {Proof} proof
 */
function withProof({ proofs, earlier, ...memory }, playerName, proof) {
  const before = { playerName, ...proofs.get(playerName) };
  const others = [...earlier, ...isSeat(before) ? [seatOf(before)] : []];
  return {
    ...memory,
    proofs: new Map([...proofs, [playerName, proof]]),
    earlier: others.filter((seat) => seat.matchID !== proof.matchID || seat.playerID !== proof.playerID).slice(-MOST_EARLIER),
  };
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
  return new Map(credentials.map(([name, text]) => [name, { credentials: text, ...placeIn(seats.get(name)) }]));
}

function placeIn(stored) {
  const { matchID, playerID, gameName } = isObject(stored) ? stored : {};
  if (typeof matchID !== 'string' || typeof playerID !== 'string') return {};
  return { matchID, playerID, ...typeof gameName === 'string' && { gameName } };
}

/** Whether all of a seat is there. */
function isSeat(seat) {
  return isObject(seat) && isText(seat.playerName) && typeof seat.credentials === 'string' && 'matchID' in placeIn(seat);
}

/** @returns {KeptSeat} */
function seatOf(seat) {
  return /** @type {KeptSeat} */ ({ playerName: seat.playerName, credentials: seat.credentials, ...placeIn(seat) });
}

function isText(value) {
  return typeof value === 'string' && value !== '';
}

/** The credentials as boardgame.io has them, and the seats beside them. */
function storesOf(proofs) {
  const entries = [...proofs];
  const seats = entries.filter(([, { matchID }]) => matchID !== undefined).map(([name, proof]) => [name, placeIn(proof)]);
  return {
    credentialStore: Object.fromEntries(entries.map(([name, { credentials }]) => [name, credentials])),
    ...(seats.length > 0 && { seatStore: Object.fromEntries(seats) }),
  };
}
