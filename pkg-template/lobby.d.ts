import type { Server } from './master.js';

/** What the lobby answers. */
export declare namespace LobbyAPI {
  type GameList = string[];
  type PublicPlayerMetadata = Omit<Server.PlayerMetadata, 'credentials'>;
  type Match = Omit<Server.MatchData, 'players'> & {
    matchID: string;
    players: PublicPlayerMetadata[];
  };
  interface MatchList {
    matches: Match[];
    /** If there are more matches: what `listMatches` takes as `after`. */
    next?: string;
  }
  interface CreatedMatch {
    matchID: string;
  }
  interface JoinedMatch {
    playerID: string;
    playerCredentials: string;
  }
  interface NextMatch {
    nextMatchID: string;
  }
}

/** An answer of the lobby that is none of success. */
export class LobbyClientError extends Error {
  constructor(message: string, details: any);

  /** What the server says: JSON, or text. */
  readonly details: any;
}

/** Who asks, and what shows that they are this player: `joinMatch` has answered it. */
interface Seat {
  playerID: string;
  credentials: string;
  [field: string]: any;
}

/**
 * Asks a server's lobby. Every promise is rejected with a `LobbyClientError` if the server answers with another status than
 * success. `init` goes to `fetch`, in place of what the method would say itself.
 *
 * @example
 * const lobby = new LobbyClient({ server: 'https://play.example' });
 * const { matchID } = await lobby.createMatch('chess', { numPlayers: 2 });
 * const { playerID, playerCredentials } = await lobby.joinMatch('chess', matchID, { playerName: 'Alice' });
 */
export class LobbyClient {
  /** Without a server, the page's own origin is asked. */
  constructor(options?: { server?: string });

  /** The names of the games. */
  listGames(init?: RequestInit): Promise<LobbyAPI.GameList>;
  /** The matches of a game that are not unlisted, the newest first: a page of them. */
  listMatches(
    gameName: string,
    where?: {
      isGameover?: boolean;
      /** In milliseconds since 1970. */
      updatedBefore?: number;
      updatedAfter?: number;
      /** How many, at most: as many as the server's `limits.listed` if it is left out. */
      limit?: number;
      /** `next` of the page before. */
      after?: string | undefined;
    },
    init?: RequestInit,
  ): Promise<LobbyAPI.MatchList>;
  getMatch(gameName: string, matchID: string, init?: RequestInit): Promise<LobbyAPI.Match>;
  createMatch(
    gameName: string,
    body: { numPlayers: number; setupData?: any; unlisted?: boolean; [field: string]: any },
    init?: RequestInit,
  ): Promise<LobbyAPI.CreatedMatch>;
  /** Takes a seat: without a `playerID`, the first that is free. */
  joinMatch(
    gameName: string,
    matchID: string,
    body: { playerID?: string; playerName: string; data?: any; [field: string]: any },
    init?: RequestInit,
  ): Promise<LobbyAPI.JoinedMatch>;
  /** @deprecated boardgame.io's name of `leaveSlot` until 0.50. */
  leaveMatch(gameName: string, matchID: string, body: Seat, init?: RequestInit): Promise<void>;
  /** Gives up a seat: somebody else may take it. */
  leaveSlot(gameName: string, matchID: string, body: Seat, init?: RequestInit): Promise<void>;
  /** Leaves the game itself for good, by its `onPlayerLeave`, and then the seat. */
  leaveGame(gameName: string, matchID: string, body: Seat, init?: RequestInit): Promise<void>;
  /** Changes a player's name, or the `data` that everybody at the match sees of them. */
  updatePlayer(
    gameName: string,
    matchID: string,
    body: Seat & { newName?: string; data?: any },
    init?: RequestInit,
  ): Promise<void>;
  /** The match that follows this one: the same to all of its players. */
  playAgain(
    gameName: string,
    matchID: string,
    body: Seat & { numPlayers?: number; setupData?: any; unlisted?: boolean },
    init?: RequestInit,
  ): Promise<LobbyAPI.NextMatch>;
}

/** A lobby as it stands, and what its player can do: what renderers and slots are handed. */
export interface LobbyRendererArgs<GameComponent = any> {
  /** Why something has failed; '' if nothing has. */
  errorMsg: string;
  gameComponents: GameComponent[];
  /** The newest, and the player's own. */
  matches: readonly LobbyAPI.Match[];
  /** Whether the server has more matches than these. */
  hasMoreMatches: boolean;
  /** At the door, at the list of matches, at a match. */
  phase: 'enter' | 'list' | 'play';
  playerName: string;
  /** The match that is played, with the component that plays it. */
  runningMatch: { app: any; matchID: string; playerID?: string; credentials?: string } | null;
  handleEnterLobby(playerName: string): void;
  /** Leaves the match that the player has joined, too. */
  handleExitLobby(): Promise<void>;
  handleCreateMatch(gameName: string, numPlayers: number): Promise<void>;
  handleJoinMatch(gameName: string, matchID: string, playerID: string): Promise<void>;
  handleLeaveMatch(gameName: string, matchID: string): Promise<void>;
  handleStartMatch(gameName: string, match: { matchID: string; playerID?: string; numPlayers: number }): void;
  handleExitMatch(): void;
  handleRefreshMatches(): Promise<void>;
  /** Shows a further page of each game's matches, from now on. */
  handleMoreMatches(): Promise<void>;
}
