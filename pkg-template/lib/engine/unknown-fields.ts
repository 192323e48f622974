import {
  ACTIVE_PLAYERS_FIELDS, DEEPEST_NEXT, EVENT_FIELDS, EVENT_SET_ACTIVE_PLAYERS, EVENTS_OF_GAMES, GROUPS, STAGE_ARG_FIELDS,
} from './codes.js';
import { nearName } from '../util/unknown-names.js';
import { isObject } from '../util/objects.js';
import { printable } from '../util/foreign-text.js';
import type { Foreign } from '../util/foreign.js';

/** The fields of an event's argument that no rule reads: a message for each, which begins with its path. */
export function unknownFieldsOfEvent(event: number, arg: Foreign): string[] {
  const path = EVENTS_OF_GAMES[event];
  if (event === EVENT_SET_ACTIVE_PLAYERS) return unknownFieldsOfActivePlayers(arg, path);
  const known = EVENT_FIELDS.get(event);
  return known ? unknownFields(arg, known, path) : [];
}

/** The same for an argument of `setActivePlayers`, which a definition has, too. */
export function unknownFieldsOfActivePlayers(arg: Foreign, path: string, depth = 0): string[] {
  if (!isObject(arg) || depth > DEEPEST_NEXT) return [];
  return [
    ...unknownFields(arg, ACTIVE_PLAYERS_FIELDS, path),
    ...GROUPS.flatMap((group) => unknownFields(arg[group], STAGE_ARG_FIELDS, `${path}.${group}`)),
    ...(isObject(arg.value) ? Object.keys(arg.value) : []).flatMap((player) => {
      return unknownFields(arg.value[player], STAGE_ARG_FIELDS, `${path}.value.${player}`);
    }),
    ...unknownFieldsOfActivePlayers(arg.next, `${path}.next`, depth + 1),
  ];
}

/** The same for any object that may have these fields. */
export function unknownFields(place: Foreign, known: readonly string[], path: string) {
  if (!isObject(place)) return [];
  return Object.keys(place).filter((key) => !known.includes(key)).map((key) => {
    const meant = nearName(key, known);
    return `${path}.${printable(key)}: there is no such field${meant ? `; did you mean ${meant}?` : ''}`;
  });
}
