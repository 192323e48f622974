import { EngineCache } from '../game/engine-cache.js';
import { described } from '../util/foreign-text.js';
import { badOption } from './bot-options.js';
import { moverOf } from './bot.js';
import { jsonCopy } from '../util/json-copy.js';
import { getFilterPlayerView } from '../online/view.js';
import type { BotAction, BotPlayer } from '../../types/bots.js';
import type { Game, PlayerID, State } from '../../types/game.js';
import type { Foreign } from '../util/foreign.js';

const DEPTH = 10_000;

/**
 * Plays a match from a state, with one bot for all players or one bot per player. Each bot sees what its player sees.
 *
 * Stops when the match is over, a bot returns no action, or `depth` actions have been tried (default: 10,000). Rejects with the error of a
 * move that throws.
 */
export async function Simulate(options: {
  game: Game<any, any, any>,
  bots: BotPlayer | Record<PlayerID, BotPlayer>,
  state: State,
  depth?: number,
}): Promise<{ state: State, metadata: Foreign }> {
  const { game, bots, depth = DEPTH } = options;
  let { state } = options;
  const cache = new EngineCache(game);
  const viewOf = botViewOf(game);
  let metadata: Foreign = null;
  try {
    for (let made = 0; made < depth && state.ctx.gameover === undefined; made += 1) {
      const playerID = moverOf(state.ctx);
      if (playerID === null) break;
      const played = await botAt(bots, playerID).play(viewOf(state, playerID), playerID);
      if (!played.action) break;
      metadata = played.metadata;
      const outcome = cache.apply(state, played.action);
      if ('thrown' in outcome) throw outcome.thrown;
      // A refused action counts as well.
      state = outcome.state ?? state;
    }
    return { state, metadata };
  } finally {
    cache.free();
  }
}

function botAt(bots: BotPlayer | Record<PlayerID, BotPlayer>, playerID: PlayerID) {
  const bot = (typeof bots.play === 'function' ? bots : (bots as Record<PlayerID, BotPlayer>)[playerID]) as BotPlayer;
  if (typeof bot?.play !== 'function') throw badOption(`bots[${JSON.stringify(playerID)}]`, `expected a bot, got ${described(bot)}`);
  return bot;
}

/**
 * Makes one move with a bot at a client, for the player whose turn it is. The bot sees what that player sees. Resolves with the action, or
 * with `undefined` if the bot returned none.
 */
export async function Step(
  client: { store: { getState(): Foreign, dispatch(action: Foreign): Foreign }, game?: object },
  bot: BotPlayer,
): Promise<(BotAction & { payload: { metadata: Foreign } }) | undefined> {
  const state = client.store.getState();
  const playerID = state && moverOf(state.ctx);
  if (!playerID) return undefined;
  const seen = client.game ? botViewOf(client.game)(state, playerID) : state;
  const { action, metadata } = await bot.play(seen, playerID);
  if (!action) return undefined;
  const made = { ...action, payload: { ...action.payload, metadata } };
  client.store.dispatch(made);
  return made;
}

/** Returns a function that reduces a state to what a seat may see, as a copy. */
export function botViewOf(game: object): (state: Foreign, playerID: string) => Foreign {
  const filter = getFilterPlayerView(game);
  // Bots may change their copy later.
  return (state, playerID) => jsonCopy(filter(playerID, { type: 'update', args: ['', { ...state, deltalog: [] }] }).args[1]);
}
