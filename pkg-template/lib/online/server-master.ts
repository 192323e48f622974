import { printErrorOfOnError } from '../util/print-error.js';
import { Master as PageMaster } from './master.js';

/**
 * Runs matches: checks what clients ask for, keeps the states in a storage, and sends through a transport what has
 * happened. One action at a time for each match, whatever the storage does; what is sent has been stored.
 *
 * No promise of a master is ever rejected. With a synchronous storage, and without `auth`, all is done before the method returns.
 */
export class Master extends PageMaster {
  /** @internal A server prints in production, too, that its `onError` has thrown. */
  override printError(thrown: unknown): void {
    printErrorOfOnError(thrown);
  }
}
