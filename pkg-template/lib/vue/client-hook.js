import { getCurrentScope, onScopeDispose, toValue, watch } from 'vue';
import { moveSeat } from '../client/board.js';
import { Client } from '../client/client.js';
import { retain } from '../client/follow.js';
import { matchOf } from '../client/players.js';
import { isOnServer } from './server.js';

/**
 * A client of the component's own: it runs from now on, and is disposed of with the component, or with the effect scope.
 *
 * @param {any} options those of `useClient` in vue.d.ts
 */
export function useClient(options) {
  const client = Client(toValue(options));
  watch(() => seatIn(toValue(options)), (now, before) => moveSeat(client, before, now));
  if (isOnServer()) return client;
  const release = retain(client);
  if (getCurrentScope()) {
    onScopeDispose(() => {
      release();
      // Not at once: other parts of the component may end later.
      queueMicrotask(() => client.dispose());
    });
  }
  return client;
}

/** @returns {import('../client/board.js').Seat} */
function seatIn({ matchID, playerID, credentials }) {
  return { matchID: matchOf(matchID), playerID, credentials };
}
