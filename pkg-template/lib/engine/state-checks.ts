import { current, freeze, isDraft, original } from 'immer';
import { EVENT_END_GAME, METHOD_MOVE, METHODS } from './codes.js';
import { unknownFieldsOfEvent } from './unknown-fields.js';
import { unbound } from '../util/bound.js';
import { rondelError } from '../util/error.js';
import { hasMembers } from '../util/objects.js';
import { isPromise } from '../util/promise.js';
import { findUnserializable, findUnstorable } from '../util/serializable.js';
import type { Foreign, ForeignFunction } from '../util/foreign.js';
import type { Problem } from '../util/serializable.js';

/** A limit, because a master checks the events of anyone. */
const MOST_WARNINGS = 100;

/**
 * The checks in development of each new `G`, and of what is stored beside it: that it can be serialised; of `G` also that nobody
 * has changed it, and that a move or hook returns it on purpose.
 */
export class StateChecks {
  #game: object;
  #compat: boolean;
  /** Objects that can be serialised. */
  #sound = new WeakSet<object>();
  #paths = new WeakMap<ForeignFunction, string>();
  #plugins: readonly { name: string }[];
  #warned = new Set<string>();
  #warn: (message: string) => void;

  constructor({ game, plugins, compat, warn }: { game: object; plugins: readonly { name: string }[]; compat: boolean; warn: (message: string) => void }) {
    this.#game = game;
    this.#plugins = plugins;
    this.#compat = compat;
    this.#warn = warn;
  }

  /**
   * Checks the `G` that a move or hook has made, and returns it.
   *
   * @param method which kind of hook it is, by its place in `METHODS`
   */
  made(G: unknown, method: number, moveName: string): Foreign {
    return this.#checked(G, placeOf(method, moveName));
  }

