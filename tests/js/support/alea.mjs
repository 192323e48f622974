// Predicts boardgame.io's generator, as a player can who sees its numbers.

const MULTIPLIER = 2091639;
const TWO_POW_32 = 2 ** 32;

/**
 * Returns the generator that has drawn these four successive numbers: its state is the last three, and the carry.
 *
 * @returns {() => number} draws the next number
 */
export function generatorBehind([s0, s1, s2, drawn]) {
  // The carry of the step before: the one with which the first three give the fourth.
  let carry = Math.round(fraction(drawn - fraction(MULTIPLIER * s0)) * TWO_POW_32);
  const step = () => {
    const t = MULTIPLIER * s0 + carry / TWO_POW_32;
    [s0, s1] = [s1, s2];
    carry = Math.trunc(t);
    s2 = t - carry;
    return s2;
  };
  step();
  return step;
}

/** The result of `random.Shuffle` for a deck with the numbers of this generator. */
export function shuffledBy(next, deck) {
  const left = [...deck];
  return deck.map(() => {
    const [card] = left.splice(Math.trunc(left.length * next()), 1, left.at(-1));
    left.pop();
    return card;
  });
}

function fraction(number) {
  return number - Math.floor(number);
}
