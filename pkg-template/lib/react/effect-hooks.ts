import { useMemo, useRef } from 'react';
import { effectQueueOf, isEmitting } from '../client/effect-queue.js';
import { useGivenOrBoardClient } from './client-context.js';
import { useSyncExternalStore } from './external-store.js';
import { listening } from './game-hook.js';
import { useLayout } from './layout-effect.js';
import type { EffectListener, EffectQueueOptions } from '../../types/effects.js';
import type { DataOfEffect, EffectNames } from '../../types/inferred.js';
import type { Client } from '../client/client.js';
import type { Emitting } from '../client/effect-queue.js';
import type { Foreign } from '../util/foreign.js';

/** Values of `useEffectQueue`. */
export interface EffectQueue<S> {
  /** State that the component shows: the client's, or an earlier one while the effects of an action have not ended. */
  state: S;
  /** `true` while effects have not ended. */
  playing: boolean;
  /** Ends the waiting: shows the newest state. The remaining effects take no time. */
  skip: () => void;
}

/**
 * Calls the newest `fn` with each effect of this name, or of all by `'*'`, as `client.onEffect` does, but after the component has rendered the state
 * of the action. In a board of `Client` the first argument may be omitted.
 *
 * @example
 * useEffectListener(client, 'explode', ({ cell }, { duration }) => { … });
 */
export function useEffectListener<T extends object, Name extends EffectNames<T> | '*'>(client: Client<T, any>, name: Name, fn: EffectListener<string, DataOfEffect<T, Name>>): void;
export function useEffectListener(name: string, fn: EffectListener): void;
export function useEffectListener(...given: Foreign[]): void {
  const [own, name, fn]: Foreign[] = given.length > 2 ? given : [undefined, ...given];
  const client = useGivenOrBoardClient('useEffectListener', own);
  const newest = useRef(fn);
  useLayout(() => { newest.current = fn; });
  useLayout(() => effectQueueOf(client).listen(name, (data, info) => newest.current(data, info)), [client, name]);
}

/**
 * Returns the client's state for a component whose effects take time: the next state waits until the effects of the action before it have ended. While
 * the component is mounted, the listeners of `useEffectListener` receive each effect at its moment. In a board of `Client` the first argument may be
 * omitted.
 *
 * @example
 * const { state, playing, skip } = useEffectQueue(client);
 */
export function useEffectQueue<S>(client: Emitting<S>, options?: EffectQueueOptions): EffectQueue<S>;
export function useEffectQueue(options?: EffectQueueOptions): EffectQueue<any>;
export function useEffectQueue(given?: Foreign, more: EffectQueueOptions = {}): EffectQueue<Foreign> {
  const isGiven = isEmitting(given);
  const client = useGivenOrBoardClient('useEffectQueue', isGiven ? given : undefined);
  const { limit, reducedMotion }: EffectQueueOptions = (isGiven ? more : given) ?? {};
  const queue = effectQueueOf(client);
  const { read, readFirst, listen } = useMemo(() => listening({
    read: () => queue.read(),
    readFirst: () => queue.readFirst(),
    subscribe: (fn: () => void) => queue.pace({ limit, reducedMotion }, fn),
  }), [queue, limit, reducedMotion]);
  const { state, playing } = useSyncExternalStore(listen, read, readFirst);
  return { state, playing, skip: queue.skip };
}
