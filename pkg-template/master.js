import { Master as PageMaster } from './lib/online/master.js';
import { printErrorOfOnError } from './lib/util/print-error.js';

/** A master for servers: it prints in production as well that its `onError` has thrown. */
export class Master extends PageMaster {
  printError = printErrorOfOnError;
}
