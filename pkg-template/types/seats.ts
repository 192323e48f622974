import type { Client } from '../lib/client/client.js';
import type { PlayerID } from './game.js';

/** Where seats are kept: the browser's `localStorage` or `sessionStorage`, or something of the same shape. */
export interface SeatStorage {
  getItem(key: string): string | null;
  setItem(key: string, text: string): void;
}

/** A seat that is remembered. */
export interface KeptSeat {
  readonly matchID: string;
  readonly playerID: PlayerID;
  readonly credentials: string;
  readonly playerName: string;
  readonly gameName?: string;
}

export interface SeatKeeper {
  /** The seat that the player took last; with a match, the one there. `null` if there is none. */
  recall(matchID?: string): KeptSeat | null;
  /** Remembers a seat. The one at another match is remembered, too: `recall(matchID)` has it. */
  keep(seat: {
    matchID: string;
    playerID: PlayerID;
    credentials: string;
    /** Who sits there; if left out, as before: the name that `Lobby` or `useLobby` knows, or 'Visitor'. */
    playerName?: string | undefined;
    gameName?: string | undefined;
  }): void;
  /** Forgets the seat that the player took last; with a match, the one there. */
  forget(matchID?: string): void;
  /**
   * Forgets the client's seat when a master reports that it is lost: given up, given to somebody else, kicked, or the match is gone. If the player
   * has taken the seat again in another tab, the client gets the new credentials. Returns a function that unsubscribes.
   */
  follow(client: Pick<Client<any, any>, 'subscribe' | 'connection' | 'matchID' | 'playerID' | 'credentials' | 'updateCredentials'>): () => void;
  /** Calls `fn` when what is remembered has changed, in this page or, in `localStorage`, by another tab. Returns a function that unsubscribes. */
  subscribe(fn: () => void): () => void;
}
