import { getCurrentScope, onScopeDispose, toRaw, toValue, watch } from 'vue';
import { moveSeat, seatOf } from '../client/board.js';
import { Client } from '../client/client.js';
import { retain } from '../client/follow.js';
import { isDevelopment } from '../util/environment.js';
import { say } from '../util/report.js';
import { isOnServer } from './server.js';

/**
 * A client of the component's own: it runs from now on, and is disposed of with the component, or with the effect scope.
 *
 * @param {any} options those of `useClient` in vue.d.ts
 */
export function useClient(options) {
  const given = rawOptions(toValue(options));
  const client = Client(given);
  if (isOnServer()) return client;
  watch(() => seatOf(toValue(options)), (now, before) => moveSeat(client, before, now));
  const release = retain(client);
  if (getCurrentScope()) {
    onScopeDispose(() => {
      release();
      // Not at once: other parts of the component may end later.
      queueMicrotask(() => client.dispose());
    });
  } else if (isDevelopment() && given.debug !== false) {
    say('warn', 'rondel: useClient: nothing ends this client; call useClient in a component before the first await, or in an effectScope');
  }
  return client;
}

/**
 * Options as the page has them: in a ref or in `reactive()` they are proxies, and the proxy of a game is another game.
 *
 * @returns {any}
 */
export function rawOptions(options) {
  return Object.fromEntries(Object.entries(options ?? {}).map(([name, value]) => [name, toRaw(value)]));
}
