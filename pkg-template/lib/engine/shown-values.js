import { ModuleMark, isFixedByModule } from '../util/module-mark.js';

/**
 * What one instance of a game's module has shown: values that it has made, frozen, and what each stands for there. It refers to
 * none of them, but for one from before beside each.
 */
export class ShownValues {
  /**
   * Freezes what the module has made, and notes that it has; after another value, from which it differs a little, if that is given.
   *
   * @param {object} value which is not frozen yet
   * @param {any} [before]
   */
  freeze(value, before) {
    const former = this.#of(before);
    const isFixed = before === undefined || isFixedByModule(before);
    new ModuleMark(value, { by: this, number: 0, isFixed, views: undefined, before: former && this.#lastSeen(before, former) });
    return Object.freeze(value);
  }

  /** Notes under which number the module keeps what this value shows. Only what it has made itself: nobody has changed that since. */
  mark(value, number) {
    const shown = this.#of(value);
    if (shown) shown.number = number;
  }

  /** The number under which the module keeps it; 0 if it does not. */
  numberOf(value) {
    return this.#of(value)?.number ?? 0;
  }

  /**
   * What a viewer sees of a value, once for each. `look` is called with the value before it, and what they saw of that, if
   * both are known.
   *
   * @param {any} value
   * @param {string | null} viewer
   * @param {(before: any, view: any) => any} look
   */
  viewOf(value, viewer, look) {
    const shown = this.#of(value);
    if (!shown) return look(undefined, undefined);
    shown.views ??= new Map();
    if (shown.views.has(viewer)) return shown.views.get(viewer);
    const view = this.#of(shown.before)?.views?.get(viewer);
    const seen = look(view === undefined ? undefined : shown.before, view);
    shown.views.set(viewer, seen);
    return seen;
  }

  /** What is known of a value, if this instance has made it. */
  #of(value) {
    const shown = ModuleMark.of(value);
    return shown?.by === this ? shown : undefined;
  }

  /** The value that has been looked at last. What came before that nobody asks for any more. */
  #lastSeen(value, shown) {
    if (!shown.views) return shown.before;
    shown.before = undefined;
    return value;
  }
}

/**
 * @typedef {object} Shown
 * @property {ShownValues} by
 * @property {number} number
 * @property {boolean} isFixed whether it shares nothing with a value from elsewhere, which need not be frozen
 * @property {Map<string | null, any> | undefined} views by viewer
 * @property {object | undefined} before
 */
