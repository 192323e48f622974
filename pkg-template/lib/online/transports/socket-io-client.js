// What Rondel uses of socket.io's client, in a file of its own: bundlers leave out the rest.
export { io } from 'socket.io-client';
