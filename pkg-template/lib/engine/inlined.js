/**
 * The characters of the text in which a module is inlined, as their codes: printable ones that mean nothing in a string, in
 * a template or in a script element, so that no bundler escapes them.
 */
export const ALPHABET = Array.from({ length: 95 }, (_, i) => 32 + i).filter((code) => !'"$\'<\\`'.includes(String.fromCharCode(code)));

/**
 * The bytes that `scripts/inline.mjs` made a text of. A frequent byte is one character; any other is two: one of the
 * characters that are left over, and one of all.
 *
 * @param {string} text
 * @param {number} length how many bytes they are
 * @param {string} map which bytes are frequent: a hexadecimal digit for each four, the highest bit for the first of them
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function decode(text, length, map) {
  const bytes = new Uint8Array(length);
  const codes = new TextEncoder().encode(text);
  const [single, pairs] = tables(map);
  // Runs once, in the interpreter: so it does next to nothing for each character.
  for (let i = 0, at = 0; at < length; i += 1, at += 1) {
    const byte = single[codes[i]];
    bytes[at] = byte < 256 ? byte : pairs[byte + codes[(i += 1)]];
  }
  return bytes;
}

/**
 * What the characters stand for, by their codes. From 256 up it is the place in the second table from which the character
 * that follows counts.
 */
function tables(map) {
  const single = new Uint16Array(128);
  const pairs = new Uint8Array(1024);
  const { frequent, rare } = bytesOf(map);
  for (const [place, byte] of frequent.entries()) single[ALPHABET[place]] = byte;
  for (const [place, byte] of rare.entries()) {
    const start = 256 + 128 * Math.floor(place / ALPHABET.length);
    single[ALPHABET[frequent.length + Math.floor(place / ALPHABET.length)]] = start;
    pairs[start + ALPHABET[place % ALPHABET.length]] = byte;
  }
  return [single, pairs];
}

/** The bytes that are frequent and those that are not, each in the order of their characters. */
export function bytesOf(map) {
  const frequent = [];
  const rare = [];
  for (let byte = 0; byte < 256; byte += 1) {
    const isFrequent = (Number.parseInt(map[byte >> 2], 16) >> (3 - (byte % 4))) & 1;
    (isFrequent ? frequent : rare).push(byte);
  }
  return { frequent, rare };
}
