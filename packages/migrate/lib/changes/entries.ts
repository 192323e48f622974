// Where the names of boardgame.io's entries are in Rondel.

import { NAMES } from './names.js';

/** Entries whose names are all in the entry of the same name of `rondel`. */
const SAME = ['client', 'core', 'plugins', 'testing', 'react', 'multiplayer', 'master', 'internal', 'ai', 'debug', 'server'];

/** Types that `rondel/legacy` has in the shape of boardgame.io 0.49. All other types of `rondel` are in it, too. */
export const LEGACY_TYPES = 'rondel/legacy';

/** Names of boardgame.io's main entry that have another name in Rondel. */
const RENAMED: Record<string, { name: string; entry: string }> = {
  ReactClient: { name: 'Client', entry: 'rondel/react' },
};

/** Names of entries that are elsewhere in Rondel: of older versions of boardgame.io. `null`: Rondel has no such name. */
const MOVED: Record<string, Record<string, string | null>> = {
  core: { Game: null, InitializeGame: 'rondel/internal', Pass: null },
  server: { Firebase: null, GenericPubSub: null, Mongo: null },
};

/** Entries of the package bgio-effects, and their places. */
const EFFECTS = new Map([['', 'rondel/effects'], ['/plugin', 'rondel/effects'], ['/client', 'rondel/effects'], ['/react', 'rondel/effects/react']]);

/** One name of an import, and where Rondel has it. */
export interface Place {
  entry: string;
  /** The exported name in Rondel. */
  name: string;
}

/** A module of boardgame.io or bgio-effects that an import names. */
export interface Specifier {
  /** The entry of Rondel that takes its place as a whole, if there is one. */
  entry: string | undefined;
  /** Returns the place of one name, or `undefined` if Rondel has no such name. */
  placeOf(name: string): Place | undefined;
}

/** Returns what becomes of a module specifier, or `undefined` if it names neither boardgame.io nor bgio-effects. */
export function specifierOf(text: string): Specifier | undefined {
  const [, part] = /^bgio-effects((?:\/.*)?)$/.exec(text) ?? [];
  if (part !== undefined) return placesOfEffects(EFFECTS.get(part));
  const [, path] = /^boardgame\.io(\/.*)?$/.exec(text) ?? [undefined, undefined];
  if (path === undefined) return text === 'boardgame.io' ? { entry: 'rondel', placeOf: placeByName } : undefined;
  const entry = entryOf(path);
  if (entry) return { entry: `rondel/${entry}`, placeOf: (name) => placeIn(entry, name) };
  return { entry: undefined, placeOf: placeByName };
}

function placesOfEffects(entry: string | undefined): Specifier {
  return { entry, placeOf: (name) => (entry === undefined ? undefined : { entry, name }) };
}

/** Returns the public entry that a path names, directly or as one of the files of `dist`. */
function entryOf(path: string): string | undefined {
  const [, name] = /^\/(?:dist\/(?:cjs|esm|types\/packages)\/)?([\w-]+?)(?:\.js|\.d\.ts|\.d|\/index(?:\.js)?)?\/?$/.exec(path) ?? [];
  return name !== undefined && SAME.includes(name) ? name : undefined;
}

function placeIn(entry: string, name: string): Place | undefined {
  const moved = MOVED[entry]?.[name];
  return moved === null ? undefined : { entry: moved ?? `rondel/${entry}`, name };
}

function placeByName(name: string): Place | undefined {
  const renamed = RENAMED[name];
  if (renamed) return renamed;
  const entry = Object.keys(NAMES).find((one) => NAMES[one]?.includes(name));
  return entry === undefined ? undefined : { entry, name };
}
