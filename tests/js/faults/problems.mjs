// What thousands of attempts have come to.

/** What was wrong, by kind, with an example of each. */
export class Problems {
  #kinds = new Map();

  get areMany() {
    // Where the module has trapped, nothing that follows says anything.
    return this.#kinds.size > 5;
  }

  note(problem, what) {
    if (problem === undefined) return;
    const known = this.#kinds.get(problem);
    this.#kinds.set(problem, { count: (known?.count ?? 0) + 1, what: known?.what ?? what });
  }

  assertNone() {
    if (this.#kinds.size === 0) return;
    throw new Error([...this.#kinds].map(([problem, { count, what }]) => `${count} times ${problem} [${what}]`).join('; '));
  }
}
