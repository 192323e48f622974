import { busyRefusal, running } from '../engine/busy.js';
import {
  DEPTH_FLOW, DEPTH_MOVES, DEPTH_NOTHING, EVENTS, LONGEST_NAME, PLACE_NONE, PROBLEM_STATE, REFUSAL_ACTION_INVALID, REQUEST_EVENT,
  REQUEST_MOVE, REQUEST_PLUGIN, REQUEST_STEP_BACK, VALUE_TRUE, VALUE_UNDEFINED, WAIT_THROWS,
} from '../engine/codes.js';
import { encodeState } from '../engine/state.js';
import { mode } from '../game/engine-cache.js';
import { openEngine } from '../game/match.js';
import { KeptMatch } from './kept-match.js';
import { showSame } from './online-state.js';

const DEPTHS = { none: DEPTH_NOTHING, moves: DEPTH_MOVES, flow: DEPTH_FLOW };

/** So many instances may fail during one call. Before the last, the game is no longer predicted: it may be what they fail by. */
const MOST_ATTEMPTS = 3;

/**
 * The engine's half of an online client: what is confirmed, what is pending, what shows, what to send and when
 * (`src/js/online.rs`). What comes of a call is done when it has returned; a call that throws has done nothing.
 *
 * @typedef {object} Deeds what it has done
 * @property {(action: any, made: Made) => void} send
 * @property {(seq: number, error?: object) => void} resolve
 * @property {(next: object | null) => void} publish
 * @property {() => void} requestSync
 * @property {(name: string, why: number, thrown: { error: unknown } | null) => void} waits tells why an action, or a part of it, does
 *   not show at once
 *
 * @typedef {object} Made how an action was made
 * @property {number} seen the state that the player saw
 * @property {number} seq its number; 0 for a master that answers nothing
 * @property {number} first the number of the first action that waits
 * @property {number} dependsOn the number of the one it depends on, or 0
 * @property {boolean} ahead whether it goes ahead of the state
 *
 * @typedef {{ match: import('../game/match.js').OpenEngine, core: any, effects: [keyof Deeds, ...any[]][], refusal: any }} Instance
 */
export class OnlineEngine {
  #rules;
  #depth;
  #seat;
  #now;
  #deeds;
  #kept = new KeptMatch();
  /** @type {Instance} */
  #present;

  /**
   * @param {import('../game/rules.js').Rules} rules
   * @param {object} options
   * @param {'moves' | 'flow' | 'none'} options.depth how far it predicts
   * @param {string | null | undefined} options.seat who acts
   * @param {() => number} options.now
   * @param {Deeds} options.deeds
   */
  constructor(rules, { depth, seat, now, deeds }) {
    [this.#rules, this.#depth, this.#seat, this.#now, this.#deeds] = [rules, DEPTHS[depth], seat, now, deeds];
    this.#present = this.#open();
    this.names = this.#present.match.names;
  }

  /** How many actions wait for an answer. */
  get pending() {
    return this.#kept.pending;
  }

  /** The player makes an action: `{ seq }`, its number, or the `error` that refuses it. */
  submit(action, now) {
    const answer = this.#ask((instance) => {
      instance.refusal = busyRefusal(action.payload.type ?? action.type);
      const seq = instance.core.submit(...this.#handed(instance, action), now);
      return seq > 0 ? { seq } : { error: instance.refusal };
    });
    if (answer.seq) this.#kept.made(answer.seq, action);
    this.#perform();
    return answer;
  }

