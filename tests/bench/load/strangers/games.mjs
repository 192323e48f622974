// The games of scripts/load strangers. Who plays is in no turn's way: every seat may act at any time.
import { ActivePlayers } from 'rondel/core';
import * as rust from '../../../rust-game/duel.mjs';

/** What honest players play: a board of 64 cells, and a hand that is nobody else's. */
const board = {
  name: 'board',
  maxPlayers: 300,
  setup: ({ ctx }) => ({ cells: Array(64).fill(0), hands: Object.fromEntries(ctx.playOrder.map((id) => [id, [1, 2, 3]])) }),
  playerView: ({ G, playerID }) => ({ ...G, hands: { [playerID]: G.hands[playerID] } }),
  turn: { activePlayers: ActivePlayers.ALL },
  moves: {
    mark: ({ G }, cell) => { G.cells[cell % 64] += 1; },
  },
};

/** What a stranger makes a match of to make it costly: a big `G`, turns without an end, and arguments that nobody looks at. */
const grid = {
  name: 'grid',
  setup: () => ({ cells: Array.from({ length: 300 }, (_, id) => ({ id, owner: null, pieces: [] })) }),
  moves: {
    claim: ({ G, playerID }, cell) => { G.cells[cell % 300].owner = playerID; },
    ignore: ({ G }) => { G.cells[0].owner = null; },
  },
};

/** The attacks on a server whose games are in Rust: of one module, so that what fails in one match may cost all the others. */
export const IN_RUST = ['panics', 'overflows', 'hoards'];

/** The games of a server for this attack; honest players play the first. */
export const gamesFor = (attack) => (IN_RUST.includes(attack) ? [rust.board(), rust.faults()] : [board, grid]);
