/** Every object in a value of arrays and plain objects, members under symbols included. */
export function objectsIn(value, found = new Set()) {
  if (typeof value !== 'object' || value === null || found.has(value)) return found;
  found.add(value);
  for (const key of Reflect.ownKeys(value)) objectsIn(value[key], found);
  return found;
}
