import { encodeEvent } from './argument.js';
import { REFUSAL_PLUGIN_INVALID, VALUE_UNDEFINED } from './codes.js';
import { rondelError } from '../util/error.js';
import { ObjectFactory } from './object-factory.js';
import { encodeCtx } from './state.js';
import type { GameEngine } from './instance.js';
import type { OnTimeout, PartialGameState, PlayerID, PluginState } from '../../types/game.js';
import type { Foreign } from '../util/foreign.js';

/**
 * `inOnePage`: there is no master. `isStored`: the states are a master's, and values become what JSON makes of them
 */
export type Mode = { development: boolean, warn: (message: string) => void, inOnePage?: boolean, isStored?: boolean };

/** Refusal of a call. */
export interface Refusal {
  type?: string;
  message?: string;
  payload?: Foreign;
}

/** Decision of the engine for a master. */
export interface Conclusion {
  /** Message to send, and its receivers: a code of `ANNOUNCEMENT`. */
  announcement: number;
  /** Reason of the refusal; `undefined` if the action is not refused. */
  error: Foreign;
  /** Sequence numbers of the first and the last refused action, if their author is not a player of the match; otherwise 0. */
  first: number;
  last: number;
  /** Ledger to store with the next state, as numbers. Empty if there is no next state. */
  ledger: Float64Array;
}

/** The proposal of a master, as the engine reports to it. */
interface Proposal {
  remembered(refusal: Refusal): unknown;
  admit(state: Foreign, isEnd: boolean): unknown;
  conclude(conclusion: Conclusion, host: MatchHost): void;
}

const NO_REFUSAL: Refusal = {};

/** Host of a match in any language: refusals, a master's proposals, secure random numbers. */
export class MatchHost extends ObjectFactory {
  /** The engine that moves and hooks work with. */
  engine!: GameEngine;
  /** The move that is being made. */
  moveName!: string;
  moveArgs: Foreign;
  /** Refusal of the last call. */
  refusal: Refusal = NO_REFUSAL;
  /** Random numbers of the action, if they are recorded. */
  draws: Draws | null = null;
  /** the proposal of a master, while the engine works on it: see lib/online/proposal.ts */
  proposal: Proposal | null = null;
  /** Returns the present moment in the master's time, in whole milliseconds. Null: the clocks of matches do not run. */
  readClock: (() => number) | null = null;
  /** The moment at which the player of the action acted by their own account; `NaN` if they do not say it. */
  actedAt = NaN;
  /** the actions at which Rust code has panicked in this page, by their arguments */
  failing: WeakMap<object, unknown> | null = null;
  /** `true` if the last action has effects in its log entry. The match sets it back. */
  hasEffects = false;
  #warn: (message: string) => void;

  constructor(compat: boolean, warn: (message: string) => void) {
    super(compat);
    this.#warn = warn;
  }

  /** Passes an event with its argument. Returns the event. */
  passEvent(event: number, arg: unknown) {
    this.list = encodeEvent(event, arg);
    return event;
  }

  /** Warns the developer. The console may throw, which must not reach the game. */
  warn(message: string) {
    try {
      this.#warn(message);
    } catch {}
  }

  /** The plugins' data as this player may see it: nobody sees the state of the generator. */
  pluginsFor(_playerID: PlayerID | null | undefined, { plugins }: PartialGameState): Record<string, PluginState> {
    return { ...plugins, random: { data: undefined } };
  }

  /** Returns `true` if a player may act in a `ctx`. The player `undefined` may act until the game is over. */
  isActive(ctx: unknown, seat: unknown) {
    this.list = [...encodeCtx(ctx, this.compat), seat];
    return Boolean(this.engine.isActive());
  }

  /** From now on the engine makes actions for this player; for the one whose turn it is if it is `undefined`. */
  actFor(player: string | undefined) {
    const number = this.numberOf(player);
    // A name that both sides know crosses as its number, which costs a tenth.
    if (number >= 0) this.engine.setPlayerNumber(number);
    else {
      this.list = [player];
      this.engine.setPlayerID();
    }
  }

