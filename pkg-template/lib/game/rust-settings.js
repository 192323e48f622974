import { readVersion } from '../engine/version.js';
import { PROBLEM_DEFINITION } from '../engine/codes.js';
import { described } from '../util/described.js';
import { rondelError } from '../util/error.js';
import { FIELDS } from './fields.js';

/** What a page or a server may set, as of any game. All else that a game may say, a game in Rust says there. */
const SETTABLE = ['name', 'seed', 'random', 'deltaState', 'predict', 'refuseOtherVersions', 'validateChatMessage', 'ai', 'minPlayers', 'maxPlayers'];

/** What the object of a game says, of what was built with its module. */
const SHOWN = /** @type {const} */ (['name', 'version', 'minPlayers', 'maxPlayers', 'disableUndo', 'disableLog', 'deltaState', 'predict', 'random']);

/** What an object of the game says of it at first. */
export function settingsOf(description) {
  return Object.fromEntries(SHOWN.filter((field) => description[field] !== undefined).map((field) => [field, description[field]]));
}

/** Throws an error that names the field if a copy of the game's object says what it cannot. */
export function checkSettings(game, description) {
  for (const field of FIELDS.game) {
    if (SETTABLE.includes(field) || game[field] === undefined || game[field] === description[field]) continue;
    throw mistake(field, 'a game that is written in Rust declares it there');
  }
  if (game.compat !== undefined) throw mistake('compat', 'a game that is written in Rust has none of boardgame.io\'s ways to keep');
  readVersion(game.version);
  checkNumbers(game);
  if (game.ai?.enumerate !== undefined) throw mistake('ai.enumerate', 'a game that is written in Rust says its moves there, by `moves`');
}

function checkNumbers({ seed, random, refuseOtherVersions, version }) {
  if (seed !== undefined && !['string', 'number'].includes(typeof seed)) {
    throw mistake('seed', `expected a string or a number, got ${described(seed)}`);
  }
  if (random !== undefined && random !== 'seeded' && random !== 'secure') {
    throw mistake('random', `expected 'secure' or 'seeded', got ${described(random)}`);
  }
  if (random === 'secure' && seed !== undefined) throw mistake('seed', "there is none with random: 'secure', whose numbers nobody can compute");
  if (refuseOtherVersions && version === undefined) throw mistake('refuseOtherVersions', 'needs a `version`');
}

function mistake(field, problem) {
  return rondelError(PROBLEM_DEFINITION, `${field}: ${problem}`);
}
