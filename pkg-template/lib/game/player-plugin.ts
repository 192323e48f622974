import { isDevelopment } from '../util/environment.js';
import { hasSameMembers } from '../util/objects.js';
import { IN_PLACE } from '../util/marks.js';
import type { PlayerID, Plugin } from '../../types/game.js';
import type { PlayerAPI } from '../../types/plugins.js';
import type { Foreign, ForeignFunction } from '../util/foreign.js';

/** What the plugin keeps. */
interface Data {
  players: Record<PlayerID, Foreign>;
}

/**
 * A plugin that keeps a state for each player, outside `G`. Moves and hooks receive it as `player`:
 * `player.get()` and `player.set(value)` for the current player, `player.opponent` likewise in a game of two.
 */
export function PluginPlayer<PlayerState = any>(options?: {
  /** A player's first state, `{}` if left out. */
  setup?: (playerID: PlayerID) => PlayerState;
  /** What a viewer sees of `players`. */
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
      // A copy, so that an action that fails leaves no trace in `data`, nor in what undo goes back to.
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
      // Development reports a view that is missing; otherwise moves and boards still find a list of players.
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
