// For developers: games and components that are made while a component renders, and so are others each time.
import { print } from '../util/print.js';

/**
 * A component may be given another game, as by hot reload, and StrictMode makes some twice. Games that look the same, so often in
 * a row, are made at each render.
 */
const GAMES = 3;
/** One match may take the place of another. */
const COMPONENTS = 2;

/** How many components show a board, how many in a row seem to have been made anew, and whether the developer has been told. */
const boards = new WeakMap();

/** Looks at the game that a component is given at each render; tells once that it is made anew. */
export function watchGames() {
  let last;
  let count = 0;
  let isTold = false;
  return (game) => {
    count = game !== last && isAlike(game, last) ? count + 1 : 0;
    last = game;
    if (isTold || count < GAMES) return;
    isTold = true;
    print('warn', 'rondel: useClient: another game at each render, which begins its match anew: make the game outside of the component, or by useState');
  };
}

/**
 * Watches a component that `Client` has made for a board; tells once if such a component is made at each render: made while
 * another one shows the board, it takes the place of that one before whoever has made it returns.
 */
export function watchRecreation(board) {
  const seen = boards.get(board) ?? { shown: 0, anew: 0, isTold: false };
  if (Object(board) === board) boards.set(board, seen);
  let isDuring = seen.shown > 0;
  queueMicrotask(() => { isDuring = false; });
  return {
    shown() {
      seen.anew = isDuring && seen.shown === 0 ? seen.anew + 1 : 0;
      seen.shown += 1;
      if (seen.isTold || seen.anew < COMPONENTS) return;
      seen.isTold = true;
      print('warn', 'rondel: Client: another component at each render, which begins its match anew: call Client outside of components');
    },
    gone() {
      seen.shown -= 1;
    },
  };
}

/** Whether two games look as if the same code had made them. */
function isAlike(one, other) {
  try {
    const keys = Object.keys(one);
    return keys.join() === Object.keys(other).join() && keys.every((key) => textOf(one[key]) === textOf(other[key]));
  } catch {
    return false;
  }
}

function textOf(value) {
  return typeof value === 'function' ? String(value) : typeof value;
}
