// What Rondel uses of socket.io's client, in a file of its own: bundlers leave out the rest. It is imported when a transport is made: a page
// without a bundler whose import map lacks socket.io would not load at all, even if it uses nothing of it from `rondel/multiplayer`.
export { io } from 'socket.io-client';
