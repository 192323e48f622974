import { current, freeze, isDraft, original } from 'immer';
import { EVENT_END_GAME, METHOD_MOVE, METHODS } from './codes.js';
import { functionPath } from './function-path.js';
import { strangeArgument } from './strange-fields.js';
import { rondelError } from '../util/error.js';
import { hasMembers } from '../util/objects.js';
import { isPromise } from '../util/promise.js';
import { findUnserializable } from '../util/serializable.js';

/** On a master, anybody's events are looked at. */
const MOST_TOLD = 100;

/**
 * What is asked in development of each new `G`, and of what is stored beside it: that JSON can say it; of `G` also that nobody has
 * changed it, and that a move or hook that returns it means to.
 */
export class StateChecks {
  #game;
  #compat;
  /** Objects that JSON can say. */
  #sound = new WeakSet();
  #paths = new WeakMap();
  #plugins;
  #told = new Set();
  #warn;

  /**
   * @param {object} options
   * @param {object} options.game
   * @param {readonly { name: string }[]} options.plugins
   * @param {boolean} options.compat
   * @param {(message: string) => void} options.warn
   */
  constructor({ game, plugins, compat, warn }) {
    this.#game = game;
    this.#plugins = plugins;
    this.#compat = compat;
    this.#warn = warn;
  }

  /**
   * What a move or hook has made of `G`, the same value.
   *
   * @param {unknown} G
   * @param {number} method which kind of hook it is, by its place in `METHODS`
   * @param {string} moveName
   */
  made(G, method, moveName) {
    return this.#checked(G, placeOf(method, moveName));
  }

  /** The same `G`; `place` is what has made it. */
  #checked(G, place) {
    const said = (problem) => `${place}: ${unserializable(problem)}`;
    // boardgame.io plays on with NaN and Infinity; a master would send null.
    const isAccepted = (problem) => this.#compat && this.#tell('number', said(problem));
    const problem = findUnserializable(G, 'G', { sound: this.#sound, isAccepted });
    if (problem) throw rondelError('game/unserializable', said(problem));
    return G;
  }

  /** What a match begins with. */
  given(setupData) {
    this.#stored(setupData, 'setupData');
  }

  /** What an event is called with. */
  argument(event, arg) {
    if (event === EVENT_END_GAME) this.#outcome(arg);
    // One is enough: a stranger's event may have many.
    const [strange] = strangeArgument(event, arg);
    if (strange && this.#told.size < MOST_TOLD) this.#tell(strange, strange);
  }

  /** What a move or hook says in the log. */
  metadata(value) {
    this.#stored(value, 'metadata');
  }

  /**
   * `G` and the data of each plugin, after they have done their work; what is the same as before is not looked at.
   *
   * @param {any[]} now
   * @param {any[]} before
   */
  flushed(now, before) {
    now.forEach((value, i) => {
      if (value === before[i]) return;
      if (i === 0) this.#checked(value, 'plugins');
      else this.pluginData(i - 1, value);
    });
  }

  pluginData(index, data) {
    this.#stored(data, `plugins.${this.#plugins[index].name}.data`);
  }

  /** The first `G`, which Immer has not made. */
  frozen(G) {
    return freeze(this.#checked(G, 'setup'), true);
  }

  /**
   * What a move or hook has returned, the same value: what is not undefined becomes `G`.
   *
   * @param {unknown} answer
   * @param {unknown} G what it was given
   * @param {number} method which kind of hook it is, by its place in `METHODS`
   * @param {string} moveName
   */
  returned(answer, G, method, moveName) {
    // What plugins wrap is given no draft; each function inside is.
    const isLent = isDraft(G);
    if (answer === G || (answer === undefined && (isLent || !hasMembers(G)))) return answer;
    const place = placeOf(method, moveName);
    if (isPromise(answer)) throw rondelError('game/returned', `${place} returned a promise: moves and hooks are not async`);
    if (isLent && current(G) !== original(G)) {
      throw rondelError('game/returned', `${place} changed G and returned a value as well: write braces, or return nothing`);
    }
    if (answer === undefined) this.#warn(`${place}: the fnWrap of a plugin returned nothing, and G is undefined now`);
    else if (isLent && !hasMembers(answer)) this.#warn(`${place} returned ${typeName(answer)}, which is G now: write braces, or return nothing`);
    return answer;
  }

  /**
   * What a callback that is asked has answered. A promise would be taken for a yes; boardgame.io does that. What an `endIf` answers
   * is stored: as `ctx.gameover`, or in the log.
   *
   * @param {unknown} answer
   * @param {Function} callback
   */
  answered(answer, callback) {
    if (!answer || answer === true) return;
    const path = this.#pathOf(callback);
    if (isPromise(answer)) this.#refusePromise(path);
    else if (path === 'endIf') this.#outcome(answer);
    else if (path.endsWith('.endIf')) this.#stored(answer, path);
  }

  /** How a game ends. */
  #outcome(value) {
    this.#stored(value, 'ctx.gameover');
  }

  #refusePromise(path) {
    const message = `${path} returned a promise: no callback of a game is async`;
    if (!this.#compat) throw rondelError('game/returned', message);
    this.#tell(path, message);
  }

  /**
   * What is stored and sent beside G. Whoever made it may change it later, so it is looked at each time.
   *
   * @param {unknown} value
   * @param {string} path where it stands
   */
  #stored(value, path) {
    const problem = this.#problemIn(value, path);
    if (problem) throw rondelError('game/unserializable', unserializable(problem, path));
  }

  #problemIn(value, path) {
    const isAccepted = (problem) => this.#compat && this.#tell('number', unserializable(problem));
    try {
      return findUnserializable(value, path, { sound: new WeakSet(), isAccepted });
    } catch {
      return { path, found: 'what cannot be read' };
    }
  }

  #pathOf(callback) {
    let path = this.#paths.get(callback);
    if (!path) this.#paths.set(callback, path = functionPath(callback, this.#game) ?? 'a callback');
    return path;
  }

  /** Warns once of each thing. */
  #tell(what, message) {
    if (!this.#told.has(what)) this.#warn(message);
    this.#told.add(what);
    return true;
  }
}

/** The path of a move or hook in a game's definition: `moves.draw`, `turn.onBegin`, and `onEnd` for the game's own. */
function placeOf(method, moveName) {
  if (method === METHOD_MOVE) return `moves.${moveName}`;
  const [where, ...words] = METHODS[method].toLowerCase().split('_');
  const hook = words.join('_').replace(/_(.)/g, (_, letter) => letter.toUpperCase());
  return where === 'game' ? hook : `${where}.${hook}`;
}

function typeName(value) {
  return value === null ? 'null' : `a ${typeof value}`;
}

function unserializable({ path, found }, holder = 'G') {
  return `${path}: ${found} cannot be serialised; ${holder} holds only what JSON can say`;
}
