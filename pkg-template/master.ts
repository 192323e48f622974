export { Master } from './lib/online/server-master.js';

export type * from './types/master.js';
