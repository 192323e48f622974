// For developers: games and components that are made while a component renders, and so are new each time.
import { print } from '../util/print.js';
import type { Foreign } from '../util/foreign.js';

/**
 * A component may be given another game, as by hot reload, and StrictMode makes some twice. Games that look the same, so often in
 * a row, are made at each render.
 */
const GAMES = 3;
/** One match may take the place of another. */
const COMPONENTS = 2;

/** How many components show a board, how many in a row seem to have been recreated, and whether the developer was warned. */
const boards = new WeakMap<object, { shown: number, recreated: number, wasWarned: boolean }>();

/** Checks the game that a component is given at each render; warns once that it is made again. */
export function watchGames() {
  let last: Foreign;
  let count = 0;
  let wasWarned = false;
  return (game: Foreign) => {
    count = game !== last && isAlike(game, last) ? count + 1 : 0;
    last = game;
    if (wasWarned || count < GAMES) return;
    wasWarned = true;
    print('warn', 'rondel: useClient: another game at each render, which starts its match again: make the game outside of the component, or by useState');
  };
}

/**
 * Watches a component that `Client` has made for a board; warns once if such a component is made at each render: made while
 * another one shows the board, it replaces that one before the code that made it has returned.
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
      print('warn', 'rondel: Client: another component at each render, which starts its match again: call Client outside of components');
    },
    gone() {
      seen.shown -= 1;
    },
  };
}

/** Whether two games look as if the same code had made them. */
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
