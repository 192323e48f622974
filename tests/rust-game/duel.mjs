// The games of this crate, as Client and Master hold them. `build-game` would write the descriptions; here they are written out.

import { readFileSync } from 'node:fs';
import { BOUNDARY_VERSION } from '../../pkg/lib/engine/codes.js';
import { rustGame } from '../../pkg/rust-game.js';

const file = new URL(`${process.env.CARGO_TARGET_DIR ?? new URL('../../target', import.meta.url).pathname}/rondel/rust-game/game.wasm`, 'file://');
let module;

/** The module, compiled once. */
export const compile = () => (module ??= new WebAssembly.Module(readFileSync(file)));

const DUEL = {
  boundary: BOUNDARY_VERSION,
  game: 0,
  name: 'duel',
  moves: [{ name: 'lay', args: ['place'] }, { name: 'draw', args: [] }],
  enumerates: true,
};

const FAULTS = {
  boundary: BOUNDARY_VERSION,
  game: 1,
  name: 'faults',
  version: 1,
  moves: [...['count', 'panic', 'overflow', 'hoard', 'hide', 'key', 'enlarge', 'divide', 'deepen', 'light'].map((name) => ({ name, args: [] })), { name: 'say', args: ['place'] }, { name: 'emit', args: ['count'] }, { name: 'arm', args: ['place'] }],
  hides: false,
  enumerates: true,
  migrates: true,
};

const BOARD = { boundary: BOUNDARY_VERSION, game: 2, name: 'board', moves: [{ name: 'mark', args: ['cell'] }] };

const SNARES = {
  boundary: BOUNDARY_VERSION,
  game: 3,
  name: 'snares',
  moves: [{ name: 'walk', args: ['steps'] }, { name: 'panic', args: ['steps'] }, { name: 'lean', args: ['by'] }, ...['overflow', 'hoard'].map((name) => ({ name, args: [] }))],
  enumerates: true,
};

const TRAPS = {
  boundary: BOUNDARY_VERSION,
  game: 4,
  name: 'traps',
  version: 2,
  moves: [{ name: 'count', args: [] }, { name: 'set', args: ['place'] }, { name: 'load', args: ['mib'] }],
  migrates: true,
};

/**
 * A card game.
 *
 * @param {{ seed?: string, [setting: string]: any }} [settings] `seed`, and what a game says of itself by boardgame.io's names
 */
export function duel(settings = {}) {
  return made(DUEL, settings);
}

/** The card game as it would be built if its code said this of it. */
export function duelThatSays(fields) {
  return rustGame({ ...DUEL, ...fields }, compile);
}

/** A game whose code fails wherever a move asks it to. */
export function faults(settings = {}) {
  return made(FAULTS, settings);
}

/** A game in which nobody is in the way of another. */
export function board(settings = {}) {
  return made(BOARD, settings);
}

/** A walk on which bots step on what fails: `setupData` says on what, and after how many steps. */
export function snares(settings = {}) {
  return made(SNARES, settings);
}

/** A game whose code fails where its state is read, shown or dropped: `moves.set` says where. */
export function traps(settings = {}) {
  return made(TRAPS, settings);
}

/** The same game, as one that hides nothing: no view is made of its states. */
export function openTraps() {
  return made({ ...TRAPS, hides: false }, { name: 'open-traps' });
}

/** The version is the description's, all else a page's or a server's. */
function made(description, { version = description.version, ...settings }) {
  return Object.assign(rustGame({ ...description, version }, compile), settings);
}
