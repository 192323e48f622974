import { InMemory as InMemoryOfPages } from '../../online/storage/storage.js';
import { randomID } from '../../util/random-id.js';
import { Leases } from './leases.js';
import { logSince } from './log-since.js';
import { PagedMatches } from './pages.js';

/** Keeps matches as long as the process lives. It can do what servers need besides, which pages do not load. */
export class InMemory extends InMemoryOfPages {
  #leases = new Leases();
  #id = randomID();
  metadata = new PagedMatches();

  fetchLogSince(matchID, stateID) {
    return logSince(this.log.get(matchID), stateID);
  }

  listPage(options) {
    return this.metadata.page(options);
  }

  listIdle(options) {
    return this.metadata.idle(options);
  }

  fetchStorageID() {
    return this.#id;
  }

  renewLease(nodeID, milliseconds) {
    return this.#leases.renew(nodeID, milliseconds);
  }

  fetchLeases() {
    return this.#leases.alive();
  }

  endLease(nodeID) {
    this.#leases.end(nodeID);
  }
}
