import type { Game, PlayerID } from './game.js';
import type { Server } from './master.js';
import type { SeatKeeper } from './seats.js';

/** Responses of the lobby. */
export declare namespace LobbyAPI {
  type GameList = string[];
  type PublicPlayerMetadata = Omit<Server.PlayerMetadata, 'credentials'>;
  type Match = Omit<Server.MatchData, 'players'> & {
    matchID: string;
    players: PublicPlayerMetadata[];
  };
  interface MatchList {
    matches: Match[];
    /** Argument `after` of `listMatches` for the next page. Absent on the last page. */
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

/** A seat with its credentials, as `joinMatch` has returned them. */
export interface Seat {
  playerID: string;
  credentials: string;
  [field: string]: any;
}

/** State of a lobby and actions of its player: the argument of a renderer, or the props of a slot. */
export interface LobbyRendererArgs<GameComponent = any> {
  /** Reason why the last action failed. `''` if it did not fail. */
  errorMsg: string;
  gameComponents: GameComponent[];
  /** The newest matches, and the player's own. */
  matches: LobbyAPI.Match[];
  /** `true` if the server has more matches than these. */
  hasMoreMatches: boolean;
  /** The player's place: entering a name, at the list of matches, or at a match. */
  phase: 'enter' | 'list' | 'play';
  playerName: string;
  /** The match that the player plays, with its component. `null` outside of a match. */
  runningMatch: { app: any; matchID: string; playerID?: string; credentials?: string } | null;
  handleEnterLobby(playerName: string): void;
  /** Leaves the lobby, and the match that the player has joined. */
  handleExitLobby(): Promise<void>;
  handleCreateMatch(gameName: string, numPlayers: number): Promise<void>;
  handleJoinMatch(gameName: string, matchID: string, playerID: string): Promise<void>;
  handleLeaveMatch(gameName: string, matchID: string): Promise<void>;
  handleStartMatch(gameName: string, match: { matchID: string; playerID?: string; numPlayers: number }): void;
  handleExitMatch(): void;
  handleRefreshMatches(): Promise<void>;
  /** Adds a page to the list of each game's matches. */
  handleMoreMatches(): Promise<void>;
}

/** Options of `useLobby`. */
export interface LobbyOptions {
  /** Games that the page offers. Games that the server does not have are hidden. */
  games: readonly Game<any, any, any>[];
  /** Address of the lobby. Default: the origin of the page. */
  server?: string | undefined;
  /** Milliseconds between two requests for the list of matches, while the player is at no match. `Infinity`: only `refresh()` requests it. @default 2000 */
  refreshInterval?: number | undefined;
  /** Storage of the player's seats. The component uses the first value and ignores later ones. @default keepSeat() */
  seats?: SeatKeeper | undefined;
  /** Name of a new player. @default 'Visitor' */
  playerName?: string | undefined;
}

/** A seat at a match: options of `useClient` and `Client`. */
export interface LobbySeat {
  /** Name of the game. `undefined` if the seat was stored without it, on a page with several games. */
  readonly gameName: string | undefined;
  readonly matchID: string;
  /** `null` for a spectator. */
  readonly playerID: PlayerID | null;
  readonly credentials: string | undefined;
}

/** State of a lobby. */
export interface LobbyState {
  /** The newest matches. */
  matches: readonly LobbyAPI.Match[];
  /** `true` if the server has more matches than these. */
  hasMore: boolean;
  /** `true` until the list of matches has arrived. */
  isLoading: boolean;
  /** `true` while an action of the player is pending, such as `create` or `join`: disable buttons meanwhile. */
  isBusy: boolean;
  /**
   * Reason why the last action failed, or why the list of matches could not be loaded. `''` without a failure. The next action and a successful
   * `refresh()` clear it. If the server did not answer, the next list that arrives clears it.
   */
  error: string;
  playerName: string;
  /** The player's seat at the current match, also after the page has loaded again. `null` at the list of matches. */
  seat: LobbySeat | null;
  /** The player's seats at all matches that this browser remembers, the newest first. `goTo` returns to them. */
  ownSeats: readonly LobbySeat[];
}

/** A lobby without a view, for a page of any framework, or of none: the result of `makeLobby`. */
export interface Lobby {
  /** Returns the state. It is the same object until something changes. */
  getState(): LobbyState;
  /** Calls `fn` with the state after each change. Returns a function that unsubscribes. */
  subscribe(fn: (state: LobbyState) => void): () => void;
  /** Restores the player's seat of an earlier visit, and requests the list of matches at intervals. */
  start(): void;
  /** Stops the requests. */
  stop(): void;
  /** Applies changed options: `server` and `refreshInterval`. */
  update(options: LobbyOptions): void;
  readonly actions: LobbyActions;
}

/** Actions of the player of a lobby. Their promises do not reject: after a failure they resolve with `undefined`, and `error` has the reason. */
export interface LobbyActions {
  /** Creates a match. Resolves with its ID. A second call with the same arguments while the first is pending creates no second match. */
  create(gameName: string, options: { numPlayers: number; setupData?: any; unlisted?: boolean } & Server.MatchBots): Promise<string | undefined>;
  /**
   * Takes a seat, also at an unlisted match. A player who already has a seat at the match returns to it, as with `goTo`. Only another
   * `playerID` takes a second seat.
   *
   * @param playerID the seat. Default: the player's own seat, or the first free one
   */
  join(gameName: string, matchID: string, playerID?: PlayerID): Promise<LobbySeat | undefined>;
  /**
   * Goes to a match: to the player's own seat there, or as a spectator. On a page with one game, `gameName` may be `undefined`.
   *
   * @param playerID the seat, for a player with two seats at the match. Default, also for `null`: the newest
   */
  goTo(gameName: string | undefined, matchID: string, playerID?: PlayerID | null): LobbySeat;
  /** Returns to the list of matches. The player keeps the seat, and `goTo` returns to it. */
  exitMatch(): void;
  /** Gives up the seat. Somebody else may take it. A spectator stops watching. */
  leave(): Promise<void>;
  /** Leaves the game permanently, by its `onPlayerLeave`, and gives up the seat. No other player can take it, and the others continue. A spectator stops watching. */
  leaveGame(): Promise<void>;
  /**
   * Goes to the rematch, and takes the same seat, or another one if that is taken. The first player who asks creates the rematch, also before this
   * match is over. Spectators can watch it as soon as it exists: see `client.nextMatchID`.
   */
  playAgain(options?: { numPlayers?: number; setupData?: any; unlisted?: boolean } & Server.MatchBots): Promise<LobbySeat | undefined>;
  /** Changes the player's name, also at all seats that this browser remembers. */
  rename(playerName: string): Promise<void>;
  /** Requests the list of matches. */
  refresh(): Promise<void>;
  /** Adds a page to the list of each game's matches. */
  showMore(): Promise<void>;
}
