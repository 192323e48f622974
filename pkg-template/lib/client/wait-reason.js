import { WAIT_DECLARED, WAIT_EVENTS, WAIT_PLUGIN, WAIT_RANDOM } from '../engine/codes.js';

/** Why an action waits for the master, besides what the engine says (`WAIT_…`): by places in one list. */
export const WAIT_THROWN = 10;
export const WAIT_IS_EVENT = 11;
export const WAIT_CALLS_EVENTS = 12;
export const WAIT_UNSEEN = 13;
export const WAIT_BEFORE = 14;
export const WAIT_OTHER_VERSION = 15;

/** What developers are told of an action that shows only when the master has answered, or of which a part does. */
export function explainWait(name, why) {
  const what = why === WAIT_CALLS_EVENTS ? `the events that ${name} calls show` : `${name} shows`;
  return `${what} when the master has answered: ${reason(why)}`;
}

/** In a function, so that bundles for production, which tell nobody, leave it out. */
function reason(why) {
  const flow = "`predict: 'flow'` shows them at once, in games whose hooks work with what their players can see";
  return {
    [WAIT_DECLARED]: 'it says `client: false`',
    [WAIT_RANDOM]: 'it draws random numbers, which only the master has',
    [WAIT_PLUGIN]: 'a plugin says `noClient`',
    [WAIT_EVENTS]: 'it calls events, and only the master knows what comes of them',
    [WAIT_THROWN]: 'it throws here',
    [WAIT_IS_EVENT]: `events do; ${flow}`,
    [WAIT_CALLS_EVENTS]: flow,
    [WAIT_UNSEEN]: 'it is refused here, where not all can be seen that the game goes by',
    [WAIT_BEFORE]: 'what was done before it has no answer yet',
    [WAIT_OTHER_VERSION]: 'the server has another version of the game',
  }[why];
}