  /**
   * The master sends a state. Whether it is taken.
   *
   * @param {object} state
   * @param {object} told
   * @param {number} told.number that of the state
   * @param {number} told.message how it comes: a number of `MESSAGE`
   * @param {number} told.last the last action that is answered; -1 by a master that answers nothing
   * @param {any[]} told.rest the list of what else it says of the player's actions: see `receive` in `src/js/online.rs`
   * @param {number} now
   */
  receive(state, { number, message, last, rest }, now) {
    const isTaken = this.#ask(({ match: { host }, core }) => {
      host.list = rest;
      return Boolean(core.receive(host.keep(state), number, last, message, now));
    });
    if (isTaken) Object.assign(this.#kept, { confirmed: { state, number, message }, isSilent: last < 0 });
    this.#perform();
    return isTaken;
  }

  /** Whether a message is to be taken that makes a state of the one numbered `base`. */
  awaits(base, number, now) {
    return Boolean(this.#do(({ core }) => core.awaits(base, number, now)));
  }

  /** Another match or seat follows, or the client has been disposed of. */
  forget(error) {
    try {
      this.#do(({ match: { host }, core }) => core.forget(host.keep(error)));
    } catch (thrown) {
      if (!this.#present.core.isRetired) throw thrown;
      // There is no room for another instance: what waits is given up all the same.
      this.#present.effects = [...this.#kept.numbers.map((seq) => /** @type {any} */ (['resolve', seq, error])), ['publish', null]];
      this.#perform();
    }
    this.#kept.confirmed = null;
  }

  /** From now on somebody else acts. */
  playAs(seat) {
    this.#seat = seat;
    this.#ask((instance) => tellSeat(instance, seat));
  }

  connect(isThere, now) {
    this.#kept.isConnected = isThere;
    this.#do(({ core }) => core.connect(isThere, now));
  }

  /** An action cannot be sent; its number is 0 if it is the first that waits. */
  reject(seq, error, now) {
    this.#do(({ match: { host }, core }) => core.reject(seq, host.keep(error), now));
  }

  miss(now) {
    this.#do(({ core }) => core.miss(now));
  }

  wake(now) {
    this.#do(({ core }) => core.wake(now));
  }

  deadline() {
    return this.#ask(({ core }) => core.deadline());
  }

  isPredicted(seq) {
    return Boolean(this.#ask(({ core }) => core.isPredicted(seq)));
  }

  /** Whether a move could be made in what shows; also where only the master can tell. */
  canMove(name, args) {
    return Boolean(this.#ask(({ match: { host }, core }) => core.canMove(this.names.moves.indexOf(name), host.keep(args))));
  }

  /** Whether a player may act, by a `ctx` alone. Throws if that makes no sense. */
  isActive(ctx, playerID) {
    return this.#ask(({ match }) => match.host.isActive(ctx, playerID));
  }

  /** Gives back the engine's memory at once. */
  free() {
    const { match, core } = this.#present;
    core.free();
    match.engine.free();
  }

  #do(question) {
    const answer = this.#ask(question);
    this.#perform();
    return answer;
  }

  /** Asks the module; if its instance fails, another one, which goes on from what is kept here. */
  #ask(question) {
    const outer = running.game;
    running.game = this.#rules.game;
    try {
      return this.#answer(question);
    } finally {
      running.game = outer;
    }
  }

  #answer(question) {
    for (let attempt = 1; ; attempt += 1) {
      try {
        if (this.#present.core.isRetired) this.#resume(attempt);
        const asked = this.#present;
        const answer = question(asked);
        // The game's code may have found that the instance has failed: another one does not know of this.
        if (asked === this.#present) return answer;
      } catch (error) {
        if (!this.#present.core.isRetired || attempt === MOST_ATTEMPTS) throw error;
      }
    }
  }

  #resume(attempt) {
    if (attempt === MOST_ATTEMPTS) this.#depth = DEPTH_NOTHING;
    const instance = this.#open();
    this.#present = instance;
    const { match: { host }, core } = instance;
    for (const action of this.#kept.actions) core.note(...this.#handed(instance, action));
    host.list = this.#kept.toList();
    core.resume(host.keep(this.#kept.confirmed?.state), this.#now());
  }

  /** What has been done, in order. Some of it may lead to more. */
  #perform() {
    const { effects } = this.#present;
    while (effects.length > 0) {
      const [deed, ...args] = /** @type {[keyof Deeds, ...any[]]} */ (effects.shift());
      if (deed === 'send') this.#kept.sent(...args);
      if (deed === 'resolve') this.#kept.answered(args[0]);
      this.#deeds[deed](...args);
    }
  }

  /** An action as the module is handed it; the argument of an event lies in the list. */
  #handed({ match: { host } }, action) {
    const { type, payload: { type: name, args } } = action;
    const { moves, plugins } = this.names;
    switch (type) {
      case 'MAKE_MOVE':
        return [host.keep(action), REQUEST_MOVE, moves.indexOf(name), host.keep(args)];
      case 'GAME_EVENT':
        return [host.keep(action), REQUEST_EVENT, EVENTS.indexOf(name), handedEvent(host, name, args)];
      case 'PLUGIN':
        return [host.keep(action), REQUEST_PLUGIN, plugins.indexOf(name), VALUE_UNDEFINED];
      default:
        return [host.keep(action), REQUEST_STEP_BACK, PLACE_NONE, VALUE_UNDEFINED];
    }
  }

  #open() {
    const match = openEngine(this.#rules, mode());
    /** @type {Instance} */
    const instance = { match, core: null, effects: [], refusal: null };
    const { host, names } = match;
    Object.assign(host, answersFor(instance, { plugins: names.plugins, compat: this.#rules.compat, seed: '0' }));
    instance.core = match.follow(this.#depth, this.#rules.hides);
    tellSeat(instance, this.#seat);
    return instance;
  }
}

function tellSeat({ match: { host }, core }, seat) {
  // Nobody has a longer name.
  host.list = [seat?.slice(0, LONGEST_NAME)];
  core.playAs();
}

/** Whether the argument of an event is in the list: what cannot be taken apart, the master decides on. */
function handedEvent(host, name, args) {
  try {
    host.hand(EVENTS.indexOf(name), args[0]);
    return VALUE_TRUE;
  } catch (error) {
    host.caught = { error };
    return VALUE_UNDEFINED;
  }
}

/**
 * What the module asks of a client's host besides the game's code, and what it leaves to be done.
 *
 * @param {Instance} instance
 * @param {{ plugins: string[], compat: boolean, seed: string }} reading how states of the master's are read
 */
function answersFor(instance, reading) {
  const { match: { host } } = instance;
  const kept = (id) => host.kept(id);
  const leave = (...effect) => { instance.effects.push(/** @type {any} */ (effect)); };
  return {
    handOver(id) {
      try {
        host.list = encodeState({ ...kept(id).view, _undo: [], _redo: [] }, reading);
        return PLACE_NONE;
      } catch (error) {
        if (error.code !== PROBLEM_STATE) throw error;
        return host.keep({ type: REFUSAL_ACTION_INVALID, message: error.message });
      }
    },
    isSame(one, other) {
      try {
        return showSame(kept(one), kept(other)) ? 1 : 0;
      } catch {
        // What is too deep to be compared is shown.
        return 0;
      }
    },
    keepAhead(base, g, ctx, data, ...rest) {
      const [log, added, _stateID, canUndo] = rest;
      const { view, log: known } = kept(base);
      const ahead = host.take(log);
      return host.keep({
        view: { G: kept(g), ctx: kept(ctx), plugins: withOwn(view.plugins, kept(data), reading.plugins), _stateID },
        log: { ...known, ahead },
        deltalog: added > 0 ? ahead.slice(-added) : [],
        canUndo: Boolean(canUndo),
        canRedo: false,
      });
    },
    begin(action) {
      const { type, args } = kept(action).payload;
      [host.moveName, host.moveArgs] = [type, args];
    },
    waits(action, why) {
      leave('waits', kept(action).payload.type, why, why === WAIT_THROWS ? host.caught : null);
      host.caught = null;
    },
    send(action, ...made) {
      const [seen, seq, first, dependsOn, ahead] = made;
      leave('send', kept(action), { seen, seq, first, dependsOn, ahead: Boolean(ahead) });
    },
    resolve: (seq, error) => leave('resolve', seq, kept(error)),
    publish: (next) => leave('publish', kept(next) ?? null),
    requestSync: () => leave('requestSync'),
    refuse(error) {
      instance.refusal = kept(error);
    },
  };
}

/** What only the master has, such as other plugins' data, stays as it was. */
function withOwn(seen, data, plugins) {
  const own = plugins.filter((name) => data[name]).map((name) => [name, data[name]]);
  return own.length > 0 ? { ...seen, ...Object.fromEntries(own) } : seen;
}
