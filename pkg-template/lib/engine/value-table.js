import { VALUE_UNDEFINED, VALUES } from './codes.js';

/** Values that WebAssembly knows by number, and lists that are handed over to it. */
export class ValueTable {
  /** Handed over: read by place, front to back, before anything else is. */
  /** @type {any[]} */
  list = [];
  left = new Left();
  /**
   * What was thrown last, if the module goes on all the same.
   *
   * @type {{ error: unknown } | null}
   */
  caught = null;
  /** @type {any[]} */
  #values = [...VALUES];
  #free = [];

  /** Keeps a value and answers its number. */
  keep(value) {
    // What most arguments and payloads are.
    if (value === undefined) return VALUE_UNDEFINED;
    if (this.left.ids.length > 0) this.left.giveTo(this);
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

  /** Keeps another value under a number that is kept. */
  keepAt(id, value) {
    this.#values[id] = value;
  }

  release(id) {
    if (id < VALUES.length || id >= this.#values.length) return;
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

  numbersAt(index, numbers) {
    for (let i = 0; i < numbers.length; i += 1) numbers[i] = this.list[index + i];
  }

  valueAt(index) {
    return this.keep(this.list[index]);
  }
}

/**
 * In charge in place of a table while something is freed that was collected: what it had is the table's to release, which
 * may be gone as well, and leads to its client: nobody else may hold it.
 */
class Left {
  /** What the table has yet to release. */
  ids = [];
  #table;

  release(id) {
    if (this.#table === undefined) this.ids.push(id);
    else this.#table.deref()?.release(id);
  }

  giveTo(table) {
    for (const id of this.ids.splice(0)) table.release(id);
    // Not earlier: what a WeakRef is made for stays until the end of the job, and so would all clients made in a loop.
    this.#table ??= new WeakRef(table);
  }
}
