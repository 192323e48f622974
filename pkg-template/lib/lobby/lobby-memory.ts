import { makeSubscribers } from '../client/subscribers.js';
import { isObject } from '../util/objects.js';
import type { SeatStorage } from '../../types/seats.js';

/** The key in the storage; boardgame.io has a cookie of this name. */
const KEY = 'lobbyState';
const PHASES = ['enter', 'list', 'play'];
/** Where a player is in a lobby. */
export type Phase = 'enter' | 'list' | 'play';

/** So many seats are remembered besides the players' present ones, the newest. */
const MOST_EARLIER = 50;
/** Who has no name yet. */
export const VISITOR = 'Visitor';

/** The credentials of a player's seat, and which seat that is. boardgame.io does not store which. */
export type Proof = { credentials: string, matchID?: string, playerID?: string, gameName?: string };

/** The memory of a lobby. */
export type LobbyMemory = ReturnType<typeof makeLobbyMemory>;

/** A seat of which all is known. */
export type KeptSeat = { playerName: string, credentials: string, matchID: string, playerID: string, gameName?: string };

/**
 * What a browser remembers of a lobby between two visits: who the player is, what proves their seats, by name, and the seats at other
 * matches that they had before.
 */
export interface Memory {
  phase: Phase;
  playerName: string | undefined;
  proofs: Map<string, Proof>;
  earlier: KeptSeat[];
  /** whether the player has gone back to the list of matches since they took their last seat */
  isAtList: boolean;
}

/**
 * The memory of a lobby, in `localStorage`: a cookie, which boardgame.io uses, is sent with each request, with all credentials in it, and is
 * in the logs of proxies. All tabs of a browser have one, or each its own: it is read again each time, and another name's seat stays as it
 * is.
 *
 * @param open returns what keeps it, with `getItem` and `setItem`. It may throw: browsers do that where a page
 *   may keep nothing
 */
