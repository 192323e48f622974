export { Origins } from './lib/server/origins.js';
