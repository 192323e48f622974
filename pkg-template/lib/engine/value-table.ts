import { VALUE_UNDEFINED, VALUES } from './codes.js';
import type { Foreign } from '../util/foreign.js';

/** Values that WebAssembly knows by number, and lists that are handed over to it. */
export class ValueTable {
  /** Handed over: read by place, front to back, before anything else is. */
  list: Foreign[] = [];
  deferred = new DeferredReleases();
  /** The last exception after which the module continues. */
  caught: { error: unknown } | null = null;
  #values: Foreign[] = [...VALUES];
  #free: number[] = [];

  /** Keeps a value and returns its number. */
  keep(value: unknown): number {
    // Most arguments and payloads are undefined.
    if (value === undefined) return VALUE_UNDEFINED;
    if (this.deferred.ids.length > 0) this.deferred.giveTo(this);
    const id = this.#free.length > 0 ? this.#free.pop()! : this.#values.length;
    this.#values[id] = value;
    return id;
  }

  kept(id: number): Foreign {
    return this.#values[id];
  }

  /** Returns a value, which is kept no longer. */
  take(id: number): Foreign {
    const value = this.#values[id];
    this.release(id);
    return value;
  }

  /** Keeps another value under a number that is kept. */
  keepAt(id: number, value: unknown) {
    this.#values[id] = value;
  }

  release(id: number) {
    if (id < VALUES.length || id >= this.#values.length) return;
    this.#values[id] = undefined;
    this.#free.push(id);
  }

  /** Drops what was begun, because something was thrown. */
  abandon() {
    this.list = [];
  }

  numberAt(index: number) {
    return Number(this.list[index]);
  }

  numbersAt(index: number, numbers: number[] | Float64Array) {
    for (let i = 0; i < numbers.length; i += 1) numbers[i] = this.list[index + i];
  }

  valueAt(index: number) {
    return this.keep(this.list[index]);
  }
}

/**
 * The host, in place of a table, while a collected object is freed: the values of that are for the table to release. It refers
 * to the table weakly, because that may be collected as well, and leads to its client.
 */
class DeferredReleases {
  /** The values that the table has yet to release. */
  ids: number[] = [];
  #table: WeakRef<ValueTable> | undefined;

  release(id: number) {
    if (this.#table === undefined) this.ids.push(id);
    else this.#table.deref()?.release(id);
  }

  giveTo(table: ValueTable) {
    for (const id of this.ids.splice(0)) table.release(id);
    // Not earlier: what a WeakRef is made for stays until the end of the job, and so would all clients made in a loop.
    this.#table ??= new WeakRef(table);
  }
}