  /** Checks `G`, and returns it; `place` names the code that has made it. */
  #checked(G: unknown, place: string): Foreign {
    const messageOf = (problem: Problem) => `${place}: ${unserializable(problem)}`;
    // boardgame.io plays on with NaN and Infinity; a master would send null.
    const isAccepted = (problem: Problem) => this.#compat && this.#warnOnce('number', messageOf(problem));
    const problem = findUnserializable(G, 'G', { sound: this.#sound, isAccepted });
    if (problem) throw rondelError('game/unserializable', messageOf(problem));
    return G;
  }

  /** Checks the `setupData` of a match. */
  given(setupData: unknown) {
    this.#stored(setupData, 'setupData');
  }

  /** Checks the argument of an event. */
  argument(event: number, arg: unknown) {
    if (event === EVENT_END_GAME) this.#outcome(arg);
    // One is enough: a stranger's event may have many.
    const [unknown] = unknownFieldsOfEvent(event, arg);
    if (unknown && this.#warned.size < MOST_WARNINGS) this.#warnOnce(unknown, unknown);
  }

  /** Checks the metadata that a move or hook writes into the log. */
  metadata(value: unknown) {
    this.#stored(value, 'metadata');
  }

  /** Checks `G` and the data of each plugin after a flush; what is the same as before is not checked. */
  flushed(now: unknown[], before: unknown[]) {
    now.forEach((value, i) => {
      if (value === before[i]) return;
      if (i === 0) this.#checked(value, 'plugins');
      else this.pluginData(i - 1, value);
    });
  }

  pluginData(index: number, data: unknown) {
    this.#stored(data, `plugins.${this.#plugins[index].name}.data`);
  }

  /** The first `G`, which Immer has not made. */
  frozen(G: unknown): Foreign {
    return freeze(this.#checked(G, 'setup'), true);
  }

  /**
   * Checks what a move or hook has returned, and returns it: if it is not undefined, it becomes `G`.
   *
   * @param G what it was given
   * @param method which kind of hook it is, by its place in `METHODS`
   */
  returned(returned: unknown, G: unknown, method: number, moveName: string): Foreign {
    // A wrapped function is passed no draft; each function inside is.
    const isLent = isDraft(G);
    if (returned === G || (returned === undefined && (isLent || !hasMembers(G)))) return returned;
    const place = placeOf(method, moveName);
    if (isPromise(returned)) throw rondelError('game/returned', `${place} returned a promise: moves and hooks are not async`);
    if (isLent && current(G) !== original(G)) {
      throw rondelError('game/returned', `${place} changed G and returned a value as well: write braces, or return nothing`);
    }
    if (returned === undefined) this.#warn(`${place}: the fnWrap of a plugin returned nothing, and G is undefined now`);
    else if (isLent && !hasMembers(returned)) this.#warn(`${place} returned ${typeName(returned)}, which is G now: write braces, or return nothing`);
    return returned;
  }

  /**
   * Checks the result of a callback that is neither a move nor a hook. A promise would count as true, as in boardgame.io. The result of an
   * `endIf` is stored, as `ctx.gameover` or in the log.
   */
  callbackReturned(returned: unknown, callback: ForeignFunction) {
    if (!returned || returned === true) return;
    const path = this.#pathOf(callback);
    if (isPromise(returned)) this.#refusePromise(path);
    else if (path === 'endIf') this.#outcome(returned);
    else if (path.endsWith('.endIf')) this.#stored(returned, path);
  }

  /** Checks the outcome of a game. */
  #outcome(value: unknown) {
    this.#stored(value, 'ctx.gameover');
  }

  #refusePromise(path: string) {
    const message = `${path} returned a promise: no callback of a game is async`;
    if (!this.#compat) throw rondelError('game/returned', message);
    this.#warnOnce(path, message);
  }

  /**
   * Checks what is stored and sent beside G. The code that made it may change it later, so it is checked each time.
   *
   * @param path place of the value
   */
  #stored(value: unknown, path: string) {
    const problem = this.#problemIn(value, path);
    if (problem) throw rondelError('game/unserializable', unserializable(problem, path));
  }

  #problemIn(value: unknown, path: string) {
    const isAccepted = (problem: Problem) => this.#compat && this.#warnOnce('number', unserializable(problem));
    return findUnstorable(value, path, isAccepted);
  }

  #pathOf(callback: ForeignFunction) {
    let path = this.#paths.get(callback);
    if (!path) this.#paths.set(callback, path = functionPath(unbound(callback), this.#game) ?? 'a callback');
    return path;
  }

  /** Warns once of each thing. */
  #warnOnce(what: string, message: string) {
    if (!this.#warned.has(what)) this.#warn(message);
    this.#warned.add(what);
    return true;
  }
}

/** The path of a move or hook in a game's definition: `moves.draw`, `turn.onBegin`, and `onEnd` for the game's own. */
function placeOf(method: number, moveName: string) {
  if (method === METHOD_MOVE) return `moves.${moveName}`;
  const [where, ...words] = METHODS[method].toLowerCase().split('_');
  const hook = words.join('_').replace(/_(.)/g, (_, letter) => letter.toUpperCase());
  return where === 'game' ? hook : `${where}.${hook}`;
}

function typeName(value: unknown) {
  return value === null ? 'null' : `a ${typeof value}`;
}

function unserializable({ path, found }: Problem, holder = 'G') {
  return `${path}: ${found} cannot be serialised; ${holder} may contain only JSON values`;
}

/** Returns the path of a function in a game's definition, such as `turn.endIf`, for errors. Returns `undefined` if it is not there. */
function functionPath(wanted: unknown, place: unknown, path = '', seen = new Set()): string | undefined {
  if (!hasMembers(place) || seen.has(place)) return undefined;
  seen.add(place);
  for (const key of Object.keys(place)) {
    const member = path ? `${path}.${key}` : key;
    const found = place[key] === wanted ? member : functionPath(wanted, place[key], member, seen);
    if (found) return found;
  }
  return undefined;
}
