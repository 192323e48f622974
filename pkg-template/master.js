import { Master as PageMaster } from './lib/online/master.js';
import { complainOfOnError } from './lib/util/complain.js';

/** A master as servers have it: it says in production as well that its `onError` has thrown. */
export class Master extends PageMaster {
  complain = complainOfOnError;
}
