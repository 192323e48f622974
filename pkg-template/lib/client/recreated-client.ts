// Warnings for developers about games and components that are created again at each render.
import { print } from '../util/print.js';
import type { Foreign } from '../util/foreign.js';

/**
 * Number of similar games in a row after which a game counts as created at each render. Hot reload replaces games, and StrictMode creates
 * some twice.
 */
const GAMES = 3;
/** The same for components: one match may replace another. */
const COMPONENTS = 2;

/** Number of mounted components by board, number of apparent recreations in a row, and whether the developer was warned. */
const boards = new WeakMap<object, { shown: number, recreated: number, wasWarned: boolean }>();

/** Checks the game of a component at each render. Warns once if it is created at each render. */
export function watchGames() {
  let last: Foreign;
  let count = 0;
  let wasWarned = false;
  return (game: Foreign) => {
    count = game !== last && isAlike(game, last) ? count + 1 : 0;
    last = game;
    if (wasWarned || count < GAMES) return;
    wasWarned = true;
    print('warn', 'rondel: useClient: the game is a new object at each render, which restarts its match: create it outside of the component, or with useState');
  };
}

/**
 * Watches a component that `Client` has created for a board. Warns once if such a component is created at each render: one that is created
 * while another shows the board replaces it before its creating code has returned.
 */
export function watchRecreation(board: Foreign) {
  const seen = boards.get(board) ?? { shown: 0, recreated: 0, wasWarned: false };
  if (Object(board) === board) boards.set(board, seen);
  let isDuring = seen.shown > 0;
  queueMicrotask(() => { isDuring = false; });
  return {
    shown() {
      seen.recreated = isDuring && seen.shown === 0 ? seen.recreated + 1 : 0;
      seen.shown += 1;
      if (seen.wasWarned || seen.recreated < COMPONENTS) return;
      seen.wasWarned = true;
      print('warn', 'rondel: Client: the component is a new one at each render, which restarts its match: call Client outside of components');
    },
    gone() {
      seen.shown -= 1;
    },
  };
}

/** Returns `true` if two games look as if the same code had created them. */
function isAlike(one: Foreign, other: Foreign) {
  try {
    const keys = Object.keys(one);
    return keys.join() === Object.keys(other).join() && keys.every((key) => textOf(one[key]) === textOf(other[key]));
  } catch {
    return false;
  }
}

function textOf(value: unknown) {
  return typeof value === 'function' ? String(value) : typeof value;
}
