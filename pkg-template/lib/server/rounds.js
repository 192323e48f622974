/** Characters or bytes that go out in one turn of the event loop, about, and how many each message counts besides. */
const PIECE = 1_000_000;
const EACH = 1000;
/** So many rounds wait. Beyond that, the caller waits while they are run, as everything else does. */
const MOST_WAITING = 100;

/**
 * What goes to many, one after the other: in pieces, between which whatever else there is to do has its turn. What fits in a piece
 * is done at once.
 */
export class Rounds {
  /** In their order. @type {{ name: string | undefined, steps: Iterator<number>, hasBegun: boolean }[]} */
  #waiting = [];
  #left = PIECE;
  #isUnderWay = false;
  /** @type {any} */
  #nextTurn = null;

  /**
   * Of rounds with the same name, only the newest waits to begin.
   *
   * @param {Iterator<number>} steps each sends a message, and returns how long it is
   * @param {string} [name]
   */
  run(steps, name) {
    const same = name !== undefined && this.#waiting.find((round) => round.name === name && !round.hasBegun);
    if (same) same.steps = steps;
    else this.#waiting.push({ name, steps, hasBegun: false });
    // A client that is cut by what it is sent leaves the match, and others are notified of it.
    if (!this.#isUnderWay) this.#goOn();
  }

  /** Goes through what waits at once. */
  end() {
    this.#left = Infinity;
    this.#goOn();
  }

  #goOn() {
    this.#isUnderWay = true;
    while (this.#waiting.length > 0 && (this.#left > 0 || this.#waiting.length > MOST_WAITING)) {
      const [round] = this.#waiting;
      round.hasBegun = true;
      const { done, value } = round.steps.next();
      if (done) this.#waiting.shift();
      else this.#left -= EACH + value;
    }
    this.#isUnderWay = false;
    if (this.#left < PIECE) this.#nextTurn ??= setImmediate(() => this.#begin());
  }

  #begin() {
    this.#nextTurn = null;
    this.#left = PIECE;
    this.#goOn();
  }
}
