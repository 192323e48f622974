import { hasSameMembers } from './lib/util/equal.js';
import { isDevelopment } from './lib/util/environment.js';
import { IN_PLACE } from './lib/util/marks.js';

/**
 * A plugin that keeps a state for each player, outside `G`. Moves and hooks receive it as `player`:
 * `player.get()` and `player.set(value)` for the current player, `player.opponent` likewise in a game of two.
 *
 * @type {typeof import('./plugins.js').PluginPlayer}
 */
export function PluginPlayer({ setup = () => ({}), playerView } = {}) {
  return {
    name: 'player',

    setup: ({ ctx }) => {
      const players = {};
      for (let seat = 0; seat < ctx.numPlayers; seat++) {
        players[seat] = setup(String(seat));
      }
      return { players };
    },

    /** @param {any} context */
    api: ({ ctx, data, [IN_PLACE]: inPlace }) => {
      // A copy, so that an action that fails leaves no trace in `data`, nor in what undo goes back to.
      const state = inPlace ? data.players : { ...data.players };
      /** @type {import('./plugins.js').PlayerAPI} */
      const api = { state, ...accessors(state, ctx.currentPlayer) };
      if (ctx.numPlayers === 2) {
        api.opponent = accessors(state, ctx.currentPlayer === '0' ? '1' : '0');
      }
      return api;
    },

    /** @param {any} context */
    flush: ({ api, data, [IN_PLACE]: inPlace }) => (!inPlace && hasSameMembers(api.state, data.players) ? data : { players: api.state }),

    playerView: ({ data, playerID }) => {
      if (!playerView) return data;
      const players = playerView(data.players, playerID);
      // Development reports a view that is missing; otherwise moves and boards still find a list of players.
      return players === undefined && isDevelopment() ? undefined : { players };
    },
  };
}

export { PluginPlayer as PlayerPlugin };

function accessors(state, playerID) {
  return {
    get: () => state[playerID],
    set: (value) => (state[playerID] = value),
  };
}
