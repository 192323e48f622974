import {
  CLOCK_ORDERS, EVENTS, PLACE_NONE, REQUEST_CLOCK, REQUEST_EVENT, REQUEST_LEAVE, REQUEST_MOVE, REQUEST_PLUGIN, REQUEST_REDO, REQUEST_TIMEOUT, REQUEST_UNDO,
} from '../engine/codes.js';

/** Names of the game, in the engine's order. */
interface Names {
  moves: string[];
  plugins: string[];
}

/** Request code and index of the name, by type of action. */
const REQUESTS: Record<string, (names: Names, name: string) => [request: number, place: number]> = {
  MAKE_MOVE: (names, name) => [REQUEST_MOVE, names.moves.indexOf(name)],
  GAME_EVENT: (_, name) => [REQUEST_EVENT, EVENTS.indexOf(name)],
  PLUGIN: (names, name) => [REQUEST_PLUGIN, names.plugins.indexOf(name)],
  UNDO: () => [REQUEST_UNDO, PLACE_NONE],
  REDO: () => [REQUEST_REDO, PLACE_NONE],
  PLAYER_LEAVE: () => [REQUEST_LEAVE, PLACE_NONE],
  // The name of a move that was chosen for the player.
  TIMEOUT: (names, name: string | undefined) => [REQUEST_TIMEOUT, name === undefined ? PLACE_NONE : names.moves.indexOf(name)],
  CLOCK: (_, order) => [REQUEST_CLOCK, CLOCK_ORDERS.indexOf(order)],
};

/** Returns the engine's request for an action: its code, and the index of its name. The index is negative if the game has no such name. */
export function requestOf(type: string, name: string, names: Names): [request: number, place: number] {
  return REQUESTS[type](names, name);
}

/** Returns the arguments of an action as a list. Any other value is the only argument. */
export function argumentsOf({ args }: { args?: unknown }): unknown[] {
  if (args === undefined) return [];
  return Array.isArray(args) ? args : [args];
}
