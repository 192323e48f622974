import type { Foreign } from '../util/foreign.js';

/** Freezes a value, and returns it. */
type Freeze = (value: Foreign) => Foreign;

/**
 * Applies what `src/game/changes.rs` writes: the differences from an old value. The result shares all equal parts with the old
 * value, and is the same object if nothing differs. New parts are frozen. A patch is one of
 *
 * - `[value]`: the whole value
 * - `{ key: patch, … }`: the changed members of an object, or of a tuple by position. `[]` removes a member
 * - `[keys, { key: patch }]`: an object with these keys, in this order
 * - `[place, patch, place, patch, …]`: a list with other items at these places
 * - `[from, removed, items, patch?]`: a list without `removed` items at `from`, and with `items` in their place, after the
 *   optional patch of the old list
 *
 * @param freeze freezes the outermost object that is new
 */
export function patched(old: Foreign, patch: Foreign, freeze: Freeze = Object.freeze): Foreign {
  if (!Array.isArray(patch)) return Array.isArray(old) ? withPlaces(old, Object.entries(patch).flat(), freeze) : withMembers(old, patch, freeze);
  if (patch.length === 1) return frozen(patch[0], freeze);
  if (typeof patch[0] !== 'number') return withKeys(old, patch[0], patch[1], freeze);
  return typeof patch[1] === 'number' ? spliced(old, patch, freeze) : withPlaces(old, patch, freeze);
}

/** Freezes a JSON value deeply. */
export function frozen(value: Foreign, freeze: Freeze = Object.freeze): Foreign {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const key of Object.keys(value)) frozen(value[key]);
  return freeze(value);
}

function withPlaces(old: Foreign[], patches: Foreign[], freeze: Freeze) {
  // A copy of what is frozen by `slice` takes sixty times as long in V8.
  const list = [...old];
  for (let i = 0; i < patches.length; i += 2) list[patches[i]] = patched(old[patches[i]], patches[i + 1]);
  return freeze(list);
}

function withMembers(old: Foreign, patches: Foreign, freeze: Freeze) {
  const keys = Object.keys(patches);
  if (keys.length === 0) return old;
  const object = { ...old };
  for (const key of keys) {
    if (patches[key].length === 0) delete object[key];
    else put(object, key, patched(memberOf(old, key), patches[key]));
  }
  return freeze(object);
}

function withKeys(old: Foreign, keys: string[], patches: Foreign, freeze: Freeze): Foreign {
  const object: Record<string, unknown> = {};
  for (const key of keys) put(object, key, Object.hasOwn(patches, key) ? patched(memberOf(old, key), patches[key]) : memberOf(old, key));
  return freeze(object);
}

function spliced(old: Foreign, [from, removed, items, patches]: Foreign[], freeze: Freeze) {
  const list = [...(patches ? withPlaces(old, patches, Object.freeze) : old)];
  // One by one: a call cannot take a long list as its arguments.
  const rest = list.slice(from + removed);
  list.length = from;
  for (const item of items) list.push(frozen(item));
  for (const item of rest) list.push(item);
  return freeze(list);
}

/** Keys are the game's, and may be names that every object has. */
function memberOf(object: Foreign, key: string) {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function put(object: Record<string, unknown>, key: string, value: unknown) {
  if (key === '__proto__') Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
  else object[key] = value;
}
