// Tests with many cases take another part of them each day. The part is in a test's name or in its failure.

/** Days since 1970. `RONDEL_DAY` repeats the cases of another day. */
export const DAY = Number(process.env.RONDEL_DAY ?? Math.floor(Date.now() / 86_400_000));

/** Returns the number of the part whose turn it is, from 0. */
export const partOfToday = (parts) => DAY % parts;
