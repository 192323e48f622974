import type { AiEnumerate, Ctx, Game, PlayerID, RandomAPI, State } from './game.js';
import type { BotClass } from './multiplayer.js';

/** Action of a bot: a move or an event. */
export interface BotAction {
  type: 'MAKE_MOVE' | 'GAME_EVENT';
  payload: { type: string; args?: any; playerID: PlayerID; [more: string]: any };
}

/** A game's `ai.enumerate`. Its entries may also be whole actions. */
export type Enumerate = (G: any, ctx: Ctx, playerID: PlayerID) => ReadonlyArray<AiEnumerate[number] | BotAction>;

/** Options of every bot: the fields of the game's `ai`, the game, and a seed. */
export interface BotOptions {
  /** Lists the possible actions. Default: the game's `ai.enumerate`. */
  enumerate?: Enumerate;
  game?: Game<any, any, any>;
  /** Seed of the bot's random numbers. Bots with the same seed draw the same numbers. */
  seed?: string | number;
  [more: string]: any;
}

/** Progress of a bot's search. */
export interface BotProgress {
  /** Number of iterations so far. */
  iterations: number;
  /** Completed share of the search, from 0 to 1. */
  share: number;
  /** Possible actions, with the results so far. */
  candidates: BotCandidate[];
}

/** A possible action, with the results of the search so far. */
export interface BotCandidate {
  playerID: PlayerID;
  action: BotAction;
  /** Number of times that the search has tried the action. */
  visits: number;
  /** Value of the action for the player: 0 is a loss, 0.5 a draw, 1 a win. */
  value: number;
  /** `true` if the search has proven the value, for best play on all sides. */
  proven: boolean;
}

/** Options of one search. A bot of your own may ignore them. */
export interface PlayOptions {
  /** Aborts the search: `play` rejects with the signal's reason. */
  signal?: AbortSignal;
  /** Called about every 50 ms, and at the end. */
  onProgress?: (progress: BotProgress) => void;
  /** Maximum time for this move, in milliseconds: the bot's share of the time that its seat has left. Absent in games without time. */
  time?: number | undefined;
}

/** Options of a bot that searches. */
export interface MCTSBotOptions extends BotOptions {
  game: Game<any, any, any>;
  /** Number of iterations for one move. Default: 1000, if neither `thinkingTime` nor `difficulty` is set. */
  iterations?: number | ((G: any, ctx: Ctx, playerID: PlayerID) => number);
  /** Maximum time for one move, in milliseconds. */
  thinkingTime?: number;
  difficulty?: Difficulty;
  /** Minimum pause between two slices of the search, in milliseconds, so that other code can use the thread. @default 0 */
  rest?: number;
  /** Maximum number of actions of a playout. @default 50 */
  playoutDepth?: number | ((G: any, ctx: Ctx, playerID: PlayerID) => number);
  /** Subgoals of a player. Default: the game's `ai.objectives`. */
  objectives?: (G: any, ctx: Ctx, playerID: PlayerID) => Record<string, { checker: (G: any, ctx: Ctx) => boolean; weight: number }>;
  /** Fills in the hidden parts of a view at random. Default: the game's `ai.determinize`. */
  determinize?: (view: any, ctx: Ctx, playerID: PlayerID, random: RandomAPI) => any;
  /** Evaluates a state for a player. Default: the game's `ai.score`. */
  score?: (G: any, ctx: Ctx, playerID: PlayerID) => number;
  /** Called from time to time during the search. */
  iterationCallback?: (data: { iterationCounter: number; numIterations: number; metadata: BotNode }) => void;
}

/** A node of the search tree, in the shape of boardgame.io's nodes. `JSON.stringify` omits it. */
export interface BotNode {
  /** State of the root. `undefined` for all other nodes. */
  readonly state: State | undefined;
  readonly parent: BotNode | undefined;
  /** Action that leads from the parent to this node. */
  readonly parentAction: BotAction | undefined;
  /** Child nodes. They are created when they are read, until the bot searches for another move. */
  readonly children: readonly BotNode[];
  readonly visits: number;
  /** Sum of the results for the player who acted last: 1 for each win. */
  readonly value: number;
}

/**
 * A bot for a seat:
 *
 * - a class
 * - a name among the game's `ai.bots`
 * - a difficulty
 * - `'random'`, `'mcts'` or `'ismcts'` for a class of 'rondel/ai'
 * - settings
 */
export type BotSpec = BotClass | BotSettings | Difficulty | (string & {});

/** Difficulty of a bot: how long it searches, and how often it makes the best move that it has found. */
export type Difficulty = 'easy' | 'medium' | 'hard';

/** Settings of a bot. */
export interface BotSettings {
  /**
   * Class of the bot, or its name: one of the game's `ai.bots`, `'random'`, `'mcts'` or `'ismcts'`. Default: `ISMCTSBot` for a game with
   * `ai.determinize`, otherwise `MCTSBot`.
   */
  bot?: BotClass | 'random' | 'mcts' | 'ismcts' | (string & {});
  difficulty?: Difficulty;
  /** Number of iterations for one move. It overrides the one of the difficulty. */
  iterations?: number | ((G: any, ctx: Ctx, playerID: PlayerID) => number);
  /** Maximum time for one move, in milliseconds. Without `iterations` and `difficulty`, the bot uses all of it. */
  thinkingTime?: number;
  /** Maximum number of actions of a playout. @default 50 */
  playoutDepth?: number | ((G: any, ctx: Ctx, playerID: PlayerID) => number);
  /** Seed of the bot. Bots with the same seed and the same iterations make the same moves in the same match. Default: the game's `seed`. */
  seed?: string | number;
  /**
   * Minimum time between a state and the bot's action, in milliseconds, so that people can follow. It includes the search. Other bots may
   * search during the rest.
   *
   * @default 1000 in a page and at a server, 0 in `Local` in Node
   */
  minTime?: number;
  /** Starts a worker that runs the search. The worker has called `serveBots`. */
  worker?: () => any;
  /** Number of workers that share one search. @default 1 */
  workers?: number;
  /** Called about every 50 ms during a search, and at its end. */
  onProgress?: (progress: BotProgress) => void;
}

/** A player of `Simulate`: a bot of this package or of boardgame.io, or any object with this method. */
export interface BotPlayer {
  play(state: any, playerID: PlayerID): Promise<{ action: any; metadata?: any }>;
}

/** Options of `dealUnseen`: where `G` has cards. */
export interface DealOptions {
  /** All cards of the game. A card that exists twice is listed twice. Cards are compared by value, field by field. */
  cards: readonly any[];
  /** Names of the fields of `G` that contain cards, at any depth. */
  places: readonly string[];
  /** Returns `true` if a card is hidden here. A game whose places are `null` while they are empty needs it. @default value === null */
  isHole?: (value: any) => boolean;
  /** Returns `true` if the card may be at this place, by what the player knows. `path` is the path of the place: `['hands', '1', '3']`. */
  fits?: (card: any, path: readonly string[]) => boolean;
}
