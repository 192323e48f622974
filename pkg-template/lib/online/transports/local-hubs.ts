import type { Hub } from './hub.js';

/** Masters: by game, then by bots, then by storage. */
export type Hubs = WeakMap<object, WeakMap<object, Map<string, Hub>>>;

/** The masters of this page. In a file of its own, loaded once: there is one map. */
export const hubs: Hubs = new WeakMap();
/** In place of bots. */
export const NOBODY = {};
