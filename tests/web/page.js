// What the tests in Rust import: scripts/build-web-tests makes one file of it and of all that it needs.
export * from './games.js';
export { boundary } from './host.js';
export { Match } from './match.js';
