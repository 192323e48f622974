import { makeBot, readBotSpec } from '../ai/bot-spec.js';
import { DIFFICULTIES, isDifficulty } from '../ai/difficulty.js';
import { BOT_CLASSES } from '../ai/bot-classes.js';
import { Misuse } from '../util/error.js';
import { botOptionsOf } from '../game/declarations.js';
import { rulesOf } from '../game/rules.js';
import { isObject } from '../util/objects.js';
import type { Player } from './match.js';

/** The number after a name is the bot's iterations. */
const FORM = /^(.+?)(?::([1-9]\d{0,8}))?$/;

/** Returns the names of the bots at all seats. Throws a `Misuse` if the game does not allow this number of players. */
export function seatsFor(game: object, { bots, numPlayers }: { bots: string[], numPlayers?: number }) {
  const { settings: { minPlayers = 1, maxPlayers = Infinity } } = rulesOf(game);
  const count = numPlayers ?? (bots.length > 1 ? bots.length : Math.min(Math.max(2, minPlayers), maxPlayers));
  const option = numPlayers === undefined ? '--bots' : '--players';
  if (count < minPlayers) throw new Misuse(`${option}: ${count}, but the game has minPlayers: ${minPlayers}`);
  if (count > maxPlayers) throw new Misuse(`${option}: ${count}, but the game has maxPlayers: ${maxPlayers}`);
  if (bots.length === 1) return Array(count).fill(bots[0]);
  if (bots.length !== count) throw new Error(`--bots names ${bots.length} bots for ${count} players: name one for each seat, or one for all`);
  return bots;
}

/**
 * Returns a function that creates the bot of a seat. Throws a one-line error that names an unknown bot.
 *
 * @param order names of the bots, one per seat
 */
export function botMaker(game: object, { bots, iterations }: { bots: string[], iterations?: number }): (playerID: string, seed: string) => Player {
  const specs = bots.map((name) => readBotSpec(specOf(name, game, iterations), { game, place: `--bots ${name}`, classes: BOT_CLASSES }));
  return (playerID, seed) => {
    const { Bot, options } = specs[Number(playerID)];
    return makeBot({ Bot, options: { ...options, seed } }, game);
  };
}

/** Returns a bot spec. The game's own bots take precedence over those of all games. */
function specOf(text: string, game: object, usualIterations: number | undefined) {
  const [, name, own] = FORM.exec(text) ?? [];
  const { bots } = botOptionsOf(rulesOf(game));
  const iterations = own === undefined ? usualIterations : Number(own);
  if (isObject(bots) && Object.hasOwn(bots, name)) return name;
  // Without a time limit: the result does not depend on the speed of the machine.
  if (isDifficulty(name)) return { difficulty: name, iterations, thinkingTime: Infinity };
  if (Object.hasOwn(BOT_CLASSES, name)) return { bot: name, iterations };
  const known = [...Object.keys(BOT_CLASSES), ...Object.keys(DIFFICULTIES), ...Object.keys(bots ?? {})];
  throw new Error(`there is no bot called ${name}: there are ${known.join(', ')}`);
}
