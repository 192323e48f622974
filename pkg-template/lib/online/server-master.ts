import { printErrorOfOnError } from '../util/print-error.js';
import { Master as PageMaster } from './master.js';

/**
 * Runs matches: validates the clients' requests, stores the states, and sends the changes through a transport. It processes one action of a match
 * at a time, and stores a state before it sends it.
 *
 * The promises of a master never reject. With a synchronous storage and without `auth`, a method completes before it returns.
 */
export class Master extends PageMaster {
  /** @internal A server prints in production, too, that its `onError` has thrown. */
  override printError(thrown: unknown): void {
    printErrorOfOnError(thrown);
  }
}
