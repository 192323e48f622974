/**
 * The limits of what a master accepts and stores, in bytes.
 *
 * @typedef {object} MasterLimits
 * @property {number} args of the arguments of one action, as `sizeOf` of lib/online/size.js measures them
 * @property {number} log of the log of a match, measured so too
 * @property {number} answer of the part of a log that goes out at once, as text
 * @property {number} chat of the newest chat messages that a match keeps, measured as its log is; 0 keeps none
 */

/**
 * A board of 40 by 40 cells is an argument of 15,000 bytes; a move of an ordinary game makes an entry of 300.
 *
 * @type {MasterLimits}
 */
const USUAL = { args: 16_000, log: 10_000_000, answer: 250_000, chat: 50_000 };

/**
 * For a master in a page, whose clients are pages of the same origin, and so trusted.
 *
 * @type {Partial<MasterLimits>}
 */
export const OWN_PAGES = { args: Infinity, log: Infinity };

/** Their names. */
export const MASTER_LIMITS = Object.keys(USUAL);

/**
 * @param {Partial<MasterLimits>} [limits] what is left out, or undefined, is as usual
 * @returns {MasterLimits}
 */
export function masterLimits(limits) {
  const given = Object.entries(limits ?? {}).filter(([name, value]) => MASTER_LIMITS.includes(name) && typeof value === 'number');
  return { ...USUAL, ...Object.fromEntries(given) };
}
