import { EngineCache } from '../game/engine-cache.js';
import { described } from '../util/described.js';
import { badOption } from './bot-options.js';
import { moverOf } from './mover.js';
import { botViewOf } from './view.js';

/** So many actions are made at most. */
const DEPTH = 10_000;

/**
 * Plays a match on, with a bot for all players or one for each of them, until it is over, a bot does nothing, or so many actions have
 * been made. A bot sees what its player sees.
 *
 * @type {typeof import('../../ai.d.ts').Simulate}
 */
export async function Simulate({ game, bots, state, depth = DEPTH }) {
  const cache = new EngineCache(game);
  const viewOf = botViewOf(game);
  let metadata = null;
  try {
    for (let made = 0; made < depth && state.ctx.gameover === undefined; made += 1) {
      const playerID = moverOf(state.ctx);
      if (playerID === null) break;
      const played = await botAt(bots, playerID).play(viewOf(state, playerID), playerID);
      if (!played.action) break;
      metadata = played.metadata;
      const outcome = cache.apply(state, played.action);
      if ('thrown' in outcome) throw outcome.thrown;
      // What is refused changes nothing, and counts.
      state = outcome.state ?? state;
    }
    return { state, metadata };
  } finally {
    cache.free();
  }
}

function botAt(bots, playerID) {
  const bot = typeof bots.play === 'function' ? bots : bots[playerID];
  if (typeof bot?.play !== 'function') throw badOption(`bots[${JSON.stringify(playerID)}]`, `expected a bot, got ${described(bot)}`);
  return bot;
}
