import { makeSubscribers } from '../client/subscribers.js';
import { isObject } from '../util/objects.js';
import type { SeatStorage } from '../../types/seats.js';

/** Key in the storage, after boardgame.io's cookie. */
const KEY = 'lobbyState';
const PHASES = ['enter', 'list', 'play'];
/** The player's view of a lobby. */
export type Phase = 'enter' | 'list' | 'play';

/** Maximum number of earlier seats. The newest are kept. */
const MOST_EARLIER = 50;
/** Name of a player without a name. */
export const VISITOR = 'Visitor';

/** Credentials of a player's seat, with its match and number, which boardgame.io does not store. */
export type Proof = { credentials: string, matchID?: string, playerID?: string, gameName?: string };

/** The memory of a lobby. */
export type LobbyMemory = ReturnType<typeof makeLobbyMemory>;

/** A seat with all its data. */
export type KeptSeat = { playerName: string, credentials: string, matchID: string, playerID: string, gameName?: string };

/** Stored data of a lobby: the player, the credentials of seats by player name, and earlier seats at other matches. */
export interface Memory {
  phase: Phase;
  playerName: string | undefined;
  proofs: Map<string, Proof>;
  earlier: KeptSeat[];
  /** `true` if the player has returned to the list of matches since they took their last seat. */
  isAtList: boolean;
}

/**
 * Creates the memory of a lobby in `localStorage`. boardgame.io's cookie would be sent with each request, with all credentials, and end up
 * in the logs of proxies. Tabs may share a storage, so it is read each time, and seats of other names stay.
 *
 * @param open returns a storage with `getItem` and `setItem`; may throw, as browsers do if a page must not store anything
 */
export function makeLobbyMemory(open: () => SeatStorage = () => localStorage) {
  // Data that could not be stored. It lasts as long as the page.
  let unstored: string | null = null;
  const { subscribe: listen, notifyAll } = makeSubscribers(() => undefined, () => false, false);
  let subscriptions = 0;
  return { subscribe, recall, seatAt, seatsOf, goToList, rememberPlayer, proofOf, keep, keepAs, rename, forget, forgetSeat };

  /** Calls `fn` after each change, including other tabs' changes. Returns a function that unsubscribes. */
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

  /** Handles a change by another tab. Without a key, the tab has cleared the storage. */
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
   * Returns a player's newest seat: of all, at a match, or for a `playerID` there.
   *
   * @param name default: the present player's name
   */
  function seatAt(matchID: string | undefined, name?: string, playerID?: string): KeptSeat | undefined {
    const memory = recall();
    const player = name ?? memory.playerName ?? VISITOR;
    if (matchID === undefined) return lastSeat(memory, player);
    return seatsOf(player).find((seat) => seat.matchID === matchID && (playerID === undefined || seat.playerID === playerID));
  }

  /** Returns a player's seats at all matches, the newest first. */
  function seatsOf(name: string) {
    const memory = recall();
    const last = lastSeat(memory, name);
    return [...last ? [last] : [], ...memory.earlier.filter((seat) => seat.playerName === name).reverse()];
  }

  /** Records that the player has returned to the list of matches. Keeps their seats. */
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

  /** Stores the credentials of a seat, and makes its player the present one. */
  function keepAs(playerName: string, proof: Proof) {
    write({ ...withProof(recall(), playerName, proof), playerName, isAtList: false });
  }

  /** Renames a player and keeps their seats. */
  function rename(before: string, playerName: string) {
    const memory = recall();
    const proof = memory.proofs.get(before);
    const earlier = memory.earlier.map((seat) => (seat.playerName === before ? { ...seat, playerName } : seat));
    memory.proofs.delete(before);
    write({ ...proof ? withProof({ ...memory, earlier }, playerName, proof) : { ...memory, earlier }, playerName });
  }

  /** Removes the credentials of a seat that the player has left, unless another tab has stored another seat by now. */
  function forget(playerName: string, credentials: string) {
    const memory = recall();
    if (memory.proofs.get(playerName)?.credentials !== credentials) return;
    memory.proofs.delete(playerName);
    write(memory);
  }

  /** Removes the seat with these credentials at a match, for any player name. */
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
      // The storage is full, or the page has none: the next visit starts without it.
      unstored = text;
    }
    notifyAll();
  }
}

/** Adds the credentials of a seat. The player's seat at another match becomes an earlier one. */
function withProof({ proofs, earlier, ...memory }: Memory, playerName: string, proof: Proof) {
  const before = lastSeat({ proofs }, playerName);
  const others = [...earlier, ...before ? [before] : []];
  return {
    ...memory,
    proofs: new Map([...proofs, [playerName, proof]]),
    earlier: others.filter((seat) => seat.matchID !== proof.matchID || seat.playerID !== proof.playerID).slice(-MOST_EARLIER),
  };
}

/** Returns the seat that a player took last, if all of its data is stored. */
function lastSeat({ proofs }: Pick<Memory, 'proofs'>, playerName: string) {
  const seat = { playerName, ...proofs.get(playerName) };
  return isSeat(seat) ? seatOf(seat) : undefined;
}

/** Parses the stored text, which may be anything. */
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

/** Returns `true` if a seat is complete. */
function isSeat(seat: Partial<KeptSeat>) {
  return isObject(seat) && isText(seat.playerName) && typeof seat.credentials === 'string' && 'matchID' in placeIn(seat);
}

function seatOf(seat: Partial<KeptSeat>): KeptSeat {
  return { playerName: seat.playerName, credentials: seat.credentials, ...placeIn(seat) } as KeptSeat;
}

function isText(value: unknown) {
  return typeof value === 'string' && value !== '';
}

/** Returns the credentials in boardgame.io's form, and the seats. */
function storesOf(proofs: Map<string, Proof>) {
  const entries = [...proofs];
  const seats = entries.filter(([, { matchID }]) => matchID !== undefined).map(([name, proof]) => [name, placeIn(proof)]);
  return {
    credentialStore: Object.fromEntries(entries.map(([name, { credentials }]) => [name, credentials])),
    ...(seats.length > 0 && { seatStore: Object.fromEntries(seats) }),
  };
}
