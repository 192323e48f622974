// A game for bots at servers, and a match of it.
import assert from 'node:assert/strict';
import { LobbyClient } from 'rondel/client';
import { serve } from './serve.mjs';
import { CLIENTS, sit } from './support.mjs';

/** Players say ten numbers, and each player has a secret. */
export function race(game = {}) {
  return {
    name: 'race',
    setup: () => ({ said: [], minds: { 0: 'zero', 1: 'one' } }),
    playerView: ({ G, playerID }) => ({ ...G, minds: { [playerID]: G.minds[playerID] } }),
    moves: { say: ({ G, playerID }, n) => (n > 2 ? 'INVALID_MOVE' : void G.said.push(`${playerID}: ${n}`)) },
    turn: { minMoves: 1, maxMoves: 1 },
    endIf: ({ G }) => (G.said.length >= 10 ? { draw: true } : undefined),
    ai: { enumerate: () => [{ move: 'say', args: [1] }], bots: { teller: tellerOf([]) } },
    ...game,
  };
}

/** A bot that says 2, and records what it can see. */
export function tellerOf(asked) {
  return class Teller {
    async play(state, playerID) {
      asked.push({ state, playerID });
      return say(2, playerID);
    }
  };
}

/** Returns the result of a bot that says `n`. */
export function say(n, playerID) {
  return { action: { type: 'MAKE_MOVE', payload: { type: 'say', args: [n], playerID } } };
}

/** A server with a match that was created with the fields of `body`. */
export async function table(t, { game = race(), bots = { 1: 'teller' }, options = {}, ...body } = {}) {
  const served = await serve(t, { games: [game], ...options });
  const { status, body: { matchID } } = await served.post(`/games/${game.name}/create`, { numPlayers: 2, bots, ...body });
  assert.equal(status, 200);
  const lobby = new LobbyClient({ server: served.url });
  return {
    ...served,
    lobby,
    matchID,
    async join(playerID) {
      const { playerCredentials: credentials } = await lobby.joinMatch(game.name, matchID, { playerID, playerName: `player ${playerID}` });
      return { playerID, credentials };
    },
    enter: (seat = {}) => sit(t, CLIENTS["Rondel's client by a WebSocket"], served.url, { game, matchID, ...seat }),
  };
}

export const said = (client) => client.getState()?.G.said;
