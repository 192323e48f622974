// Takes bytes out of the text that scripts/pack.mjs made of them. As in LZMA (Igor Pavlov), what was there before is
// copied, by distance and count; that and everything else is told in bits, and the likelier a bit is, the less of the
// text it takes (arithmetic coding). How likely it is, three contexts say together, by logistic mixing as in PAQ (Matt
// Mahoney). One of them follows the instructions of WebAssembly.
// All is computed with whole numbers or with + - * /, because the result must be the same on every machine.

/**
 * @param {string} text what `pack` made of the bytes
 * @param {number} length how many they are
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function unpack(text, length) {
  const bytes = new Uint8Array(length);
  const format = createFormat(bytes, createCoder(text));
  const state = createState();
  while (state.at < length) {
    const type = format.type(state);
    let count = 1;
    let { distance } = state;
    if (type === LITERAL) bytes[state.at] = format.literal(state);
    else {
      count = format.count(state, type);
      if (type === COPY) distance = format.distance(state, count);
      const end = state.at + count;
      for (let i = state.at; i < end; i += 1) bytes[i] = bytes[i - distance];
    }
    advance(state, type, count, distance, bytes);
  }
  return bytes;
}

/** The types of tokens: a byte, bytes from some distance, bytes from the same distance as last time. */
export const LITERAL = 0;
export const COPY = 1;
export const COPY_AGAIN = 2;

/**
 * What is known before a token: how many bytes there are, the types of the last three tokens as one number, the last
 * distance, and where in an instruction it is.
 */
export const createState = () => ({ at: 0, types: 0, distance: 1, place: 0 });

/** Takes a state past a token. */
export function advance(state, type, count, distance, bytes) {
  for (let left = count; left > 0; left -= 1) {
    state.place = nextPlace(state.place, bytes[state.at]);
    state.at += 1;
  }
  state.types = (state.types * 3 + type) % 27;
  state.distance = distance;
}

// Two bits for the operands of an instruction that are still to come, two for how many it has, then its byte and the
// byte of the instruction before it. In data, this is nonsense, and does no harm.
function nextPlace(place, byte) {
  if (place & 3) return byte < 128 ? place - 1 : place;
  return ((place & 0xff0) << 8) | (byte << 4) | (operands(byte) * 5);
}

function operands(byte) {
  if (byte >= 0x28 && byte <= 0x3e) return 2; // load, store
  if (byte >= 0x20 && byte <= 0x24) return 1; // local.get, …
  return +(byte === 0x41 || byte === 0x10 || byte === 0x0c || byte === 0x0d || (byte >= 2 && byte <= 4));
}

/**
 * How tokens are told, in choices. When reading, the last argument of each is left out; when writing, it is what shall
 * be told. Its default is a number because undefined makes `>>` slow. A context is a number, and no two kinds of choices may have the same ones.
 */
export function createFormat(bytes, choose) {
  // A number from 1 to 65,535: how many binary digits follow the first, then those, up to four at a time.
  function number(a, b, c, wanted) {
    let left = choose(slot(a), slot(b), slot(c), 4, 31 - Math.clz32(wanted));
    let value = 1;
    for (let next = left + 1; left > 0; next += 16) {
      const count = left < 4 ? left : 4;
      left -= count;
      value = (value << count) | choose(slot(a + next), slot(b + next), slot(c + next), count, wanted >> left);
    }
    return value;
  }

  return {
    type({ types, place }, wanted = 0) {
      const i = slot(TYPE | (types << 8));
      const j = slot(TYPE | (types << 8) | ((place & 15) << 16));
      const k = slot(TYPE | (1 << 7) | ((place & 0xfff) << 8));
      if (!choose(i, j, k, 1, wanted > 0 ? 1 : 0)) return LITERAL;
      return COPY + choose(i + 1, j + 1, k + 1, 1, wanted - 1);
    },

    literal({ at, types, distance, place }, wanted = 0) {
      // What would have been copied had the last copy gone on.
      const guess = types % 3 && at >= distance ? bytes[at - distance] | 256 : 0;
      const operand = place & 3 ? Math.imul(bytes[at - 1], 0x3456789) : 0;
      const a = BYTE_BY_INSTRUCTION | ((place & 0xfff) << 8);
      const b = (BYTE_BY_HISTORY + (place << 8) + operand) | 0;
      const c = BYTE_BY_GUESS | (guess << 12) | ((place & 15) << 8);
      const high = choose(slot(a), slot(b), slot(c), 4, wanted >> 4);
      const next = 16 | high;
      return (high << 4) | choose(slot(a + next), slot((b + next) | 0), slot(c + next), 4, wanted);
    },

    count({ place }, type, wanted = 0) {
      const tag = COUNT | (type << 5);
      return number(tag, tag | ((place & 15) << 8), tag | (1 << 23) | ((place & 0xfff) << 8), wanted);
    },

    distance({ place }, count, wanted = 0) {
      return number(DISTANCE, DISTANCE | (Math.min(count, 5) << 8), DISTANCE | (1 << 23) | ((place & 15) << 8), wanted);
    },
  };
}

