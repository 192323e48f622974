import type { ComputedRef, MaybeRefOrGetter } from 'vue';
import type { Followable } from './types.js';

/**
 * The state of a client, or what `selector` picks from it, as a read-only, shallow ref. Starts the client and
 * stops it with the component, or with the effect scope it is called in. The client may also be a ref or a
 * getter and then be exchanged; the selector may use other refs and props.
 *
 * @example
 * const cells = useGame(client, (state) => state.G.cells);
 */
export declare function useGame<S>(client: MaybeRefOrGetter<Followable<S>>): ComputedRef<S>;
export declare function useGame<S, R>(
  client: MaybeRefOrGetter<Followable<S>>,
  selector: (state: S) => R,
): ComputedRef<R>;
