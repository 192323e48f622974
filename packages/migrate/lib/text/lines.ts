// Lines of a text, by offsets.

/** Maps offsets in a text to lines. */
export class Lines {
  readonly #starts: number[] = [0];

  constructor(text: string) {
    for (const { index } of text.matchAll(/\n/g)) this.#starts.push(index + 1);
  }

  /** Returns the line that contains the offset. The first line is 1. */
  at(offset: number): number {
    let low = 0;
    let high = this.#starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  }
}
