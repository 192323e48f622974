export { Bot } from './lib/ai/bot.js';
export { dealUnseen } from './lib/ai/deal.js';
export { ISMCTSBot } from './lib/ai/ismcts-bot.js';
export { MCTSBot } from './lib/ai/mcts-bot.js';
export { RandomBot } from './lib/ai/random-bot.js';
export { serveBots } from './lib/ai/serve-bots.js';
export { Simulate } from './lib/ai/simulate.js';
export { Step } from './lib/ai/step.js';
