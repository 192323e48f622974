import { EVENTS, EVENT_END_STAGE, EVENT_END_TURN, EVENT_PASS } from '../engine/codes.js';
import { hasMove } from '../game/declarations.js';
import { actionsOf } from './offers.js';
import type { BotAction } from '../../types/bots.js';
import type { Moment, Rules } from '../game/rules.js';

/** Maximum number of offered actions that are tried. Each is a request to the master. */
const MAX_OFFERS_TRIED = 100;

/** Name of an event, and of moves in many games. */
const PASS = EVENTS[EVENT_PASS];
/** Events that end a player's turn or stage, tried last. `pass` works even if the turn has not reached its `minMoves`. */
const ENDINGS = [EVENTS[EVENT_END_TURN], EVENTS[EVENT_END_STAGE], PASS];

/**
 * Returns actions in place of a failed bot's, best first: a move called `pass`, the actions that the game offers, an end of the turn or
 * stage. The master may refuse some of them.
 *
 * @param view the seat's view; it may throw. Omitted if `enumerate` must not run
 */
export function* fallbackActions(rules: Rules, view: (() => Moment) | undefined, playerID: string): Generator<BotAction> {
  if (hasMove(rules, PASS)) yield actionFor('MAKE_MOVE', PASS);
  if (view) yield* offered(rules, view, playerID);
  for (const event of ENDINGS) yield actionFor('GAME_EVENT', event);

  function actionFor(type: BotAction['type'], name: string): BotAction {
    return { type, payload: { type: name, args: [], playerID } };
  }
}

/** An error in the game's code is ignored: the bot's own failure reports it. */
function offered(rules: Rules, view: () => Moment, playerID: string) {
  try {
    const offers = rules.enumerate?.(view(), playerID);
    return actionsOf(offers, { playerID, gameName: rules.name }).slice(0, MAX_OFFERS_TRIED).filter(Boolean) as BotAction[];
  } catch {
    return [];
  }
}
