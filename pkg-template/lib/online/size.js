/** Bytes of a list or an object with the reference to it, of any other value but a text, and of a text besides its characters. */
const [HOLDER, SINGLE, TEXT] = [48, 8, 16];

/**
 * About how many bytes of memory a value of JSON's kind takes, or a message of socket.io's, in which there may be bytes: more than its
 * text has, if it consists of many small values.
 *
 * @param {any} value
 * @returns {number}
 */
export function sizeOf(value) {
  if (typeof value === 'string') return TEXT + value.length;
  if (typeof value !== 'object' || value === null) return SINGLE;
  let size = HOLDER;
  if (ArrayBuffer.isView(value)) return size + value.byteLength;
  if (Array.isArray(value)) {
    for (const element of value) size += sizeOf(element);
    return size;
  }
  for (const key of Object.keys(value)) size += key.length + sizeOf(value[key]);
  return size;
}

/**
 * As `sizeOf`, of what a stranger has sent: it may be nested deeper than the stack allows.
 *
 * @param {any} value
 * @param {number} tooDeep what that counts as
 */
export function weightOf(value, tooDeep) {
  try {
    return sizeOf(value);
  } catch {
    return tooDeep;
  }
}
