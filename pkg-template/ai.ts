export { Simulate, Step } from './lib/ai/bot-play.js';
export { Bot } from './lib/ai/bot.js';
export { dealUnseen } from './lib/ai/deal.js';
export { MCTSBot } from './lib/ai/mcts-bot.js';
export { serveBots } from './lib/ai/serve-bots.js';
export { ISMCTSBot, RandomBot } from './lib/ai/usual-bots.js';

export type * from './types/bots.js';
