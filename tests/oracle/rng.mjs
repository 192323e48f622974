// The oracle's own random numbers, unrelated to the engines'.

/** A generator of the given seed with the few draws the oracle needs. */
export function createRng(seed) {
  let state = (seed * 0x9e3779b1) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const int = (below) => Math.floor(next() * below);
  return {
    int,
    chance: (p) => next() < p,
    pick: (list) => list[int(list.length)],
    /** `pick` over `[weight, value]` pairs. */
    weighted(pairs) {
      let at = next() * pairs.reduce((sum, [weight]) => sum + weight, 0);
      for (const [weight, value] of pairs) {
        at -= weight;
        if (at < 0) return value;
      }
      return pairs[pairs.length - 1][1];
    },
    /** Each element with probability p. */
    some: (list, p) => list.filter(() => next() < p),
    shuffle(list) {
      const copy = [...list];
      for (let i = copy.length - 1; i > 0; i--) {
        const j = int(i + 1);
        [copy[i], copy[j]] = [copy[j], copy[i]];
      }
      return copy;
    },
  };
}
