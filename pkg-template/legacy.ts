export type * from './types/legacy.js';
export type * as default from './types/legacy.js';
