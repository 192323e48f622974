import type { Tools } from '../engine/tools.js';
import type { Foreign } from '../util/foreign.js';

/** A `ctx` by the names of its fields. */
type Fields = Record<string, Foreign>;

/**
 * What an `endIf` gets in a search. It notes whether anything is read but `G`: if not, the same question has the same answer until
 * `G` changes. All members are its own properties, so that a copy of them is seen, too.
 */
export class AskedContext {
  /** Whether anything but `G` has been read since the last `about`. */
  hasReadMore = false;
  #context: { G: Foreign, ctx: Fields | undefined };
  #ctx!: Fields;
  #isShown = false;
  #sync: () => void;
  /** A `ctx` that notes that it is read, by the fields that it has. */
  #watched = new Map<string, Fields>();

  /** @param sync has the `ctx` show what it does not yet */
  constructor({ events, random, log }: Tools, sync: () => void) {
    this.#sync = sync;
    this.#context = { G: undefined, ctx: undefined };
    const more: Record<string, unknown> = { playerID: undefined, events, random, log };
    for (const key of Object.keys(more)) this.#watch(this.#context, key, () => more[key]);
  }

  /** The `ctx` is another object from now on. */
  show(ctx: Fields) {
    const keys = Object.keys(ctx);
    const fields = keys.join();
    let watched = this.#watched.get(fields);
    if (!watched) {
      this.#watched.set(fields, watched = {});
      for (const key of keys) this.#watch(watched, key, () => this.#shown()[key]);
    }
    this.#ctx = ctx;
    this.#context.ctx = watched;
  }

  /** The context of a question about this `G`. */
  about(G: Foreign) {
    this.hasReadMore = false;
    this.#isShown = false;
    this.#context.G = G;
    return this.#context;
  }

  #shown() {
    if (!this.#isShown) this.#sync();
    this.#isShown = true;
    return this.#ctx;
  }

  #watch(object: object, key: string, get: () => unknown) {
    const read = () => {
      this.hasReadMore = true;
      return get();
    };
    Object.defineProperty(object, key, { enumerable: true, configurable: true, get: read });
  }
}
