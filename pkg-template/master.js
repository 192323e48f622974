export { Master } from './lib/online/master.js';
