export { Debug } from './lib/debug/debug.js';

export type * from './types/debug.js';
