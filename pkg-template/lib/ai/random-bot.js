import { Bot } from './bot.js';

/** A bot that does anything that it can. */
export class RandomBot extends Bot {
  /** What bot specs call it; a class that extends it is another one. */
  static botName = 'random';

  /**
   * @param {{ G: any, ctx: any }} state
   * @param {string} playerID
   * @returns {Promise<{ action: import('../../ai.d.ts').BotAction | undefined }>}
   */
  async play({ G, ctx }, playerID) {
    return { action: this.random(this.enumerate(G, ctx, playerID)) };
  }
}
