import { botOptionsOf } from '../game/declarations.js';
import { rulesOf } from '../game/rules.js';
import { described } from '../util/foreign-text.js';
import { isOmitted, isObject } from '../util/objects.js';
import { badOption, isCount } from './bot-options.js';
import { DIFFICULTIES, isDifficulty } from './difficulty.js';
import type { BotOptions, BotSettings } from '../online/bot-seats.js';
import type { Foreign } from '../util/foreign.js';

/** Maximum thinking time, in milliseconds: a day. */
const MAX_MS = 86_400_000;

/** The fields of settings, each with the check of its value, and the expected values as errors name them. */
const FIELDS: Record<string, { fits: (value: unknown) => boolean, expected: () => string }> = {
  difficulty: { fits: isDifficulty, expected: () => Object.keys(DIFFICULTIES).join(', ') },
  thinkingTime: { fits: isTime, expected: () => `milliseconds, ${MAX_MS} at most` },
  iterations: { fits: isCount, expected: () => 'a whole number above 0' },
};

/** The game and number of players of a match. */
interface MatchSize {
  game: object;
  numPlayers: number;
}

/**
 * Parses the bot settings of a match. They may come from anybody and are stored, so only names and numbers are valid. Throws `bot/options`
 * with the path for other values.
 */
export function readBots({ bots, botsTakeOver }: { bots?: unknown, botsTakeOver?: unknown }, { game, numPlayers }: MatchSize): Omit<BotOptions, 'botShare'> {
  return {
    ...!isOmitted(bots) && { bots: readSeats(bots, { game, numPlayers }) },
    ...!isOmitted(botsTakeOver) && { botsTakeOver: readSettings(botsTakeOver, { game, place: 'botsTakeOver' }) },
  };
}

/** Parses the settings of one bot. */
function readSettings(given: unknown, { game, place }: { game: object, place: string }): BotSettings {
  const { bots, enumerate } = botOptionsOf(rulesOf(game));
  const own = isObject(bots) ? Object.keys(bots) : [];
  if (typeof given === 'string' && own.includes(given)) return given;
  if (typeof given !== 'string' ? !isObject(given) : !isDifficulty(given)) {
    const names = [...Object.keys(DIFFICULTIES), ...own].map((name) => `'${name}'`).join(', ');
    throw badOption(place, `expected ${names} or { ${Object.keys(FIELDS).join(', ')} }, got ${described(given)}`);
  }
  if (typeof enumerate !== 'function') throw badOption(place, `game '${rulesOf(game).name}' has no ai.enumerate, which lists a bot's possible actions`);
  return typeof given === 'string' ? given : readFields(given, place);
}

function readSeats(bots: unknown, { game, numPlayers }: MatchSize): Record<string, BotSettings> {
  if (!isObject(bots)) throw badOption('bots', `expected an object of bots by playerID, got ${described(bots)}`);
  const seats = Object.keys(bots);
  for (const playerID of seats) {
    const isSeat = /^\d{1,4}$/.test(playerID) && String(Number(playerID)) === playerID && Number(playerID) < numPlayers;
    if (!isSeat) throw badOption('bots', `there is no seat ${described(playerID)} among those of ${numPlayers} players`);
  }
  return Object.fromEntries(seats.map((playerID) => [playerID, readSettings(bots[playerID], { game, place: `bots.${playerID}` })]));
}

function readFields(given: Foreign, place: string): BotSettings {
  const fields = Object.keys(given);
  if (fields.length === 0) throw badOption(place, `expected one of ${Object.keys(FIELDS).join(', ')}`);
  for (const field of fields) {
    if (!Object.hasOwn(FIELDS, field)) throw badOption(place, `there is no option ${described(field)}: expected ${Object.keys(FIELDS).join(', ')}`);
    const { fits, expected } = FIELDS[field];
    if (!fits(given[field])) throw badOption(`${place}.${field}`, `expected ${expected()}, got ${described(given[field])}`);
  }
  return Object.fromEntries(fields.map((field) => [field, given[field]]));
}

function isTime(value: unknown) {
  return typeof value === 'number' && value > 0 && value <= MAX_MS;
}
