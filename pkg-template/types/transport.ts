import type { ActionError, Game, PlayerID } from './game.js';
import type { TransportData } from './master.js';

export interface TransportOpts {
  transportDataCallback: (data: TransportData) => void;
  gameName?: string;
  /** The game as it was written: clients with the same one may share what they connect to. */
  gameKey?: Game<any, any, any>;
  game?: Game<any, any, any>;
  playerID?: PlayerID | number | null;
  matchID?: string | number;
  credentials?: string;
  numPlayers?: number;
  /** The client's: only transports whose master is the page's own use it. */
  setupData?: any;
  /** `false`: no match begins for this client, as it finds none. */
  create?: boolean | undefined;
  /** The client's: with `false` the transport prints nothing. */
  debug?: boolean | object | undefined;
}

/** Why a transport has no connection. */
export interface ConnectionTrouble {
  /** `'refused'`: a server was reached, and does not let this client in. `'connecting'`: it is on its way. `'unreachable'` if left out. */
  status?: 'connecting' | 'unreachable' | 'refused' | undefined;
  reason?: ActionError | undefined;
  /** When it is tried again, as `Date.now()` counts. */
  nextTry?: number | undefined;
}
