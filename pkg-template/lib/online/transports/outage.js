import { isDevelopment } from '../../util/environment.js';
import { print } from '../../util/print.js';

/** A server that cannot be reached: developers are warned once, with the cause, until it has been reached again. */
export class Outage {
  #hasWarned = false;

  /** @param {string} why */
  warn(why) {
    if (!isDevelopment() || this.#hasWarned) return;
    this.#hasWarned = true;
    print('warn', `rondel: ${why}; it is tried again`);
  }

  end() {
    this.#hasWarned = false;
  }
}
