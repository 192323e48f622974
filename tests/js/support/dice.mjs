/** Random numbers from a seed. */
export function makeDice(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x9e3779b9) >>> 0;
    let z = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
    return ((z ^ (z >>> 15)) >>> 0) / 4294967296;
  };
  return {
    below: (limit) => Math.floor(next() * limit),
    from: (least, most) => least + Math.floor(next() * (most - least + 1)),
    happens: (percent) => next() * 100 < percent,
    one: (list) => list[Math.floor(next() * list.length)],
  };
}
