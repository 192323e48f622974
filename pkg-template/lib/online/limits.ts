/** Limits of the data that a master accepts and stores, in bytes. */
export interface MasterLimits {
  /** Arguments of one action, as `sizeOf` measures them. */
  args: number;
  /** Log of a match, as `sizeOf` measures it. */
  log: number;
  /** Part of a log that is sent in one message, as text. */
  answer: number;
  /** Chat messages that a match keeps, as JSON; 0 keeps none. */
  chat: number;
}

/** Defaults. A board of 40 by 40 cells is an argument of 15,000 bytes; a move of an ordinary game adds an entry of 300. */
const USUAL: MasterLimits = { args: 16_000, log: 10_000_000, answer: 250_000, chat: 50_000 };

/** Limits of a master in a page, which trusts its clients: they are pages of the same origin. */
export const OWN_PAGES: Partial<MasterLimits> = { args: Infinity, log: Infinity };

/** Names of the limits. */
const MASTER_LIMITS = /* @__PURE__ */ Object.keys(USUAL);

/**
 * Returns all limits.
 *
 * @param limits missing ones have their defaults
 */
export function masterLimits(limits?: Partial<MasterLimits>): MasterLimits {
  const given = Object.entries(limits ?? {}).filter(([name, value]) => MASTER_LIMITS.includes(name) && typeof value === 'number');
  return { ...USUAL, ...Object.fromEntries(given) };
}

/** Bytes of a list or an object with its reference, of any other value, and of a text in addition to its characters. */
const [HOLDER, SINGLE, TEXT] = [48, 8, 16];

/**
 * Estimates how many bytes of memory a JSON value takes, or a socket.io message, which may contain binary data. A value of many small
 * parts takes more bytes than its text.
 */
export function sizeOf(value: unknown): number {
  if (typeof value === 'string') return TEXT + value.length;
  if (typeof value !== 'object' || value === null) return SINGLE;
  let size = HOLDER;
  if (ArrayBuffer.isView(value)) return size + value.byteLength;
  if (Array.isArray(value)) {
    for (const element of value) size += sizeOf(element);
    return size;
  }
  for (const key of Object.keys(value)) size += key.length + sizeOf((value as Record<string, unknown>)[key]);
  return size;
}

/**
 * Estimates the bytes of a stranger's message, which may be nested deeper than the stack allows.
 *
 * @param tooDeep the size of such a message
 */
export function weightOf(value: unknown, tooDeep: number): number {
  try {
    return sizeOf(value);
  } catch {
    return tooDeep;
  }
}
