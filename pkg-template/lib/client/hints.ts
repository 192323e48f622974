import {
  WAIT_BEFORE, WAIT_CALLS_EVENTS, WAIT_DECLARED, WAIT_EVENTS, WAIT_HIDDEN, WAIT_IS_EVENT, WAIT_OTHER_VERSION, WAIT_PLUGIN, WAIT_RANDOM, WAIT_THROWS,
  WAIT_UNSEEN,
} from '../engine/codes.js';
import { diff } from '../online/protocol/patch.js';
import { messageOf } from '../util/print.js';
import type { Prediction } from '../../types/game.js';
import type { OnlineState } from './online-state.js';

/** Reason why an action, or a part of it, is not shown at once. */
export interface Wait {
  /** Name of the move or event. */
  name: string;
  /** The reason: a number of `WAIT`. */
  why: number;
  /** Error that the game's code has thrown here. */
  thrown: { error: unknown } | null;
}

// Messages for a game's developer about its predictions.

/**
 * Returns the path of the first field in which a predicted state differs from the master's, such as `G.hands.0`; `null` if there is none.
 * Only `predict: 'flow'` predicts `ctx`. The clock does not count: the action arrives at the master later. States after different numbers of actions
 * cannot be compared.
 */
export function firstDifference(predicted: OnlineState | null, confirmed: OnlineState | null, depth: Prediction) {
  if (predicted === null || confirmed === null || predicted === confirmed || predicted.view._stateID !== confirmed.view._stateID) return null;
  for (const part of depth === 'flow' ? ['G', 'ctx'] as const : ['G'] as const) {
    const first = diff(predicted.view[part], confirmed.view[part]).find(({ path }) => part === 'G' || !/^\/clock(\/|$)/.test(path));
    if (first) return `${part}${first.path.replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~')}`;
  }
  return null;
}

/** Returns the warning about such a field. */
export function explainDifference(path: string) {
  return `the master has ${path} with another value than predicted: \`predict: 'flow'\` is for games whose code reads only what players can see, and not for games that hide cards`;
}

/**
 * Returns the message about an action that is shown, in whole or in part, only after the master's answer.
 *
 * @param hides `true` if the game hides something from players: then `predict: 'flow'` is no advice
 */
export function explainWait({ name, why, thrown }: Wait, hides: boolean) {
  const what = why === WAIT_CALLS_EVENTS ? `the events that ${name} calls show` : `${name} shows`;
  const explanation = `${what} only after the master's answer: ${reason(why, hides)}`;
  return thrown ? `${explanation} (${messageOf(thrown.error)})` : explanation;
}

/** A function, so that bundles for production, which print nothing, do not contain the texts. */
function reason(why: number, hides: boolean) {
  const flow = "`predict: 'flow'` shows them at once, in games whose hooks read only what players can see";
  return {
    [WAIT_DECLARED]: 'the move has `client: false`',
    [WAIT_HIDDEN]: 'it depends on what this player cannot see',
    [WAIT_RANDOM]: 'it draws random numbers, which only the master has',
    [WAIT_PLUGIN]: 'a plugin has `noClient`',
    [WAIT_EVENTS]: 'it calls events, whose effects only the master knows',
    [WAIT_THROWS]: 'it throws on this client',
    [WAIT_IS_EVENT]: hides ? 'only the master knows what follows from an event' : `events do; ${flow}`,
    [WAIT_CALLS_EVENTS]: hides ? 'only the master knows what follows from them' : flow,
    [WAIT_UNSEEN]: 'the game refused it here, but this client cannot see all of `G`; the server decides',
    [WAIT_BEFORE]: 'an earlier action has no answer yet',
    [WAIT_OTHER_VERSION]: 'the server has another version of the game',
  }[why];
}
