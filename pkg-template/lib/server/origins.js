import { isDevelopment } from '../util/environment.js';

/** Pages of this machine, at any port. */
const LOCALHOST = /^https?:\/\/(([\w-]+\.)*localhost|127\.0\.0\.1|\[::1\]):\d+\/?$/;

/** Origins that servers often allow. */
export const Origins = {
  LOCALHOST,
  /** None in production. */
  get LOCALHOST_IN_DEVELOPMENT() {
    return isDevelopment() && LOCALHOST;
  },
};

/**
 * Whether a page of this origin may talk to the server, by what the `origins` of a server may be: those of the package `cors`.
 *
 * @param {string | undefined} origin
 * @param {any} origins
 * @returns {Promise<boolean>}
 */
export async function isOriginAllowed(origin, origins) {
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
 * Whether to connect with whoever asks for it: pages of the server's own host, those of the `origins`, and what is no browser.
 *
 * @param {import('node:http').IncomingMessage} request
 * @param {any} origins
 */
export async function isRequestAllowed({ headers }, origins) {
  const { origin, host } = headers;
  return origin === undefined || hostOf(origin) === host || isOriginAllowed(origin, origins);
}

/** Of an origin such as `null`, none. */
function hostOf(origin) {
  try {
    return new URL(origin).host;
  } catch {
    return null;
  }
}

function asked(origins, origin) {
  return new Promise((resolve, reject) => {
    origins(origin, (error, allowed) => (error ? reject(error) : resolve(allowed)));
  });
}
