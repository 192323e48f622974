export { Master } from './lib/online/server-master.js';

export type * from './types/inspect.js';
export type * from './types/master.js';
