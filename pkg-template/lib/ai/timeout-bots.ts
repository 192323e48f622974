import { openBotRunner } from './bot-runner.js';
import { readBotSpec } from './bot-spec.js';
import type { AskTimeoutBot } from '../online/timeout-bot.js';

/** Returns a function that asks the bots of a game, in this thread or in their workers. A name without a class needs a worker. */
export function askBots(game: object): AskTimeoutBot {
  const runner = openBotRunner({ game });
  return async ({ bot, playerID, state, time }, { signal }) => runner.think({ playerID, state, time, spec: readBotSpec(bot, { game, place: 'onTimeout' }) }, { signal });
}
