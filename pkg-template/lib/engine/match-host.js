import { encodeEvent } from './argument.js';
import { REFUSAL_PLUGIN_INVALID } from './codes.js';
import { rondelError } from '../util/error.js';
import { ObjectFactory } from './object-factory.js';
import { encodeCtx } from './state.js';

const NO_REFUSAL = {};

/** What an engine asks of the page for any match, in any language: refusals, a master's proposals, secure random numbers. */
export class MatchHost extends ObjectFactory {
  /** The engine that moves and hooks work with. */
  engine;
  /** The move that is being made. */
  moveName;
  moveArgs;
  /** @type {{ type?: string, message?: string, payload?: any }} why the last call was refused */
  refusal = NO_REFUSAL;
  /** @type {import('./draws.js').Draws | null} the numbers of the action, if they are kept */
  draws = null;
  /** @type {any} the proposal of a master, while the engine works on it: see lib/online/proposal.js */
  proposal = null;
  /** @type {WeakMap<object, unknown> | null} the actions at which Rust code has panicked in this page, by their arguments */
  failing = null;
  #warn;

  /**
   * @param {boolean} compat
   * @param {(message: string) => void} warn
   */
  constructor(compat, warn) {
    super(compat);
    this.#warn = warn;
  }

  /** Hands over an event with its argument, and returns the event. */
  hand(event, arg) {
    this.list = encodeEvent(event, arg);
    return event;
  }

  /** Warns the developer. The console may throw, which must not reach the game. */
  warn(message) {
    try {
      this.#warn(message);
    } catch {}
  }

  /**
   * The plugins' data as this player may see it: nobody sees the state of the generator.
   *
   * @param {string | null | undefined} _playerID
   * @param {{ G: any, ctx: any, plugins: Record<string, any> }} state
   */
  pluginsFor(_playerID, { plugins }) {
    return { ...plugins, random: { data: undefined } };
  }

  /** Whether a player may act, by a `ctx` alone; nobody in particular (`undefined`) may if the game goes on. */
  isActive(ctx, seat) {
    this.list = [...encodeCtx(ctx, this.compat), seat];
    return Boolean(this.engine.isActive());
  }

  /** From now on the engine makes actions for this player; for the one whose turn it is if it is `undefined`. */
  actFor(player) {
    const number = this.numberOf(player);
    // A name that both sides know crosses as its number, which costs a tenth.
    if (number >= 0) this.engine.setPlayerNumber(number);
    else {
      this.list = [player];
      this.engine.setPlayerID();
    }
  }

  makeMove(id, name, args) {
    return this.engine.makeMove(id, this.handMove(name, args));
  }

  /** Hands over the arguments of a move, which hooks may read, and returns their number. */
  handMove(name, args) {
    this.moveName = name;
    this.moveArgs = args;
    return this.keepArguments(name, args);
  }

  /** Keeps those arguments that a move of this name takes. */
  keepArguments(_name, args) {
    return this.keep(args);
  }

  /** Why the last call was refused; an empty object if it was not, or if the reason is kept secret. */
  takeRefusal() {
    this.refusal = NO_REFUSAL;
    this.engine.tellRefusal();
    return this.refusal;
  }

  setRefusal(type, message, payload) {
    this.refusal = this.#refusalOf(type, message, payload);
  }

  makeError(type, message, payload) {
    return this.keep(this.proposal.remembered(this.#refusalOf(type, message, payload)));
  }

  admit(state, isEnd) {
    const admitted = this.proposal.admit(this.take(state), isEnd);
    return typeof admitted === 'number' ? admitted : this.keep(admitted);
  }

  keepLedger(numbers) {
    this.proposal.keepLedger(numbers, this);
  }

  refuseAction(error) {
    this.proposal.refuse(this.kept(error));
  }

  turnAway(first, last) {
    this.proposal.turnAway(first, last);
  }

  /** Keeps a refusal as an object. */
  keepRefusal(type, message, payload) {
    this.setRefusal(type, message, payload);
    return this.keep(this.refusal);
  }

  knownDraw() {
    return this.draws?.next() ?? NaN;
  }

  noteDraw(number) {
    this.draws?.note(number);
  }

  isTruthy(value) {
    return Boolean(this.kept(value));
  }

  raise(code, place, problem) {
    throw rondelError(code, `${place}: ${problem}`);
  }

  #refusalOf(type, message, payload) {
    const given = this.kept(payload);
    if (given !== undefined) return { type, message, payload: given };
    // An event that cannot be called: in boardgame.io, events are a plugin.
    return type === REFUSAL_PLUGIN_INVALID ? { type, message, payload: { plugin: 'events', message } } : { type, message };
  }
}
