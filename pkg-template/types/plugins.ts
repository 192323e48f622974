import type { PlayerID } from './game.js';

/** The api that `PluginPlayer` gives moves and hooks as `player`. */
export interface PlayerAPI<PlayerState = any> {
  /** The state of every player. */
  state: Record<PlayerID, PlayerState>;
  /** The current player's state. */
  get(): PlayerState;
  set(value: PlayerState): PlayerState;
  /** In a game of two, the other player's. */
  opponent?: {
    get(): PlayerState;
    set(value: PlayerState): PlayerState;
  };
}

/** For `Game<G, PlayerPlugin<PlayerState>>`. */
export interface PlayerPlugin<PlayerState = any> {
  player: PlayerAPI<PlayerState>;
}
