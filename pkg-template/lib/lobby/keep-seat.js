import { idText } from '../client/players.js';
import { described } from '../util/described.js';
import { rondelError } from '../util/error.js';
import { makeLobbyMemory, VISITOR } from './lobby-memory.js';

/** Why a master no longer sends a match to a player who had a seat at it. */
const LOST = ['match/not_found', 'match/kicked', 'match/seat_lost', 'match/unauthorized'];

/** @type {WeakMap<object, ReturnType<typeof makeLobbyMemory>>} */
const memories = new WeakMap();

/**
 * Remembers a player's seats, as `Lobby` does: by its `localStorage` all tabs of a browser, by its `sessionStorage` each its own.
 *
 * @type {typeof import('../../client.d.ts').keepSeat}
 */
export function keepSeat(storage) {
  const memory = makeLobbyMemory(storage === undefined ? undefined : opener(storage));
  /** @type {import('../../client.d.ts').SeatKeeper} */
  const seats = Object.freeze({ recall, keep, forget, follow, subscribe: memory.subscribe });
  memories.set(seats, memory);
  return seats;

  function recall(matchID) {
    return memory.seatAt(idText(matchID) ?? undefined) ?? null;
  }

  function keep({ matchID, playerID, credentials, playerName = memory.recall().playerName ?? VISITOR, gameName }) {
    memory.keepAs(text('playerName', playerName), {
      credentials: text('credentials', credentials),
      matchID: text('matchID', matchID),
      playerID: text('playerID', playerID),
      ...gameName !== undefined && { gameName: text('gameName', gameName) },
    });
  }

  function forget(matchID) {
    const seat = recall(matchID);
    if (seat) memory.forgetSeat(seat.matchID, seat.credentials);
  }

  function follow(client) {
    // The player may have taken the seat again in another tab, before or after this client is refused.
    const ends = [client.subscribe(look), memory.subscribe(look)];
    return () => {
      for (const end of ends) end();
    };

    function look() {
      const { connection: { status, reason }, matchID, playerID, credentials } = client;
      if (status !== 'refused' || !LOST.includes(reason.type)) return;
      const kept = recall(matchID);
      if (kept && kept.playerID === idText(playerID) && kept.credentials !== credentials) client.updateCredentials(kept.credentials);
      else memory.forgetSeat(idText(matchID), credentials);
    }
  }
}

/** The memory behind what `keepSeat` has returned. */
export function memoryOf(seats) {
  const memory = memories.get(seats);
  if (!memory) throw rondelError('client/seat', `seats: expected what keepSeat() returns, got ${described(seats)}`);
  return memory;
}

/** A storage, or a function that returns one: a browser that refuses a page its storage throws where it is read. */
function opener(storage) {
  if (typeof storage === 'function') return storage;
  if (typeof storage?.getItem === 'function' && typeof storage.setItem === 'function') return () => storage;
  throw rondelError('client/seat', `keepSeat: expected a storage with getItem and setItem, or a function that returns one, got ${described(storage)}`);
}

function text(name, value) {
  const given = idText(value);
  if (typeof given === 'string' && given !== '' && typeof value !== 'object') return given;
  throw rondelError('client/seat', `keep: ${name}: expected a text, got ${described(value)}`);
}
