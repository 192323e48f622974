/**
 * What one instance of a game's module has shown: values that it has made, frozen, and what each stands for there. It refers to
 * none of them, but for one from before beside each.
 */
export class ShownValues {
  /** @type {WeakMap<object, Shown>} */
  #shown = new WeakMap();

  /** The module has made this value; after another one, from which it differs a little, if that is given. */
  made(value, before = undefined) {
    if (typeof value !== 'object' || value === null || this.#shown.has(value)) return;
    const former = before === undefined ? undefined : this.#shown.get(before);
    this.#shown.set(value, { number: 0, views: new Map(), before: former && this.#lastSeen(before, former) });
  }

  /** Notes under which number the module keeps what this value shows. Only what it has made itself: nobody has changed that since. */
  mark(value, number) {
    const shown = this.#shown.get(value);
    if (shown) shown.number = number;
  }

  /** The number under which the module keeps it; 0 if it does not. */
  numberOf(value) {
    return this.#shown.get(value)?.number ?? 0;
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
    const shown = this.#shown.get(value);
    if (!shown) return look(undefined, undefined);
    if (shown.views.has(viewer)) return shown.views.get(viewer);
    const view = shown.before && this.#shown.get(shown.before)?.views.get(viewer);
    const seen = look(view === undefined ? undefined : shown.before, view);
    shown.views.set(viewer, seen);
    return seen;
  }

  /** The value that has been looked at last. What came before that nobody asks for any more. */
  #lastSeen(value, shown) {
    if (shown.views.size === 0) return shown.before;
    shown.before = undefined;
    return value;
  }
}

/**
 * @typedef {object} Shown
 * @property {number} number
 * @property {Map<string | null, any>} views by viewer
 * @property {object | undefined} before
 */
