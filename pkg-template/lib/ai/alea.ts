const MULTIPLIER = 2_091_639;
const TWO_POW_32 = 2 ** 32;
const TWO_POW_MINUS_32 = 2 ** -32;

/** State of a generator: the carry and the three lagged values, as boardgame.io stores them. */
export type AleaState = { c: number, s0: number, s1: number, s2: number };

/**
 * Returns Johannes Baagøe's Alea, seeded bit for bit as in boardgame.io 0.50.2. The engine has the same generator in src/core/random.rs.
 */
export function seededAlea(seed: string | number): AleaState {
  const mix = mash();
  const lags = [mix(' '), mix(' '), mix(' ')];
  const [s0, s1, s2] = lags.map((lag) => {
    const mixed = lag - mix(String(seed));
    return mixed < 0 ? mixed + 1 : mixed;
  });
  return { c: 1, s0, s1, s2 };
}

/** Returns the next state. Its `s2` is the drawn number, from 0 up to, but not including, 1. */
export function nextAlea({ c, s0, s1, s2 }: AleaState): AleaState {
  const t = MULTIPLIER * s0 + c * TWO_POW_MINUS_32;
  const carry = Math.trunc(t);
  return { c: carry, s0: s1, s1: s2, s2: t - carry };
}

/** Returns the hash with which Alea spreads its seed. */
function mash() {
  let n = 0xefc8249d;
  return (text: string) => {
    for (let i = 0; i < text.length; i += 1) {
      n += text.charCodeAt(i);
      let h = 0.02519603282416938 * n;
      n = h >>> 0;
      h -= n;
      h *= n;
      n = h >>> 0;
      h -= n;
      n += h * TWO_POW_32;
    }
    return (n >>> 0) * TWO_POW_MINUS_32;
  };
}
