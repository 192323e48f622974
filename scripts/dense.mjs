// Writes bytes into a JavaScript module so that gzip still works on them. Base64 moves the bytes off their borders and
// so costs a third more even after gzip; here the most frequent bytes are one character each, all others two.

// Printable, and nothing that needs an escape in a string, in a template or in a script element.
const CHARACTERS = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).filter((c) => !'\'"`\\$<'.includes(c));
const SHIFTS = CHARACTERS.slice(-2);
const DIGITS = CHARACTERS.slice(0, -2);

/**
 * The source of a module whose default export is a function that returns these bytes.
 * @param {Uint8Array} bytes
 * @returns {string}
 */
export function denseModule(bytes) {
  const frequent = new Set(byFrequency(bytes).slice(0, DIGITS.length));
  const written = [];
  orderOf((byte) => frequent.has(byte)).forEach((byte, rank) => {
    const shift = Math.floor(rank / DIGITS.length);
    written[byte] = (shift ? SHIFTS[shift - 1] : '') + DIGITS[rank % DIGITS.length];
  });
  const text = Array.from(bytes, (byte) => written[byte]).join('');
  return `// The engine. Generated: frequent bytes are one character, the others two, and so it compresses well.
const digits = '${DIGITS.join('')}';
const shifts = '${SHIFTS.join('')}';
// Which bytes are frequent: four to a hexadecimal digit.
const frequent = '${bitmap(frequent)}';
const text = '${text}';

export default function bytes() {
  const order = orderOf((byte) => (parseInt(frequent[byte >> 2], 16) >> (byte & 3)) & 1);
  const ranks = new Uint8Array(128);
  for (let i = 0; i < digits.length; i += 1) ranks[digits.charCodeAt(i)] = i;
  const [first, second] = [shifts.charCodeAt(0), shifts.charCodeAt(1)];
  const array = new Uint8Array(${bytes.length});
  let length = 0;
  let base = 0;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code === first) base = digits.length;
    else if (code === second) base = 2 * digits.length;
    else {
      array[length] = order[base + ranks[code]];
      length += 1;
      base = 0;
    }
  }
  return array;
}

${orderOf}
`;
}

/** All bytes, the frequent ones first. Written into the module as well. */
function orderOf(isFrequent) {
  const all = Array.from({ length: 256 }, (_, byte) => byte);
  return [...all.filter((byte) => isFrequent(byte)), ...all.filter((byte) => !isFrequent(byte))];
}

function byFrequency(bytes) {
  const counts = new Array(256).fill(0);
  for (const byte of bytes) counts[byte] += 1;
  return [...counts.keys()].sort((a, b) => counts[b] - counts[a] || a - b);
}

function bitmap(set) {
  const digit = (_, i) => [0, 1, 2, 3].reduce((bits, bit) => bits | (set.has(4 * i + bit) << bit), 0).toString(16);
  return Array.from({ length: 64 }, digit).join('');
}
