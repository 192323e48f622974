import { readVersion } from '../engine/version.js';
import { PROBLEM_DEFINITION } from '../engine/codes.js';
import { described } from '../util/foreign-text.js';
import { rondelError } from '../util/error.js';
import { isObject } from '../util/objects.js';
import { FIELDS } from './fields.js';
import type { GameDescription } from '../../types/rust-game.js';
import type { Foreign } from '../util/foreign.js';
import type { Settings } from './rules.js';

/** Settings of the module's description that the game object has, too. */
const SHOWN = ['name', 'version', 'minPlayers', 'maxPlayers', 'disableUndo', 'disableLog', 'deltaState', 'predict', 'random'] as const;

/** Kinds of settings: the expected value as errors name it, and the check. */
const KINDS = {
  flag: { expected: 'true or false', is: (value: unknown) => typeof value === 'boolean' },
  name: { expected: 'a name without spaces', is: (value: unknown) => typeof value === 'string' && /^[^ ]+$/.test(value) },
  seed: { expected: 'a string or a number', is: (value: unknown) => typeof value === 'string' || typeof value === 'number' },
  source: { expected: "'secure' or 'seeded'", is: (value: unknown) => value === 'secure' || value === 'seeded' },
  depth: { expected: "'moves', 'flow' or 'none'", is: (value: unknown) => value === 'moves' || value === 'flow' || value === 'none' },
  count: { expected: 'a whole number from 1 on', is: (value: unknown) => Number.isSafeInteger(value) && value as number >= 1 },
  function: { expected: 'a function', is: (value: unknown) => typeof value === 'function' },
  object: { expected: 'an object', is: isObject },
};

/** Settings that a page or a server may change. A game in Rust declares all others in Rust. */
const SETTABLE: Record<string, keyof typeof KINDS> = {
  name: 'name', seed: 'seed', random: 'source', deltaState: 'flag', predict: 'depth', refuseOtherVersions: 'flag', validateChatMessage: 'function', ai: 'object',
  minPlayers: 'count', maxPlayers: 'count',
};

/** Returns the settings of a game object, as the module declares them. */
export function settingsOf(description: GameDescription) {
  return Object.fromEntries(SHOWN.filter((field) => description[field] !== undefined).map((field) => [field, description[field]]));
}

/** Throws if a copy of the game object has an invalid setting. The error names the field. */
export function checkSettings(game: Foreign, description: GameDescription) {
  for (const field of FIELDS.game) {
    if (Object.hasOwn(SETTABLE, field) || game[field] === undefined || game[field] === description[field as keyof GameDescription]) continue;
    throw mistake(field, 'a game that is written in Rust declares it there');
  }
  if (game.compat !== undefined) throw mistake('compat', 'a game that is written in Rust has none of boardgame.io\'s ways to keep');
  readVersion(game.version);
  checkKinds(game);
  checkTogether(game);
  if (game.ai?.enumerate !== undefined) throw mistake('ai.enumerate', 'a game that is written in Rust says its moves there, by `moves`');
}

function checkKinds(game: Foreign) {
  for (const [field, kind] of Object.entries(SETTABLE)) {
    const { expected, is } = KINDS[kind];
    if (game[field] !== undefined && !is(game[field])) throw mistake(field, `expected ${expected}, got ${described(game[field])}`);
  }
}

/** Throws if settings contradict each other. */
function checkTogether({ seed, random, refuseOtherVersions, version, minPlayers, maxPlayers }: Settings) {
  if (minPlayers! > maxPlayers!) throw mistake('maxPlayers', `${maxPlayers}, which is less than minPlayers, ${minPlayers}`);
  if (random === 'secure' && seed !== undefined) throw mistake('seed', "a game with random: 'secure' has no seed");
  if (refuseOtherVersions && version === undefined) throw mistake('refuseOtherVersions', 'needs a `version`');
}

function mistake(field: string, problem: string) {
  return rondelError(PROBLEM_DEFINITION, `${field}: ${problem}`);
}
