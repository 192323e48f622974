import { MatchHost } from './match-host.js';
import { frozen, patched } from './patched.js';

/**
 * Serves the engine of a game that is written in Rust: values cross as text of JSON's, and what is shown of `G` shares with what
 * was shown before.
 */
export class GameHost extends MatchHost {
  #shown;
  #seed;
  #argumentsOf;

  /**
   * @param {object} game
   * @param {import('./shown-values.js').ShownValues} game.shown by this instance of the module
   * @param {() => string} game.seed where the random numbers of a match that begins begin
   * @param {(move: string, args: readonly unknown[]) => readonly unknown[]} game.argumentsOf those that the move takes
   * @param {{ warn: (message: string) => void }} mode
   */
  constructor({ shown, seed, argumentsOf }, { warn }) {
    super(false, warn);
    this.#shown = shown;
    this.#seed = seed;
    this.#argumentsOf = argumentsOf;
  }

  keepArguments(name, args) {
    return this.keep(this.#argumentsOf(name, args));
  }

  /** Shown to everybody, and so nobody may change it. */
  parse(text) {
    return this.keep(frozen(JSON.parse(text), (value) => this.#shown.freeze(value)));
  }

  jsonText(id) {
    return textOf(this.kept(id));
  }

  seed() {
    return this.#seed();
  }

  /** From 0 up to 1, of 53 bits; NaN where there is no cryptographic generator. */
  secureNumber() {
    if (typeof globalThis.crypto?.getRandomValues !== 'function') return NaN;
    const [high, low] = globalThis.crypto.getRandomValues(new Uint32Array(2));
    return ((high >>> 5) * 2 ** 26 + (low >>> 6)) / 2 ** 53;
  }

  patched(id, text) {
    const before = this.kept(id);
    return this.keep(patched(before, JSON.parse(text), (value) => this.#shown.freeze(value, before)));
  }

  mark(id, number) {
    this.#shown.mark(this.kept(id), number);
  }

  markOf(id) {
    return this.#shown.numberOf(this.kept(id));
  }
}

/**
 * What `JSON.stringify` writes. For the one number that many moves have, that takes several times as long, as `scripts/bench rust` shows
 * where nobody looks.
 */
function textOf(value) {
  if (Array.isArray(value) && value.length === 1 && Number.isFinite(value[0])) return `[${value[0]}]`;
  return JSON.stringify(value) ?? 'null';
}
