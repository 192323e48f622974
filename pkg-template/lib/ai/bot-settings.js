import { botOptionsOf } from '../game/declarations.js';
import { rulesOf } from '../game/rules.js';
import { described } from '../util/described.js';
import { isLeftOut, isObject } from '../util/objects.js';
import { badOption, isCount } from './bot-options.js';
import { DIFFICULTIES, isDifficulty } from './difficulty.js';

/** Milliseconds: a day. */
const MOST_MS = 86_400_000;
const FIELDS = {
  difficulty: { fits: isDifficulty, expected: () => Object.keys(DIFFICULTIES).join(', ') },
  thinkingTime: { fits: isTime, expected: () => `milliseconds, ${MOST_MS} at most` },
  iterations: { fits: isCount, expected: () => 'a whole number above 0' },
};

/**
 * How the bots of a match play, as it may come from anybody, and is stored: names and numbers alone. Throws `bot/options`, which names
 * the field, for whatever else.
 *
 * @typedef {import('../online/bot-seats.js').BotSettings} BotSettings
 *
 * @param {{ bots?: unknown, botsTakeOver?: unknown }} given
 * @param {{ game: object, numPlayers: number }} match
 * @returns {{ bots?: Record<string, BotSettings>, botsTakeOver?: BotSettings }}
 */
export function readBots({ bots, botsTakeOver }, { game, numPlayers }) {
  return {
    ...!isLeftOut(bots) && { bots: readSeats(bots, { game, numPlayers }) },
    ...!isLeftOut(botsTakeOver) && { botsTakeOver: readSettings(botsTakeOver, { game, place: 'botsTakeOver' }) },
  };
}

/**
 * How one bot plays.
 *
 * @param {unknown} given
 * @param {{ game: object, place: string }} where it stands, for errors
 * @returns {BotSettings}
 */
function readSettings(given, { game, place }) {
  const { bots, enumerate } = botOptionsOf(rulesOf(game));
  const own = isObject(bots) ? Object.keys(bots) : [];
  if (typeof given === 'string' && own.includes(given)) return given;
  if (typeof given !== 'string' ? !isObject(given) : !isDifficulty(given)) {
    const names = [...Object.keys(DIFFICULTIES), ...own].map((name) => `'${name}'`).join(', ');
    throw badOption(place, `expected ${names} or { ${Object.keys(FIELDS).join(', ')} }, got ${described(given)}`);
  }
  if (typeof enumerate !== 'function') throw badOption(place, `game '${rulesOf(game).name}' has no ai.enumerate: bots do not know what they could do`);
  return typeof given === 'string' ? given : readFields(given, place);
}

function readSeats(bots, { game, numPlayers }) {
  if (!isObject(bots)) throw badOption('bots', `expected an object of bots by playerID, got ${described(bots)}`);
  const seats = Object.keys(bots);
  for (const playerID of seats) {
    const isSeat = /^\d{1,4}$/.test(playerID) && String(Number(playerID)) === playerID && Number(playerID) < numPlayers;
    if (!isSeat) throw badOption('bots', `there is no seat ${described(playerID)} among those of ${numPlayers} players`);
  }
  return Object.fromEntries(seats.map((playerID) => [playerID, readSettings(bots[playerID], { game, place: `bots.${playerID}` })]));
}

function readFields(given, place) {
  const fields = Object.keys(given);
  if (fields.length === 0) throw badOption(place, `expected one of ${Object.keys(FIELDS).join(', ')}`);
  for (const field of fields) {
    if (!Object.hasOwn(FIELDS, field)) throw badOption(place, `there is no option ${described(field)}: expected ${Object.keys(FIELDS).join(', ')}`);
    const { fits, expected } = FIELDS[field];
    if (!fits(given[field])) throw badOption(`${place}.${field}`, `expected ${expected()}, got ${described(given[field])}`);
  }
  return Object.fromEntries(fields.map((field) => [field, given[field]]));
}

function isTime(value) {
  return typeof value === 'number' && value > 0 && value <= MOST_MS;
}
