/** An answer in place of what was asked for: a status, and a text for whoever asked. */
export class HttpError extends Error {
  /**
   * @param {number} status
   * @param {string} message
   */
  constructor(status, message) {
    super(message);
    this.status = status;
    // To Koa: the message may be told, or the status alone.
    this.expose = status < 500;
    /** @type {Record<string, string> | undefined} */
    this.headers = undefined;
  }
}

/**
 * An error that Koa can answer with, made of whatever was thrown: callbacks of a game or of a server may throw anything.
 *
 * @returns {HttpError}
 */
export function httpErrorOf(thrown) {
  if (thrown instanceof HttpError) return thrown;
  try {
    const { status = 500, expose = false, message, stack, headers } = thrown;
    const isAnswer = Number.isInteger(status) && status >= 400 && status < 600;
    const error = new HttpError(isAnswer ? status : 500, String(message ?? thrown));
    error.expose = isAnswer && expose === true;
    if (isAnswer && headers) error.headers = { ...headers };
    if (stack !== undefined) error.stack = String(stack);
    return error;
  } catch {
    return new HttpError(500, 'what was thrown cannot be looked at');
  }
}
