import {
  WAIT_BEFORE, WAIT_CALLS_EVENTS, WAIT_DECLARED, WAIT_EVENTS, WAIT_HIDDEN, WAIT_IS_EVENT, WAIT_OTHER_VERSION, WAIT_PLUGIN, WAIT_RANDOM, WAIT_THROWS,
  WAIT_UNSEEN,
} from '../engine/codes.js';

/** The message for developers about an action that shows, in whole or in part, only when the master has answered. */
export function explainWait(name, why) {
  const what = why === WAIT_CALLS_EVENTS ? `the events that ${name} calls show` : `${name} shows`;
  return `${what} when the master has answered: ${reason(why)}`;
}

/** In a function, so that bundles for production, which print nothing, leave it out. */
function reason(why) {
  const flow = "`predict: 'flow'` shows them at once, in games whose hooks work with what their players can see";
  return {
    [WAIT_DECLARED]: 'it says `client: false`',
    [WAIT_HIDDEN]: 'it depends on what this player cannot see',
    [WAIT_RANDOM]: 'it draws random numbers, which only the master has',
    [WAIT_PLUGIN]: 'a plugin says `noClient`',
    [WAIT_EVENTS]: 'it calls events, and only the master knows what comes of them',
    [WAIT_THROWS]: 'it throws here',
    [WAIT_IS_EVENT]: `events do; ${flow}`,
    [WAIT_CALLS_EVENTS]: flow,
    [WAIT_UNSEEN]: 'it is refused here, where not all can be seen that the game goes by',
    [WAIT_BEFORE]: 'what was done before it has no answer yet',
    [WAIT_OTHER_VERSION]: 'the server has another version of the game',
  }[why];
}
