import { bodyParser } from '@koa/bodyparser';
import { weightOf } from './rondel.js';
import { AddressCounts } from './address-counts.js';
import { HttpError, httpErrorOf } from './http-error.js';
import { refuse } from './http-upgrades.js';
import type { Context, Next } from 'koa';
import type { ServerLimits } from './limits.js';

type Options = Parameters<typeof bodyParser>[0];

/** The types of JSON that `@koa/bodyparser` knows. */
const JSON_TYPES = [
  'application/json', 'application/json-patch+json', 'application/vnd.api+json', 'application/csp-report', 'application/reports+json',
  'application/scim+json',
];
/** Bytes of a form: a megabyte of brackets takes a tenth of a second to parse. */
const FORM_BYTES = 100_000;
const [QUOTE, COMMA, OPEN_LIST, OPEN_OBJECT] = [...'",[{'].map((character) => character.charCodeAt(0));
const BACKSLASH = '\\';
/** Maximum size of all bodies that have been read and whose requests have no response, and of those of one address, in bytes. */
const MOST_HELD = 25_000_000;
const MOST_HELD_OF_ADDRESS = 5_000_000;
/** Status of a request whose body has not arrived, by the reason to cut it. */
const STATUSES = { slow: '408 Request Timeout', unfinished: '503 Service Unavailable' };

/**
 * Returns Koa's middleware that reads the body of a request, JSON or a form, unless other middleware has. A body counts as incomplete until it
 * has been read. The values of JSON are counted before it is parsed: a megabyte of `[],` takes sixteen as objects.
 *
 * Attacks: bodies that do not end, or consist of millions of values. Tests: tests/js/server/incomplete-messages.test.mjs, http-requests.test.mjs,
 * lobby-limits.test.mjs. Node's `requestTimeout` bounds the time of one request, not the bytes of all.
 */
export function readBody(limits: ServerLimits, size: { bytes: string | number, values: number }) {
  const parse = parserOf(size, limits);
  return async (ctx: Context, next: Next) => {
    const { req } = ctx;
    const share = limits.incomplete.openBody(req, (why) => {
      limits.noteCut(req, 'http', why);
      refuse(req.socket, STATUSES[why]);
    });
    try {
      return await parse(ctx, () => {
        share.close();
        return next();
      });
    } finally {
      share.close();
    }
  };
}

/**
 * The bodies of requests without a response: they stay in memory while a slow database is asked, also if the client has disconnected.
 *
 * Attack: many large bodies for a slow callback. Test: tests/js/server/bodies.test.mjs.
 */
export class HeldBodies {
  #bytes = new AddressCounts();

  /** Counts a body until the returned function is called. Returns null if it exceeds a limit; a single body is always accepted. */
  enter(address: string, body: unknown): (() => void) | null {
    const size = weightOf(body, MOST_HELD_OF_ADDRESS);
    if (!fits(this.#bytes.sum, size, MOST_HELD) || !fits(this.#bytes.of(address), size, MOST_HELD_OF_ADDRESS)) return null;
    this.#bytes.add(address, size);
    return () => this.#bytes.add(address, -size);
  }
}

function fits(sum: number, size: number, most: number) {
  return sum === 0 || sum + size <= most;
}

function parserOf({ bytes, values }: { bytes: string | number, values: number }, limits: ServerLimits) {
  const onError = (error: unknown) => { throw bodyError(error); };
  const options: Options = { enableTypes: ['form', 'text'], extendTypes: { text: JSON_TYPES }, formLimit: formLimitOf(bytes), textLimit: bytes, onError };
  const readText = bodyParser(options);
  return (ctx: Context, next: Next) => readText(ctx, async () => {
    const { req, request } = ctx;
    // Many bodies may end at the same time.
    await limits.queue.turn(req.socket, limits.addressOf(req));
    if (typeof request.body === 'string') request.body = request.is(JSON_TYPES) ? parsed(request.body, values) : {};
    await next();
  });
}

/** The limit of all bodies, if that is lower. */
function formLimitOf(bytes: string | number) {
  return amountOf(bytes) < FORM_BYTES ? bytes : FORM_BYTES;
}

/** As the body parser reads it: a number, or a text such as `100kb`. */
function amountOf(bytes: string | number) {
  const [unit = ' '] = /[kmgtp](?=b$)/i.exec(String(bytes)) ?? [];
  return Number.parseFloat(String(bytes)) * 1024 ** ' kmgtp'.indexOf(unit.toLowerCase());
}

/** The body parser reports what is wrong with a request by a status, but not that a body is packed wrongly. */
function bodyError(thrown: unknown) {
  const { status } = httpErrorOf(thrown);
  return status < 500 ? thrown : new HttpError(400, 'the body cannot be read');
}

function parsed(text: string, mostValues: number): unknown {
  if (text.trim() === '') return {};
  if (hasMoreValues(text, mostValues)) throw new HttpError(413, 'the body has too many values');
  try {
    return JSON.parse(text, refusePrototype);
  } catch {
    throw new HttpError(400, 'Bad Request');
  }
}

/** Assigned by somebody's own code, it would be a prototype. */
function refusePrototype(key: string, value: unknown) {
  if (key === '__proto__') throw new SyntaxError('__proto__');
  return value;
}

/** Returns `true` if a text may have more than `most` values. Each value but the first follows a comma, or opens a list or an object. */
function hasMoreValues(text: string, most: number) {
  let left = most;
  for (let i = 0; i < text.length && left > 0; i += 1) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) i = endOfString(text, i);
    else if (code === COMMA || code === OPEN_LIST || code === OPEN_OBJECT) left -= 1;
  }
  return left <= 0;
}

/** Returns the index of a string's end, or the length of the text if the string does not end. */
function endOfString(text: string, start: number) {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

function isEscaped(text: string, place: number) {
  let first = place;
  while (text[first - 1] === BACKSLASH) first -= 1;
  return (place - first) % 2 === 1;
}
