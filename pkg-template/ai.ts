export { Simulate, Step } from './lib/ai/simulate.js';
export { Bot } from './lib/ai/bot.js';
export { dealUnseen } from './lib/ai/deal-unseen.js';
export { MCTSBot } from './lib/ai/mcts-bot.js';
export { serveBots } from './lib/ai/serve-bots.js';
export { ISMCTSBot, RandomBot } from './lib/ai/bot-classes.js';

export type * from './types/bots.js';
