import { busyRefusal, running } from '../engine/busy.js';
import {
  APPLIED_REFUSED, APPLIED_WAITS, APPLIED_WITHOUT_EVENTS, CLOCK_ORDERS, EVENTS, GAME_THREW, REFUSAL_INVALID_MOVE,
} from '../engine/codes.js';
import { onTimeoutOf } from './declarations.js';
import { EngineStates } from './engine-states.js';
import { startMatch } from './match.js';
import { argumentsOf, requestOf } from './request-code.js';
import { drawsSecurely, originalGame, rulesOf } from './rules.js';
import type { OnTimeout } from '../../types/game.js';
import type { Rules } from './rules.js';
import type { GameEngine } from '../engine/instance.js';
import type { Draws, MatchHost, Refusal } from '../engine/match-host.js';
import type { Foreign } from '../util/foreign.js';
import type { AnyState, Slot } from './engine-states.js';
import type { Depth, OpenEngine } from './match.js';

/** An action in boardgame.io's shape, from any source. */
interface Action {
  type: string;
  payload: Foreign;
}

/** Moment of an action, and the lag for which its player got time back. */
export interface Moment {
  now: number;
  lag: number;
}

/** Result of an action: see `apply`. */
export interface Outcome {
  state?: AnyState;
  isPart?: boolean;
  error?: Refusal;
  thrown?: unknown;
  waits?: number;
}

/** Returns the result of an action in which the game has thrown. */
function threw(thrown: unknown): Outcome {
  return { error: { type: REFUSAL_INVALID_MOVE, message: GAME_THREW }, thrown };
}

/**
 * Returns the first state of a match, from an engine of its own. A game without a seed gets a new one.
 *
 * @param options.now the present moment; without it the clock of the match does not run
 */
export function initialState(game: object, { isStored, ...options }: { numPlayers?: number, setupData?: unknown, isStored?: boolean, now?: number }) {
  const cache = new EngineCache(game, { isStored });
  const { deltalog, ...state } = cache.start(options);
  cache.free();
  // Endings may have been logged. Otherwise boardgame.io's state has no such field yet.
  return deltalog.length > 0 ? { ...state, deltalog } : state;
}

/**
 * An engine over states and actions in boardgame.io's shape, for reducers and bots. It has no match of its own. Its own states are cheap to
 * continue from; other states are loaded first.
 *
 * It is not part of a game's `Rules`, because bundlers cannot drop methods: every page with a local client would contain it.
 */
export class EngineCache {
  names: OpenEngine['names'];

  #rules: Rules;
  #states: EngineStates;
  /** `true` if random numbers are drawn securely. A prediction stops where one is drawn. */
  #isSecure: boolean;
  #credentials: unknown;
  /** The engine that has these credentials. */
  #engine: GameEngine | undefined;

  /**
   * @param options.depth how far actions run: to the end, or as in the reducer of a boardgame.io client
   * @param options.isStored `true` if values become what JSON makes of them, as at a master; boardgame.io's reducer keeps them
   */
  constructor(game: object, { depth = 'all', isStored = false }: { depth?: Depth, isStored?: boolean } = {}) {
    this.#rules = rulesOf(originalGame(game));
    this.#isSecure = depth === 'all' && drawsSecurely(this.#rules);
    this.#states = new EngineStates(this.#rules, { isSecure: this.#isSecure, depth, isStored });
    this.names = this.#states.ready().names;
  }

