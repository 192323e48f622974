import type { BotClass } from './multiplayer.js';
import type { AiEnumerate, Ctx, Game, PlayerID, RandomAPI, State } from './types.js';

// Without it, TypeScript takes what has no `export` for exported as well.
export {};

/** What a bot does: a move or an event. */
export interface BotAction {
  type: 'MAKE_MOVE' | 'GAME_EVENT';
  payload: { type: string; args?: any; playerID: PlayerID; [more: string]: any };
}

/** A game's `ai.enumerate`, which may list actions as well. */
export type Enumerate = (G: any, ctx: Ctx, playerID: PlayerID) => ReadonlyArray<AiEnumerate[number] | BotAction>;

/** What every bot is made with: the game's `ai`, and beside it the game itself and a seed. */
export interface BotOptions {
  /** The game's `ai.enumerate` if left out. */
  enumerate?: Enumerate;
  game?: Game<any, any, any>;
  /** A bot with the same seed draws the same numbers. */
  seed?: string | number;
  [more: string]: any;
}

/** How far a bot has come that thinks. */
export interface BotProgress {
  /** Made so far for this move. */
  iterations: number;
  /** How much of it is done, from 0 to 1. */
  share: number;
  /** What can be done, with what has been found out about it. */
  candidates: BotCandidate[];
}

/** An action, with what has been found out about it. */
export interface BotCandidate {
  playerID: PlayerID;
  action: BotAction;
  /** How often it has been tried. */
  visits: number;
  /** What it is worth to the player: 0 is lost, 0.5 a draw, 1 won. */
  value: number;
  /** Whether that is certain, if nobody errs. */
  proven: boolean;
}

/** What one thought is given besides the state. A bot that knows nothing of it leaves it out. */
export interface PlayOptions {
  /** Ends the thought: `play` rejects with the signal's reason. */
  signal?: AbortSignal;
  /** Is called about every 50 ms, and at the end. */
  onProgress?: (progress: BotProgress) => void;
}

/**
 * What bots have in common. Extend it with `play(state, playerID)`, which is handed what the player sees.
 *
 * @example
 * class FirstBot extends Bot {
 *   async play({ G, ctx }, playerID) {
 *     return { action: this.enumerate(G, ctx, playerID)[0] };
 *   }
 * }
 */
export declare abstract class Bot {
  constructor(options: BotOptions);
  abstract play(state: State, playerID: PlayerID, options?: PlayOptions): Promise<{ action: BotAction | null | undefined; metadata?: any }>;
  /** How many iterations the last thought has made, or this one so far. */
  iterationCounter: number;
  /** The state of the generator behind `random`, once it has drawn a number by the seed. */
  prngstate: { c: number; s0: number; s1: number; s2: number } | undefined;
  addOpt(opt: { key: string; range?: { min: number; max: number }; initial: any }): void;
  /** Throws if there is no such option. */
  getOpt(key: string): any;
  /** Changes nothing if there is no such option. */
  setOpt(key: string, value: any): void;
  opts(): Record<string, { range?: { min: number; max: number } | undefined; value: any }>;
  /** What the player can do, as actions; `undefined` in place of what is no move and no event. Throws if the game lists nothing, not even an empty list. */
  enumerate(G: any, ctx: Ctx, playerID: PlayerID): BotAction[];
  /** One of a list. */
  random<T>(list: readonly T[]): T;
  /** A whole number below `below`; without it, a number from 0 up to, but not including, 1. */
  random(below?: number): number;
}

/** Does anything that it can: `null` if nothing can be done, or not by this player. */
export declare class RandomBot extends Bot {
  play(state: { G: any; ctx: Ctx }, playerID: PlayerID): Promise<{ action: BotAction | null }>;
}

