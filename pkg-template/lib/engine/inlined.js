/**
 * The characters of the text in which a module is inlined: those that mean nothing in a string, in a template or in a
 * script element, so that no bundler escapes them.
 */
export const ALPHABET = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).filter((char) => !'"$\'<\\`'.includes(char));

/**
 * The bytes that `scripts/inline.mjs` made a text of. A frequent byte is one character; any other is two: one of the
 * characters that are left over, and one of all.
 *
 * @param {string} text
 * @param {number} length how many bytes they are
 * @param {number[]} frequent the frequent bytes, in the order of their characters
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function decode(text, length, frequent) {
  const bytes = new Uint8Array(length);
  const known = [...frequent, ...rareBytes(frequent)];
  const places = [];
  for (const [place, char] of ALPHABET.entries()) places[char.charCodeAt(0)] = place;
  for (let i = 0, at = 0; at < length; i += 1, at += 1) {
    let place = places[text.charCodeAt(i)];
    if (place >= frequent.length) {
      i += 1;
      place = frequent.length + (place - frequent.length) * ALPHABET.length + places[text.charCodeAt(i)];
    }
    bytes[at] = known[place];
  }
  return bytes;
}

/** The bytes that are not frequent, in the order of their characters. */
export function rareBytes(frequent) {
  return Array.from({ length: 256 }, (_, byte) => byte).filter((byte) => !frequent.includes(byte));
}
