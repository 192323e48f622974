/** Returns every object in a value of arrays and plain objects, including members under symbols. */
export function objectsIn(value, found = new Set()) {
  if (typeof value !== 'object' || value === null || found.has(value)) return found;
  found.add(value);
  for (const key of Reflect.ownKeys(value)) objectsIn(value[key], found);
  return found;
}
