/** How deep values may be that come from strangers, from storages and as arguments of events: nobody plays with more. */
export const DEEPEST_VALUE = 64;
