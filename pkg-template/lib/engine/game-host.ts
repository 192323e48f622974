import { MatchHost } from './match-host.js';
import { frozen, patched } from './patched.js';
import type { ShownValues } from './shown-values.js';

/** The parts of a game in Rust that its host needs. */
interface HostedGame {
  shown: ShownValues;
  seed: () => string;
  argumentsOf: (move: string, args: readonly unknown[]) => readonly unknown[];
}

/**
 * Serves the engine of a game that is written in Rust: values cross as JSON text, and what is shown of `G` shares its equal
 * parts with what was shown before.
 */
export class GameHost extends MatchHost {
  #shown: ShownValues;
  #seed: () => string;
  #argumentsOf: (move: string, args: readonly unknown[]) => readonly unknown[];

  /**
   * @param game.shown by this instance of the module
   * @param game.seed returns the seed of a match that begins
   * @param game.argumentsOf those that the move takes
   */
  constructor({ shown, seed, argumentsOf }: HostedGame, { warn }: { warn: (message: string) => void }) {
    super(false, warn);
    this.#shown = shown;
    this.#seed = seed;
    this.#argumentsOf = argumentsOf;
  }

  keepArguments(name: string, args: unknown[]) {
    return this.keep(this.#argumentsOf(name, args));
  }

  /** Frozen, because everybody is shown the same object. */
  parse(text: string) {
    return this.keep(frozen(JSON.parse(text), (value) => this.#shown.freeze(value)));
  }

  jsonText(id: number) {
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

  patched(id: number, text: string) {
    const before = this.kept(id);
    return this.keep(patched(before, JSON.parse(text), (value) => this.#shown.freeze(value, before)));
  }

  mark(id: number, number: number) {
    this.#shown.mark(this.kept(id), number);
  }

  markOf(id: number) {
    return this.#shown.numberOf(this.kept(id));
  }
}

/**
 * Returns the text of `JSON.stringify`. Many moves have a single number as argument, for which `JSON.stringify` takes several times as long
 * (`scripts/bench rust`, rows without rendering).
 */
function textOf(value: unknown) {
  if (Array.isArray(value) && value.length === 1 && Number.isFinite(value[0])) return `[${value[0]}]`;
  return JSON.stringify(value) ?? 'null';
}
