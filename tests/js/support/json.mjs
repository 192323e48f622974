/** A deep copy with JSON semantics: the result of storing a value as text and reading it again. */
export const throughJSON = (value) => JSON.parse(JSON.stringify(value));
