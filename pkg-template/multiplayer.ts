export { Broadcast, hostBroadcast } from './lib/online/transports/broadcast.js';
export { Local } from './lib/online/transports/local.js';
export { broadcastMatches, localMatches } from './lib/online/transports/page-matches.js';
export { SocketIO } from './lib/online/transports/socket-io.js';
export { WebSocketTransport } from './lib/online/transports/web-socket.js';

export type { Transport } from './lib/online/transports/transport.js';
export type { Multiplayer } from './types/client.js';
export type * from './types/inspect.js';
export type * from './types/multiplayer.js';
