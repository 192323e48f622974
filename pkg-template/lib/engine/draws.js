/** The secure numbers that one action draws, kept: those that are known first, and then those that the engine draws. */
export class Draws {
  /** @type {number[]} */
  numbers = [];
  #known;
  #exhausted;

  /**
   * @param {readonly number[]} [known]
   * @param {() => void} [exhausted] called before a number is drawn that is not known
   */
  constructor(known = [], exhausted = () => {}) {
    this.#known = known;
    this.#exhausted = exhausted;
  }

  /** The next number, if it is known. */
  next() {
    const { length } = this.numbers;
    if (length >= this.#known.length) return this.#exhausted();
    this.numbers.push(this.#known[length]);
    return this.#known[length];
  }

  note(number) {
    this.numbers.push(number);
  }
}
