import {
  EVENTS, PLACE_NONE, REQUEST_EVENT, REQUEST_LEAVE, REQUEST_MOVE, REQUEST_PLUGIN, REQUEST_REDO, REQUEST_UNDO,
} from '../engine/codes.js';

/** The game's names, in the order in which the engine knows them. */
interface Names {
  moves: string[];
  plugins: string[];
}

/** The request for each type of action, and the place of its name. */
const REQUESTS: Record<string, (names: Names, name: string) => [request: number, place: number]> = {
  MAKE_MOVE: (names, name) => [REQUEST_MOVE, names.moves.indexOf(name)],
  GAME_EVENT: (_, name) => [REQUEST_EVENT, EVENTS.indexOf(name)],
  PLUGIN: (names, name) => [REQUEST_PLUGIN, names.plugins.indexOf(name)],
  UNDO: () => [REQUEST_UNDO, PLACE_NONE],
  REDO: () => [REQUEST_REDO, PLACE_NONE],
  PLAYER_LEAVE: () => [REQUEST_LEAVE, PLACE_NONE],
};

/**
 * The request of an action, as the engine knows it: the kind, and its place in the game's list of names; a negative place if the
 * game has no such name.
 */
export function requestOf(type: string, name: string, names: Names): [request: number, place: number] {
  return REQUESTS[type](names, name);
}

/** The arguments of an action: a value that is no list is the only argument. */
export function argumentsOf({ args }: { args?: unknown }): unknown[] {
  if (args === undefined) return [];
  return Array.isArray(args) ? args : [args];
}
