import type { PlayerID, Plugin } from './types.js';

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

/** A plugin that keeps a state for each player, outside `G`. */
export declare function PluginPlayer<PlayerState = any>(options?: {
  /** A player's first state, `{}` if left out. */
  setup?: (playerID: PlayerID) => PlayerState;
  /** What a viewer sees of `players`. */
  playerView?: (players: Record<PlayerID, PlayerState>, playerID?: PlayerID | null) => any;
}): Plugin<PlayerAPI<PlayerState>, { players: Record<PlayerID, PlayerState> }, any, 'player'>;

export declare const PlayerPlugin: typeof PluginPlayer;
