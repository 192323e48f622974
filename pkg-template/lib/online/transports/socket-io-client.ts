// The part of socket.io's client that Rondel uses, in its own file: bundlers omit the rest. It is imported when a transport is made: a page
// without a bundler whose import map lacks socket.io would not load at all, even if it uses nothing of it from `rondel/multiplayer`.
export { io } from 'socket.io-client';
