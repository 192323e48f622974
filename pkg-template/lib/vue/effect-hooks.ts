import { computed, shallowRef, toRaw, toValue } from 'vue';
import { effectQueueOf, isEmitting } from '../client/effect-queue.js';
import { boardClient } from './component-context.js';
import { useFollowed } from './game-hook.js';
import type { ComputedRef, MaybeRefOrGetter } from 'vue';
import type { EffectListener, EffectQueueOptions } from '../../types/effects.js';
import type { DataOfEffect, EffectNames } from '../../types/inferred.js';
import type { Client } from '../client/client.js';
import type { Emitting } from '../client/effect-queue.js';
import type { Foreign } from '../util/foreign.js';

/** Values of `useEffectQueue`. */
export interface EffectQueue<S> {
  /** State that the component shows: the client's, or an earlier one while the effects of an action have not ended. */
  state: ComputedRef<S>;
  /** `true` while effects have not ended. */
  playing: ComputedRef<boolean>;
  /** Ends the waiting: shows the newest state. The remaining effects take no time. */
  skip: () => void;
}

/**
 * Calls `fn` with each effect of this name, or of all by `'*'`, as `client.onEffect` does, but after the component has rendered the state of the
 * action. In a board of `Client` the first argument may be omitted.
 *
 * @example
 * useEffectListener(client, 'explode', ({ cell }, { duration }) => { … });
 */
export function useEffectListener<T extends object, Name extends EffectNames<T> | '*'>(client: MaybeRefOrGetter<Client<T, any>>, name: Name, fn: EffectListener<string, DataOfEffect<T, Name>>): void;
export function useEffectListener(name: string, fn: EffectListener): void;
export function useEffectListener(...given: Foreign[]): void {
  const [client, name, fn]: Foreign[] = given.length > 2 ? given : [boardClient('useEffectListener'), ...given];
  useFollowed(client, (current) => ({ subscribe: () => effectQueueOf(current).listen(name, fn), show() {} }));
}

/**
 * Returns the client's state for a component whose effects take time, as a read-only, shallow ref: the next state waits until the effects of the
 * action before it have ended. While the component is mounted, the listeners of `useEffectListener` receive each effect at its moment. In a board of
 * `Client` the first argument may be omitted. The options may be a ref or a getter.
 *
 * @example
 * const { state, playing, skip } = useEffectQueue(client);
 */
export function useEffectQueue<S>(client: MaybeRefOrGetter<Emitting<S>>, options?: MaybeRefOrGetter<EffectQueueOptions>): EffectQueue<S>;
export function useEffectQueue(options?: MaybeRefOrGetter<EffectQueueOptions>): EffectQueue<any>;
export function useEffectQueue(given?: Foreign, more?: Foreign): EffectQueue<Foreign> {
  const [client, options] = isEmitting(toValue(given)) ? [given, more] : [boardClient('useEffectQueue'), given];
  const shown = shallowRef<Foreign>();
  const paced = computed(() => ({ client: toRaw(toValue(client)), options: { ...toValue(options) } }));
  useFollowed(paced, (current) => {
    const queue = effectQueueOf(current.client);
    return {
      subscribe: (fn) => queue.pace(current.options, fn),
      show: (isHydrating) => { shown.value = isHydrating ? queue.readFirst() : queue.read(); },
    };
  });
  return {
    state: computed(() => shown.value.state),
    playing: computed(() => shown.value.playing),
    skip: () => effectQueueOf(paced.value.client).skip(),
  };
}
