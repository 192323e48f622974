import { ISMCTSBot } from './ismcts-bot.js';
import { MCTSBot } from './mcts-bot.js';
import { RandomBot } from './random-bot.js';

/**
 * The classes of this package by the names that bot specs have for them.
 *
 * @type {import('./bot-spec.js').UsualBots}
 */
export const USUAL_BOTS = { random: RandomBot, mcts: MCTSBot, ismcts: ISMCTSBot };
