// The games of a server's worker threads: a package of `build-game` unchanged, and a game of another.
export { default as ticTacToe } from '../../../examples/rust/tic-tac-toe/pkg/index.js';
export { default as magpies } from '../../../examples/rust/magpies/pkg/index.js';
