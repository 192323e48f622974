/** A deep copy with JSON semantics: what storing a value as text and reading it again makes of it. */
export const throughJSON = (value) => JSON.parse(JSON.stringify(value));
