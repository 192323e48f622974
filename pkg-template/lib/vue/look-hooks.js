import { computed, shallowRef } from 'vue';
import { followLook, makeHooks } from '../client/looks.js';
import { useFollowed } from './game-hook.js';

export const { useChat, useLegalMoves, useMatchData, usePending, useRefusal } = /* @__PURE__ */ makeHooks(useLook);

function useLook(client, look) {
  const value = shallowRef();
  useFollowed(client, (current) => {
    const { read, subscribe } = followLook(current, look);
    return { subscribe, show: () => { value.value = read(); } };
  });
  return computed(() => value.value);
}