  noteEffects() {
    this.hasEffects = true;
  }

  makeMove(id: number, name: string, args: unknown) {
    return this.engine.makeMove(id, this.passMove(name, args));
  }

  /** Passes the arguments of a move, which hooks may read. Returns their number. */
  passMove(name: string, args: unknown) {
    this.moveName = name;
    this.moveArgs = args;
    return this.keepArguments(name, args);
  }

  /**
   * Passes the move that is made for a player whose time has run out: the chosen one, otherwise the declared one. Returns the number of the
   * arguments of a chosen one. `onMove` must not see the move of another action.
   */
  passTimeout({ type, args }: { type?: string | undefined, args?: unknown }, declared: OnTimeout | undefined): number {
    if (type !== undefined) return this.passMove(type, args);
    if (typeof declared === 'object') {
      this.moveName = declared.move;
      this.moveArgs = declared.args ?? [];
    }
    return VALUE_UNDEFINED;
  }

  /** Keeps those arguments that a move of this name takes. */
  keepArguments(_name: string, args: unknown): number {
    return this.keep(args);
  }

  /** Returns the refusal of the last call; an empty object if there was none, or if the reason is secret. */
  takeRefusal() {
    this.refusal = NO_REFUSAL;
    this.engine.tellRefusal();
    return this.refusal;
  }

  setRefusal(type: string, message: string, payload: number) {
    this.refusal = this.#refusalOf(type, message, payload);
  }

  makeError(type: string, message: string, payload: number) {
    return this.keep(this.proposal!.remembered(this.#refusalOf(type, message, payload)));
  }

  admit(state: number, isEnd: boolean): number {
    const admitted = this.proposal!.admit(this.take(state), isEnd);
    return typeof admitted === 'number' ? admitted : this.keep(admitted);
  }

  conclude(announcement: number, error: number, first: number, last: number, ledger: Float64Array) {
    this.proposal!.conclude({ announcement, error: this.kept(error), first, last, ledger }, this);
  }

  /** Keeps a refusal as an object. */
  keepRefusal(type: string, message: string, payload: number) {
    this.setRefusal(type, message, payload);
    return this.keep(this.refusal);
  }

  moment(): number {
    return this.readClock?.() ?? NaN;
  }

  acted(): number {
    return this.actedAt >= 0 ? this.actedAt : Infinity;
  }

  knownDraw(): number {
    return this.draws?.next() ?? NaN;
  }

  noteDraw(number: number) {
    this.draws?.note(number);
  }

  isTruthy(value: number) {
    return Boolean(this.kept(value));
  }

  raise(code: string, place: string, problem: string): never {
    throw rondelError(code, `${place}: ${problem}`);
  }

  #refusalOf(type: string, message: string, payload: number): Refusal {
    const given = this.kept(payload);
    if (given !== undefined) return { type, message, payload: given };
    // An event that cannot be called: in boardgame.io, events are a plugin.
    return type === REFUSAL_PLUGIN_INVALID ? { type, message, payload: { plugin: 'events', message } } : { type, message };
  }
}

/** Records the secure random numbers that one action draws: first the known ones, then those of the engine. */
export class Draws {
  numbers: number[] = [];
  #known: readonly number[];
  #exhausted: () => void;

  /** @param exhausted called before the engine draws a number */
  constructor(known: readonly number[] = [], exhausted: () => void = () => {}) {
    this.#known = known;
    this.#exhausted = exhausted;
  }

  /** Returns the next number if it is known. */
  next(): number | void {
    const { length } = this.numbers;
    if (length >= this.#known.length) return this.#exhausted();
    this.numbers.push(this.#known[length]);
    return this.#known[length];
  }

  note(number: number) {
    this.numbers.push(number);
  }
}
