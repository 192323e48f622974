import type { Game, State } from './types.js';

/** The state of a match at its beginning, in boardgame.io's shape. */
export function InitializeGame<G = any>(options: {
  game: Game<G, any, any>;
  numPlayers?: number;
  setupData?: any;
}): Omit<State<G>, 'deltalog'>;

/**
 * A pure function over states and actions in boardgame.io's shape. A refused action answers the state with
 * `transients.error`.
 */
export function CreateGameReducer<G = any>(options: {
  game: Game<G, any, any>;
  /** Whether moves are run ahead of a master: without hooks, events and random numbers. */
  isClient?: boolean;
}): (state: any, action: { type: string; [field: string]: any }) => any;

/** A game with what boardgame.io adds to one. */
export function ProcessGameConfig<T extends Game<any, any, any>>(game: T): T & {
  moveNames: string[];
  pluginNames: string[];
  flow: {
    moveNames: string[];
    eventNames: string[];
    enabledEventNames: string[];
    isPlayerActive(G: any, ctx: State['ctx'], playerID: string): boolean;
  };
};
