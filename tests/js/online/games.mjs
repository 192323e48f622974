// Short games for the tests of online play.
import { invalid } from 'rondel/core';

/** A purse whose limit only the master knows, and the result of `take` beyond it. */
export function purse(refuse = (most) => invalid({ most })) {
  return {
    setup: () => ({ taken: 0, secret: { limit: 5 } }),
    playerView: ({ G: { secret: _, ...G } }) => G,
    moves: {
      take: ({ G }, n) => {
        if (G.secret && G.taken + n > G.secret.limit) return refuse(G.secret.limit);
        G.taken += n;
      },
    },
  };
}

/** Each player counts separately, all at once. */
export function counters(game = {}) {
  return {
    setup: ({ ctx }) => ({ counts: Object.fromEntries(ctx.playOrder.map((id) => [id, 0])) }),
    turn: { activePlayers: { all: null } },
    moves: { add: ({ G, playerID }, n = 1) => { G.counts[playerID] += n; } },
    ...game,
  };
}

/** One mark a turn. */
export function marks(game = {}) {
  return {
    setup: () => ({ marks: [] }),
    turn: { maxMoves: 1 },
    moves: { mark: ({ G, playerID }, what = playerID) => { G.marks.push(what); } },
    ...game,
  };
}

/** Hands that only their owners see. */
export function hands() {
  return {
    setup: () => ({ hands: { 0: ['ace'], 1: ['king'] } }),
    playerView: ({ G, playerID }) => ({ hands: { [playerID]: G.hands[playerID] } }),
    turn: { activePlayers: { all: null } },
    moves: { put: ({ G, playerID }, card) => { G.hands[playerID].push(card); } },
  };
}
