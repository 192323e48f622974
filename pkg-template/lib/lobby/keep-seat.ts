import { idText } from '../client/players.js';
import { described } from '../util/foreign-text.js';
import { rondelError } from '../util/error.js';
import { makeLobbyMemory, VISITOR } from './lobby-memory.js';
import type { LobbyMemory } from './lobby-memory.js';
import type { SeatKeeper, SeatStorage } from '../../types/seats.js';
import type { Client } from '../client/client.js';

type Kept = Parameters<SeatKeeper['keep']>[0];

/** Why a master no longer sends a match to a player who had a seat at it. */
const LOST = ['match/not_found', 'match/kicked', 'match/seat_lost', 'match/unauthorized'];

const memories = new WeakMap<object, LobbyMemory>();

/**
 * Remembers a player's seats in a storage, `localStorage` if none is given: match, seat and credentials, for when the page is loaded again.
 * It is what `Lobby` remembers, under the name `lobbyState`. Where the browser keeps nothing for the page, the page alone remembers it.
 *
 * @param storage `() => sessionStorage`: each tab has seats of its own. A function, because a browser may throw where a page asks for its
 *   storage, and servers have none
 * @example
 * const seats = keepSeat();
 * const client = Client({ game, multiplayer, ...seats.recall() });
 * seats.follow(client);
 */
export function keepSeat(storage?: SeatStorage | (() => SeatStorage)): SeatKeeper {
  const memory = makeLobbyMemory(storage === undefined ? undefined : opener(storage));
  const seats: SeatKeeper = Object.freeze({ recall, keep, forget, follow, subscribe: memory.subscribe });
  memories.set(seats, memory);
  return seats;

  function recall(matchID: string | undefined) {
    return memory.seatAt(idText(matchID) ?? undefined) ?? null;
  }

  function keep({ matchID, playerID, credentials, playerName = memory.recall().playerName ?? VISITOR, gameName }: Kept) {
    memory.keepAs(text('playerName', playerName), {
      credentials: text('credentials', credentials),
      matchID: text('matchID', matchID),
      playerID: text('playerID', playerID),
      ...gameName !== undefined && { gameName: text('gameName', gameName) },
    });
  }

  function forget(matchID: string) {
    const seat = recall(matchID);
    if (seat) memory.forgetSeat(seat.matchID, seat.credentials);
  }

  function follow(client: Client) {
    // The player may have taken the seat again in another tab, before or after this client is refused.
    const ends = [client.subscribe(look), memory.subscribe(look)];
    return () => {
      for (const end of ends) end();
    };

    function look() {
      const { connection: { status, reason }, matchID, playerID, credentials } = client;
      if (status !== 'refused' || !LOST.includes(reason.type)) return;
      const kept = memory.seatAt(idText(matchID)!, undefined, idText(playerID) ?? undefined);
      if (kept && kept.credentials !== credentials) client.updateCredentials(kept.credentials);
      else memory.forgetSeat(idText(matchID)!, credentials);
    }
  }
}

/** The memory behind what `keepSeat` has returned. */
export function memoryOf(seats: SeatKeeper) {
  const memory = memories.get(seats);
  if (!memory) throw rondelError('client/seat', `seats: expected what keepSeat() returns, got ${described(seats)}`);
  return memory;
}

/** A storage, or a function that returns one: a browser that refuses a page its storage throws where it is read. */
function opener(storage: SeatStorage | (() => SeatStorage)) {
  if (typeof storage === 'function') return storage;
  if (typeof storage?.getItem === 'function' && typeof storage.setItem === 'function') return () => storage;
  throw rondelError('client/seat', `keepSeat: expected a storage with getItem and setItem, or a function that returns one, got ${described(storage)}`);
}

function text(name: string, value: unknown) {
  const given = idText(value);
  if (typeof given === 'string' && given !== '' && typeof value !== 'object') return given;
  throw rondelError('client/seat', `keep: ${name}: expected a text, got ${described(value)}`);
}
