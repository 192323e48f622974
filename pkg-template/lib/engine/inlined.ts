/**
 * The characters of the text in which a module is inlined, as their codes: printable ones that mean nothing in a string, in
 * a template or in a script element, so that no bundler escapes them.
 */
const ALPHABET = Array.from({ length: 95 }, (_, i) => 32 + i).filter((code) => !'"$\'<\\`'.includes(String.fromCharCode(code)));

/** The number of characters that stand for a byte each; the others begin a byte that takes two. */
export const FREQUENT = ALPHABET.length - 2;

/**
 * The bytes that `scripts/inline.mjs` has encoded as text. A frequent byte is one character; any other is two: one of the
 * characters that are left over, and one of all.
 *
 * @param length how many bytes they are
 * @param map which bytes are frequent: a hexadecimal digit for each four, the highest bit for the first of them
 */
export function decode(text: string, length: number, map: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  const codes = new TextEncoder().encode(text);
  // From 256 up it is the place in the second table from which the character that follows counts.
  const single = new Uint16Array(128);
  const pairs = new Uint8Array(2 ** 15);
  for (const [byte, [first, second]] of codesOf(map).entries()) {
    if (second) pairs[(single[first] = first << 8) + second] = byte;
    else single[first] = byte;
  }
  // Runs once, in the interpreter: so it does next to nothing for each character.
  for (let i = 0, at = 0; at < length; i += 1, at += 1) {
    const byte = single[codes[i]];
    bytes[at] = byte < 256 ? byte : pairs[byte + codes[(i += 1)]];
  }
  return bytes;
}

/** Returns the codes of the one or two characters of each byte. */
export function codesOf(map: string) {
  const counts = [0, 0];
  return Array.from({ length: 256 }, (_, byte) => {
    const isFrequent = (Number.parseInt(map[byte >> 2], 16) >> (3 - (byte % 4))) & 1;
    const place = counts[isFrequent]++;
    const second = ALPHABET[place % ALPHABET.length];
    return isFrequent ? [second] : [ALPHABET[FREQUENT + Math.floor(place / ALPHABET.length)], second];
  });
}
