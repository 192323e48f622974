import { hasMembers } from '../util/objects.js';

/**
 * The path of a function in a game's definition, such as `turn.endIf`: for errors. Undefined if it is not there.
 *
 * @param {unknown} wanted
 * @param {any} place
 * @returns {string | undefined}
 */
export function functionPath(wanted, place, path = '', seen = new Set()) {
  if (!hasMembers(place) || seen.has(place)) return undefined;
  seen.add(place);
  for (const key of Object.keys(place)) {
    const member = path ? `${path}.${key}` : key;
    const found = place[key] === wanted ? member : functionPath(wanted, place[key], member, seen);
    if (found) return found;
  }
  return undefined;
}
