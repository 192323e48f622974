/** What is left of the limit when the greediest have been cut: so that they are not looked for at each message. */
const LEFT = 0.75;

/**
 * What all connections of a server have been sent and have not read. Beyond the limit, those with the largest backlogs are cut.
 *
 * @typedef {object} Line
 * @property {() => number} backlog bytes that have been sent to it, and not read
 * @property {() => void} cut
 * @property {number} size the backlog when it was looked at last
 */
export class Unread {
  #limit;
  /** @type {Set<Line>} */
  #lines = new Set();
  #sum = 0;
  #isLooking = false;

  /** @param {() => number} limit in bytes */
  constructor(limit) {
    this.#limit = limit;
  }

  /**
   * A connection: `look` is called when something has been sent, `close` when it has ended.
   *
   * @param {{ backlog: () => number, cut: () => void }} connection
   */
  open({ backlog, cut }) {
    const line = { backlog, cut, size: 0 };
    this.#lines.add(line);
    return {
      look: () => {
        this.#look(line);
        if (this.#sum > this.#limit()) this.#relieve();
      },
      close: () => this.#forget(line),
    };
  }

  /** Most have read on since they were looked at. */
  #relieve() {
    // A client that is cut leaves a match, and others are notified of it.
    if (this.#isLooking) return;
    this.#isLooking = true;
    for (const line of this.#lines) this.#look(line);
    const limit = this.#limit();
    if (this.#sum > limit) this.#cutUntil(limit * LEFT);
    this.#isLooking = false;
  }

  #cutUntil(limit) {
    for (const line of [...this.#lines].sort((one, other) => other.size - one.size)) {
      if (this.#sum <= limit) return;
      this.#forget(line);
      line.cut();
    }
  }

  #look(line) {
    if (!this.#lines.has(line)) return;
    const size = line.backlog();
    this.#sum += size - line.size;
    line.size = size;
  }

  #forget(line) {
    if (this.#lines.delete(line)) this.#sum -= line.size;
  }
}
