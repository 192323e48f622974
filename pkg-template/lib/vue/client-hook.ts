import { getCurrentScope, hasInjectionContext, onScopeDispose, toRaw, toValue, watch } from 'vue';
import { moveSeat, seatOf } from '../client/board.js';
import { Client } from '../client/client.js';
import { retain } from '../client/follow.js';
import { isDevelopment } from '../util/environment.js';
import { printOfClient } from '../util/print.js';
import { isOnServer, useIsShown } from './component-context.js';
import type { MaybeRefOrGetter } from 'vue';
import type { Falsy, Multiplayer, Opts } from '../../types/client.js';
import type { UnnamedAPIs } from '../../types/game.js';
import type { Declared } from '../../types/inferred.js';
import type { Client as RawClient } from '../client/client.js';
import type { Foreign } from '../util/foreign.js';

const ENDS_NEVER = 'this client would never end';
const FOLLOWS_NOTHING = 'without a page, this client is not started and follows nothing';

/**
 * Returns a client that belongs to the component. It starts at once, and is disposed of with the component or effect scope of the call. If
 * the options are a ref or a getter, the client follows `matchID`, `playerID` and `credentials`; all other options apply when it is
 * created.
 *
 * @example
 * const client = useClient(() => ({ game, multiplayer, playerID: props.playerID }));
 */
export function useClient<G, P extends object = UnnamedAPIs, T extends object = object, M extends Multiplayer | Falsy = undefined>(
  options: MaybeRefOrGetter<Opts<G, P, T, M>>,
): RawClient<Declared<G, P, T>, M>;
export function useClient(options: Foreign): RawClient<Foreign, Foreign> {
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
      // Delayed: other parts of the component may end later.
      queueMicrotask(() => client.dispose());
    });
  } else {
    warn(given, ENDS_NEVER);
  }
  return client;
}

function warn(options: Parameters<typeof printOfClient>[0], message: string) {
  if (isDevelopment()) printOfClient(options, 'warn', `useClient: ${message}; call useClient in a component before the first await, or in an effectScope`);
}

/** Returns the options without Vue's proxies: the proxy of a game would be another game. */
export function rawOptions(options: Foreign): Foreign {
  return Object.fromEntries(Object.entries(options ?? {}).map(([name, value]) => [name, toRaw(value)]));
}
