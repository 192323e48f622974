import { busyRefusal, running } from '../engine/busy.js';
import { GAME_PANIC } from '../engine/boundary.js';
import { DEPTH_FLOW, DEPTH_MOVES, DEPTH_NOTHING } from '../engine/codes.js';
import { mode } from '../game/mode.js';
import { openEngine } from '../game/match.js';
import { originalGame, rulesOf } from '../game/rules.js';
import { MatchBackup } from './match-backup.js';
import { moduleArguments, hostMethods, setSeat } from './online-host.js';
import type { OpenEngine } from '../game/match.js';
import type { Rules } from '../game/rules.js';
import type { OtherObject } from '../engine/instance.js';
import type { Names } from '../game/definition.js';
import type { Effect as GameEffect } from '../../types/effects.js';
import type { ActionError, Ctx, Prediction } from '../../types/game.js';
import type { NetworkClock } from '../../types/testing.js';
import type { RondelError } from '../util/error.js';
import type { Foreign } from '../util/foreign.js';
import type { Wait } from './hints.js';
import type { OnlineState } from './online-state.js';
import type { SeatID } from './players.js';

const DEPTHS = { none: DEPTH_NOTHING, moves: DEPTH_MOVES, flow: DEPTH_FLOW };

/** Maximum number of instances that may fail during one call. The last one does not predict, because the game's code may be the cause. */
const MOST_ATTEMPTS = 3;

/** An action of the player. */
export interface PlayerAction {
  type: string;
  payload: { type?: string, args?: Foreign, playerID: SeatID };
}

/** An effect of an engine call, for the client to execute. */
export type Effect =
  | ['send', action: PlayerAction, context: ActionContext]
  | ['resolve', seq: number, error: ActionError | undefined]
  | ['publish', next: OnlineState | null]
  | ['requestSync']
  | ['replays']
  | ['emits', action: PlayerAction, effect: GameEffect]
  | ['waits', wait: Wait];

/** Context of an action of this client. */
export interface ActionContext {
  /** Number of the state that the player saw. */
  seen: number;
  /** Number of the action; 0 for a master without acks. */
  seq: number;
  /** Number of the first pending action. */
  first: number;
  /** Number of the action that it depends on, or 0. */
  dependsOn: number;
  /** `true` if it runs ahead of the state. */
  ahead: boolean;
}

export interface Instance {
  match: OpenEngine;
  core: OtherObject;
  effects: Effect[];
  /** Refusal of the last action. */
  refusal: ActionError | null;
  /** Last action for which the game's code has run. */
  running: PlayerAction | null;
}

/**
 * The engine's half of an online client: confirmed state, pending actions, shown state, and retries (`src/js/online.rs`). A call leaves
 * effects, which the client takes by `poll` after the call has returned. A call that throws has none.
 */
export class OnlineEngine {
  names: Names;

  #rules: Rules;
  #depth: number;
  #seat: SeatID;
  #clock: NetworkClock;
  #warn: (message: string) => void;
  /** Effects of calls that have returned. */
  #effects: Effect[] = [];
  #backup = new MatchBackup();
  #present: Instance;
  #isFreed = false;
  /** Last `ctx` of a freed engine, if its player could act. */
  #lastActive: Ctx | null = null;
  /** Panics of the game's code, by the arguments of the action. */
  #failing = new WeakMap<object, unknown>();

