/** Milliseconds that a turn of the event loop gives to what waits, about. */
const LONGEST_MS = 5;

/**
 * Shares the turns of the event loop among connections: each has one message handled in a turn, and the next when the others have
 * had theirs. However much has come by one socket, who else sends something is handled at once.
 */
export class Turns {
  /** By connection, what waits; nothing does of one that has had its turn. Whose turn is next comes first. @type {Map<object, (() => void)[]>} */
  #lines = new Map();
  /** @type {any} */
  #nextTurn = null;

  /**
   * Runs a job at once, or after those of the same connection that wait.
   *
   * @param {object} who
   * @param {() => void} job does not throw
   */
  run(who, job) {
    const waiting = this.#lines.get(who);
    if (waiting) return void waiting.push(job);
    this.#lines.set(who, []);
    this.#nextTurn ??= setImmediate(() => this.#goOn());
    job();
  }

  /** As `run`, but at once if nothing of this connection waits. */
  runLast(who, job) {
    const waiting = this.#lines.get(who);
    if (waiting && waiting.length > 0) waiting.push(job);
    else job();
  }

  /** Nothing that waits of this connection is run. */
  drop(who) {
    const waiting = this.#lines.get(who);
    if (waiting) waiting.length = 0;
  }

  #goOn() {
    this.#nextTurn = null;
    const end = performance.now() + LONGEST_MS;
    for (const [who, waiting] of [...this.#lines]) {
      this.#lines.delete(who);
      const job = waiting.shift();
      if (!job) continue;
      this.#lines.set(who, waiting);
      job();
      if (performance.now() > end) break;
    }
    if (this.#lines.size > 0) this.#nextTurn ??= setImmediate(() => this.#goOn());
  }
}
