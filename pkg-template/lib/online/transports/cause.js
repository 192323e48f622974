import { messageOf } from '../../util/print.js';

/**
 * Why an attempt to connect has failed, as far as it is known, in parentheses: Node gives the cause, browsers hide it from pages.
 *
 * @param {any} event what a WebSocket or socket.io's client reports
 */
export function causeOf(event) {
  const cause = causeIn(event);
  return cause ? ` (${cause})` : '';
}

/** The words of socket.io for a cause that the browser hides. */
const WITHOUT_CAUSE = ['xhr poll error', 'xhr post error', 'websocket error'];

/** What else may be wrong at this address. */
export function doubtOfCertificate(url) {
  return /^(https|wss):/i.test(url) ? ', has a certificate that is not trusted' : '';
}

function causeIn(event) {
  try {
    // A WebSocket of Node's is `description`, a request in Node's leaves its error in the place of `statusText`.
    const cause = messageOf(event?.description?.message ?? event?.context?.statusText?.message ?? event?.message ?? '');
    return WITHOUT_CAUSE.includes(cause) ? '' : cause;
  } catch {
    return '';
  }
}
