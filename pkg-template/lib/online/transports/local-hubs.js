/** The masters of this page: by game, then by bots, then by storage. In a file of its own, loaded once: there is one map. */
export const hubs = new WeakMap();
/** In place of bots. */
export const NOBODY = {};
