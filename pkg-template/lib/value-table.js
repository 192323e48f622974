/** The values that every table has from the beginning, in the order of their numbers: see src/js/values.rs. */
const CONSTANTS = [undefined, null, true];

/** Values that WebAssembly knows by number, and lists that are handed over to it. */
export class ValueTable {
  /** Handed over: read by place, front to back, before anything else is. */
  list = [];
  #values = [...CONSTANTS];
  #free = [];

  /** Keeps a value and answers its number. */
  keep(value) {
    // What most arguments and payloads are.
    if (value === undefined) return 0;
    const id = this.#free.length > 0 ? this.#free.pop() : this.#values.length;
    this.#values[id] = value;
    return id;
  }

  kept(id) {
    return this.#values[id];
  }

  /** The value that is handed over, which is kept no longer. */
  take(id) {
    const value = this.#values[id];
    this.release(id);
    return value;
  }

  release(id) {
    if (id < CONSTANTS.length || id >= this.#values.length) return;
    this.#values[id] = undefined;
    this.#free.push(id);
  }

  /** What was begun comes to nothing: something was thrown. */
  abandon() {
    this.list = [];
  }

  numberAt(index) {
    return Number(this.list[index]);
  }

  valueAt(index) {
    return this.keep(this.list[index]);
  }
}
