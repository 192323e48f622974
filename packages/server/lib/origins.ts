import { described, ifRejected, isDevelopment, rondelError } from './rondel.js';
import { entriesOfHeader } from './address.js';
import type { IncomingHttpHeaders } from 'node:http';
import type { TLSSocket } from 'node:tls';
import type { HttpRequest } from '../types/dependencies.js';
import type { AllowedOrigins } from '../types/transport.js';

/** A function among the origins. */
type AskOrigin = Extract<AllowedOrigins, (...given: never[]) => unknown>;

/** Pages of this machine, at any port. */
const LOCALHOST = /^https?:\/\/(([\w-]+\.)*localhost|127\.0\.0\.1|\[::1\]):\d+\/?$/;

/**
 * Origins that are compared as they are, in addition to those of HTTP: of sandboxed frames, of files in a web view of Android or in
 * Electron, and of apps such as `capacitor://localhost`.
 */
const OTHERS = /^(null|file:\/\/|(?!https?:)[a-z][a-z\d+.-]*:\/\/[^\s/?#*]+)$/;
/** The scheme and the host of a text that may lack the first, or have a path. */
const PARTS = /^\s*(?:([a-z][a-z\d+.-]*):\/\/)?([^\s/?#]*)/i;
const LOCAL = /^(localhost|127\.0\.0\.1|\[::1\])(:|$)/;

/** Origins that servers often allow. */
export const Origins = {
  /** Pages of this machine, at any port. */
  LOCALHOST,
  /** Pages of this machine, at any port, in development. `false` in production. */
  get LOCALHOST_IN_DEVELOPMENT(): RegExp | false {
    return isDevelopment() && LOCALHOST;
  },
} as const;

/** Resolves with `true` if the `origins` of a server, in the forms of the package `cors`, allow a page of this origin. */
export async function isOriginAllowed(origin: string | undefined, origins: AllowedOrigins | undefined): Promise<boolean> {
  if (typeof origins === 'function') return isOriginAllowed(origin, await asked(origins, origin));
  if (Array.isArray(origins)) {
    for (const one of origins) if (await isOriginAllowed(origin, one)) return true;
    return false;
  }
  if (typeof origins === 'string') return origins === '*' || origin === origins;
  // Unlike `test`, `search` does not go on where it stopped the last time.
  if (origins instanceof RegExp) return (origin ?? '').search(origins) !== -1;
  return origins === true;
}

/**
 * Throws an error that says what to write if one of the `origins` is no origin of a page, and would let nobody in.
 *
 * @param name of the option, for the error
 * @param code of the error
 */
export function checkOrigins(name: string, origins: unknown, code: string = 'server/options') {
  if (Array.isArray(origins)) return origins.forEach((one, i) => checkOrigins(`${name}[${i}]`, one, code));
  if (['boolean', 'function'].includes(typeof origins) || origins instanceof RegExp) return undefined;
  if (typeof origins !== 'string') {
    throw rondelError(code, `${name}: expected an origin such as 'https://www.mygame.domain', a regular expression, true or false, got ${described(origins)}`);
  }
  const expected = expectedFor(origins);
  if (expected !== null) throw rondelError(code, `${name}: no page has the origin ${described(origins)}: expected ${expected}`);
  return undefined;
}

/** Returns the expected origin for a wrong one, for an error. `null` if pages may have this origin. */
function expectedFor(text: string) {
  if (text === '*' || OTHERS.test(text)) return null;
  const [, scheme, host] = (PARTS.exec(text) as string[]);
  const url = `${scheme ?? (LOCAL.test(host) ? 'http' : 'https')}://${host}`;
  if (host.includes('*')) return `the regular expression ${patternOf(url)}`;
  const origin = urlOf(url)?.origin;
  return text === origin ? null : `one such as '${origin ?? 'https://www.mygame.domain'}'`;
}

/** A regular expression in which each asterisk stands for one label of a host, or for a port. */
function patternOf(url: string) {
  return `/^${url.replace(/[.+?^${}()|[\]\\/]/g, '\\$&').replaceAll('*', '[\\w-]+')}$/`;
}

/** Resolves with `true` for pages of the server's own host, for allowed origins, and for clients that are no browsers. */
export async function isRequestAllowed(request: HttpRequest, origins: AllowedOrigins | undefined, trustedProxies?: number) {
  const { origin } = request.headers;
  const isOwn = origin === undefined ? !isForeign(request) : isOwnOrigin(request, trustedProxies);
  return isOwn || isOriginAllowed(origin, origins);
}

/** Browsers say no origin where a page has an image of the server's, or a link to it, but whether the page is another site's. */
function isForeign({ headers }: HttpRequest) {
  return (['cross-site', 'same-site'] as (string | string[] | undefined)[]).includes(headers['sec-fetch-site']);
}

/**
 * Returns `true` if a request comes from a page of the server itself. Behind a proxy that is not configured, the page's protocol is unknown:
 * then only its host is compared.
 *
 * @param trustedProxies number of proxies in front of the server; the farthest reports the requested URL
 */
export function isOwnOrigin({ headers, socket }: HttpRequest, trustedProxies: number = 0) {
  const forwarded = (name: 'x-forwarded-proto' | 'x-forwarded-host') => (trustedProxies > 0 ? farthestOf(headers[name], trustedProxies) : undefined);
  const page = urlOf(headers.origin);
  const protocol = forwarded('x-forwarded-proto') ?? ((socket as TLSSocket)?.encrypted ? 'https' : undefined);
  if (!page || (protocol && page.protocol !== `${protocol.toLowerCase()}:`)) return false;
  const host = forwarded('x-forwarded-host') ?? headers.host;
  const own = urlOf(`${page.protocol}//${host}`);
  return own !== null && own.origin === page.origin && own.href === `${own.origin}/`;
}

/** Returns the entry of the farthest trusted proxy, or the only entry. */
function farthestOf(header: IncomingHttpHeaders[string], trustedProxies: number) {
  const entries = entriesOfHeader(header);
  return entries[Math.max(0, entries.length - trustedProxies)] || undefined;
}

/** Null for what is no address, such as the origin `null`, or undefined. */
function urlOf(text: string | undefined) {
  try {
    return new URL(text as string);
  } catch {
    return null;
  }
}

function asked(origins: AskOrigin, origin: string | undefined) {
  return new Promise<AllowedOrigins | undefined>((resolve, reject) => {
    const returned = origins(origin, (error, allowed) => (error ? reject(error) : resolve(allowed)));
    // One that is async is rejected, and nobody else looks at that.
    ifRejected(returned, reject);
  });
}
