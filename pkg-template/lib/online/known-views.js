import { hasMembers } from '../util/objects.js';
import { diff } from './protocol/patch.js';

/** The views of the last states of matches: the same objects again, and the patches between them. */
export class KnownViews {
  #make;
  /**
   * The views of each state: `first`, a view that leads to the next viewer's, since there are few, and `before`,
   * the key of the state before it. Masters and storages make copies of a state; they share its history, and
   * no other state has it.
   */
  #known = new WeakMap();
  #ctxPatch;

  /** @param {(state: any, viewer: string | null) => any} make a view of a state */
  constructor(make) {
    this.#make = make;
  }

  /** The same object at each call. `before` is the state that this one follows, if that is known. */
  of(state, viewer, before) {
    return this.#entry(state, viewer, before).view;
  }

  patch(before, after, viewer) {
    const from = this.of(before, viewer);
    const entry = this.#entry(after, viewer, before);
    if (entry.from !== from) {
      entry.from = from;
      entry.patch = this.#diff(from, entry.view);
    }
    return entry.patch;
  }

  #diff(from, to) {
    // `ctx` is the same for all viewers.
    if (this.#ctxPatch?.from !== from.ctx || this.#ctxPatch.to !== to.ctx) {
      this.#ctxPatch = { from: from.ctx, to: to.ctx, operations: diff(from.ctx, to.ctx, '/ctx') };
    }
    const operations = diff(from.G, to.G, '/G');
    for (const operation of this.#ctxPatch.operations) operations.push(operation);
    diff(from.plugins, to.plugins, '/plugins', operations);
    return diff(from._stateID, to._stateID, '/_stateID', operations);
  }

  #entry(state, viewer, before) {
    const { G, ctx, plugins, _stateID } = state;
    const known = this.#known.get(keyOf(state)) ?? this.#begin(keyOf(state), before);
    let entry = known.first;
    while (entry && entry.viewer !== viewer) entry = entry.next;
    if (entry?.G !== G || entry.ctx !== ctx || entry.plugins !== plugins || entry.view._stateID !== _stateID) {
      const view = this.#make(state, viewer);
      if (entry) return Object.assign(entry, { G, ctx, plugins, view, from: undefined });
      entry = { viewer, G, ctx, plugins, view, from: undefined, patch: undefined, next: known.first };
      known.first = entry;
    }
    return entry;
  }

  /**
   * Two states of a match are enough. Without this, the views of those before would stay until a major collection:
   * a minor one takes what is in an old WeakMap for alive.
   */
  #begin(key, before) {
    const known = { first: undefined, before: undefined };
    if (!hasMembers(key)) return known;
    const last = before && keyOf(before);
    if (last && last !== key) {
      known.before = last;
      this.#known.delete(this.#known.get(last)?.before);
    }
    this.#known.set(key, known);
    return known;
  }
}

/** An object that no other state has: boardgame.io's have whole entries. */
function keyOf({ _history, _undo }) {
  return _history ?? _undo;
}
