import { Master as PageMaster } from './lib/online/master.js';
import { complain } from './lib/util/complain.js';

/** A master as servers have it: whatever is thrown is printed so that it forges no line of a log. */
export class Master extends PageMaster {
  complain = complain;
}
