import type { Game, PlayerID } from './game.js';
import type { Server } from './master.js';
import type { SeatKeeper } from './seats.js';

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

/** Who asks, and what shows that they are this player: `joinMatch` has returned it. */
export interface Seat {
  playerID: string;
  credentials: string;
  [field: string]: any;
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
  /**
   * Why the last action failed, or, at the list, why the list is not known; `''` without a failure. The next action and a `refresh()` that
   * succeeds clear it. If the server did not answer, the next list that arrives clears it.
   */
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
  /**
   * Takes a seat, also of an unlisted match. A player who has a seat at the match goes back to it, as by `goTo`: only another `playerID`
   * takes a second seat.
   *
   * @param playerID default: the player's own seat, or the first free one
   */
  join(gameName: string, matchID: string, playerID?: PlayerID): Promise<LobbySeat | undefined>;
  /**
   * Goes to a match: to the player's own seat there, or as a spectator. A page with one game needs no name.
   *
   * @param playerID tells apart two seats of the player's at one match. Default, also for `null`: the newest
   */
  goTo(gameName: string | undefined, matchID: string, playerID?: PlayerID | null): LobbySeat;
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
