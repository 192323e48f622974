import { TURN_ORDER } from '../util/marks.js';
import type { Game, Plugin } from '../../types/game.js';
import type { Foreign, ForeignFunction } from '../util/foreign.js';

/** Names of callbacks that the engine calls, and that affect the match. */
const CALLBACKS = [
  'setup', 'move', 'validate', 'redact', 'undoable', 'endIf', 'onBegin', 'onEnd', 'onMove', 'onPlayerLeave', 'onTimeout', 'time',
  'next', 'playOrder', 'first',
];
const CALLBACKS_OF_PLUGINS = ['setup', 'flush', 'action'];
const MAPS = ['moves', 'phases', 'stages'];
const PARTS = ['turn', 'order'];

/** Original callbacks, by reporting callback. */
const WRITTEN = new WeakMap<ForeignFunction, ForeignFunction>();

/** Report of one call of a callback. */
export interface Report {
  name: string;
  /** The returned value, or `G` after the call, as JSON text; `undefined` if JSON has none for it. */
  text: string | undefined;
  isChanged: boolean;
}

/** Returns the original callback. */
export const unwatched = (callback: ForeignFunction): ForeignFunction => WRITTEN.get(callback) ?? callback;

/**
 * Returns the game with callbacks that report each call: the name, the result or the changed `G` as text, and whether another argument was
 * changed.
 */
export function watched(game: Game, report: (entry: Report) => void): Game {
  const { plugins } = game;
  const copy = watchedPart(game, '');
  if (Array.isArray(plugins)) copy.plugins = plugins.map(watchedPlugin);
  return copy;

  function watchedPart(part: Foreign, path: string): Foreign {
    if (typeof part !== 'object' || part === null || part[TURN_ORDER]) return part;
    const copy = { ...part };
    for (const [key, value] of Object.entries(part)) {
      const at = path === '' ? key : `${path}.${key}`;
      if (CALLBACKS.includes(key)) copy[key] = watchedCallback(value, key === 'move' ? path : at);
      else if (MAPS.includes(key)) copy[key] = watchedMap(value, at);
      else if (PARTS.includes(key)) copy[key] = watchedPart(value, at);
    }
    return copy;
  }

  function watchedMap(map: Foreign, path: string): Foreign {
    if (typeof map !== 'object' || map === null) return map;
    return Object.fromEntries(Object.entries(map).map(([key, value]) => {
      const at = `${path}.${key}`;
      return [key, typeof value === 'function' ? watchedCallback(value, at) : watchedPart(value, at)];
    }));
  }

  function watchedPlugin(plugin: Foreign): Plugin {
    // A plugin may be an instance of a class, with its methods in the prototype.
    const copy = Object.create(plugin);
    for (const key of CALLBACKS_OF_PLUGINS) {
      if (plugin[key]) copy[key] = watchedCallback(plugin[key], `${key} of the plugin ${plugin.name}`);
    }
    return copy;
  }

  function watchedCallback(callback: Foreign, name: string): Foreign {
    if (typeof callback !== 'function') return callback;
    WRITTEN.set(reporting, callback);
    return reporting;

    function reporting(this: unknown, ...args: Foreign[]) {
      const given = JSON.stringify(args.slice(1));
      const returned = callback.apply(this, args);
      const text = JSON.stringify(returned === undefined ? args[0]?.G : returned);
      report({ name, text, isChanged: JSON.stringify(args.slice(1)) !== given });
      return returned;
    }
  }
}
