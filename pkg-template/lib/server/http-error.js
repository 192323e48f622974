import { STATUS_CODES } from 'node:http';
import { printableError } from '../util/print-error.js';
import { hasCode } from '../util/error.js';
import { shortened } from '../util/shortened.js';
import { News, failureNamed } from './util/news.js';
import { isOfClient } from './util/of-client.js';

/** An error as a response: a status, and a text for the client. */
export class HttpError extends Error {
  /**
   * @param {number} status
   * @param {string} message
   */
  constructor(status, message) {
    // A client's request may be quoted; what has failed here is the operator's to read.
    super(status < 500 ? shortened(message) : message);
    this.status = status;
    // For Koa: whether the message is for the client. One that is not goes to the app's `error` event.
    this.expose = true;
    /** @type {Record<string, string> | undefined} */
    this.headers = undefined;
    /** @type {string | undefined} in place of the message, which goes to the app's `error` event all the same */
    this.responseBody = undefined;
  }
}

/**
 * An error that Koa can respond with, made of anything that was thrown: callbacks of a game or of a server may throw anything.
 *
 * @returns {HttpError}
 */
export function httpErrorOf(thrown) {
  try {
    if (thrown instanceof HttpError) return thrown;
    if (hasCode(thrown, ['storage/busy'])) return busy();
    const { status, headers } = thrown;
    const isResponse = Number.isInteger(status) && status >= 400 && status < 500;
    const error = isResponse ? responseOf(thrown) : failureOf(thrown);
    if (isResponse && headers) error.headers = { ...headers };
    return error;
  } catch {
    return failure('what was thrown cannot be looked at');
  }
}

/** The response to a client that may ask for this again in so many seconds. */
export function tooSoon(message, seconds) {
  const error = new HttpError(429, message);
  error.headers = { 'Retry-After': String(seconds) };
  return error;
}

/** The response where another process holds the storage, which has stored nothing. */
function busy() {
  const error = new HttpError(503, 'The storage is busy: try again later');
  error.headers = { 'Retry-After': '1' };
  return error;
}

/** A failure whose message is sent to the client, and printed. */
export function openFailure(thrown) {
  const error = httpErrorOf(thrown);
  error.responseBody = error.message;
  return error;
}

/**
 * Has an app of Koa's print errors as `printError` does, the same once in a while, and not those of clients: strangers would fill a console.
 * Listeners to the app's `error` event get them as they are.
 */
export function printSafely(app) {
  const print = app.onerror;
  const news = new News();
  app.onerror = (error) => {
    if (isOfClient(error) || !news.isNew(`${Object(error).gameName} ${failureNamed(error)}`)) return;
    print.call(app, printableError(error));
  };
}

/** What is wrong with a request does not concern the operator: it is not printed. */
function responseOf({ status, expose, message }) {
  return new HttpError(status, expose === true ? String(message) : STATUS_CODES[status] ?? String(status));
}

function failureOf(thrown) {
  const error = failure(String(thrown.message ?? thrown));
  if (thrown.stack !== undefined) error.stack = String(thrown.stack);
  return error;
}

function failure(message) {
  const error = new HttpError(500, message);
  error.expose = false;
  return error;
}
