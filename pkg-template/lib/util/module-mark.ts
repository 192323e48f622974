import type { Foreign } from './foreign.js';

class Itself {
  constructor(value: object) {
    return value;
  }
}

/** What is noted of a value, and read where it was noted. */
interface Noted {
  isFixed: boolean;
  [more: string]: Foreign;
}

/**
 * A private field of a value that the module of a game has made: nothing but this class can see it. A `WeakMap` would do the same, but takes
 * ten times as long for a value that is new, and leaves more to the collector.
 */
export class ModuleMark extends Itself {
  #noted: Noted;

  /** @param value which is not frozen yet */
  constructor(value: object, noted: Noted) {
    super(value);
    this.#noted = noted;
  }

  /** What is noted of this value. */
  static of(value: object) {
    return typeof value === 'object' && value !== null && #noted in value ? value.#noted : undefined;
  }
}

/** Whether a module has made this value, and all that is in it: nobody can change any of that. */
export function isFixedByModule(value: object) {
  return ModuleMark.of(value)?.isFixed === true;
}
