import { FREQUENT, codesOf, decode } from '../../engine/inlined.js';

/**
 * Returns a module as text that a page decodes in a few milliseconds, and that compresses as well as the module itself: see
 * docs/decisions/12-inlined-as-text.md.
 *
 * @returns the arguments of `decode`
 */
export function inlinedText(bytes: Uint8Array): { text: string, length: number, map: string } {
  const map = mapOf(mostFrequent(bytes));
  const text = encode(bytes, codesOf(map));
  if (Buffer.compare(decode(text, bytes.length, map), bytes) !== 0) throw new Error('inlining a module: decoding gives other bytes');
  return { text, length: bytes.length, map };
}

/** Returns the most frequent bytes, as many as one character can encode. */
function mostFrequent(bytes: Uint8Array) {
  const counts = Array.from({ length: 256 }, () => 0);
  for (const byte of bytes) counts[byte] += 1;
  const byCount = [...counts.keys()].sort((one, other) => counts[other] - counts[one]);
  return byCount.slice(0, FREQUENT);
}

/** Returns these bytes as a bitmap in hexadecimal: one digit for four bytes, the highest bit for the first of them. */
function mapOf(frequent: number[]) {
  const bits = Array.from({ length: 256 }, (_, byte) => (frequent.includes(byte) ? 1 : 0)).join('');
  return bits.replace(/.{4}/g, (four) => Number.parseInt(four, 2).toString(16));
}

function encode(bytes: Uint8Array, codes: number[][]) {
  return Array.from(bytes, (byte) => String.fromCharCode(...codes[byte])).join('');
}