  /** Returns the first state of a match. Throws what the game throws. */
  start({ numPlayers, setupData, now }: { numPlayers?: number, setupData?: unknown, now?: number }) {
    this.#setMoment(now === undefined ? undefined : { now, lag: 0 });
    startMatch(this.#states.ready(), numPlayers, setupData);
    return this.#exported();
  }

  /**
   * Runs an action. Never throws. Returns one of:
   *
   * - `{ state }`, with `isPart: true` if the events of the move wait for the master
   * - `{ error }`, with `thrown` if the game threw
   * - `{ waits }`, an index of `WAIT`, if only the master can decide
   *
   * @param draws securely drawn numbers
   * @param moment the moment of the action, and the lag of its player; without it the clock of the match does not run
   */
  apply(state: AnyState, action: Action, draws?: Draws, moment?: Moment): Outcome {
    const outer = running.game;
    running.game = this.#rules.game;
    try {
      this.#setMoment(moment);
      return this.#applied(state, action, draws);
    } catch (thrown) {
      return threw(thrown);
    } finally {
      running.game = outer;
    }
  }

  /** Replaces a state by its copy, which may have additional fields. */
  follow(copy: AnyState, state: AnyState) {
    this.#states.follow(copy, state);
  }

  /** Returns the refusal of an action, without running the game's code; `null` if there is none. */
  check(state: AnyState, { type, payload }: Action) {
    const { engine, host } = this.#states.ready();
    const error = this.#states.obstacle(state);
    if (error) return error;
    this.#states.setPlayer(payload.playerID);
    const [request, place] = requestOf(type, payload.type, this.names);
    return engine.check(request, place) ? null : host.takeRefusal();
  }

  /** Returns `true` if a player may act, by `ctx` alone. */
  isActive(ctx: unknown, playerID: unknown) {
    return this.#states.ready().host.isActive(ctx, playerID);
  }

  /** Returns the undo and redo rights of the only player who may act; `null` if there is no such player, or nothing to undo or redo. */
  stepRights(state: AnyState) {
    // Most states have nothing to undo: the first entry is the start of the turn.
    return state._undo?.length > 1 || state._redo?.length > 0 ? this.#states.stepRights(state) : null;
  }

  /** Frees the engine's memory, which is not garbage collected. The states remain valid. */
  free() {
    this.#states.free();
  }

  #applied(state: AnyState, action: Action, draws: Draws | undefined): Outcome {
    const { engine, host } = this.#states.ready();
    const { type, payload: { type: name, playerID, credentials } } = action;
    if (engine.uses > 0) return { error: busyRefusal(name ?? type) };
    const { origin, error } = this.#states.tryGoTo(state);
    if (error) return { error };
    this.#states.setPlayer(playerID);
    this.#setCredentials(engine, host, credentials);
    const outcome = draws && this.#isSecure ? this.#drawing(action, state, draws) : this.#run(action, state);
    if (outcome === APPLIED_REFUSED) return { error: host.takeRefusal() };
    if (outcome >= APPLIED_WAITS) return { waits: outcome - APPLIED_WAITS };
    return { state: this.#exported(state, origin), isPart: outcome === APPLIED_WITHOUT_EVENTS };
  }

  #setMoment(moment: Moment | undefined) {
    const { host } = this.#states.ready();
    host.readClock = moment ? () => moment.now : null;
    host.actedAt = moment ? moment.now - moment.lag : NaN;
  }

  #setCredentials(engine: GameEngine, host: MatchHost, credentials: unknown) {
    if (engine === this.#engine && credentials === this.#credentials) return;
    engine.setCredentials(host.keep(credentials));
    this.#engine = engine;
    this.#credentials = credentials;
  }

  /** Calls `#run` with known random numbers. */
  #drawing(action: Action, state: AnyState, draws: Draws): number {
    const { host } = this.#states.match;
    host.draws = draws;
    try {
      return this.#run(action, state);
    } finally {
      host.draws = null;
    }
  }

  /** Returns a code of `APPLIED`. The engine refuses unknown names, whose index is negative. */
  #run({ type, payload }: Action, { ctx }: AnyState): number {
    const { engine, host } = this.#states.match;
    switch (type) {
      case 'MAKE_MOVE':
        return host.makeMove(this.names.moves.indexOf(payload.type), payload.type, argumentsOf(payload));
      case 'GAME_EVENT':
        return engine.makeEvent(host.passEvent(EVENTS.indexOf(payload.type), argumentsOf(payload)[0]));
      case 'PLUGIN':
        return engine.makePluginAction(this.names.plugins.indexOf(payload.type), host.keep(payload));
      case 'UNDO':
        return engine.undo();
      case 'PLAYER_LEAVE':
        return engine.leaveMatch();
      case 'TIMEOUT':
        return this.#timeOut(payload, onTimeoutOf(this.#rules, ctx, payload.playerID));
      case 'CLOCK':
        return engine.orderClock(CLOCK_ORDERS.indexOf(payload.order));
      default:
        return engine.redo();
    }
  }

  #timeOut({ deadline, failed, type, args }: Action['payload'], declared: OnTimeout | undefined): number {
    const { engine, host } = this.#states.match;
    const given = host.passTimeout({ type, args: argumentsOf({ args }) }, declared);
    return engine.timeOut(deadline, failed === true, requestOf('TIMEOUT', type, this.names)[1], given);
  }

  /** Returns the engine's state, which follows `before`. The engine keeps that one in the slot `origin`. */
  #exported(before?: AnyState, origin?: Slot): AnyState {
    const { engine, host } = this.#states.match;
    const known = origin ? this.#knownUndo(before, origin) : [];
    const state = host.take(engine.exportState(known.length));
    if (known.length > 0) state._undo = known.concat(state._undo);
    this.#states.keepPresent(state, false);
    return state;
  }

  /** Returns `true` if the state comes from the other source of random numbers: the engine has then not loaded its history. */
  #drewOtherwise({ plugins }: AnyState) {
    const { data, drawn } = plugins?.random ?? {};
    return (this.#isSecure ? data : drawn) !== undefined;
  }

  /** Returns the undo entries that `before` already has. In a long turn only the others are converted. */
  #knownUndo(before: AnyState, origin: Slot): Foreign[] {
    const shared = this.#states.match.engine.sharedUndo(origin.number);
    try {
      const undo = before._undo ?? [];
      if (shared > undo.length || (origin.isLoaded && this.#drewOtherwise(before))) return [];
      // A state from outside may have an array-like object.
      if (origin.isLoaded) return Array.from({ length: shared }, (_, i) => undo[i]);
      return shared < undo.length ? undo.slice(0, shared) : undo;
    } catch {
      return [];
    }
  }
}
