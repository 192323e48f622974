/** IDs of socket.io's sessions. They begin with the number of the session's server. */

export function sessionAt(number, id) {
  return `${number}.${id}`;
}

/**
 * The number of the server that a request belongs to, or undefined if it belongs to none yet.
 *
 * @param {string} url as a request has it
 */
export function nodeOfSession(url) {
  const number = /[?&]sid=(\d+)\./.exec(url)?.[1];
  return number === undefined ? undefined : Number(number);
}