export function makeLobbyMemory(open: () => SeatStorage = () => localStorage) {
  // What could not be stored; the page alone remembers it.
  let unstored: string | null = null;
  const { subscribe: listen, notifyAll } = makeSubscribers(() => undefined, () => false, false);
  let subscriptions = 0;
  return { subscribe, recall, seatAt, seatsOf, goToList, rememberPlayer, proofOf, keep, keepAs, rename, forget, forgetSeat };

  /** Calls `fn` after each change, also by another tab. Returns a function that unsubscribes. */
  function subscribe(fn: () => void) {
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
  function noteOtherTab({ key }: StorageEvent) {
    if (key === KEY || key === null) notifyAll();
  }

  function recall(): Memory {
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
   * Returns a player's newest seat: of all, at a match, or of a `playerID` there.
   *
   * @param name default: the present player's name
   */
  function seatAt(matchID: string | undefined, name?: string, playerID?: string): KeptSeat | undefined {
    const memory = recall();
    const player = name ?? memory.playerName ?? VISITOR;
    if (matchID === undefined) return lastSeat(memory, player);
    return seatsOf(player).find((seat) => seat.matchID === matchID && (playerID === undefined || seat.playerID === playerID));
  }

  /** A player's seats at all matches, the newest first. */
  function seatsOf(name: string) {
    const memory = recall();
    const last = lastSeat(memory, name);
    return [...last ? [last] : [], ...memory.earlier.filter((seat) => seat.playerName === name).reverse()];
  }

  /** Remembers that the player has gone back to the list of matches, and keeps their seats. */
  function goToList() {
    const memory = recall();
    if (!memory.isAtList) write({ ...memory, isAtList: true });
  }

  function rememberPlayer(phase: Phase, playerName: string) {
    write({ ...recall(), phase, playerName });
  }

  function proofOf(playerName: string) {
    return recall().proofs.get(playerName);
  }

  function keep(playerName: string, proof: Proof) {
    write(withProof(recall(), playerName, proof));
  }

  /** Keeps what proves a seat of a player who is the present one from now on. */
  function keepAs(playerName: string, proof: Proof) {
    write({ ...withProof(recall(), playerName, proof), playerName, isAtList: false });
  }

  /** A player has another name, and keeps their seats. */
  function rename(before: string, playerName: string) {
    const memory = recall();
    const proof = memory.proofs.get(before);
    const earlier = memory.earlier.map((seat) => (seat.playerName === before ? { ...seat, playerName } : seat));
    memory.proofs.delete(before);
    write({ ...proof ? withProof({ ...memory, earlier }, playerName, proof) : { ...memory, earlier }, playerName });
  }

  /** Forgets what proves a seat that was left, unless the player has another by now, from another tab. */
  function forget(playerName: string, credentials: string) {
    const memory = recall();
    if (memory.proofs.get(playerName)?.credentials !== credentials) return;
    memory.proofs.delete(playerName);
    write(memory);
  }

  /** Forgets the seat that these credentials prove at a match, for any player name. */
  function forgetSeat(matchID: string, credentials: string | undefined) {
    const { proofs, earlier, ...memory } = recall();
    const isKept = (seat: Proof) => seat.matchID !== matchID || seat.credentials !== credentials;
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

  function write({ phase, playerName, proofs, earlier, isAtList }: Memory) {
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

/** With what proves a seat; the seat that the player had at another match is one of the earlier ones. */
function withProof({ proofs, earlier, ...memory }: Memory, playerName: string, proof: Proof) {
  const before = lastSeat({ proofs }, playerName);
  const others = [...earlier, ...before ? [before] : []];
  return {
    ...memory,
    proofs: new Map([...proofs, [playerName, proof]]),
    earlier: others.filter((seat) => seat.matchID !== proof.matchID || seat.playerID !== proof.playerID).slice(-MOST_EARLIER),
  };
}

/** Returns the seat that a player took last, if all of it is stored. */
function lastSeat({ proofs }: Pick<Memory, 'proofs'>, playerName: string) {
  const seat = { playerName, ...proofs.get(playerName) };
  return isSeat(seat) ? seatOf(seat) : undefined;
}

/** What is stored; anything may have been. */
function parsed(text: string | null | undefined) {
  try {
    const stored = JSON.parse(text ?? '{}');
    return isObject(stored) ? stored : {};
  } catch {
    return {};
  }
}

function proofsIn({ credentialStore, seatStore }: Record<string, unknown>): Map<string, Proof> {
  const seats = new Map(Object.entries<unknown>(isObject(seatStore) ? seatStore : {}));
  const credentials = Object.entries<string>(isObject(credentialStore) ? credentialStore : {}).filter(([, text]) => typeof text === 'string');
  return new Map(credentials.map(([name, text]) => [name, { credentials: text, ...placeIn(seats.get(name)) }]));
}

function placeIn(stored: unknown): Partial<Omit<Proof, 'credentials'>> {
  const { matchID, playerID, gameName } = isObject(stored) ? stored : {};
  if (typeof matchID !== 'string' || typeof playerID !== 'string') return {};
  return { matchID, playerID, ...typeof gameName === 'string' && { gameName } };
}

/** Whether all of a seat is there. */
function isSeat(seat: Partial<KeptSeat>) {
  return isObject(seat) && isText(seat.playerName) && typeof seat.credentials === 'string' && 'matchID' in placeIn(seat);
}

function seatOf(seat: Partial<KeptSeat>): KeptSeat {
  return { playerName: seat.playerName, credentials: seat.credentials, ...placeIn(seat) } as KeptSeat;
}

function isText(value: unknown) {
  return typeof value === 'string' && value !== '';
}

/** The credentials as boardgame.io has them, and the seats beside them. */
function storesOf(proofs: Map<string, Proof>) {
  const entries = [...proofs];
  const seats = entries.filter(([, { matchID }]) => matchID !== undefined).map(([name, proof]) => [name, placeIn(proof)]);
  return {
    credentialStore: Object.fromEntries(entries.map(([name, { credentials }]) => [name, credentials])),
    ...(seats.length > 0 && { seatStore: Object.fromEntries(seats) }),
  };
}
