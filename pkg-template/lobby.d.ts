import type { Server } from './master.js';
import type { SeatKeeper } from './seats.js';
import type { Game, PlayerID } from './types.js';

/** What the lobby responds. */
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

/** A response of the lobby that is no success. */
export class LobbyClientError extends Error {
  constructor(message: string, details: any);

  /** What the server says: JSON, or text. */
  readonly details: any;
}

/** Who asks, and what shows that they are this player: `joinMatch` has returned it. */
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
    body: { numPlayers: number; setupData?: any; unlisted?: boolean; [field: string]: any } & Server.MatchBots,
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
  /** Leaves the game itself for good, by its `onPlayerLeave`, and then the seat: nobody else takes it. */
  leaveGame(gameName: string, matchID: string, body: Seat, init?: RequestInit): Promise<void>;
  /** Changes a player's name, or the `data` that everybody at the match sees of them. */
  updatePlayer(
    gameName: string,
    matchID: string,
    body: Seat & { newName?: string; data?: any },
    init?: RequestInit,
  ): Promise<void>;
  /** The match that follows this one, which need not be over: the same to all of its players. Its bots are those of this one if nobody says otherwise. */
  playAgain(
    gameName: string,
    matchID: string,
    body: Seat & { numPlayers?: number; setupData?: any; unlisted?: boolean } & Server.MatchBots,
    init?: RequestInit,
  ): Promise<LobbyAPI.NextMatch>;
}

/** A lobby as it stands, and what its player can do: what renderers and slots are handed. */
export interface LobbyRendererArgs<GameComponent = any> {
  /** Why something has failed; '' if nothing has. */
  errorMsg: string;
  gameComponents: GameComponent[];
  /** The newest, and the player's own. */
  matches: LobbyAPI.Match[];
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

/** What `useLobby` takes. */
export interface LobbyOptions {
  /** The games that are offered, of those that the server knows. */
  games: readonly Game<any, any, any>[];
  /** The address of the lobby; where the page is from if left out. */
  server?: string | undefined;
  /** Milliseconds between two requests for the list of matches, while the player is at no match. `Infinity`: only `refresh()` requests it. @default 2000 */
  refreshInterval?: number | undefined;
  /** Where seats are remembered: what `keepSeat` returns; `keepSeat()` if left out. Counts when the component is made. */
  seats?: SeatKeeper | undefined;
  /** Who a player is who has not been here before; 'Visitor' if left out. */
  playerName?: string | undefined;
}

/** Where a player is: what `useClient` and `Client` take. */
export interface LobbySeat {
  /** Undefined for a seat that was kept without it, on a page with several games. */
  readonly gameName: string | undefined;
  readonly matchID: string;
  /** `null` for a spectator. */
  readonly playerID: PlayerID | null;
  readonly credentials: string | undefined;
}

/** A lobby as it stands. */
export interface LobbyState {
  /** The newest. */
  matches: readonly LobbyAPI.Match[];
  /** Whether the server has more matches than these. */
  hasMore: boolean;
  /** Whether the list of matches is not known yet. */
  isLoading: boolean;
  /** `true` while an action of the player is under way, such as `create` or `join`: disable buttons meanwhile. */
  isBusy: boolean;
  /** Why the last action has failed, or, at the list, why that is not known; `''` without a failure. */
  error: string;
  playerName: string;
  /** Where the player is, also when the page is loaded again; `null` at the list of matches. */
  seat: LobbySeat | null;
  /** The player's seats at all matches, the newest first: those that this browser remembers. `goTo` goes back to them. */
  ownSeats: readonly LobbySeat[];
}

/** What a player can do. Promises are not rejected: they resolve with `undefined` if it has failed, and `error` says why. */
export interface LobbyActions {
  /** Makes a match. Resolves with its ID. Called again with the same arguments while that is under way, it makes no other. */
  create(gameName: string, options: { numPlayers: number; setupData?: any; unlisted?: boolean } & Server.MatchBots): Promise<string | undefined>;
  /** Takes a seat, the first that is free without a `playerID`; of unlisted matches, too. */
  join(gameName: string, matchID: string, playerID?: PlayerID): Promise<LobbySeat | undefined>;
  /** Goes to a match: to the seat that the player has there, or to watch as a spectator. A page with one game needs no name. */
  goTo(gameName: string | undefined, matchID: string): LobbySeat;
  /** Goes back to the list of matches. The player keeps the seat, and `goTo` goes back to it. */
  exitMatch(): void;
  /** Gives up the seat: somebody else may take it. A spectator stops watching. */
  leave(): Promise<void>;
  /** Leaves the game itself, by its `onPlayerLeave`, and gives up the seat, which nobody else takes. The others play on without the player. A spectator stops watching. */
  leaveGame(): Promise<void>;
  /**
   * Goes to the match that follows, which the first player who asks begins, also before this one is over: to the seat that the player had, or to another one if that is
   * taken. Spectators watch there, once there is one: see `client.nextMatchID`.
   */
  playAgain(options?: { numPlayers?: number; setupData?: any; unlisted?: boolean } & Server.MatchBots): Promise<LobbySeat | undefined>;
  /** Gives the player another name, also at all seats that are remembered. */
  rename(playerName: string): Promise<void>;
  /** Asks for the list of matches. */
  refresh(): Promise<void>;
  /** Shows a further page of each game's matches, from now on. */
  showMore(): Promise<void>;
}
