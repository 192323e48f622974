import { printError } from '../rondel.js';

/** Time in which an error is printed once, in milliseconds. */
const WINDOW = 60_000;
/** Maximum number of different errors in that time. */
const MOST = 100;
/** Maximum length of an error's key, in characters: a stranger may have chosen its message. */
const MOST_CHARACTERS = 500;
/** Place of a panic in a game in Rust, at the end of its message. */
const PLACE_IN_RUST = /, at (\S+:\d+:\d+)$/;

/** Node's error codes for a client that has disconnected. */
const DISCONNECTED = ['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE'];

/**
 * The errors of the last minute. Each is printed once.
 *
 * Attack: messages that each print an error. Test: tests/js/server/recent-errors.test.mjs.
 */
export class RecentErrors {
  #printed = new Set<string>();
  #begun = performance.now();

  /** @param key the same for errors that are printed once */
  isNew(key: string) {
    if (performance.now() - this.#begun >= WINDOW) {
      this.#printed.clear();
      this.#begun = performance.now();
    }
    if (this.#printed.has(key) || this.#printed.size >= MOST) return false;
    this.#printed.add(key);
    return true;
  }
}

/** The errors that this process has printed. */
const printedErrors = new RecentErrors();

/** As `printError`, for errors that strangers can cause at each message. */
export function printErrorNowAndThen(text: string, thrown: unknown) {
  if (printedErrors.isNew(`${text} ${failureNamed(thrown)}`)) printError(text, thrown);
}

/** Returns `true` if the client caused the error: it disconnected early or sent invalid HTTP. */
export function isClientError(error: unknown) {
  const { code } = Object(error);
  return DISCONNECTED.includes(code) || (typeof code === 'string' && code.startsWith('HPE_'));
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
