import type { PlayerID } from './game.js';

/** API of `PluginPlayer`, which moves and hooks receive as `player`. */
export interface PlayerAPI<PlayerState = any> {
  /** States of all players. */
  state: Record<PlayerID, PlayerState>;
  /** Returns the current player's state. */
  get(): PlayerState;
  /** Replaces the current player's state, and returns it. */
  set(value: PlayerState): PlayerState;
  /** The other player's state. Absent in a match of more than two players. */
  opponent?: {
    get(): PlayerState;
    set(value: PlayerState): PlayerState;
  };
}

/** APIs of a game with `PluginPlayer`: `Game<G, PlayerPlugin<PlayerState>>`. */
export interface PlayerPlugin<PlayerState = any> {
  player: PlayerAPI<PlayerState>;
}
