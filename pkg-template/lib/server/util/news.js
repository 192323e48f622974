import { printError } from '../../util/print-error.js';

/** Milliseconds in which the same is told once. */
const WINDOW = 60_000;
/** So many different things are told in that time. */
const MOST = 100;
/** How a panic of a game's code in Rust says where it was. */
const PLACE_IN_RUST = /, at (\S+:\d+:\d+)$/;

/** What strangers can bring about at each message: the same is news once a minute, and of what differs each time so much. */
export class News {
  #told = new Set();
  #begun = performance.now();

  /** @param {string} what the same for what is told once */
  isNew(what) {
    if (performance.now() - this.#begun >= WINDOW) {
      this.#told.clear();
      this.#begun = performance.now();
    }
    if (this.#told.has(what) || this.#told.size >= MOST) return false;
    this.#told.add(what);
    return true;
  }
}

/** What has been complained of by this process. */
const complaints = new News();

/** As `printError`, of what strangers can bring about at each message. */
export function printErrorNowAndThen(text, thrown) {
  if (complaints.isNew(`${text} ${failureNamed(thrown)}`)) printError(text, thrown);
}

/** The same text for whatever has failed at the same place in the same way: what an error says besides, a stranger may have chosen. */
export function failureNamed(thrown) {
  try {
    const { name, code } = Object(thrown);
    return JSON.stringify([name, code, placeOf(thrown)]);
  } catch {
    return 'what cannot be looked at';
  }
}

/** The line of a panic, or the innermost frame of an error; of whatever else was thrown, what it says. */
function placeOf(thrown) {
  const { message, stack } = Object(thrown);
  const said = String(message ?? thrown);
  const [, line] = PLACE_IN_RUST.exec(said) ?? [];
  if (line !== undefined || typeof stack !== 'string') return line ?? said;
  const frames = stack.slice(Math.max(0, stack.indexOf(said)) + said.length).split('\n');
  return frames.find((frame) => /^\s+at /.test(frame)) ?? said;
}
