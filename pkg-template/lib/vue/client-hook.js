import { getCurrentScope, hasInjectionContext, onScopeDispose, toRaw, toValue, watch } from 'vue';
import { moveSeat, seatOf } from '../client/board.js';
import { Client } from '../client/client.js';
import { retain } from '../client/follow.js';
import { isDevelopment } from '../util/environment.js';
import { print } from '../util/print.js';
import { isOnServer } from './server.js';
import { useIsShown } from './shown.js';

const ENDS_NEVER = 'nothing ends this client';
const FOLLOWS_NOTHING = 'without a page, this client is not started and follows nothing';

/**
 * A client of the component's own: it runs from now on, and is disposed of with the component, or with the effect scope.
 *
 * @param {any} options those of `useClient` in vue.d.ts
 */
export function useClient(options) {
  const given = rawOptions(toValue(options));
  const client = Client(given);
  if (isOnServer()) {
    if (!getCurrentScope() && !hasInjectionContext()) warn(given, FOLLOWS_NOTHING);
    return client;
  }
  watch(() => seatOf(toValue(options)), (now, before) => moveSeat(client, before, now));
  watch(useIsShown(), (isShown, _before, onCleanup) => { if (isShown) onCleanup(retain(client)); }, { immediate: true, flush: 'sync' });
  if (getCurrentScope()) {
    onScopeDispose(() => {
      // Not at once: other parts of the component may end later.
      queueMicrotask(() => client.dispose());
    });
  } else {
    warn(given, ENDS_NEVER);
  }
  return client;
}

function warn({ debug }, message) {
  if (isDevelopment() && debug !== false) print('warn', `rondel: useClient: ${message}; call useClient in a component before the first await, or in an effectScope`);
}

/**
 * Options as the page has them: in a ref or in `reactive()` they are proxies, and the proxy of a game is another game.
 *
 * @returns {any}
 */
export function rawOptions(options) {
  return Object.fromEntries(Object.entries(options ?? {}).map(([name, value]) => [name, toRaw(value)]));
}
