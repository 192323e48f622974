import type { Game, Invalid, Prediction, RandomSource } from './game.js';

/** Types of a game written in Rust. */
export interface GameTypes {
  /** `G` as players see it. */
  G: any;
  /** Moves by name, with their arguments. */
  moves: Record<string, (...args: any[]) => void>;
  phase?: string;
  stage?: string;
  setupData?: any;
  /** Outcome of a match: `ctx.gameover`. */
  outcome?: any;
  /** Payload of refused moves: `error.payload`. */
  payload?: any;
}

/** A game written in Rust. A copy of it may have other settings: `{ ...game, seed: 'test' }`. The rest of the definition is in Rust. */
export interface RustGame<T extends GameTypes = any> extends Declarations<T> {
  name: string;
  /** Version of the rules, from the game's code. */
  readonly version?: string | number;
  readonly disableUndo?: boolean;
  readonly disableLog?: boolean;
  minPlayers?: number;
  maxPlayers?: number;
  deltaState?: boolean;
  predict?: Prediction;
  refuseOtherVersions?: boolean;
  seed?: string | number;
  random?: RandomSource;
  validateChatMessage?: Game['validateChatMessage'];
  /** Functions and settings for bots, as `ai` of other games, but without `enumerate`: the game's code lists the possible moves. */
  ai?: any;
}

/** Fields for type inference only. The object does not have them. */
interface Declarations<T extends GameTypes> {
  readonly moves?: { [Name in keyof T['moves']]: (context: any, ...args: Parameters<T['moves'][Name]>) => void | Refusal<T> };
  readonly phases?: { [Name in T['phase'] & string]: {} };
  readonly turn?: { stages?: { [Name in T['stage'] & string]: {} } };
  readonly setup?: (context: any, setupData?: T['setupData']) => T['G'];
  readonly endIf?: () => T['outcome'];
}

type Refusal<T extends GameTypes> = Invalid<unknown extends T['payload'] ? any : T['payload']>;

/** Description of a game, which `npx rondel build-game` writes next to its module. */
export interface GameDescription {
  /** Version of the boundary that the module was built for. */
  boundary: number;
  /** Index of the game among those of its module. */
  game: number;
  name: string;
  /** Moves in the order of the game's code, with the names of their arguments. */
  moves: ReadonlyArray<{ readonly name: string; readonly args: readonly string[] }>;
  phases?: readonly string[];
  stages?: readonly string[];
  /** Events that players cannot call. */
  disabledEvents?: readonly string[];
  version?: string | number;
  minPlayers?: number;
  maxPlayers?: number;
  disableUndo?: boolean;
  disableLog?: boolean;
  deltaState?: boolean;
  predict?: Prediction;
  /** Source of random numbers: `secure_random` in the game's code. */
  random?: RandomSource;
  /** `true` if a turn or a stage has a time. @default false */
  timed?: boolean;
  /** `true` if the game hides parts of the state from players. @default true */
  hides?: boolean;
  /** `true` if the game lists its possible moves: `moves` in its code. */
  enumerates?: boolean;
  /** `true` if the game converts states of other versions: `migrate` in its code. */
  migrates?: boolean;
}
