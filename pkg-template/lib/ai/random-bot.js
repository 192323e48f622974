import { Bot } from './bot.js';
import { mayAct } from './mover.js';

/** A bot that does anything that it can. */
export class RandomBot extends Bot {
  /** What bot specs call it; a class that extends it is another one. */
  static botName = 'random';

  /**
   * The action is null where nothing can be done, or not by this player.
   *
   * @param {{ G: any, ctx: any }} state
   * @param {string} playerID
   * @returns {Promise<{ action: import('../../ai.d.ts').BotAction | null }>}
   */
  async play({ G, ctx }, playerID) {
    const actions = mayAct(ctx, playerID) ? this.enumerate(G, ctx, playerID) : [];
    return { action: this.random(actions) ?? null };
  }
}
