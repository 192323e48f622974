import { STATUS_CODES } from 'node:http';
import { STORAGE_BUSY, hasCode, printableError, shortened } from './rondel.js';
import { RecentErrors, failureNamed, isClientError } from './util/recent-errors.js';
import type { Server as Types } from 'rondel/master';

/** Something that was thrown, as far as it is an error for a client. It is looked at within a `try`: it may be anything. */
interface Thrown {
  status: number;
  headers?: Record<string, string>;
  expose?: unknown;
  message?: unknown;
  stack?: unknown;
}

/** An error as a response: a status, and a text for the client. */
export class HttpError extends Error {
  declare status: number;
  /** For Koa: whether the message is for the client. One that is not goes to the app's `error` event. */
  declare expose: boolean;
  declare headers: Record<string, string> | undefined;
  /** In place of the message, which goes to the app's `error` event all the same. */
  declare responseBody: string | undefined;

  constructor(status: number, message: string) {
    // A client's request may be quoted; what has failed here is the operator's to read.
    super(status < 500 ? shortened(message) : message);
    this.status = status;
    this.expose = true;
    this.headers = undefined;
    this.responseBody = undefined;
  }
}

/** An error that Koa can respond with, made of anything that was thrown: callbacks of a game or of a server may throw anything. */
export function httpErrorOf(thrown: unknown): HttpError {
  try {
    if (thrown instanceof HttpError) return thrown;
    if (hasCode(thrown, [STORAGE_BUSY])) return busy();
    const { status, headers } = thrown as Thrown;
    const isResponse = Number.isInteger(status) && status >= 400 && status < 500;
    const error = isResponse ? responseOf(thrown as Thrown) : failureOf(thrown as Thrown);
    if (isResponse && headers) error.headers = { ...headers };
    return error;
  } catch {
    return failure('the thrown value cannot be read');
  }
}

/** The response to a client that may ask for this again in so many seconds. */
export function tooSoon(message: string, seconds: number) {
  const error = new HttpError(429, message);
  error.headers = { 'Retry-After': String(seconds) };
  return error;
}

/** The response where another process holds the storage, which has stored nothing. */
export function busy() {
  const error = new HttpError(503, 'The storage is busy: try again later');
  error.headers = { 'Retry-After': '1' };
  return error;
}

/** A failure whose message is sent to the client, and printed. */
export function openFailure(thrown: unknown) {
  const error = httpErrorOf(thrown);
  error.responseBody = error.message;
  return error;
}

/**
 * Has an app of Koa's print errors as `printError` does, the same once in a while, and not those of clients: strangers would fill a console.
 * Listeners to the app's `error` event get them as they are.
 */
export function printSafely(app: Types.App) {
  const print = app.onerror;
  const recentErrors = new RecentErrors();
  app.onerror = (error) => {
    if (isClientError(error) || !recentErrors.isNew(`${Object(error).gameName} ${failureNamed(error)}`)) return;
    print.call(app, printableError(error) as Error);
  };
}

/** Returns the error of a client's request. It is not printed. */
function responseOf({ status, expose, message }: Thrown) {
  return new HttpError(status, expose === true ? String(message) : STATUS_CODES[status] ?? String(status));
}

function failureOf(thrown: Thrown) {
  const error = failure(String(thrown.message ?? thrown));
  if (thrown.stack !== undefined) error.stack = String(thrown.stack);
  return error;
}

function failure(message: string) {
  const error = new HttpError(500, message);
  error.expose = false;
  return error;
}
