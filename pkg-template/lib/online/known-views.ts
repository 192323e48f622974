import { hasMembers } from '../util/objects.js';
import { diff } from './protocol/patch.js';
import type { Operation } from '../../types/master.js';
import type { State } from '../../types/game.js';
import type { StoredState } from './stored-states.js';
import type { MakeView, View, Viewer } from './view.js';

/** One viewer's view of a state. It is made again if the parts of the state are no longer those that it was made of. */
interface Entry extends Pick<State, 'G' | 'ctx' | 'plugins'> {
  viewer: Viewer;
  view: View;
  /** The view before it, from which `patch` leads to it. */
  from: View | undefined;
  patch: Operation[] | undefined;
  /** That of the next viewer: there are few. */
  next: Entry | undefined;
}

/** The views of one state. */
interface Known {
  first: Entry | undefined;
  /** The key of the state before it. */
  before: object | undefined;
}

/** The views of the last states of matches: the same objects again, and the patches between them. */
export class KnownViews {
  #make: MakeView;
  /** The views of each state. Masters and storages make copies of a state; they share its history, and no other state has it. */
  #known: WeakMap<object, Known> = new WeakMap();
  /** The patch between the last two values of `ctx`. */
  #ctxPatch: { from: State['ctx'], to: State['ctx'], operations: Operation[] } | undefined;

  constructor(make: MakeView) {
    this.#make = make;
  }

  /** The same object at each call. `before` is the state that this one follows, if that is known. */
  of(state: StoredState, viewer: Viewer, before?: StoredState): View {
    return this.#entry(state, viewer, before).view;
  }

  patch(before: StoredState, after: StoredState, viewer: Viewer): Operation[] {
    const from = this.of(before, viewer);
    const entry = this.#entry(after, viewer, before);
    if (entry.from !== from) {
      entry.from = from;
      entry.patch = this.#diff(from, entry.view);
    }
    return entry.patch!;
  }

  #diff(from: View, to: View) {
    // `ctx` is the same for all viewers.
    if (this.#ctxPatch?.from !== from.ctx || this.#ctxPatch.to !== to.ctx) {
      this.#ctxPatch = { from: from.ctx, to: to.ctx, operations: diff(from.ctx, to.ctx, '/ctx') };
    }
    const operations = diff(from.G, to.G, '/G');
    for (const operation of this.#ctxPatch.operations) operations.push(operation);
    diff(from.plugins, to.plugins, '/plugins', operations);
    return diff(from._stateID, to._stateID, '/_stateID', operations);
  }

  #entry(state: StoredState, viewer: Viewer, before: StoredState | undefined): Entry {
    const { G, ctx, plugins, _stateID } = state;
    const known = this.#known.get(keyOf(state)) ?? this.#begin(keyOf(state), before);
    let entry = known.first;
    while (entry && entry.viewer !== viewer) entry = entry.next;
    if (entry?.G !== G || entry!.ctx !== ctx || entry!.plugins !== plugins || entry!.view._stateID !== _stateID) {
      const view = this.#make(state, viewer);
      if (entry) return Object.assign(entry, { G, ctx, plugins, view, from: undefined });
      entry = { viewer, G, ctx, plugins, view, from: undefined, patch: undefined, next: known.first };
      known.first = entry;
    }
    return entry!;
  }

  /**
   * Two states of a match are enough. Without this, the views of those before would stay until a major collection:
   * a minor one takes what is in an old WeakMap for alive.
   */
  #begin(key: object, before: StoredState | undefined) {
    const known: Known = { first: undefined, before: undefined };
    if (!hasMembers(key)) return known;
    const last = before && keyOf(before);
    if (last && last !== key) {
      known.before = last;
      this.#known.delete(this.#known.get(last)?.before as object);
    }
    this.#known.set(key, known);
    return known;
  }
}

/** An object that no other state has: boardgame.io's have whole entries. */
function keyOf({ _history, _undo }: StoredState): object {
  return _history ?? _undo;
}
