class Itself {
  constructor(value) {
    return value;
  }
}

/**
 * A private field of a value that the module of a game has made: nothing but this class can see it. A `WeakMap` would do the same, but takes
 * ten times as long for a value that is new, and leaves more to the collector.
 */
export class ModuleMark extends Itself {
  #noted;

  /**
   * @param {object} value which is not frozen yet
   * @param {{ isFixed: boolean, [more: string]: any }} noted
   */
  constructor(value, noted) {
    super(value);
    this.#noted = noted;
  }

  /** What is noted of this value. */
  static of(value) {
    return typeof value === 'object' && value !== null && #noted in value ? value.#noted : undefined;
  }
}

/** Whether a module has made this value, and all that is in it: nobody can change any of that. */
export function isFixedByModule(value) {
  return ModuleMark.of(value)?.isFixed === true;
}
