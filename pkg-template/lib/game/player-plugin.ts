import { isDevelopment } from '../util/environment.js';
import { hasSameMembers } from '../util/objects.js';
import { IN_PLACE } from '../util/marks.js';
import type { PlayerID, Plugin } from '../../types/game.js';
import type { PlayerAPI } from '../../types/plugins.js';
import type { Foreign, ForeignFunction } from '../util/foreign.js';

/** The plugin's data. */
interface Data {
  players: Record<PlayerID, Foreign>;
}

/**
 * A plugin with a state for each player, outside of `G`. Moves and hooks receive it as `player`: `player.get()` and `player.set(value)` for
 * the current player, and `player.opponent` in games for two.
 */
export function PluginPlayer<PlayerState = any>(options?: {
  /** Returns a player's first state. Default: `{}`. */
  setup?: (playerID: PlayerID) => PlayerState;
  /** Returns what a viewer may see of `players`. */
  playerView?: (players: Record<PlayerID, PlayerState>, playerID?: PlayerID | null) => any;
}): Plugin<PlayerAPI<PlayerState>, { players: Record<PlayerID, PlayerState> }, any, 'player'>;
export function PluginPlayer({ setup = () => ({}), playerView }: { setup?: ForeignFunction; playerView?: ForeignFunction } = {}): Plugin<PlayerAPI, Data, any, 'player'> {
  return {
    name: 'player',

    setup: ({ ctx }) => {
      const players: Data['players'] = {};
      for (let seat = 0; seat < ctx.numPlayers; seat++) {
        players[seat] = setup(String(seat));
      }
      return { players };
    },

    api: ({ ctx, data, [IN_PLACE]: inPlace }: Foreign) => {
      // A copy: a failed action leaves no trace in `data` or in the undo history.
      const state = inPlace ? data.players : { ...data.players };
      const api: PlayerAPI = { state, ...accessors(state, ctx.currentPlayer) };
      if (ctx.numPlayers === 2) {
        api.opponent = accessors(state, ctx.currentPlayer === '0' ? '1' : '0');
      }
      return api;
    },

    flush: ({ api, data, [IN_PLACE]: inPlace }: Foreign) => (!inPlace && hasSameMembers(api.state, data.players) ? data : { players: api.state }),

    playerView: ({ data, playerID }) => {
      if (!playerView) return data;
      const players = playerView(data.players, playerID);
      // Development reports a missing view. In production, moves and boards still get a `players` object.
      return players === undefined && isDevelopment() ? undefined : { players };
    },
  };
}

function accessors(state: Data['players'], playerID: PlayerID) {
  return {
    get: () => state[playerID],
    set: (value: Foreign) => (state[playerID] = value),
  };
}
