import type { AiEnumerate, Ctx, Game, PlayerID, RandomAPI, State } from './game.js';
import type { BotClass } from './multiplayer.js';

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
  /** Returns `true` if a card is hidden here. A game whose places are `null` while they are empty needs it. @default value === null */
  isHole?: (value: any) => boolean;
  /** Whether a card may lie there, by what the player knows. `path` leads to the place: `['hands', '1', '3']`. */
  fits?: (card: any, path: readonly string[]) => boolean;
}
