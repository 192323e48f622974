import { computed, shallowRef } from 'vue';
import { followSelector, makeHooks } from '../client/selectors.js';
import { useFollowed } from './game-hook.js';

/**
 * @typedef {import('../client/selectors.js').Accepted} Accepted
 * @typedef {import('../client/selectors.js').Selected} Selected
 */

export const { useChat, useLegalMoves, useMatchData, usePending, useRefusal } =
  /** @type {{ [Hook in keyof Selected]: (client: import('vue').MaybeRefOrGetter<Accepted[Hook]>) => import('vue').ComputedRef<Selected[Hook]> }} */ (/* @__PURE__ */ makeHooks(useSelector));

function useSelector(client, selector) {
  const value = shallowRef();
  useFollowed(client, (current) => {
    const { read, subscribe } = followSelector(current, selector);
    return { subscribe, show: () => { value.value = read(); } };
  });
  return computed(() => value.value);
}
