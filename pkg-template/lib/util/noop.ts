/**
 * Does nothing. One for all: V8 puts a function that is written where it is assigned to a property among what is old, and there
 * it holds all that it can see until a major collection.
 */
export function noop() {}
