/** Counts messages by what they weigh: one each, and one for each kilobyte. */
export class Meter {
  #rate;
  #burst;
  #left;
  #at = performance.now();

  /** @param {{ rate: number, burst: number }} limits a second, and at once */
  constructor({ rate, burst }) {
    this.#rate = rate;
    this.#burst = burst;
    this.#left = burst;
  }

  /** Counts a message of so many bytes, and returns whether it is still within the rate. */
  take(bytes) {
    return this.charge(1 + bytes / 1024);
  }

  /** As `take`, of what costs as much as so many messages. */
  charge(messages) {
    this.#gain();
    this.#left -= messages;
    return this.#left >= 0;
  }

  /** Counts a message if it is within the rate, and returns whether it is: what is refused costs nothing. */
  admit() {
    this.#gain();
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }

  /** Milliseconds until nothing is owed. */
  wait() {
    this.#gain();
    return this.#left >= 0 ? 0 : (-this.#left / this.#rate) * 1000;
  }

  #gain() {
    const now = performance.now();
    if (now > this.#at) this.#left = Math.min(this.#burst, this.#left + ((now - this.#at) / 1000) * this.#rate);
    this.#at = now;
  }
}
