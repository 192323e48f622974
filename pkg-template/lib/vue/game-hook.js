import { computed, shallowRef, toRaw, toValue, watch } from 'vue';
import { follow, reuseIfSame } from '../client/follow.js';
import { isOnServer } from './server.js';

/**
 * The state of a client, or what `selector` picks from it, as a read-only, shallow ref. Starts the client and
 * stops it with the component, or with the effect scope it is called in. The client may also be a ref or a
 * getter and then be exchanged; the selector may use other refs and props.
 *
 * @example
 * const cells = useGame(client, (state) => state.G.cells);
 */
export function useGame(client, selector = (state) => state) {
  const state = useStateOf(client);
  let last;
  return computed(() => (last = reuseIfSame(last, selector(state.value))));
}

/** The state of a client, or of a store of the same shape, each time that it tells of one. */
export function useStateOf(client) {
  const state = shallowRef();
  const isStarted = !isOnServer();
  watch(
    // Raw: a client inside `reactive()` is a proxy there, and no two proxies are the same client.
    () => toRaw(toValue(client)),
    (current, _previous, onCleanup) => {
      const { read, subscribe } = follow(current);
      if (isStarted) onCleanup(subscribe(() => (state.value = read())));
      state.value = read();
    },
    // At once, so that the first render has a state.
    { immediate: true, flush: 'sync' },
  );
  return state;
}
