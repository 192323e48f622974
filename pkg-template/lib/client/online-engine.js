import { busyRefusal, running } from '../engine/busy.js';
import { GAME_PANIC } from '../engine/boundary.js';
import { DEPTH_FLOW, DEPTH_MOVES, DEPTH_NOTHING } from '../engine/codes.js';
import { mode } from '../game/mode.js';
import { openEngine } from '../game/match.js';
import { KeptMatch } from './kept-match.js';
import { handed, hostMethods, setSeat } from './online-host.js';

const DEPTHS = { none: DEPTH_NOTHING, moves: DEPTH_MOVES, flow: DEPTH_FLOW };

/** So many instances may fail during one call. The last does not predict the game: its code may be the cause. */
const MOST_ATTEMPTS = 3;

/**
 * The engine's half of an online client: what is confirmed, what is pending, what shows, what to send and when
 * (`src/js/online.rs`). The effects of a call are handled when it has returned; a call that throws has none.
 *
 * @typedef {object} EffectHandlers what it calls for the effects of a call, once that has returned
 * @property {(action: any, made: Made) => void} send
 * @property {(seq: number, error?: object) => void} resolve
 * @property {(next: object | null) => void} publish
 * @property {() => void} requestSync
 * @property {(name: string, why: number, thrown: { error: unknown } | null) => void} waits receives why an action, or a part of it, does
 *   not show at once
 *
 * @typedef {object} Made how an action was made
 * @property {number} seen the state that the player saw
 * @property {number} seq its number; 0 for a master without acks
 * @property {number} first the number of the first action that waits
 * @property {number} dependsOn the number of the action that it depends on, or 0
 * @property {boolean} ahead whether it goes ahead of the state
 *
 * @typedef {{ match: import('../game/match.js').OpenEngine, core: any, effects: [keyof EffectHandlers, ...any[]][], refusal: any, running: any }} Instance
 *   `running` is the action that the game's code has been run for last
 */
export class OnlineEngine {
  #rules;
  #depth;
  #seat;
  #now;
  #handlers;
  #kept = new KeptMatch();
  /** @type {Instance} */
  #present;
  /** The panics of the game's code, by the arguments of the action. */
  #failing = new WeakMap();

