/**
 * Does something for each of the items, for so many at once. After a failure it begins no more, and throws when all that
 * has begun has ended.
 */
export async function forEachAtOnce<T>(items: Iterable<T>, most: number, work: (item: T) => Promise<unknown>) {
  const rest = items[Symbol.iterator]();
  const failures: unknown[] = [];
  const workThrough = async () => {
    for (let next = rest.next(); !next.done && failures.length === 0; next = rest.next()) {
      try {
        await work(next.value);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: most }, workThrough));
  if (failures.length > 0) throw failures[0];
}
