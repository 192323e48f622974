/** Some thousand days, with another weekday, hour, minute and second, in milliseconds. */
const LATER = 1003 * 86_400_000 + 26_051_123;

/**
 * Runs a function in one of two worlds (0 and 1) with different clocks and values of `Math.random`. Returns the outcome, and which of them
 * it used. Two runs in the same world would not do: most clocks and dice agree by chance.
 */
export function inWorld<Result>(world: 0 | 1, run: () => Result): { outcome: Result, uses: string[] } {
  const { Date: RealDate } = globalThis;
  const { random } = Math;
  const uses = new Set<string>();
  let isHigh = world === 1;

  Math.random = () => {
    uses.add('Math.random');
    const number = (random() + (isHigh ? 1 : 0)) / 2;
    isHigh = !isHigh;
    return number;
  };
  globalThis.Date = dateOf(RealDate, () => {
    uses.add('Date');
    return RealDate.now() + world * LATER;
  });
  try {
    return { outcome: run(), uses: [...uses] };
  } finally {
    Math.random = random;
    globalThis.Date = RealDate;
  }
}

function dateOf(RealDate: DateConstructor, now: () => number) {
  return new Proxy(RealDate, {
    construct: (target, args, newTarget) => Reflect.construct(target, args.length > 0 ? args : [now()], newTarget),
    apply: () => String(new RealDate(now())),
    get: (target, key) => (key === 'now' ? now : target[key as keyof DateConstructor]),
  });
}
