import { hasSameMembers } from './lib/util/equal.js';

/**
 * A plugin that keeps a state for each player, outside `G`. Moves and hooks receive it as `player`:
 * `player.get()` and `player.set(value)` for the current player, `player.opponent` likewise in a game of two.
 *
 * @param {object} [options]
 * @param {(playerID: string) => any} [options.setup] a player's first state, `{}` if left out
 * @param {(players: object, playerID?: string | null) => any} [options.playerView] what a viewer sees of `players`
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

    api: ({ ctx, data }) => {
      // A copy, so that an action that comes to nothing leaves no trace in `data`.
      const state = { ...data.players };
      /** @type {{ state: object, get: () => any, set: (value: any) => void, opponent?: object }} */
      const api = { state, ...accessors(state, ctx.currentPlayer) };
      if (ctx.numPlayers === 2) {
        api.opponent = accessors(state, ctx.currentPlayer === '0' ? '1' : '0');
      }
      return api;
    },

    flush: ({ api, data }) => (hasSameMembers(api.state, data.players) ? data : { players: api.state }),

    playerView: ({ data, playerID }) => (
      playerView ? { players: playerView(data.players, playerID) } : data
    ),
  };
}

export { PluginPlayer as PlayerPlugin };

function accessors(state, playerID) {
  return {
    get: () => state[playerID],
    set: (value) => (state[playerID] = value),
  };
}
