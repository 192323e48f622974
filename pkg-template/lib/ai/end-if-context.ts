import type { Tools } from '../engine/tools.js';
import type { Foreign } from '../util/foreign.js';

/** Fields of a `ctx`, by name. */
type Fields = Record<string, Foreign>;

/**
 * The context that `endIf` gets in a search. It records whether `endIf` reads anything but `G`: if not, the answer stays the same until `G`
 * changes. All members are own properties, so that it notices copies, too.
 */
export class EndIfContext {
  /** `true` if anything but `G` has been read since the last `about`. */
  readMoreThanG = false;
  #context: { G: Foreign, ctx: Fields | undefined };
  #ctx!: Fields;
  #isSynced = false;
  #sync: () => void;
  /** Copies of `ctx` with recording getters, by their list of fields. */
  #recordingCtxs = new Map<string, Fields>();

  /** @param sync completes the `ctx` of the engine */
  constructor({ events, random, log }: Tools, sync: () => void) {
    this.#sync = sync;
    this.#context = { G: undefined, ctx: undefined };
    const otherFields: Record<string, unknown> = { playerID: undefined, events, random, log };
    for (const key of Object.keys(otherFields)) this.#record(this.#context, key, () => otherFields[key]);
  }

  /** Replaces the `ctx`. */
  setCtx(ctx: Fields) {
    const keys = Object.keys(ctx);
    const fields = keys.join();
    let recordingCtx = this.#recordingCtxs.get(fields);
    if (!recordingCtx) {
      this.#recordingCtxs.set(fields, recordingCtx = {});
      for (const key of keys) this.#record(recordingCtx, key, () => this.#syncedCtx()[key]);
    }
    this.#ctx = ctx;
    this.#context.ctx = recordingCtx;
  }

  /** Returns the context of a question about this `G`. */
  forG(G: Foreign) {
    this.readMoreThanG = false;
    this.#isSynced = false;
    this.#context.G = G;
    return this.#context;
  }

  #syncedCtx() {
    if (!this.#isSynced) this.#sync();
    this.#isSynced = true;
    return this.#ctx;
  }

  #record(object: object, key: string, get: () => unknown) {
    const read = () => {
      this.readMoreThanG = true;
      return get();
    };
    Object.defineProperty(object, key, { enumerable: true, configurable: true, get: read });
  }
}
