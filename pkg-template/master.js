export { Master } from './lib/master.js';
