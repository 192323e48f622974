import { patched } from '../online/protocol/patch.js';
import { CONFIRMED } from './handle.js';
import { idText } from './players.js';
import { argsOf, callOf, isKnown, isPlayerAction, isReplacing } from './store.js';
import type { Handle } from '../../types/client.js';
import type { Foreign } from '../util/foreign.js';
import type { ActionError } from './handle.js';
import type { OnlineMatch } from './online-match.js';
import type { OnlineState } from './online-state.js';
import type { Action, StoredMatch } from './store.js';

const NOT_THIS_SEAT: ActionError = { type: 'update/unauthorized_action', message: 'the action names a player of another seat' };

/**
 * The store's half of a match on a master. Actions go to the master. SYNC, UPDATE and PATCH, which boardgame.io's clients create from the
 * master's messages, are handled as such messages.
 */
export class OnlineStore implements StoredMatch {
  readonly isRemote = true;
  #match: OnlineMatch;
  /** The shown state, and its form in boardgame.io's shape. The same object as long as the same is shown. */
  #last: { shown: OnlineState | null, state: Foreign } = { shown: null, state: null };

  constructor(match: OnlineMatch) {
    this.#match = match;
  }

  author() {
    return { playerID: this.#match.info.seat, credentials: this.#match.credentials };
  }

  state() {
    const { shown } = this.#match;
    if (this.#last.shown !== shown) this.#last = { shown, state: shown && stateOf(shown) };
    return this.#last.state;
  }

  perform(what: string, action: Action): Handle {
    if (isReplacing(action)) return this.#take(what, action);
    const { playerID } = action.payload;
    const isTheirs = (playerID ?? null) === null || idText(playerID) === this.#match.info.seat;
    return isTheirs ? this.#match.act(callOf(action, this.#match.names), argsOf(action.payload)) : this.#match.refuse(what, NOT_THIS_SEAT);
  }

  reduce(before: Foreign, action: Action): Foreign {
    if (!isReplacing(action)) return before;
    try {
      return action.type === 'PATCH' ? patched(before, action.patch) : action.state;
    } catch {
      return before;
    }
  }

  follow(send: () => Foreign, what: string, action: Action) {
    // A message reaches the store as its resulting state.
    const isTheirs = isKnown(action);
    if (!isTheirs || isPlayerAction(action)) send();
    return isTheirs ? this.perform(what, action) : null;
  }

  show() {}

  #take(what: string, action: Action): Handle {
    const { type, state: next, log, initialState, deltalog, prevStateID, stateID, patch } = action;
    if (type === 'RESET') return this.#match.act({ what, type }, []);
    const { info } = this.#match;
    const contents: Record<string, Foreign[]> = {
      SYNC: [{ state: next, log, initialState, filteredMetadata: info.matchData }],
      UPDATE: [next, deltalog],
      PATCH: [prevStateID, stateID, patch, deltalog],
    };
    this.#match.receive({ type: type.toLowerCase(), args: [info.matchID, ...contents[type]] }, false);
    return CONFIRMED;
  }
}

/** Returns the shown state in boardgame.io's shape. */
function stateOf({ view, deltalog }: OnlineState) {
  return { ...view, deltalog, _undo: [], _redo: [] };
}
