import type { Game } from '../../../types/game.js';
import type { AskTimeoutBot } from '../timeout-bot.js';

/** Returns a function that asks the bots of a game for late players. Pages do not load bots before a game needs them. */
export function openTimeoutBots(game: Game): AskTimeoutBot {
  let ask: AskTimeoutBot | undefined;
  return async (question, how) => {
    ask ??= (await import('../../ai/timeout-bots.js')).askBots(game);
    return ask(question, how);
  };
}
