/**
 * The fields of an object that are most likely misspelt, each with the known one that is meant: near to its name, and missing
 * itself. All others may be the caller's own.
 */
export function misspelt(object: Record<string, any>, known: readonly string[]): [string, string][] {
  return Object.keys(object).filter((key) => !known.includes(key)).flatMap((key) => {
    const meant = nearName(key, known);
    return meant !== undefined && object[meant] === undefined ? [[key, meant]] : [];
  });
}

/** The known name that a name is near to. */
export function nearName(name: string, known: readonly string[]) {
  return known.find((other) => isNear(name.toLowerCase(), other.toLowerCase()));
}

/** Whether one letter is missing, added or changed, or two have changed places. In short names that makes other words. */
function isNear(name: string, known: string) {
  if (name === known) return true;
  let start = 0;
  while (start < name.length && name[start] === known[start]) start += 1;
  let end = 0;
  while (end < Math.min(name.length, known.length) - start && name.at(-1 - end) === known.at(-1 - end)) end += 1;
  const [written, meant] = [name, known].map((text) => text.slice(start, text.length - end));
  if (written.length + meant.length === 1) return known.length > 3;
  if (written.length === 1 && meant.length === 1) return known.length > 5;
  return written.length === 2 && written === [...meant].reverse().join('');
}
