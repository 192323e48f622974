// What a server's worker threads have the games from: a package of `build-game` as it is, and a game of another.
export { default as ticTacToe } from '../../../examples/rust/tic-tac-toe/pkg/index.js';
export { default as magpies } from '../../../examples/rust/magpies/pkg/index.js';
