// The outcome of thousands of attempts.

/** Problems by kind, with an example of each. */
export class Problems {
  #kinds = new Map();

  get areMany() {
    // After a trap of the module nothing that follows is meaningful.
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
