export { Broadcast, hostBroadcast } from './lib/broadcast.js';
export { Local } from './lib/local.js';
