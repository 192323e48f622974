import { computed, getCurrentInstance, onMounted, shallowRef, toRaw, toValue, watch } from 'vue';
import { follow, reuseIfSame } from '../client/follow.js';
import { isOnServer, useIsShown } from './component-context.js';
import type { ComputedRef, MaybeRefOrGetter } from 'vue';
import type { Followable } from '../../types/game.js';
import type { Foreign } from '../util/foreign.js';

/** How a client is subscribed to, and shown. */
interface Followed {
  subscribe: (fn: () => void) => () => void;
  show: (isHydrating: boolean) => void;
}

/**
 * The state of a client, or what `selector` picks from it and from `client.connection`, as a read-only, shallow ref. Starts the client and
 * stops it with the component, or with the effect scope it is called in. The client may also be a ref or a
 * getter and then be exchanged; the selector may use other refs and props.
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
 * `shown`, so that its readers are notified of `other` as well: a computed ref notifies nobody as long as its value stays the same, and a page
 * reads `client.connection` beside a state that is null throughout.
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

/** The state of a client, or of a store of the same shape, each time that it notifies of one, and how the client is connected. */
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
 * Follows a client, or another one in its place, as long as the component lives and shows.
 *
 * @param client itself, a ref or a getter
 * @param follows how a client is subscribed to, and shown: first as the server has rendered it
 */
export function useFollowed(client: Foreign, follows: (current: Foreign) => Followed) {
  const isStarted = !isOnServer();
  const isShown = useIsShown();
  let isHydrating = isInServersHtml();
  let showNow = () => {};
  watch(
    // Raw: a client inside `reactive()` is a proxy there, and no two proxies are the same client.
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

/** Whether the component that is being set up finds its elements on the page. */
function isInServersHtml() {
  return Boolean(getCurrentInstance()?.vnode.el);
}