  /**
   * @param {import('../game/rules.js').Rules} rules
   * @param {object} options
   * @param {'moves' | 'flow' | 'none'} options.depth how far it predicts
   * @param {string | null | undefined} options.seat who acts
   * @param {() => number} options.now
   * @param {EffectHandlers} options.handlers
   */
  constructor(rules, { depth, seat, now, handlers }) {
    [this.#rules, this.#depth, this.#seat, this.#now, this.#handlers] = [rules, DEPTHS[depth], seat, now, handlers];
    this.#present = this.#open();
    this.names = this.#present.match.names;
  }

  /** How many actions wait for an answer. */
  get pending() {
    return this.#kept.pending;
  }

  /** The player makes an action: `{ seq }`, its number, or the `error` that refuses it. */
  submit(action, now) {
    const result = this.#call((instance) => {
      instance.refusal = busyRefusal(action.payload.type ?? action.type);
      const seq = instance.core.submit(...handed(instance.match, action), now);
      return seq > 0 ? { seq } : { error: instance.refusal };
    });
    if (result.seq) this.#kept.made(result.seq, action);
    this.#perform();
    return result;
  }

  /**
   * Takes a state that the master has sent. Returns whether it was taken.
   *
   * @param {object} state
   * @param {object} message
   * @param {number} message.number that of the state
   * @param {number} message.message its kind: a number of `MESSAGE`
   * @param {number} message.last the last action that is answered; -1 from a master without acks
   * @param {any[]} message.rest the list of what else it reports of the player's actions: see `receive` in `src/js/online.rs`
   * @param {number} now
   */
  receive(state, { number, message, last, rest }, now) {
    const isTaken = this.#call(({ match: { host }, core }) => {
      host.list = rest;
      return Boolean(core.receive(host.keep(state), number, last, message, now));
    });
    if (isTaken) Object.assign(this.#kept, { confirmed: { state, number, message }, isSilent: last < 0 });
    this.#perform();
    return isTaken;
  }

  /** Whether to take a message that makes a state from the one numbered `base`. */
  awaits(base, number, now) {
    return Boolean(this.#do(({ core }) => core.awaits(base, number, now)));
  }

  /** Another match or seat follows, or the client has been disposed of. */
  forget(error) {
    try {
      this.#do(({ match: { host }, core }) => core.forget(host.keep(error)));
    } catch (thrown) {
      if (!this.#present.core.isRetired) throw thrown;
      // There is no memory for another instance: what waits is given up all the same.
      this.#present.effects = [...this.#kept.numbers.map((seq) => /** @type {any} */ (['resolve', seq, error])), ['publish', null]];
      this.#perform();
    }
    this.#kept.confirmed = null;
  }

  /** Another player acts from now on. */
  playAs(seat) {
    this.#seat = seat;
    this.#call((instance) => setSeat(instance.match, instance.core, seat));
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

  /** The master has refused to send the match now. */
  turnedAway(now) {
    this.#do(({ core }) => core.turnedAway(now));
  }

  wake(now) {
    this.#do(({ core }) => core.wake(now));
  }

  deadline() {
    return this.#call(({ core }) => core.deadline());
  }

  isPredicted(seq) {
    return Boolean(this.#call(({ core }) => core.isPredicted(seq)));
  }

  /** Whether a move could be made in what shows; true also where only the master knows, as where the game's code fails here. */
  canMove(name, args) {
    const ask = ({ match: { host }, core }) => core.canMove(this.names.moves.indexOf(name), host.keepArguments(name, args));
    return Boolean(this.#call(ask, { afterFailure: true }));
  }

  /** Whether a player may act, by a `ctx` alone. Throws if that is invalid. */
  isActive(ctx, playerID) {
    return this.#call(({ match }) => match.host.isActive(ctx, playerID));
  }

  /** Gives back the engine's memory at once. */
  free() {
    const { match, core } = this.#present;
    core.free();
    match.engine.free();
  }

  #do(work) {
    const result = this.#call(work);
    this.#perform();
    return result;
  }

  /**
   * Calls the module. If its instance fails, calls another one, which goes on from what is kept here,
   * unless there is a value to return then.
   *
   * @param {(instance: Instance) => any} work
   * @param {{ afterFailure?: any }} [results]
   */
  #call(work, results = {}) {
    const outer = running.game;
    running.game = this.#rules.game;
    try {
      return this.#callOrResume(work, results);
    } finally {
      running.game = outer;
    }
  }

  /** @param {(instance: Instance) => any} work @param {{ afterFailure?: any }} results */
  #callOrResume(work, { afterFailure }) {
    for (let attempt = 1; ; attempt += 1) {
      try {
        if (this.#present.core.isRetired) this.#resume(attempt);
        const instance = this.#present;
        instance.running = null;
        const result = work(instance);
        // The game's code may have made the instance fail: the call is then repeated in another one.
        if (instance === this.#present) return result;
      } catch (error) {
        const hasPanicked = error?.code === GAME_PANIC;
        if (!hasPanicked && !this.#present.core.isRetired) throw error;
        // A client that has panicked is lost in its instance: the last one is replaced, too.
        if (hasPanicked) this.#goOnAfter(error, attempt);
        if (afterFailure !== undefined) return afterFailure;
        if (attempt === MOST_ATTEMPTS) throw error;
      }
    }
  }

  /**
   * The instance has recovered, but has lost this match: a new client in it goes on. The action that has panicked
   * is not predicted again, as if it threw here.
   */
  #goOnAfter(error, attempt) {
    const former = this.#present;
    const args = former.running?.payload.args;
    if (args) this.#failing.set(args, error);
    this.#resume(attempt + 1);
    former.core.free();
    former.match.engine.free();
  }

  #resume(attempt) {
    if (attempt === MOST_ATTEMPTS) this.#depth = DEPTH_NOTHING;
    const instance = this.#open();
    this.#present = instance;
    const { match: { host }, core } = instance;
    for (const action of this.#kept.actions) core.note(...handed(instance.match, action));
    host.list = this.#kept.toList();
    core.resume(host.keep(this.#kept.confirmed?.state), this.#now());
  }

  /** What has been done, in order. Some of it may lead to more. */
  #perform() {
    const { effects } = this.#present;
    while (effects.length > 0) {
      const [effect, ...args] = /** @type {[keyof EffectHandlers, ...any[]]} */ (effects.shift());
      if (effect === 'send') this.#kept.sent(...args);
      if (effect === 'resolve') this.#kept.answered(args[0]);
      this.#handlers[effect](...args);
    }
  }

  #open() {
    const match = openEngine(this.#rules, mode({ isStored: true }));
    /** @type {Instance} */
    const instance = { match, core: null, effects: [], refusal: null, running: null };
    const { host, names } = match;
    host.failing = this.#failing;
    Object.assign(host, hostMethods(instance, { plugins: names.plugins, compat: this.#rules.compat }));
    instance.core = match.follow(this.#depth, this.#rules.hides);
    setSeat(instance.match, instance.core, this.#seat);
    return instance;
  }
}
