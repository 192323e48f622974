// Tests with many cases take another part of them each day. The part is in a test's name or in its failure.

const { RONDEL_DAY } = process.env;
const IS_EACH = RONDEL_DAY === 'each';

/** Days since 1970. `RONDEL_DAY` repeats the cases of another day. */
export const DAY = IS_EACH || RONDEL_DAY === undefined ? Math.floor(Date.now() / 86_400_000) : Number(RONDEL_DAY);

/** Returns the number of the part whose turn it is, from 0. */
export const partOfToday = (parts) => DAY % parts;

/** Returns `true` if a long test with this index runs today: each of them does once in so many days. `RONDEL_DAY=each` runs all of them. */
export const isForToday = (index, days = 2) => IS_EACH || index % days === partOfToday(days);
