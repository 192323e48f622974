import { busyRefusal, running } from '../engine/busy.js';
import {
  APPLIED_REFUSED, APPLIED_WAITS, APPLIED_WITHOUT_EVENTS, ENTERED_EVERYBODY, EVENTS, GAME_THREW, PERMIT_IGNORES_STALE, PERMIT_NONE,
  PERMIT_STRICT, PLACE_NONE, PROBLEM_STATE, REFUSAL_ACTION_INVALID, REFUSAL_INVALID_MOVE, REQUEST_EVENT, REQUEST_MOVE, REQUEST_PLUGIN,
  REQUEST_STEP_BACK, STEP_RIGHTS_BITS, STEP_RIGHTS_NOBODY, STEP_RIGHTS_REDO, STEP_RIGHTS_UNDO,
} from '../engine/codes.js';
import { isDevelopment } from '../util/environment.js';
import { rondelError } from '../util/error.js';
import { Draws } from '../engine/secure-numbers.js';
import { configure, openEngine, startMatch } from './match.js';
import { drawsSecurely, rulesOf } from './rules.js';
import { unprocessed } from './source.js';
import { printable } from '../util/printable.js';
import { say } from '../util/report.js';
import { encodeState } from '../engine/state.js';

/** What is asked for by each type of action, and where its name is. */
const REQUESTS = {
  MAKE_MOVE: (names, name) => [REQUEST_MOVE, names.moves.indexOf(name)],
  GAME_EVENT: (_, name) => [REQUEST_EVENT, EVENTS.indexOf(name)],
  PLUGIN: (names, name) => [REQUEST_PLUGIN, names.plugins.indexOf(name)],
  UNDO: () => [REQUEST_STEP_BACK, PLACE_NONE],
  REDO: () => [REQUEST_STEP_BACK, PLACE_NONE],
};

/**
 * What a master has to know of an action that the rules allow: whether the player must have seen the present state, and
 * whether the action stands in a situation that they have not seen, too.
 *
 * @typedef {{ error: null, strict: boolean, ignoresStaleStateID: boolean }} Permit
 */
const PERMITS = [0, 1, 2, 3].map((answer) => Object.freeze({
  error: null,
  strict: (answer & PERMIT_STRICT) !== 0,
  ignoresStaleStateID: (answer & PERMIT_IGNORES_STALE) !== 0,
}));

/**
 * How the history of states is kept apart from them, by whoever stores them. The engine is handed what its next action may
 * need, and keeps no more.
 *
 * @typedef {object} History
 * @property {(state: any) => boolean} hasSteps whether somebody might undo or redo something
 * @property {(state: any, load: (recent: any) => void) => void} withRecent loads the state with what was recent, as `_undo` and
 *   `_redo`; what is thrown names the place where that is kept
 * @property {(before: any, after: any, action: { type: string, isEnd: boolean }) => unknown} historyAfter what is noted as `_history`
 *   of the state that an action of this type has led to; whether nobody ever goes back beyond that action, or the one before
 */

/** No state, and no slot. */
const NONE = Object.freeze({ state: undefined, slot: undefined });

/** Warnings for developers only. */
export function mode() {
  const development = isDevelopment();
  return { development, warn: (message) => development && say('warn', `rondel: ${printable(message)}`) };
}

/** The outcome of an action for which the game has thrown something. */
export function threw(thrown) {
  return { error: { type: REFUSAL_INVALID_MOVE, message: GAME_THREW }, thrown };
}

/**
 * The state at the beginning of a match, by an engine of its own: with it comes a new seed, if the game has none.
 *
 * @param {object} game
 * @param {{ numPlayers?: number, setupData?: unknown }} options
 */
export function initialState(game, options) {
  const cache = new EngineCache(game);
  const { deltalog, ...state } = cache.start(options);
  cache.free();
  // Endings may have been logged already; otherwise boardgame.io has no such field yet.
  return deltalog.length > 0 ? { ...state, deltalog } : state;
}

/**
 * The engine over states and actions in boardgame.io's shape: what a master and a reducer work with, and a
 * boardgame.io's reducer of a client. It holds no match of its own; going on from a state that it has made costs nothing,
 * any other is loaded first.
 */
export class EngineCache {
  #rules;
  #depth;
  #history;
  #match;
  #credentials;
  /** What the engine keeps of each state: a slot, which has a number there and belongs to one state at a time. */
  #slots;
  /**
   * The two states that were made last, each with its slot: most are copied or left soon, and a WeakMap is slow. A master
   * that plays one match needs no other.
   */
  #latest;
  #former;
  /** The slot of the state that the engine is at, if it has one; and the player whom the engine was told last. */
  #present;
  #player;
  #spare;
  #numbers;
  #collected;