/** What a bot that searches is made with. */
export interface MCTSBotOptions extends BotOptions {
  game: Game<any, any, any>;
  /** How many iterations it makes for a move; 1000 if nothing else is said of how long it thinks. */
  iterations?: number | ((G: any, ctx: Ctx, playerID: PlayerID) => number);
  /** For how many milliseconds it thinks about a move at most. */
  thinkingTime?: number;
  difficulty?: Difficulty;
  /** For how many milliseconds at least others may use its thread between two slices of its work; 0 if left out. */
  rest?: number;
  /** After how many actions it stops looking ahead; 50 if left out. */
  playoutDepth?: number | ((G: any, ctx: Ctx, playerID: PlayerID) => number);
  /** The game's `ai.objectives` if left out, and so are the next two. */
  objectives?: (G: any, ctx: Ctx, playerID: PlayerID) => Record<string, { checker: (G: any, ctx: Ctx) => boolean; weight: number }>;
  determinize?: (view: any, ctx: Ctx, playerID: PlayerID, random: RandomAPI) => any;
  score?: (G: any, ctx: Ctx, playerID: PlayerID) => number;
  /** Is called now and then while it thinks. */
  iterationCallback?: (data: { iterationCounter: number; numIterations: number; metadata: BotNode }) => void;
}

/** A position that a bot has looked at, in the shape of boardgame.io's nodes. JSON leaves it out. */
export interface BotNode {
  /** Of the first node; the states of others are not kept. */
  readonly state: State | undefined;
  readonly parent: BotNode | undefined;
  /** What leads here. */
  readonly parentAction: BotAction | undefined;
  /** Made when they are read, until the bot thinks about another move. */
  readonly children: readonly BotNode[];
  readonly visits: number;
  /** The sum of what the player who has come here got: 1 for each win. */
  readonly value: number;
}

/**
 * Searches for its moves: Monte Carlo tree search, by boardgame.io's contract. What is hidden from it, the game's `ai.determinize` makes
 * up once for each move; without one, it takes what it sees for all there is.
 *
 * With a `seed` it makes the same moves in the same match, if iterations and no time say how long it thinks.
 */
export declare class MCTSBot extends Bot {
  constructor(options: MCTSBotOptions);
  iterations: MCTSBotOptions['iterations'];
  playoutDepth: MCTSBotOptions['playoutDepth'];
  objectives: MCTSBotOptions['objectives'];
  iterationCallback: MCTSBotOptions['iterationCallback'];
  /**
   * What it does; `null` if nothing can be done, or not by this player. The option `async`, which is on, has it leave the page time between slices of its work.
   * Rejects with `bot/failed` if what goes wrong in the game's code keeps it from finding anything, and with the signal's reason.
   */
  play(state: State, playerID?: PlayerID, options?: PlayOptions): Promise<{ action: BotAction | null; metadata: BotNode }>;
  /** What comes of a random match from this state: its `ctx.gameover`, or a `score` if an objective was reached. */
  playout(node: { state: State }): any;
  /** What its last thought has found out. */
  candidates(): BotCandidate[];
  /** What it does by its last thought and the `candidates()` of other bots that have thought about the same, a list for each. */
  choose(lists: readonly (readonly BotCandidate[])[]): { action: BotAction | null; metadata: BotNode };
  /** Gives back the memory of its search, for who makes many bots: without it, that is collected late. The bot can think again. */
  free(): void;
}

/**
 * For games that hide something: a `MCTSBot` that makes up what it does not see again for each iteration, by the game's `ai.determinize`
 * (SO-ISMCTS). It finds what is good whatever the others hold.
 */
export declare class ISMCTSBot extends MCTSBot {}

/**
 * Has a bot make one move at a client, for the player whose turn it is. The bot sees what that player sees. Resolves with the action, and
 * with nothing if the bot did nothing.
 */
export declare function Step(
  client: { store: { getState(): any; dispatch(action: any): any }; game?: object },
  bot: BotPlayer,
): Promise<(BotAction & { payload: { metadata: any } }) | undefined>;

/**
 * Plays a match on from a state, with one bot for all players or one for each: until it is over, a bot does nothing, or `depth` actions
 * have been tried (10,000 if left out). A bot sees what its player sees. Rejects with what a move throws.
 */
export declare function Simulate(options: {
  game: Game<any, any, any>;
  bots: BotPlayer | Record<PlayerID, BotPlayer>;
  state: State;
  depth?: number;
}): Promise<{ state: State; metadata: any }>;

