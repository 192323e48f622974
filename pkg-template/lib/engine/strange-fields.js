import {
  ACTIVE_PLAYERS_FIELDS, DEEPEST_NEXT, EVENT_END_TURN, EVENT_PASS, EVENT_SET_ACTIVE_PLAYERS, EVENT_SET_STAGE, EVENTS_OF_GAMES,
} from './codes.js';
import { nearName } from '../util/misspelt.js';
import { isObject } from '../util/objects.js';
import { printable } from '../util/printable.js';

/** Of one player, in `setActivePlayers` and `setStage`. */
const SEAT_FIELDS = ['stage', 'minMoves', 'maxMoves', 'moveLimit'];

/** Of arguments that are one object. */
const EVENT_FIELDS = { [EVENT_END_TURN]: ['next'], [EVENT_PASS]: ['remove'], [EVENT_SET_STAGE]: SEAT_FIELDS };

/**
 * The fields of an event's argument that no rule reads: a text for each, which begins with its path.
 *
 * @param {number} event
 * @param {any} arg
 * @returns {string[]}
 */
export function strangeArgument(event, arg) {
  const path = EVENTS_OF_GAMES[event];
  if (event === EVENT_SET_ACTIVE_PLAYERS) return strangeActivePlayers(arg, path);
  return Object.hasOwn(EVENT_FIELDS, event) ? strangeFields(arg, EVENT_FIELDS[event], path) : [];
}

/** The same of what makes players active, which a definition has, too. */
export function strangeActivePlayers(arg, path, depth = 0) {
  if (!isObject(arg) || depth > DEEPEST_NEXT) return [];
  return [
    ...strangeFields(arg, ACTIVE_PLAYERS_FIELDS, path),
    ...['currentPlayer', 'others', 'all'].flatMap((seat) => strangeFields(arg[seat], SEAT_FIELDS, `${path}.${seat}`)),
    ...(isObject(arg.value) ? Object.keys(arg.value) : []).flatMap((player) => {
      return strangeFields(arg.value[player], SEAT_FIELDS, `${path}.value.${player}`);
    }),
    ...strangeActivePlayers(arg.next, `${path}.next`, depth + 1),
  ];
}

/**
 * The same of a place that knows these fields.
 *
 * @param {any} place
 * @param {readonly string[]} known
 * @param {string} path
 */
export function strangeFields(place, known, path) {
  if (!isObject(place)) return [];
  return Object.keys(place).filter((key) => !known.includes(key)).map((key) => {
    const meant = nearName(key, known);
    return `${path}.${printable(key)}: there is no such field${meant ? `; did you mean ${meant}?` : ''}`;
  });
}
