/**
 * Does nothing. V8 allocates a function literal in a property assignment in the old generation, where its scope lives until a major
 * collection. This shared function avoids that.
 */
export function noop() {}
