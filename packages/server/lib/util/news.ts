import { printError } from '../rondel.js';

/** Milliseconds in which the same is printed once. */
const WINDOW = 60_000;
/** So many different things are printed in that time. */
const MOST = 100;
/** Characters of what names a failure: a stranger may have chosen it. */
const MOST_CHARACTERS = 500;
/** How a panic of a game's code in Rust says where it was. */
const PLACE_IN_RUST = /, at (\S+:\d+:\d+)$/;

/** Limits what strangers can have printed at each message: the same is news once a minute, and only so many different things are. */
export class News {
  #printed = new Set<string>();
  #begun = performance.now();

  /** @param what the same for what is printed once */
  isNew(what: string) {
    if (performance.now() - this.#begun >= WINDOW) {
      this.#printed.clear();
      this.#begun = performance.now();
    }
    if (this.#printed.has(what) || this.#printed.size >= MOST) return false;
    this.#printed.add(what);
    return true;
  }
}

/** The errors that this process has printed. */
const printedErrors = new News();

/** As `printError`, for errors that strangers can cause at each message. */
export function printErrorNowAndThen(text: string, thrown: unknown) {
  if (printedErrors.isNew(`${text} ${failureNamed(thrown)}`)) printError(text, thrown);
}

/** The same text for all failures at the same place in the same way: a stranger may have chosen the rest of an error's message. */
export function failureNamed(thrown: unknown): string {
  try {
    const { name, code } = Object(thrown);
    return JSON.stringify([placeOf(thrown), name, code]).slice(0, MOST_CHARACTERS);
  } catch {
    return 'a value that cannot be read';
  }
}

/** The line of a panic, or the innermost frame of an error; of anything else that was thrown, its message. */
function placeOf(thrown: unknown): string {
  const { message, stack } = Object(thrown);
  const text = String(message ?? thrown);
  const [, line] = PLACE_IN_RUST.exec(text) ?? [];
  if (line !== undefined || typeof stack !== 'string') return line ?? text;
  const frames = stack.slice(Math.max(0, stack.indexOf(text)) + text.length).split('\n');
  return frames.find((frame: string) => /^\s+at /.test(frame)) ?? text;
}
