import { patched } from '../online/protocol/patch.js';
import { CONFIRMED } from './handle.js';
import { idText } from './players.js';
import { argsOf, callOf, isKnown, isMade, isReplacing } from './store.js';

/** @type {import('./handle.js').ActionError} */
const NOT_THIS_SEAT = { type: 'update/unauthorized_action', message: 'the action names a player of another seat' };

/**
 * The store's half of a match on a master. Actions go to the master; the actions that boardgame.io's clients make of its messages
 * (SYNC, UPDATE, PATCH) are taken as such messages.
 *
 * @typedef {object} OnlineMatch what the session does for it
 * @property {{ moves: string[], events: Array<string | null>, plugins: string[] }} names
 * @property {() => any} shown what shows, as an `OnlineState`; null if there is nothing yet
 * @property {() => { matchID: any, playerID: any }} seat
 * @property {(call: any, args: readonly unknown[]) => import('./store.js').Handle} act
 * @property {(data: object) => void} receive
 * @property {() => any} matchData
 *
 * @param {import('./create-client.js').SessionOwner} client
 * @param {OnlineMatch} match
 * @returns {import('./store.js').StoredMatch}
 */
export function makeOnlineStore(client, match) {
  // What shows, and the state that was made of it: the same object as long as the same shows.
  let last = { shown: null, state: null };
  return { isRemote: true, author, state, perform, reduce, follow, show() {} };

  function author() {
    return { playerID: match.seat().playerID, credentials: client.credentials };
  }

  function state() {
    const shown = match.shown();
    if (last.shown !== shown) last = { shown, state: shown && stateOf(shown) };
    return last.state;
  }

  function perform(what, action) {
    if (isReplacing(action)) return take(what, action);
    const { playerID } = action.payload;
    const isTheirs = (playerID ?? null) === null || idText(playerID) === match.seat().playerID;
    return isTheirs ? match.act(callOf(action, match.names), argsOf(action.payload)) : client.refuse(what, NOT_THIS_SEAT);
  }

  function reduce(before, action) {
    if (!isReplacing(action)) return before;
    try {
      return action.type === 'PATCH' ? patched(before, action.patch) : action.state;
    } catch {
      return before;
    }
  }

  function follow(send, what, action) {
    // A message reaches the store as the state that it leads to.
    const isTheirs = isKnown(action);
    if (!isTheirs || isMade(action)) send();
    return isTheirs ? perform(what, action) : null;
  }

  function take(what, action) {
    const { type, state: next, log, initialState, deltalog, prevStateID, stateID, patch } = action;
    if (type === 'RESET') return match.act({ what, type }, []);
    const { matchID } = match.seat();
    const contents = {
      SYNC: [{ state: next, log, initialState, filteredMetadata: match.matchData() }],
      UPDATE: [next, deltalog],
      PATCH: [prevStateID, stateID, patch, deltalog],
    };
    match.receive({ type: type.toLowerCase(), args: [matchID, ...contents[type]] });
    return CONFIRMED;
  }
}

/** What shows, in boardgame.io's shape. */
function stateOf({ view, deltalog }) {
  return { ...view, deltalog, _undo: [], _redo: [] };
}
