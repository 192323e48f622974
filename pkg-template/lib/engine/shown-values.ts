import { ModuleMark, isFixedByModule } from '../util/module-mark.js';
import type { Foreign } from '../util/foreign.js';

/**
 * Values that one instance of a game's module has made and shown, frozen, with their numbers in the module. The collection keeps none of
 * them alive. A value refers at most to one that was made before it.
 */
export class ShownValues {
  /**
   * Freezes a value, and notes that the module has made it; `before` is the value from which it differs a little.
   *
   * @param value which is not frozen yet
   */
  freeze(value: object, before?: Foreign) {
    const former = this.#of(before);
    const isFixed = before === undefined || isFixedByModule(before);
    new ModuleMark(value, { by: this, number: 0, isFixed, views: undefined, before: former && this.#lastSeen(before, former) });
    return Object.freeze(value);
  }

  /** Notes the number under which the module keeps this value. Only for values that it has made itself, which nobody has changed. */
  mark(value: Foreign, number: number) {
    const shown = this.#of(value);
    if (shown) shown.number = number;
  }

  /** The number under which the module keeps it; 0 if it does not. */
  numberOf(value: Foreign) {
    return this.#of(value)?.number ?? 0;
  }

  /**
   * Returns a viewer's view of a value, computed once. `compute` receives the previous value and the viewer's view of that one, if both are
   * known.
   */
  viewOf(value: Foreign, viewer: string | null, compute: (before: Foreign, view: Foreign) => Foreign) {
    const shown = this.#of(value);
    if (!shown) return compute(undefined, undefined);
    shown.views ??= new Map();
    if (shown.views.has(viewer)) return shown.views.get(viewer);
    const view = this.#of(shown.before)?.views?.get(viewer);
    const seen = compute(view === undefined ? undefined : shown.before, view);
    shown.views.set(viewer, seen);
    return seen;
  }

  /** The mark of a value, if this instance has made it. */
  #of(value: Foreign): Shown | undefined {
    const shown = ModuleMark.of(value);
    return shown?.by === this ? shown as unknown as Shown : undefined;
  }

  /** The last value that was viewed. Nothing needs the one before it any more. */
  #lastSeen(value: Foreign, shown: Shown) {
    if (!shown.views) return shown.before;
    shown.before = undefined;
    return value;
  }
}

/** Record of a shown value. */
interface Shown {
  by: ShownValues;
  number: number;
  /** `true` if it shares no part with a value from elsewhere, which need not be frozen. */
  isFixed: boolean;
  /** Views by viewer. */
  views: Map<string | null, Foreign> | undefined;
  before: Foreign;
}
