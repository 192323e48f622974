import { EVENTS, EVENT_END_STAGE, EVENT_END_TURN, EVENT_PASS } from '../engine/codes.js';
import { hasMove } from '../game/declarations.js';
import { actionsOf } from './offers.js';
import type { BotAction } from '../../types/bots.js';
import type { Moment, Rules } from '../game/rules.js';

/** So many of what a game offers are tried: each is an action for the master. */
const MOST_TRIED = 100;

/** The name of an event, and of moves of many games. */
const PASS = EVENTS[EVENT_PASS];
/** What ends a player's part, if nothing else can be done; the last of them whatever the turn still asks of the player. */
const ENDINGS = [EVENTS[EVENT_END_TURN], EVENTS[EVENT_END_STAGE], PASS];

/**
 * What may be done in the place of a bot that fails, the best first: a move called `pass`, what the game offers, an end of the turn or of
 * the stage. Not all of it is allowed.
 *
 * @param view what the seat sees; it may throw. Omitted if `enumerate` must not be called
 */
export function* standIns(rules: Rules, view: (() => Moment) | undefined, playerID: string): Generator<BotAction> {
  if (hasMove(rules, PASS)) yield actionFor('MAKE_MOVE', PASS);
  if (view) yield* offered(rules, view, playerID);
  for (const event of ENDINGS) yield actionFor('GAME_EVENT', event);

  function actionFor(type: BotAction['type'], name: string): BotAction {
    return { type, payload: { type: name, args: [], playerID } };
  }
}

/** A game's code may do anything: then the bot's own failure says what is wrong with it. */
function offered(rules: Rules, view: () => Moment, playerID: string) {
  try {
    const offers = rules.enumerate?.(view(), playerID);
    return actionsOf(offers, { playerID, gameName: rules.name }).slice(0, MOST_TRIED).filter(Boolean) as BotAction[];
  } catch {
    return [];
  }
}
