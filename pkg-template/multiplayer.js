export { Broadcast, hostBroadcast } from './lib/online/transports/broadcast.js';
export { Local } from './lib/online/transports/local.js';
