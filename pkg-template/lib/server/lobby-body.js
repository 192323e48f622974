import { HttpError, httpErrorOf } from './http-error.js';

/** The types of JSON that `@koa/bodyparser` knows. */
const JSON_TYPES = [
  'application/json', 'application/json-patch+json', 'application/vnd.api+json', 'application/csp-report', 'application/reports+json',
  'application/scim+json',
];
/** Bytes of a form: a megabyte of brackets takes a tenth of a second to parse. */
const FORM_BYTES = 100_000;
const [QUOTE, COMMA, OPEN_LIST, OPEN_OBJECT] = [...'",[{'].map((character) => character.charCodeAt(0));
const BACKSLASH = '\\';

/**
 * Koa's middleware that reads the bodies of requests, JSON and forms, unless somebody has. Of JSON the values are counted before
 * it is parsed: a megabyte of `[],` takes up sixteen as objects, and a server does nothing else while it makes them.
 *
 * @param {any} bodyParser
 * @param {{ bytes: string | number, values: number }} limits
 */
export function readBodies(bodyParser, { bytes, values }) {
  const onError = (error) => { throw bodyError(error); };
  const options = { enableTypes: ['form', 'text'], extendTypes: { text: JSON_TYPES }, formLimit: formLimitOf(bytes), textLimit: bytes, onError };
  const readText = bodyParser(options);
  return (ctx, next) => readText(ctx, () => {
    const { request } = ctx;
    if (typeof request.body === 'string') request.body = request.is(JSON_TYPES) ? parsed(request.body, values) : {};
    return next();
  });
}

/** The limit of all bodies, if that is lower. */
function formLimitOf(bytes) {
  return amountOf(bytes) < FORM_BYTES ? bytes : FORM_BYTES;
}

/** As the body parser reads it: a number, or a text such as `100kb`. */
function amountOf(bytes) {
  const [unit = ' '] = /[kmgtp](?=b$)/i.exec(String(bytes)) ?? [];
  return Number.parseFloat(String(bytes)) * 1024 ** ' kmgtp'.indexOf(unit.toLowerCase());
}

/** The body parser reports what is wrong with a request by a status, but not that a body is packed wrongly. */
function bodyError(thrown) {
  const { status } = httpErrorOf(thrown);
  return status < 500 ? thrown : new HttpError(400, 'the body cannot be read');
}

function parsed(text, mostValues) {
  if (text.trim() === '') return {};
  if (hasMoreValues(text, mostValues)) throw new HttpError(413, 'the body has too many values');
  try {
    return JSON.parse(text, refusePrototype);
  } catch {
    throw new HttpError(400, 'Bad Request');
  }
}

/** Assigned by somebody's own code, it would be a prototype. */
function refusePrototype(key, value) {
  if (key === '__proto__') throw new SyntaxError('__proto__');
  return value;
}

/** Whether there may be more than so many: each but the first stands behind a comma, or is the first of a list or an object. */
function hasMoreValues(text, most) {
  let left = most;
  for (let i = 0; i < text.length && left > 0; i += 1) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) i = endOfString(text, i);
    else if (code === COMMA || code === OPEN_LIST || code === OPEN_OBJECT) left -= 1;
  }
  return left <= 0;
}

/** Where a string that begins here ends; behind the text if it does not. */
function endOfString(text, start) {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

function isEscaped(text, place) {
  let first = place;
  while (text[first - 1] === BACKSLASH) first -= 1;
  return (place - first) % 2 === 1;
}