  /**
   * @param options.depth how far it predicts
   * @param options.seat the acting player
   * @param options.warn prints a warning about a mistake in the game; an effect would be lost with an engine that cannot be created
   */
  constructor(game: Foreign, { depth, seat, clock, warn }: { depth: Prediction; seat: SeatID; clock: NetworkClock; warn: (message: string) => void }) {
    [this.#rules, this.#depth, this.#seat, this.#clock, this.#warn] = [rulesOf(originalGame(game)), DEPTHS[depth], seat, clock, warn];
    this.#present = this.#open();
    this.names = this.#present.match.names;
  }

  /** `true` while the game's code runs. */
  get isPlaying() {
    return running.game === this.#rules.game;
  }

  /** Number of actions that await an answer. */
  get pending() {
    return this.#backup.pending;
  }

  /** Returns the next effect; `undefined` if there is none. */
  poll(): Effect | undefined {
    const effect = this.#effects.shift();
    if (effect === undefined) return undefined;
    if (effect[0] === 'send') this.#backup.sent(effect[1], effect[2]);
    else if (effect[0] === 'resolve') this.#backup.answered(effect[1]);
    return effect;
  }

  /** Makes an action of the player. Returns its number, `{ seq }`, or the `error` that refuses it. */
  submit(action: PlayerAction, now: number) {
    const result = this.#call((instance): { seq: number, error?: undefined } | { seq?: undefined, error: ActionError } => {
      instance.refusal = null;
      const seq = instance.core.submit(...moduleArguments(instance.match, action), now);
      return seq > 0 ? { seq } : { error: instance.refusal ?? busyRefusal(action.payload.type ?? action.type) };
    });
    if (result.seq) this.#backup.made(result.seq, action);
    return result;
  }

  /**
   * Handles a state of the master. Returns `true` if it was accepted.
   *
   * @param message.number number of the state
   * @param message.message its kind: a number of `MESSAGE`
   * @param message.last number of the last answered action; -1 from a master without acks
   * @param message.rest further data about the player's actions: see `receive` in `src/js/online.rs`
   */
  receive(state: OnlineState, { number, message, last, rest }: { number: number; message: number; last: number; rest: Foreign[] }, now: number) {
    const isTaken = this.#call(({ match: { host }, core }) => {
      host.list = rest;
      return Boolean(core.receive(host.keep(state), number, last, message, now));
    });
    if (isTaken) this.#backup.receive({ state, number, message }, last < 0);
    return isTaken;
  }

  /** Returns `true` if the client accepts a message that changes the state with the number `base`. */
  awaits(base: number, number: number, now: number) {
    return Boolean(this.#call(({ core }) => core.awaits(base, number, now)));
  }

  /** Gives up all pending actions, before another match or seat, or at the end of the client. */
  forget(error: ActionError) {
    try {
      this.#call(({ match: { host }, core }) => core.forget(host.keep(error)));
    } catch (thrown) {
      if (!this.#present.core.isRetired) throw thrown;
      // There is no memory for another instance. The pending actions are given up all the same.
      this.#effects.push(...this.#backup.numbers.map((seq): Effect => ['resolve', seq, error]), ['publish', null]);
    }
    this.#backup.confirmed = null;
  }

  /** Sets the acting player. */
  playAs(seat: SeatID) {
    this.#seat = seat;
    this.#call((instance) => setSeat(instance.match, instance.core, seat));
  }

  connect(isThere: boolean, now: number) {
    this.#backup.isConnected = isThere;
    this.#call(({ core }) => core.connect(isThere, now));
  }

  /** Rejects an action that cannot be sent. Number 0 is the first pending action. */
  reject(seq: number, error: ActionError, now: number) {
    this.#call(({ match: { host }, core }) => core.reject(seq, host.keep(error), now));
  }

  miss(now: number) {
    this.#call(({ core }) => core.miss(now));
  }

  /** Handles the master's temporary refusal to send the match. */
  turnedAway(now: number) {
    this.#call(({ core }) => core.turnedAway(now));
  }

  wake(now: number) {
    this.#call(({ core }) => core.wake(now));
  }

  /** Returns the time at which to call `wake`; `Infinity` if there is nothing to resend. */
  deadline(): number {
    const deadline: number = this.#call(({ core }) => core.deadline());
    return Number.isNaN(deadline) ? Infinity : deadline;
  }

  isPredicted(seq: number) {
    return Boolean(this.#call(({ core }) => core.isPredicted(seq)));
  }

  /**
   * Returns `true` if a move may be made in the shown state. Also returns `true` if only the master knows, for example because the game's
   * code fails here.
   */
  canMove(name: string, args: readonly unknown[]) {
    const ask = ({ match: { host }, core }: Instance) => core.canMove(this.names.moves.indexOf(name), host.keepArguments(name, args));
    return Boolean(this.#call(ask, { afterFailure: true }));
  }

  /** Returns `true` if a player may act, by `ctx` alone. Throws if it is invalid. */
  isActive(ctx: Ctx, playerID: SeatID) {
    if (playerID === null || playerID === undefined) return false;
    return this.#isFreed ? ctx === this.#lastActive : this.#call(({ match }) => match.host.isActive(ctx, playerID));
  }

  /** Frees the engine's memory at once. Keeps only whether the player may act in the last `ctx`. */
  free(ctx: Ctx | undefined) {
    // Without memory for an engine, nobody is active.
    try {
      if (ctx !== undefined && this.isActive(ctx, this.#seat)) this.#lastActive = ctx;
    } catch {}
    this.#isFreed = true;
    const { match, core } = this.#present;
    core.free();
    match.engine.free();
  }

  /**
   * Calls the module. If its instance fails, repeats the call in another one, which resumes from the data here, unless
   * `results.afterFailure` is given.
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

  /** Moves the effects of a call. Usually all earlier effects have been polled, and the lists are swapped. */
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
        // The game's code may have ended the instance: the call is repeated in another one.
        if (instance !== this.#present) continue;
        if (instance.effects.length > 0) this.#takeEffects(instance);
        return result;
      } catch (error) {
        const hasPanicked = (error as Partial<RondelError> | undefined)?.code === GAME_PANIC;
        if (!hasPanicked && !this.#present.core.isRetired) throw error;
        // A client that has panicked is lost in its instance. The last one is replaced, too.
        if (hasPanicked) this.#goOnAfter(error, attempt);
        if (afterFailure !== undefined) return afterFailure;
        if (attempt === MOST_ATTEMPTS) throw error;
      }
    }
  }

  /**
   * Resumes after a panic. The instance has recovered, but has lost this match. The action that panicked is not predicted again, as if it
   * had thrown.
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
    for (const action of this.#backup.actions) core.note(...moduleArguments(instance.match, action));
    host.list = this.#backup.toList();
    core.resume(host.keep(this.#backup.confirmed?.state), this.#clock.now());
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
