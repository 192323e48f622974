import { isDevelopment } from '../../util/environment.js';
import { messageOf } from '../../util/print.js';
import type { Foreign } from '../../util/foreign.js';

/** Outage of a server. Warns developers once for each outage, with the cause. */
export class Outage {
  #hasWarned = false;
  #print: (message: string) => void;

  constructor(print: (message: string) => void) {
    this.#print = print;
  }

  warn(why: string) {
    if (!isDevelopment() || this.#hasWarned) return;
    this.#hasWarned = true;
    this.#print(`${why}; the client tries again`);
  }

  end() {
    this.#hasWarned = false;
  }
}

/**
 * Returns the known cause of a failed connection, in parentheses. Node reports the cause; browsers hide it from pages.
 *
 * @param event the report of a WebSocket or of socket.io's client
 */
export function causeOf(event: Foreign): string {
  const cause = causeIn(event);
  return cause ? ` (${cause})` : '';
}

/** Messages of socket.io for a cause that the browser hides. */
const WITHOUT_CAUSE = ['xhr poll error', 'xhr post error', 'websocket error'];

/** Returns a further possible cause for an address with TLS. */
export function doubtOfCertificate(url: string): string {
  return /^(https|wss):/i.test(url) ? ', has a certificate that is not trusted' : '';
}

function causeIn(event: Foreign): string {
  try {
    // In Node, a WebSocket's error is in `description`, and that of a request in `statusText`.
    const cause = messageOf(event?.description?.message ?? event?.context?.statusText?.message ?? event?.message ?? '');
    return WITHOUT_CAUSE.includes(cause) ? '' : cause;
  } catch {
    return '';
  }
}
