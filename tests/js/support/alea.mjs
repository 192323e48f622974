// What a player can compute who sees numbers of boardgame.io's generator: all that follow.

const MULTIPLIER = 2091639;
const TWO_POW_32 = 2 ** 32;

/**
 * The generator that has drawn these numbers, four of them in a row: its state are the last three, and the carry.
 *
 * @returns {() => number} draws the next number
 */
export function generatorBehind([s0, s1, s2, drawn]) {
  // The carry of the step before: the one with which the first three led to the fourth.
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

/** What `random.Shuffle` makes of a deck with the numbers of this generator. */
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
