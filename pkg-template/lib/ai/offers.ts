import { rondelError } from '../util/error.js';
import { described } from '../util/foreign-text.js';
import { isObject } from '../util/objects.js';
import { isPromise, unawaited } from '../util/promise.js';
import type { BotAction } from '../../types/bots.js';
import type { Foreign } from '../util/foreign.js';

/** Maximum number of actions from `ai.enumerate`. A longer list counts as endless and is cut off. */
export const MAX_OFFERS = 10_000;

/**
 * Returns the result of `ai.enumerate` as boardgame.io's actions, with `undefined` for entries that are neither a move nor an event. Throws
 * `game/enumerate` if it is not a list.
 */
export function actionsOf(returned: unknown, { playerID, gameName }: { playerID: string, gameName: string }) {
  const offers = unawaited(returned);
  if (!Array.isArray(offers)) {
    const what = isPromise(offers) ? 'a promise' : described(offers);
    throw rondelError('game/enumerate', `game '${gameName}': ai.enumerate returned ${what} for player '${playerID}': expected a list`);
  }
  return offers.slice(0, MAX_OFFERS).map((offer) => actionOf(offer, playerID));
}

/** Returns the action of `{ move, args }` or `{ event, args }`. An action stays as it is. */
function actionOf(offer: Foreign, playerID: string): BotAction | undefined {
  if (!isObject(offer)) return undefined;
  if ('payload' in offer) return offer;
  if ('move' in offer) return { type: 'MAKE_MOVE', payload: { type: offer.move, args: offer.args, playerID } };
  if ('event' in offer) return { type: 'GAME_EVENT', payload: { type: offer.event, args: offer.args, playerID } };
  return undefined;
}
