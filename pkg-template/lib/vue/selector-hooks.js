import { computed, shallowRef } from 'vue';
import { followLook, makeHooks } from '../client/selectors.js';
import { useFollowed } from './game-hook.js';

/**
 * @typedef {import('../client/selectors.js').Client} Client
 * @typedef {import('../client/selectors.js').Looked} Looked
 */

export const { useChat, useLegalMoves, useMatchData, usePending, useRefusal } =
  /** @type {{ [Hook in keyof Looked]: (client: import('vue').MaybeRefOrGetter<Client>) => import('vue').ComputedRef<Looked[Hook]> }} */ (/* @__PURE__ */ makeHooks(useLook));

function useLook(client, look) {
  const value = shallowRef();
  useFollowed(client, (current) => {
    const { read, subscribe } = followLook(current, look);
    return { subscribe, show: () => { value.value = read(); } };
  });
  return computed(() => value.value);
}
