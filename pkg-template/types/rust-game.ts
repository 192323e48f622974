import type { Game, Invalid, Prediction, RandomSource } from './game.js';

/** What TypeScript knows of a game written in Rust. */
export interface GameTypes {
  /** As players see it. */
  G: any;
  /** By name, with their arguments. */
  moves: Record<string, (...args: any[]) => void>;
  phase?: string;
  stage?: string;
  setupData?: any;
  /** What a match ends with: `ctx.gameover`. */
  outcome?: any;
  /** What refused moves say: `error.payload`. */
  payload?: any;
}

/**
 * A game written in Rust. A copy of it may have other settings of these: `{ ...game, seed: 'test' }`. What else a game says, it says in
 * Rust.
 */
export interface RustGame<T extends GameTypes = any> extends Declarations<T> {
  name: string;
  /** The version of its rules, by the game's code. */
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
  /** What bots are made with, as `ai` of other games, but for `enumerate`: what they could do, the game's code says. */
  ai?: any;
}

/** For the compiler alone: the object has no such fields. */
interface Declarations<T extends GameTypes> {
  readonly moves?: { [Name in keyof T['moves']]: (context: any, ...args: Parameters<T['moves'][Name]>) => void | Refusal<T> };
  readonly phases?: { [Name in T['phase'] & string]: {} };
  readonly turn?: { stages?: { [Name in T['stage'] & string]: {} } };
  readonly setup?: (context: any, setupData?: T['setupData']) => T['G'];
  readonly endIf?: () => T['outcome'];
}

type Refusal<T extends GameTypes> = Invalid<unknown extends T['payload'] ? any : T['payload']>;

/** What `npx rondel build-game` writes of a game beside its module. */
export interface GameDescription {
  /** The version of the boundary that the module was built for. */
  boundary: number;
  /** The game's place among those of its module. */
  game: number;
  name: string;
  /** In the order of the game's code; the names of their arguments. */
  moves: ReadonlyArray<{ readonly name: string; readonly args: readonly string[] }>;
  phases?: readonly string[];
  stages?: readonly string[];
  /** The events that players may not call. */
  disabledEvents?: readonly string[];
  version?: string | number;
  minPlayers?: number;
  maxPlayers?: number;
  disableUndo?: boolean;
  disableLog?: boolean;
  deltaState?: boolean;
  predict?: Prediction;
  /** Where its numbers come from: `secure_random` in its code. */
  random?: RandomSource;
  /** Whether players may see less than there is; left out: they may. */
  hides?: boolean;
  /** Whether the game says which moves could be made: `moves` in its code. */
  enumerates?: boolean;
  /** Whether it goes on from states of other versions: `migrate` in its code. */
  migrates?: boolean;
}
