// A game for tests of bots.

/** A race to ten: the player who says the last number wins. Each player has a secret. */
export function race(game = {}) {
  return {
    setup: () => ({ said: [], minds: { 0: 'zero', 1: 'one' } }),
    playerView: ({ G, playerID }) => ({ ...G, minds: { [playerID]: G.minds[playerID] } }),
    moves: { say: ({ G, playerID }, n) => (n > 2 ? 'INVALID_MOVE' : void G.said.push(playerID)) },
    turn: { minMoves: 1, maxMoves: 1 },
    endIf: ({ G }) => (G.said.length >= 10 ? { winner: G.said.at(-1) } : undefined),
    ai: { enumerate: () => [{ move: 'say', args: [1] }, { move: 'say', args: [2] }] },
    ...game,
  };
}

/** The action of a bot that says a number. */
export const say = (playerID, ...args) => ({ action: { type: 'MAKE_MOVE', payload: { type: 'say', args, playerID } } });
