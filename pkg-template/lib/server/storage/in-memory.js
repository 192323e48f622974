import { InMemory as InMemoryOfPages } from '../../online/storage/storage.js';
import { randomID } from '../../util/random-id.js';
import { Leases } from './leases.js';
import { logSince } from './log-since.js';
import { PagedMatches } from './pages.js';

/** @typedef {import('../../../storages.d.ts').InMemory} Declared */

/** Keeps matches as long as the process lives. It can do what servers need besides, which pages do not load. */
export class InMemory extends InMemoryOfPages {
  #leases = new Leases();
  #id = randomID();
  metadata = new PagedMatches();

  /** @type {Declared['fetchLogSince']} */
  fetchLogSince(matchID, stateID) {
    return logSince(this.log.get(matchID), stateID);
  }

  /** @type {Declared['listPage']} */
  listPage(options) {
    return this.metadata.page(options);
  }

  /** @type {Declared['listIdle']} */
  listIdle(options) {
    return this.metadata.idle(options);
  }

  /** @type {Declared['fetchStorageID']} */
  fetchStorageID() {
    return this.#id;
  }

  /** @type {Declared['renewLease']} */
  renewLease(nodeID, milliseconds) {
    return this.#leases.renew(nodeID, milliseconds);
  }

  /** @type {Declared['fetchLeases']} */
  fetchLeases() {
    return this.#leases.alive();
  }

  /** @type {Declared['endLease']} */
  endLease(nodeID) {
    this.#leases.end(nodeID);
  }
}
