import { MCTSBot } from './mcts-bot.js';
import { Bot, mayAct } from './bot.js';
import { botOptionsOf } from '../game/declarations.js';
import { rulesOf } from '../game/rules.js';
import { badOption } from './bot-options.js';
import type { BotClasses } from './bot-spec.js';
import type { BotAction, MCTSBotOptions } from '../../types/bots.js';
import type { Ctx, PlayerID } from '../../types/game.js';
import type { Foreign } from '../util/foreign.js';

/** Plays a random action, or `null` if the player cannot act. */
export class RandomBot extends Bot {
  /**
   * Name of this class in bot specs. A subclass is a different bot.
   *
   * @internal
   */
  static botName = 'random';

  override async play(state: { G: Foreign, ctx: Ctx }, playerID: PlayerID): Promise<{ action: BotAction | null }> {
    const { G, ctx } = state;
    const actions = mayAct(ctx, playerID) ? this.enumerate(G, ctx, playerID) : [];
    return { action: this.random(actions) ?? null };
  }
}

/**
 * A `MCTSBot` for games with hidden information (SO-ISMCTS). For each iteration the game's `ai.determinize` fills in the hidden part again,
 * so that the bot finds actions that are good against all hands that the others may hold.
 */
export class ISMCTSBot extends MCTSBot {
  /** @internal */
  static override botName = 'ismcts';

  constructor(options: MCTSBotOptions) {
    super(options);
    this.isRedealt = true;
    const rules = rulesOf(options.game);
    // A game in Rust deals its hidden part itself.
    if (rules.open || (options.determinize ?? botOptionsOf(rules).determinize)) return;
    throw badOption('ISMCTSBot', `game '${this.gameName}' has no ai.determinize, which fills in what a player does not see`);
  }
}

/** Bot classes of this package, by their names in bot specs. */
export const BOT_CLASSES: BotClasses = { random: RandomBot, mcts: MCTSBot, ismcts: ISMCTSBot };
