import { botOptionsOf } from '../game/declarations.js';
import { rulesOf } from '../game/rules.js';
import { badOption } from './bot-options.js';
import { MCTSBot } from './mcts-bot.js';

/**
 * A bot for games with hidden information: a `MCTSBot` that makes up what it does not see again for each iteration (SO-ISMCTS), by the
 * game's `ai.determinize`. It finds what is good whatever the others hold, and does not rely on what it cannot know.
 */
export class ISMCTSBot extends MCTSBot {
  static botName = 'ismcts';

  /** @param {import('../../ai.d.ts').MCTSBotOptions} options */
  constructor(options) {
    super(options);
    this.isRedealt = true;
    const rules = rulesOf(options.game);
    // One that is written in Rust deals what is hidden again by itself.
    if (rules.open || (options.determinize ?? botOptionsOf(rules).determinize)) return;
    throw badOption('ISMCTSBot', `game '${this.gameName}' has no ai.determinize, which makes up what a player does not see`);
  }
}
