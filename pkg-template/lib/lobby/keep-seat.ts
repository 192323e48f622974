import { idText } from '../client/players.js';
import { described } from '../util/foreign-text.js';
import { rondelError } from '../util/error.js';
import { makeLobbyMemory, VISITOR } from './lobby-memory.js';
import type { LobbyMemory } from './lobby-memory.js';
import type { SeatKeeper, SeatStorage } from '../../types/seats.js';
import type { Client } from '../client/client.js';

type Kept = Parameters<SeatKeeper['keep']>[0];

/** Refusals for a player who has lost their seat at a match. */
const LOST = ['match/not_found', 'match/kicked', 'match/seat_lost', 'match/unauthorized'];

const memories = new WeakMap<object, LobbyMemory>();

/**
 * Stores a player's seats (match, seat and credentials) in a storage, for when the page is loaded again. Default: `localStorage`. `Lobby`
 * shares this memory under the key `lobbyState`. If the browser stores nothing for the page, the seats last as long as the page.
 *
 * @param storage a storage, or a function that returns one, such as `() => sessionStorage` for separate seats per tab. A function, because
 * a browser may throw when a page reads its storage, and servers have none
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

/** Returns the memory of a `keepSeat` result. */
export function memoryOf(seats: SeatKeeper) {
  const memory = memories.get(seats);
  if (!memory) throw rondelError('client/seat', `seats: expected what keepSeat() returns, got ${described(seats)}`);
  return memory;
}

/** Returns a function that returns the storage. A browser that refuses a page its storage throws when it is read. */
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
