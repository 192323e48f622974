import { isDevelopment } from '../util/environment.js';
import { rondelError } from '../util/error.js';
import { isPromise, unawaited } from '../util/promise.js';
import { print } from '../util/print.js';
import { findUnserializable } from '../util/serializable.js';

/** By game, the checks of its views. @type {WeakMap<object, ViewChecks>} */
const checks = new WeakMap();

/**
 * Returns what the `playerView` of a game or of a plugin has made of a value. Throws in development if that is a mistake.
 *
 * @param {unknown} view
 * @param {unknown} original
 * @param {{ game: object, compat: boolean, path: string, what: string, ctx: any, playerID: any }} where `path` names the `playerView`, `what` the value
 */
export function checkedView(view, original, { game, compat, path, what, ctx, playerID }) {
  unawaited(view);
  if (view === original || !isDevelopment()) return view;
  let known = checks.get(game);
  if (!known) checks.set(game, known = new ViewChecks(compat));
  known.check(view, { path, what, isPlayers: isSeat(playerID, ctx) });
  return view;
}

/**
 * Returns what a viewer sees of a plugin's data.
 *
 * @param {{ name: string, playerView?: Function }} plugin
 * @param {{ game: any, G: any, ctx: any, data: any, playerID: any }} moment
 * @param {boolean} compat
 */
export function pluginView(plugin, moment, compat) {
  const { data } = moment;
  if (!plugin.playerView) return data;
  return checkedView(plugin.playerView(moment), data, { ...moment, compat, path: `plugins.${plugin.name}.playerView`, what: 'data' });
}

class ViewChecks {
  /** Objects of views that can be serialised. */
  #sound = new WeakSet();
  #warned = new Set();
  #compat;

  /** @param {boolean} compat */
  constructor(compat) {
    this.#compat = compat;
  }

  /**
   * Throws if what a `playerView` has returned is a mistake. `isPlayers`: the viewer has a seat, or is a spectator. The name of another
   * viewer may be that of a member which every object has: the game is not to blame for such a view.
   *
   * @param {unknown} view
   * @param {{ path: string, what: string, isPlayers: boolean }} where
   */
  check(view, { path, what, isPlayers }) {
    if (isPromise(view)) this.#reject(path, 'game/returned', ' returned a promise: no callback of a game is async');
    if (view === undefined) this.#reject(path, 'game/returned', ` returned nothing: it returns what a player sees of ${what}`);
    const problem = isPlayers && problemIn(view, what, { sound: this.#sound, isAccepted: () => this.#compat });
    if (!problem) return;
    const message = `: ${problem.path}: ${problem.found} cannot be serialised; a view of ${what} holds only what JSON can say`;
    this.#reject(path, 'game/unserializable', message);
  }

  /** Throws, except under `compat`: boardgame.io accepts any return value, so developers are warned once. */
  #reject(path, code, text) {
    const message = `${path}${text}`;
    if (!this.#compat) throw rondelError(code, message);
    if (!this.#warned.has(path)) print('warn', `rondel: ${message}`);
    this.#warned.add(path);
  }
}

/** Returns `true` if a viewer has a seat of the match, or is a spectator. */
function isSeat(playerID, { numPlayers }) {
  return Number(playerID ?? 0) < numPlayers;
}

/** Finds the first value of a view that JSON cannot represent. Members of a foreign state may throw, which is no fault of `playerView`. */
function problemIn(view, what, known) {
  try {
    return findUnserializable(view, what, known);
  } catch {
    return null;
  }
}
