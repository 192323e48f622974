import type { Client } from '../lib/client/client.js';
import type { PlayerID } from './game.js';

/** Storage of seats: the browser's `localStorage` or `sessionStorage`, or an object of the same shape. */
export interface SeatStorage {
  getItem(key: string): string | null;
  setItem(key: string, text: string): void;
}

/** A remembered seat. */
export interface KeptSeat {
  readonly matchID: string;
  readonly playerID: PlayerID;
  readonly credentials: string;
  readonly playerName: string;
  readonly gameName?: string;
}

/** Remembers a player's seats across page loads. */
export interface SeatKeeper {
  /** Returns the seat that the player took last, or the one at this match. Returns `null` if there is none. */
  recall(matchID?: string): KeptSeat | null;
  /** Remembers a seat. Seats at other matches stay remembered: `recall(matchID)` returns them. */
  keep(seat: {
    matchID: string;
    playerID: PlayerID;
    credentials: string;
    /** Name of the player. Default: the name that `Lobby` or `useLobby` knows, or else 'Visitor'. */
    playerName?: string | undefined;
    gameName?: string | undefined;
  }): void;
  /** Forgets the seat that the player took last, or the one at this match. */
  forget(matchID?: string): void;
  /**
   * Forgets the client's seat when a master reports that it is lost: the player has given it up or was kicked, somebody else has it, or the match
   * was deleted. If the player has taken the seat again in another tab, the client gets the new credentials. Returns a function that
   * unsubscribes.
   */
  follow(client: Pick<Client<any, any>, 'subscribe' | 'connection' | 'matchID' | 'playerID' | 'credentials' | 'updateCredentials'>): () => void;
  /** Calls `fn` when the remembered seats change, in this page or, with `localStorage`, in another tab. Returns a function that unsubscribes. */
  subscribe(fn: () => void): () => void;
}
