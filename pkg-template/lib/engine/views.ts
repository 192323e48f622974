import { isEqual } from '../util/copy.js';
import { isDevelopment } from '../util/environment.js';
import { rondelError } from '../util/error.js';
import { hasMembers } from '../util/objects.js';
import { isPromise, unawaited } from '../util/promise.js';
import { print } from '../util/print.js';
import { findUnserializable } from '../util/serializable.js';
import type { Ctx, Plugin } from '../../types/game.js';
import type { Foreign } from '../util/foreign.js';

type Viewer = string | null | undefined;

/** A moment of a match, and who looks at it. */
interface Moment {
  game: object;
  G: Foreign;
  ctx: Ctx;
  data: Foreign;
  playerID: Viewer;
}

/** Checks of views by game. */
const checks = new WeakMap<object, ViewChecks>();

/**
 * Returns what the `playerView` of a game or of a plugin has made of a value. Throws in development if that is a mistake.
 *
 * @param where `path` names the `playerView`, `what` the value
 */
export function checkedView(view: unknown, original: unknown, { game, compat, path, what, ctx, playerID }: { game: object, compat: boolean, path: string, what: string, ctx: Ctx, playerID: Viewer }) {
  unawaited(view);
  if (view === original || !isDevelopment()) return view;
  let known = checks.get(game);
  if (!known) checks.set(game, known = new ViewChecks(compat));
  known.check(view, { path, what, isPlayers: isSeat(playerID, ctx) });
  return view;
}

/** Returns what a viewer sees of a plugin's data. */
export function pluginView(plugin: Plugin, moment: Moment, compat: boolean) {
  const { data } = moment;
  if (!plugin.playerView) return data;
  return checkedView(plugin.playerView(moment), data, { ...moment, compat, path: `plugins.${plugin.name}.playerView`, what: 'data' });
}

class ViewChecks {
  /** Objects of views that can be serialised. */
  #sound = new WeakSet<object>();
  #warned = new Set<string>();
  #compat: boolean;

  constructor(compat: boolean) {
    this.#compat = compat;
  }

  /**
   * Throws if what a `playerView` has returned is a mistake. `isPlayers`: the viewer has a seat, or is a spectator. The name of another
   * viewer may be that of a member which every object has: the game is not to blame for such a view.
   */
  check(view: unknown, { path, what, isPlayers }: { path: string, what: string, isPlayers: boolean }) {
    if (isPromise(view)) this.#reject(path, 'game/returned', ' returned a promise: no callback of a game is async');
    if (view === undefined) this.#reject(path, 'game/returned', ` returned nothing: expected what a player sees of ${what}`);
    const problem = isPlayers && problemIn(view, what, { sound: this.#sound, isAccepted: () => this.#compat });
    if (!problem) return;
    const message = `: ${problem.path}: ${problem.found} cannot be serialised; a view of ${what} may contain only JSON values`;
    this.#reject(path, 'game/unserializable', message);
  }

  /** Throws, except under `compat`: boardgame.io accepts any return value, so developers are warned once. */
  #reject(path: string, code: string, text: string) {
    const message = `${path}${text}`;
    if (!this.#compat) throw rondelError(code, message);
    if (!this.#warned.has(path)) print('warn', `rondel: ${message}`);
    this.#warned.add(path);
  }
}

/** Returns `true` if a viewer has a seat of the match, or is a spectator. */
function isSeat(playerID: Viewer, { numPlayers }: Ctx) {
  return Number(playerID ?? 0) < numPlayers;
}

/** Finds the first value of a view that JSON cannot represent. Members of a foreign state may throw, which is no fault of `playerView`. */
function problemIn(view: unknown, what: string, known: Parameters<typeof findUnserializable>[2]) {
  try {
    return findUnserializable(view, what, known);
  } catch {
    return null;
  }
}

/**
 * Returns `true` if a view has nothing but what was foreseen of it. A member that is foreseen and not seen was added to a part that the
 * viewer does not see, unless they saw it before.
 *
 * @param foreseen what an action has made of `base`
 * @param base the view before the action
 */
export function isForeseen(seen: Foreign, foreseen: Foreign, base: Foreign): boolean {
  if (!hasMembers(seen) || !hasMembers(foreseen) || Array.isArray(seen) || Array.isArray(foreseen)) return isEqual(seen, foreseen);
  const before: Record<string, unknown> = hasMembers(base) ? base : {};
  return Object.keys(seen).every((key) => Object.hasOwn(foreseen, key) && isForeseen(seen[key], foreseen[key], before[key]))
    && Object.keys(foreseen).every((key) => Object.hasOwn(seen, key) || !Object.hasOwn(before, key));
}