const TYPE = 1 << 28;
const COUNT = 2 << 28;
const DISTANCE = 3 << 28;
const BYTE_BY_INSTRUCTION = 8 << 28;
const BYTE_BY_GUESS = 9 << 28;
const BYTE_BY_HISTORY = 10 << 28;

const CELL_BITS = 18;

/** Where the sixteen cells of a context are. Two contexts may meet there; that costs a little, and breaks nothing. */
const slot = (context) => (Math.imul(context, 0x9e3779b1) >>> (32 - CELL_BITS)) & ~15;

/**
 * Answers a function that takes so many bits out of the text, the first one highest, by what three contexts have learnt
 * in their slots. With `asked` there is no text: it is told how likely a 1 is, in 4096ths, and the bit that is wanted; it
 * answers whether to learn from that.
 */
export function createCoder(text, asked) {
  // What a context expects: the logarithm of the odds of a 1, in 65,536ths. In the last eight bits, how fast it learns:
  // 64 at first, less each time.
  const cells = new Int32Array(1 << CELL_BITS).fill(64);
  const probabilities = createProbabilities();
  let low = 0;
  let high = 0x3fffffff;
  let value = 0;
  let read = 0;
  if (!asked) for (let i = 0; i < 5; i += 1) value = (value << 6) | digit();

  // The characters from = to ~ but \ and `.
  function digit() {
    const code = text.charCodeAt(read);
    read += 1;
    return code - 61 - +(code > 92) - +(code > 96);
  }

  return (i, j, k, count, wanted) => {
    let node = 1;
    for (let left = count - 1; left >= 0; left -= 1) {
      const a = cells[i + node];
      const b = cells[j + node];
      const c = cells[k + node];
      const sum = ((a >> 8) + (b >> 8) + (c >> 8)) >> 8;
      const p = probabilities[sum < -LIMIT ? 0 : sum > LIMIT ? LAST : sum + LIMIT];
      let bit;
      if (asked) bit = (wanted >> left) & 1;
      else {
        const middle = low + Math.imul((high - low) >>> 12, p >>> 4);
        bit = value <= middle ? 1 : 0;
        if (bit) high = middle;
        else low = middle + 1;
        while ((low ^ high) < 1 << 24) {
          low = (low << 6) & 0x3fffffff;
          high = ((high << 6) & 0x3fffffff) | 63;
          value = ((value << 6) & 0x3fffffff) | digit();
        }
      }
      if (!asked || asked(p >>> 4, bit)) {
        const error = (bit << 16) - p;
        // Thrice the same line: a function for it would cost a third of the time, for as long as it is not compiled.
        cells[i + node] = a + (((error * (a & 255)) >> 6) << 8) - (((a & 255) - 6) >> 3);
        cells[j + node] = b + (((error * (b & 255)) >> 6) << 8) - (((b & 255) - 6) >> 3);
        cells[k + node] = c + (((error * (c & 255)) >> 6) << 8) - (((c & 255) - 6) >> 3);
      }
      node = node * 2 + bit;
    }
    return node - (1 << count);
  };
}

const LIMIT = 1791;
const LAST = 2 * LIMIT;

// From the logarithm of the odds, in 256ths, to the probability, in 65,536ths. Not by Math.exp, which may be rounded
// differently elsewhere.
function createProbabilities() {
  const table = new Uint16Array(LAST + 1);
  let odds = 1;
  for (let i = 0; i <= LIMIT; i += 1) {
    table[LIMIT + i] = (65536 * odds) / (odds + 1);
    table[LIMIT - i] = 65536 / (odds + 1);
    odds *= 1.0039138893383475; // e^(1/256)
  }
  return table;
}
