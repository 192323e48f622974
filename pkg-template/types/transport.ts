import type { ActionError, Game, PlayerID } from './game.js';
import type { TransportData } from './master.js';

/** Options of a transport, from its client. */
export interface TransportOpts {
  /** Receives the messages of the master. */
  transportDataCallback: (data: TransportData) => void;
  gameName?: string;
  /** The game's definition. Clients with the same one may share a connection. */
  gameKey: Game<any, any, any>;
  game: Game<any, any, any>;
  playerID?: PlayerID | number | null;
  matchID?: string | number;
  credentials?: string;
  numPlayers?: number;
  /** Setup data of the client. Only transports with a master in the page use it. */
  setupData?: any;
  /** `false`: the master does not start a match for this client. */
  create?: boolean | undefined;
  /** `true`: the transport prints nothing. */
  quiet?: boolean | undefined;
}

/** Reason why a transport has no connection. */
export interface ConnectionTrouble {
  /** `'refused'`: a server refuses this client. `'connecting'`: an attempt is in progress. @default 'unreachable' */
  status?: 'connecting' | 'unreachable' | 'refused' | undefined;
  reason?: ActionError | undefined;
  /** Time of the next attempt, as `Date.now()`. */
  nextTry?: number | undefined;
}