/**
 * What may stand wherever a seat is given a bot: a class; a name among the game's `ai.bots`, of a difficulty, or `'random'`, `'mcts'` and
 * `'ismcts'` for the classes of 'rondel/ai'; or settings.
 */
export type BotSpec = BotClass | BotSettings | Difficulty | (string & {});

/** How hard bots think, and how often they do what they have found to be best. */
export type Difficulty = 'easy' | 'medium' | 'hard';

/** A bot, and how it thinks. */
export interface BotSettings {
  /** A class, or its name: one of the game's `ai.bots`, `'random'`, `'mcts'` or `'ismcts'`. `ISMCTSBot` if left out and the game has an `ai.determinize`, else `MCTSBot`. */
  bot?: BotClass | 'random' | 'mcts' | 'ismcts' | (string & {});
  difficulty?: Difficulty;
  /** How many iterations it makes for a move: in place of what the difficulty says. */
  iterations?: number | ((G: any, ctx: Ctx, playerID: PlayerID) => number);
  /** For how many milliseconds it thinks about a move at most. Without `iterations` and `difficulty`, it thinks for so long. */
  thinkingTime?: number;
  /** After how many actions it stops looking ahead; 50 if left out. */
  playoutDepth?: number | ((G: any, ctx: Ctx, playerID: PlayerID) => number);
  /** Two bots with the same seed and the same iterations make the same moves in the same match. The game's own if left out. */
  seed?: string | number;
  /**
   * Least time between a state and the bot's action, in milliseconds, so that people can follow. The search counts, and others' bots may
   * search meanwhile.
   *
   * @default 1000 in a page and at a server, 0 in `Local` in Node
   */
  minTime?: number;
  /** Starts a worker that thinks, in which `serveBots` has been called. */
  worker?: () => any;
  /** Among how many workers the thinking is split; 1 if left out. */
  workers?: number;
  /** Is called about every 50 ms while it thinks, and at the end. */
  onProgress?: (progress: BotProgress) => void;
}

/**
 * Has this worker think for the bots of these games, as the page asks that has started it: `worker` of `BotSettings`. To be called once, in a
 * worker of a page or of Node's `worker_threads`; elsewhere it throws `bot/worker`.
 *
 * @example
 * // bot-worker.js
 * serveBots(game);
 * // and in the page
 * const worker = () => new Worker(new URL('./bot-worker.js', import.meta.url), { type: 'module' });
 * Local({ bots: { 1: { difficulty: 'hard', worker } } });
 */
export declare function serveBots(games: Game<any, any, any> | ReadonlyArray<Game<any, any, any>>): void;

/** What plays: a bot of this package or of boardgame.io's, or anything else with its method. */
export interface BotPlayer {
  play(state: any, playerID: PlayerID): Promise<{ action: any; metadata?: any }>;
}

/** How `dealUnseen` finds the cards. */
export interface DealOptions {
  /** All cards that there are, each as often as there are of it. Cards are compared by what they say, field by field. */
  cards: readonly any[];
  /** The fields of `G` in which cards lie, as deep as it goes. */
  places: readonly string[];
  /** Whether a card is hidden here; `null` stands for one if left out. */
  isHole?: (value: any) => boolean;
  /** Whether a card may lie there, by what the player knows. `path` leads to the place: `['hands', '1', '3']`. */
  fits?: (card: any, path: readonly string[]) => boolean;
}

/**
 * A `G` as it may be, for `ai.determinize`: what a player sees, with a `null` in place of each card that is hidden from them, is filled up at
 * random with those cards that they see nowhere. Cards that are left over are out of the game. Throws `game/determinize` if
 * there are too few, none that `fits`, or what lies there is not among them.
 *
 * @example
 * ai: {
 *   determinize: (view, ctx, playerID, random) => dealUnseen(view, { cards: DECK, places: ['deck', 'hands', 'table'] }, random),
 * }
 */
export declare function dealUnseen<View extends object, G = View>(view: View, options: DealOptions, random: Pick<RandomAPI, 'Shuffle'>): G;
