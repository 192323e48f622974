export { Debug } from './lib/debug/debug.js';
export { connectReduxDevTools } from './lib/debug/redux-devtools.js';

export type * from './types/debug.js';
