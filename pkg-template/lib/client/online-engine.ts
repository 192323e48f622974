import { busyRefusal, running } from '../engine/busy.js';
import { GAME_PANIC } from '../engine/boundary.js';
import { DEPTH_FLOW, DEPTH_MOVES, DEPTH_NOTHING } from '../engine/codes.js';
import { mode } from '../game/mode.js';
import { openEngine } from '../game/match.js';
import { rulesOf, unprocessed } from '../game/rules.js';
import { KeptMatch } from './kept-match.js';
import { handed, hostMethods, setSeat } from './online-host.js';
import type { OpenEngine } from '../game/match.js';
import type { Rules } from '../game/rules.js';
import type { OtherObject } from '../engine/instance.js';
import type { Names } from '../game/definition.js';
import type { ActionError, Ctx, Prediction } from '../../types/game.js';
import type { NetworkClock } from '../../types/testing.js';
import type { RondelError } from '../util/error.js';
import type { Foreign } from '../util/foreign.js';
import type { Wait } from './hints.js';
import type { OnlineState } from './online-state.js';
import type { SeatID } from './players.js';

const DEPTHS = { none: DEPTH_NOTHING, moves: DEPTH_MOVES, flow: DEPTH_FLOW };

/** So many instances may fail during one call. The last does not predict the game: its code may be the cause. */
const MOST_ATTEMPTS = 3;

/** An action of the player. */
export interface PlayerAction {
  type: string;
  payload: { type?: string, args?: Foreign, playerID: SeatID };
}

/** What a client has to do after a call of its engine. */
export type Effect =
  | ['send', action: PlayerAction, made: Made]
  | ['resolve', seq: number, error: ActionError | undefined]
  | ['publish', next: OnlineState | null]
  | ['requestSync']
  | ['waits', wait: Wait];

/** How an action was made. */
export interface Made {
  /** the state that the player saw */
  seen: number;
  /** its number; 0 for a master without acks */
  seq: number;
  /** the number of the first action that waits */
  first: number;
  /** the number of the action that it depends on, or 0 */
  dependsOn: number;
  /** whether it goes ahead of the state */
  ahead: boolean;
}

export interface Instance {
  match: OpenEngine;
  core: OtherObject;
  effects: Effect[];
  /** why the last action was refused */
  refusal: ActionError | null;
  /** the action that the game's code has been run for last */
  running: PlayerAction | null;
}

/**
 * The engine's half of an online client: what is confirmed, what is pending, what shows, what to send and when
 * (`src/js/online.rs`). A call leaves effects for its client, which takes them by `poll` when the call has returned; a call that throws has none.
 */
export class OnlineEngine {
  names: Names;

  #rules: Rules;
  #depth: number;
  #seat: SeatID;
  #clock: NetworkClock;
  #warn: (message: string) => void;
  /** The effects of the calls that have returned. */
  #effects: Effect[] = [];
  #kept = new KeptMatch();
  #present: Instance;
  #isFreed = false;
  /** The last `ctx` of a freed engine, if its player could act. */
  #lastActive: Ctx | null = null;
  /** The panics of the game's code, by the arguments of the action. */
  #failing = new WeakMap<object, unknown>();

