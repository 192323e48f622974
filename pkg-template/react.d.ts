import type { Followable } from './types.js';

/**
 * The state of a client, or what `selector` picks from it; the component renders again only when that changes.
 * Starts the client while a component using it is mounted and stops it afterwards. A selector may be written
 * inline, may use props, and may return a new array or object each time.
 *
 * @example
 * const cells = useGame(client, (state) => state.G.cells);
 */
export declare function useGame<S>(client: Followable<S>): S;
export declare function useGame<S, R>(client: Followable<S>, selector: (state: S) => R): R;