  /**
   * @param {object} game
   * @param {{ depth?: 'all' | 'moves' | 'flow', history?: History }} options how far actions are run: a master's `all`, or what
   *   a client predicts: moves alone, or the flow that follows from them as well; and how the history of states is kept, if
   *   not in their `_undo` and `_redo`
   */
  constructor(game, { depth = 'all', history } = {}) {
    this.#rules = rulesOf(unprocessed(game));
    this.#depth = depth;
    this.#history = history;
    /** Whether random numbers are drawn securely. A prediction waits where one is drawn. */
    this.isSecure = depth === 'all' && drawsSecurely(this.#rules);
    this.#begin();
    this.names = this.#match.names;
  }

  /**
   * The state at the beginning of a match. Throws what the game throws.
   *
   * @param {{ numPlayers?: number, setupData?: unknown }} options
   */
  start({ numPlayers, setupData }) {
    startMatch(this.#ready(), numPlayers, setupData);
    return this.#exported();
  }

  /**
   * Runs an action: `{ state, entered }`, with the players whose turn, phase or stage began anew (`true`:
   * everybody's), `drawn`, the numbers that were drawn securely, if there were any, and `isPart: true` if the events that a
   * move has called wait for the master; or `{ error }`, and `thrown` if the game threw; or `{ waits }`, a place in `WAIT`, if
   * only the master can tell. It never throws. Whoever gives `draws` says what is drawn securely, and learns what was, also if
   * the action came to nothing.
   *
   * @param {any} state
   * @param {any} action
   * @param {Draws} [draws]
   */
  apply(state, action, draws) {
    const outer = running.game;
    running.game = this.#rules.game;
    try {
      return this.#applied(state, action, draws);
    } catch (thrown) {
      return threw(thrown);
    } finally {
      running.game = outer;
    }
  }

  /** Whether the log keeps what it takes to play an action again. */
  get keepsReplay() {
    return !this.#rules.settings.disableLog;
  }

  /** A copy of a state, to which fields may have been added, takes over its slot. */
  follow(copy, state) {
    const slot = this.#takeSlot(state);
    if (slot) this.#note(copy, slot);
  }

  /** Whether the engine could go on from this state at once: nobody has to look whether it makes sense. */
  knows(state) {
    return this.#slotOf(state) !== undefined;
  }

  /**
   * Nobody goes on from this state, as far as one knows. What the engine holds of it is given back now: collected it
   * would be late, and all of `G` with it. Whoever goes on from it after all has it loaded.
   */
  evict(state) {
    const { engine } = this.#ready();
    const slot = this.#takeSlot(state);
    if (!slot) return;
    engine.clearSlot(slot.number);
    this.#spare.push(slot);
  }

  /** Throws if nobody can go on from this state. */
  load(state) {
    this.#ready();
    this.#goTo(state);
  }

  /**
   * Whether an action may be run, as far as the rules can tell without the game's code: `{ error }`, or what a master has
   * to know of it.
   *
   * @returns {Permit | { error: { type: string, message: string, payload?: unknown }, strict?: undefined }}
   */
  permit(state, { type, payload }) {
    const { engine, host } = this.#ready();
    const error = this.#obstacle(state);
    if (error) return { error };
    this.#setPlayer(payload.playerID);
    const [request, place] = REQUESTS[type](this.names, payload.type);
    const answer = engine.check(request, place);
    return answer === PERMIT_NONE ? { error: host.takeRefusal() } : PERMITS[answer];
  }

  /** Why an action cannot be run, as far as the rules can tell without the game's code; null if it can. */
  check(state, action) {
    return this.permit(state, action).error;
  }

  /** Whether a player may act, by a `ctx` alone. */
  isActive(ctx, playerID) {
    return this.#ready().host.isActive(ctx, playerID);
  }

  /** Whether a player has a seat, '0' to 'n-1', by a `ctx` alone. */
  isSeat(playerID, { numPlayers }) {
    const { engine, host } = this.#ready();
    host.list = [playerID];
    return Boolean(engine.isSeat(numPlayers));
  }

  /** What the player who may act alone could undo and redo; null if several may, or nobody, or there is nothing. */
  stepRights(state) {
    // Of most states there is nothing to ask: the first entry is the beginning of the turn.
    if (!(this.#history?.hasSteps(state) ?? (state._undo?.length > 1 || state._redo?.length > 0))) return null;
    const { engine, host } = this.#ready();
    if (this.#obstacle(state)) return null;
    const answer = engine.stepRights();
    if (answer === STEP_RIGHTS_NOBODY) return null;
    return {
      playerID: host.name(answer >> STEP_RIGHTS_BITS),
      canUndo: (answer & STEP_RIGHTS_UNDO) !== 0,
      canRedo: (answer & STEP_RIGHTS_REDO) !== 0,
    };
  }

  /** Gives back the engine's memory: without this, it is never collected. The states stay what they are. */
  free() {
    this.#match.engine.free();
    this.#match = null;
  }

  #applied(state, action, draws) {
    const { engine, host } = this.#ready();
    const { type, payload: { type: name, playerID, credentials } } = action;
    if (engine.uses > 0) return { error: busyRefusal(name ?? type) };
    const { origin, error } = this.#origin(state);
    if (error) return { error };
    this.#setPlayer(playerID);
    if (credentials !== this.#credentials) {
      engine.setCredentials(host.keep(credentials));
      this.#credentials = credentials;
    }
    const wasEnd = this.#history && engine.endsHistory();
    const { answer, drawn } = this.isSecure ? this.#drawing(action, draws) : { answer: this.#run(action), drawn: undefined };
    if (answer === APPLIED_REFUSED) return { error: host.takeRefusal() };
    if (answer >= APPLIED_WAITS) return { waits: answer - APPLIED_WAITS };
    const number = engine.entered();
    const entered = number === ENTERED_EVERYBODY || host.take(number);
    const next = this.#exported(state, origin);
    const obstacle = this.#history && this.#noteHistory(state, next, { type, wasEnd });
    return obstacle ? { error: obstacle } : { state: next, entered, isPart: answer === APPLIED_WITHOUT_EVENTS, drawn };
  }

  /** A step back has led to where the engine knows nothing below: it is loaded. Answers what is wrong with it. */
  #noteHistory(before, next, { type, wasEnd }) {
    const isEnd = wasEnd || (type !== 'UNDO' && this.#match.engine.endsHistory());
    next._history = this.#history.historyAfter(before, next, { type, isEnd });
    if (type !== 'UNDO' && type !== 'REDO') return undefined;
    this.evict(next);
    return this.#origin(next).error;
  }

  /** As `#run`, with the numbers that were drawn. */
  #drawing(action, draws = new Draws()) {
    const { host } = this.#match;
    host.draws = draws;
    try {
      return { answer: this.#run(action), drawn: draws.numbers.length > 0 ? draws.numbers : undefined };
    } finally {
      host.draws = null;
    }
  }

  /** What the engine keeps of the state to go on from, as `origin`; or the `error` that names what is wrong with it. */
  #origin(state) {
    try {
      return { origin: this.#goTo(state) };
    } catch (error) {
      if (!isMisfit(error)) throw error;
      return { error: { type: REFUSAL_ACTION_INVALID, message: error.message } };
    }
  }

  /** Why one cannot go on from this state; most are the present one. */
  #obstacle(state) {
    const slot = this.#slotOf(state);
    return slot !== undefined && slot === this.#present ? undefined : this.#origin(state).error;
  }

  /** The engine with its host; another one, if the last has failed. What was kept there is loaded again. */
  #ready() {
    if (this.#match.engine.isRetired) this.#begin();
    return this.#match;
  }

  #begin() {
    const match = openEngine(this.#rules, mode());
    this.#match = match;
    this.#credentials = undefined;
    this.#slots = new WeakMap();
    this.#latest = NONE;
    this.#former = NONE;
    this.#present = undefined;
    this.#player = NONE;
    this.#spare = [];
    this.#numbers = 0;
    this.#collected = new FinalizationRegistry((number) => {
      if (match === this.#match && !match.engine.isRetired) this.#recover(number);
    });
    configure(match, {
      allowsNobody: true,
      depth: this.#depth,
      drawsSecurely: this.isSecure,
      shortensHistory: this.#history !== undefined,
    });
  }

  /** Throws an error that names the path if the match cannot go on from this state. */
  #goTo(state) {
    const slot = this.#slotOf(state);
    if (slot) {
      this.#match.engine.goTo(slot.number);
      return (this.#present = slot);
    }
    if (!this.#history) this.#loadWhole(state);
    else this.#history.withRecent(state, (recent) => this.#loadWhole(recent));
    return this.#fillSlot(state, true);
  }

  #loadWhole(state) {
    const { engine, host } = this.#match;
    // The same for everybody who runs the action, whatever was run before.
    host.list = encodeState(state, { plugins: this.names.plugins, compat: this.#rules.compat, seed: '0', isSecure: this.isSecure });
    const isLoaded = engine.loadState();
    host.list = [];
    if (!isLoaded) throw rondelError(engine.uses > 0 ? 'client/busy' : PROBLEM_STATE, host.takeRefusal().message);
  }

  /** The engine's state stands for this one from now on. */
  #fillSlot(state, isLoaded) {
    // boardgame.io's ways write in place: what is kept would not stay what it was.
    if (this.#rules.compat) return (this.#present = undefined);
    // What was left serves again, because watching an object is expensive.
    const slot = this.#spare.pop() ?? this.#watched(this.#numbers++);
    this.#match.engine.fillSlot(slot.number);
    slot.isLoaded = isLoaded;
    this.#note(state, slot);
    return (this.#present = slot);
  }

  #note(state, slot) {
    if (this.#latest !== NONE) {
      if (this.#former !== NONE) this.#slots.set(this.#former.state, this.#former.slot);
      this.#former = this.#latest;
    }
    this.#latest = { state, slot };
  }

  #watched(number) {
    const slot = { number, isLoaded: false };
    this.#collected.register(slot, number);
    return slot;
  }

  /** A state was collected, and nobody had left it. */
  #recover(number) {
    this.#match.engine.clearSlot(number);
    this.#spare.push(this.#watched(number));
  }

  #slotOf(state) {
    if (state === this.#latest.state) return this.#latest.slot;
    return state === this.#former.state ? this.#former.slot : this.#slots.get(state);
  }

  /** The slot of a state, which it has no longer. */
  #takeSlot(state) {
    const slot = this.#slotOf(state);
    if (state === this.#latest.state) this.#latest = NONE;
    else if (state === this.#former.state) this.#former = NONE;
    else this.#slots.delete(state);
    return slot;
  }

  #setPlayer(playerID) {
    if (playerID === this.#player) return;
    this.#match.host.actFor(playerID === undefined || playerID === null ? undefined : String(playerID));
    this.#player = playerID;
  }

  /** What became of it, a number of `APPLIED`. The engine refuses what the game does not know: what has no place in its list. */
  #run({ type, payload }) {
    const { engine, host } = this.#match;
    switch (type) {
      case 'MAKE_MOVE':
        return host.makeMove(this.names.moves.indexOf(payload.type), payload.type, list(payload.args));
      case 'GAME_EVENT':
        return engine.makeEvent(host.hand(EVENTS.indexOf(payload.type), list(payload.args)[0]));
      case 'PLUGIN':
        return engine.makePluginAction(this.names.plugins.indexOf(payload.type), host.keep(payload));
      case 'UNDO':
        return engine.undo();
      case 'PLAYER_LEAVE':
        return engine.leaveMatch();
      default:
        return engine.redo();
    }
  }

  /** The engine's state, which was made from another one: from what the engine keeps as its `origin`. */
  #exported(before, origin) {
    const { engine, host } = this.#match;
    const known = origin && !this.#history ? this.#knownUndo(before, origin) : [];
    const state = host.take(engine.exportState(known.length));
    if (known.length > 0) state._undo = known.concat(state._undo);
    this.#fillSlot(state, false);
    return state;
  }

  /** Of such a state the engine has not taken over the history. */
  #drewOtherwise({ plugins }) {
    const { data, drawn } = plugins?.random ?? {};
    return (this.isSecure ? data : drawn) !== undefined;
  }

  /** A turn may be long: of its history, only those entries are converted that the state before has not. */
  #knownUndo(before, origin) {
    const shared = this.#match.engine.sharedUndo(origin.number);
    try {
      const undo = before._undo ?? [];
      if (shared > undo.length || (origin.isLoaded && this.#drewOtherwise(before))) return [];
      // What comes from elsewhere may be no more than like an array.
      if (origin.isLoaded) return Array.from({ length: shared }, (_, i) => undo[i]);
      return shared < undo.length ? undo.slice(0, shared) : undo;
    } catch {
      return [];
    }
  }
}

/** Whether an error says what is wrong with a state, and not with the engine. */
function isMisfit(error) {
  return error instanceof Error && error.name === 'RondelError' && !/** @type {import('../util/error.js').RondelError} */ (error).code.startsWith('engine/');
}

function list(args) {
  if (args === undefined) return [];
  return Array.isArray(args) ? args : [args];
}
