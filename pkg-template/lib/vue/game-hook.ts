import { computed, getCurrentInstance, onMounted, shallowRef, toRaw, toValue, watch } from 'vue';
import { follow, reuseIfSame } from '../client/follow.js';
import { isOnServer, useIsShown } from './component-context.js';
import type { ComputedRef, MaybeRefOrGetter } from 'vue';
import type { Followable } from '../../types/game.js';
import type { Foreign } from '../util/foreign.js';

/** Subscribes to a client, and shows it. */
interface Followed {
  subscribe: (fn: () => void) => () => void;
  show: (isHydrating: boolean) => void;
}

/**
 * Returns the state of a client, or what `selector` selects from it and from `client.connection`, as a read-only, shallow ref. Starts the
 * client, and stops it with the component or effect scope of the call. The client may be a ref or a getter and change. The selector may use
 * other refs and props.
 *
 * @example
 * const cells = useGame(client, (state) => state.G.cells);
 * const status = useGame(client, (_, connection) => connection.status);
 */
export function useGame<S>(client: MaybeRefOrGetter<Followable<S>>): ComputedRef<S>;
export function useGame<S, R, C = undefined>(
  client: MaybeRefOrGetter<Followable<S, C>>,
  selector: (state: S, connection: C) => R,
): ComputedRef<R>;
export function useGame(client: Foreign, selector?: (state: Foreign, connection: Foreign) => Foreign): ComputedRef<Foreign> {
  const { state, connection } = useStateOf(client);
  let last: Foreign;
  const pick = selector ?? ((current: Foreign) => current);
  const picked = computed(() => (last = reuseIfSame(last, pick(state.value, connection.value))));
  return selector ? picked : readWith(picked, connection);
}

/**
 * Makes readers of `shown` depend on `other` as well. A computed ref does not notify while its value stays the same, but a page may read
 * `client.connection` while the state is null.
 */
function readWith(shown: Foreign, other: unknown) {
  const itself = Object.getPrototypeOf(shown);
  return Object.defineProperty(shown, 'value', {
    get() {
      toValue(other);
      return Reflect.get(itself, 'value', shown);
    },
    set: (value) => Reflect.set(itself, 'value', value, shown),
  });
}

/** Returns refs of the state of a client, or of a store with its interface, and of its connection. */
export function useStateOf(client: Foreign) {
  const state = shallowRef<Foreign>();
  const connection = shallowRef<Foreign>();
  useFollowed(client, (current) => {
    const { read, readFirst, readConnection, readFirstConnection, subscribe } = follow(current);
    return {
      subscribe,
      show(isHydrating) {
        state.value = isHydrating ? readFirst() : read();
        connection.value = isHydrating ? readFirstConnection() : readConnection();
      },
    };
  });
  return { state, connection };
}

/**
 * Follows a client, or its replacement, as long as the component lives and is shown.
 *
 * @param client a client, a ref or a getter
 * @param follows subscribes to a client and shows it, first as the server has rendered it
 */
export function useFollowed(client: Foreign, follows: (current: Foreign) => Followed) {
  const isStarted = !isOnServer();
  const isShown = useIsShown();
  let isHydrating = isInServersHtml();
  let showNow = () => {};
  watch(
    // Raw: a client inside `reactive()` is a proxy, and proxies cannot be compared.
    [() => toRaw(toValue(client)), isShown],
    ([current, isSeen], _previous, onCleanup) => {
      if (!isSeen) return;
      const { subscribe, show } = follows(current);
      showNow = () => show(isHydrating);
      if (isStarted) onCleanup(subscribe(showNow));
      showNow();
    },
    // At once, so that the first render has a state.
    { immediate: true, flush: 'sync' },
  );
  if (isHydrating) {
    onMounted(() => {
      isHydrating = false;
      showNow();
    });
  }
}

/** Returns `true` if the component in setup hydrates existing elements. */
function isInServersHtml() {
  return Boolean(getCurrentInstance()?.vnode.el);
}
