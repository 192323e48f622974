import { rondelError } from '../util/error.js';
import { described } from '../util/foreign-text.js';
import { isObject } from '../util/objects.js';
import { isPromise, unawaited } from '../util/promise.js';
import type { BotAction } from '../../types/bots.js';
import type { Foreign } from '../util/foreign.js';

/** A list that is longer is taken for endless: the rest of it is left out. */
export const MOST_OFFERS = 10_000;

/** What `ai.enumerate` has returned for a player, as boardgame.io's actions: undefined in place of what is none. Throws if it is no list. */
export function actionsOf(returned: unknown, { playerID, gameName }: { playerID: string, gameName: string }) {
  const offers = unawaited(returned);
  if (!Array.isArray(offers)) {
    const what = isPromise(offers) ? 'a promise' : described(offers);
    throw rondelError('game/enumerate', `game '${gameName}': ai.enumerate returned ${what} for player '${playerID}': expected a list`);
  }
  return offers.slice(0, MOST_OFFERS).map((offer) => actionOf(offer, playerID));
}

/** The action of an offer `{ move, args }` or `{ event, args }`; an action is one already. */
function actionOf(offer: Foreign, playerID: string): BotAction | undefined {
  if (!isObject(offer)) return undefined;
  if ('payload' in offer) return offer;
  if ('move' in offer) return { type: 'MAKE_MOVE', payload: { type: offer.move, args: offer.args, playerID } };
  if ('event' in offer) return { type: 'GAME_EVENT', payload: { type: offer.event, args: offer.args, playerID } };
  return undefined;
}