  /**
   * @param options.depth how far it predicts
   * @param options.seat who acts
   * @param options.warn prints a warning of a mistake in the game: an effect would be lost with an engine that cannot be made
   */
  constructor(game: Foreign, { depth, seat, clock, warn }: { depth: Prediction; seat: SeatID; clock: NetworkClock; warn: (message: string) => void }) {
    [this.#rules, this.#depth, this.#seat, this.#clock, this.#warn] = [rulesOf(unprocessed(game)), DEPTHS[depth], seat, clock, warn];
    this.#present = this.#open();
    this.names = this.#present.match.names;
  }

  /** `true` while the game's code runs. */
  get isPlaying() {
    return running.game === this.#rules.game;
  }

  /** How many actions wait for an answer. */
  get pending() {
    return this.#kept.pending;
  }

  /** Returns what to do next; `undefined` if there is nothing to do. */
  poll(): Effect | undefined {
    const effect = this.#effects.shift();
    if (effect === undefined) return undefined;
    if (effect[0] === 'send') this.#kept.sent(effect[1], effect[2]);
    else if (effect[0] === 'resolve') this.#kept.answered(effect[1]);
    return effect;
  }

  /** The player makes an action: `{ seq }`, its number, or the `error` that refuses it. */
  submit(action: PlayerAction, now: number) {
    const result = this.#call((instance): { seq: number, error?: undefined } | { seq?: undefined, error: ActionError } => {
      instance.refusal = null;
      const seq = instance.core.submit(...handed(instance.match, action), now);
      return seq > 0 ? { seq } : { error: instance.refusal ?? busyRefusal(action.payload.type ?? action.type) };
    });
    if (result.seq) this.#kept.made(result.seq, action);
    return result;
  }

  /**
   * Takes a state that the master has sent. Returns whether it was taken.
   *
   * @param message.number that of the state
   * @param message.message its kind: a number of `MESSAGE`
   * @param message.last the last action that is answered; -1 from a master without acks
   * @param message.rest the list of what else it reports of the player's actions: see `receive` in `src/js/online.rs`
   */
  receive(state: OnlineState, { number, message, last, rest }: { number: number; message: number; last: number; rest: Foreign[] }, now: number) {
    const isTaken = this.#call(({ match: { host }, core }) => {
      host.list = rest;
      return Boolean(core.receive(host.keep(state), number, last, message, now));
    });
    if (isTaken) this.#kept.receive({ state, number, message }, last < 0);
    return isTaken;
  }

  /** Whether to take a message that makes a state from the one numbered `base`. */
  awaits(base: number, number: number, now: number) {
    return Boolean(this.#call(({ core }) => core.awaits(base, number, now)));
  }

  /** Another match or seat follows, or the client has been disposed of. */
  forget(error: ActionError) {
    try {
      this.#call(({ match: { host }, core }) => core.forget(host.keep(error)));
    } catch (thrown) {
      if (!this.#present.core.isRetired) throw thrown;
      // There is no memory for another instance: what waits is given up all the same.
      this.#effects.push(...this.#kept.numbers.map((seq): Effect => ['resolve', seq, error]), ['publish', null]);
    }
    this.#kept.confirmed = null;
  }

  /** Another player acts from now on. */
  playAs(seat: SeatID) {
    this.#seat = seat;
    this.#call((instance) => setSeat(instance.match, instance.core, seat));
  }

  connect(isThere: boolean, now: number) {
    this.#kept.isConnected = isThere;
    this.#call(({ core }) => core.connect(isThere, now));
  }

  /** An action cannot be sent; its number is 0 if it is the first that waits. */
  reject(seq: number, error: ActionError, now: number) {
    this.#call(({ match: { host }, core }) => core.reject(seq, host.keep(error), now));
  }

  miss(now: number) {
    this.#call(({ core }) => core.miss(now));
  }

  /** The master has refused to send the match now. */
  turnedAway(now: number) {
    this.#call(({ core }) => core.turnedAway(now));
  }

  wake(now: number) {
    this.#call(({ core }) => core.wake(now));
  }

  /** Returns the time at which to call `wake`; `Infinity` if there is nothing to send again. */
  deadline(): number {
    const deadline: number = this.#call(({ core }) => core.deadline());
    return Number.isNaN(deadline) ? Infinity : deadline;
  }

  isPredicted(seq: number) {
    return Boolean(this.#call(({ core }) => core.isPredicted(seq)));
  }

  /** Whether a move could be made in what shows; true also where only the master knows, as where the game's code fails here. */
  canMove(name: string, args: readonly unknown[]) {
    const ask = ({ match: { host }, core }: Instance) => core.canMove(this.names.moves.indexOf(name), host.keepArguments(name, args));
    return Boolean(this.#call(ask, { afterFailure: true }));
  }

  /** Returns `true` if a player may act, by a `ctx` alone. Throws if that is invalid. */
  isActive(ctx: Ctx, playerID: SeatID) {
    if (playerID === null || playerID === undefined) return false;
    return this.#isFreed ? ctx === this.#lastActive : this.#call(({ match }) => match.host.isActive(ctx, playerID));
  }

  /** Gives back the engine's memory at once, and remembers only whether the player may act in the last `ctx`. */
  free(ctx: Ctx | undefined) {
    // Where there is no memory for an engine, nobody is active.
    try {
      if (ctx !== undefined && this.isActive(ctx, this.#seat)) this.#lastActive = ctx;
    } catch {}
    this.#isFreed = true;
    const { match, core } = this.#present;
    core.free();
    match.engine.free();
  }

  /**
   * Calls the module. If its instance fails, calls another one, which goes on from what is kept here,
   * unless there is a value to return then.
   */
  #call<Result>(work: (instance: Instance) => Result, results: { afterFailure?: Result } = {}): Result {
    const outer = running.game;
    running.game = this.#rules.game;
    try {
      return this.#callOrResume(work, results);
    } finally {
      running.game = outer;
    }
  }

  /** Nearly always all effects before have been polled, and the two lists take each other's place. */
  #takeEffects(instance: Instance) {
    if (this.#effects.length > 0) this.#effects.push(...instance.effects.splice(0));
    else [this.#effects, instance.effects] = [instance.effects, this.#effects];
  }

  #callOrResume<Result>(work: (instance: Instance) => Result, { afterFailure }: { afterFailure?: Result }): Result {
    for (let attempt = 1; ; attempt += 1) {
      try {
        if (this.#present.core.isRetired) this.#resume(attempt);
        const instance = this.#present;
        instance.running = null;
        const result = work(instance);
        // The game's code may have made the instance fail: the call is then repeated in another one.
        if (instance !== this.#present) continue;
        if (instance.effects.length > 0) this.#takeEffects(instance);
        return result;
      } catch (error) {
        const hasPanicked = (error as Partial<RondelError> | undefined)?.code === GAME_PANIC;
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
  #goOnAfter(error: unknown, attempt: number) {
    const former = this.#present;
    const args = former.running?.payload.args;
    if (args) this.#failing.set(args, error);
    this.#resume(attempt + 1);
    former.core.free();
    former.match.engine.free();
  }

  #resume(attempt: number) {
    if (attempt === MOST_ATTEMPTS) this.#depth = DEPTH_NOTHING;
    const instance = this.#open();
    this.#present = instance;
    const { match: { host }, core } = instance;
    for (const action of this.#kept.actions) core.note(...handed(instance.match, action));
    host.list = this.#kept.toList();
    core.resume(host.keep(this.#kept.confirmed?.state), this.#clock.now());
  }

  #open() {
    const match = openEngine(this.#rules, mode(this.#rules, { isStored: true, warn: this.#warn }));
    const instance: Instance = { match, core: null!, effects: [], refusal: null, running: null };
    const { host, names } = match;
    host.failing = this.#failing;
    Object.assign(host, hostMethods(instance, { plugins: names.plugins, compat: this.#rules.compat }));
    instance.core = match.follow(this.#depth, this.#rules.hides);
    setSeat(instance.match, instance.core, this.#seat);
    return instance;
  }
}
