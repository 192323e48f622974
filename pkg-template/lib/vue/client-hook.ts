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

const ENDS_NEVER = 'nothing ends this client';
const FOLLOWS_NOTHING = 'without a page, this client is not started and follows nothing';

/**
 * A client of the component's own. It runs from now on, and is disposed of with the component, or with the effect scope
 * that this is called in. The options may be a ref or a getter: then `matchID`, `playerID` and `credentials` follow it;
 * all others count when the client is made.
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
      // Not at once: other parts of the component may end later.
      queueMicrotask(() => client.dispose());
    });
  } else {
    warn(given, ENDS_NEVER);
  }
  return client;
}

function warn(options: { debug?: unknown }, message: string) {
  if (isDevelopment()) printOfClient(options, 'warn', `useClient: ${message}; call useClient in a component before the first await, or in an effectScope`);
}

/** Options as the page has them: in a ref or in `reactive()` they are proxies, and the proxy of a game is another game. */
export function rawOptions(options: Foreign): Foreign {
  return Object.fromEntries(Object.entries(options ?? {}).map(([name, value]) => [name, toRaw(value)]));
}
