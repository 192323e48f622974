import type { Foreign } from './foreign.js';

class Itself {
  constructor(value: object) {
    return value;
  }
}

/** Notes about a value. */
interface Noted {
  isFixed: boolean;
  [more: string]: Foreign;
}

/**
 * Adds a private field to a value from the module of a game. Only this class can read it. A `WeakMap` takes ten times as long for a new
 * value, and gives the garbage collector more work.
 */
export class ModuleMark extends Itself {
  #noted: Noted;

  /** @param value a value that is not frozen yet */
  constructor(value: object, noted: Noted) {
    super(value);
    this.#noted = noted;
  }

  /** Returns the notes about this value. */
  static of(value: object) {
    return typeof value === 'object' && value !== null && #noted in value ? value.#noted : undefined;
  }
}

/** Returns `true` if a module has created this value with all its members: nobody can change it. */
export function isFixedByModule(value: object) {
  return ModuleMark.of(value)?.isFixed === true;
}
