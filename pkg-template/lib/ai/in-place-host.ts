import {
  ANSWER_INVALID, ANSWER_INVALID_WITH, ANSWER_VALID, ENDING_ENDS, ENDING_GOES_ON, ENDING_GOES_ON_BY_G, ENDING_OVER, METHOD_GAME_ON_PLAYER_LEAVE,
  METHOD_TURN_ON_MOVE, VALUE_UNDEFINED,
} from '../engine/codes.js';
import { encodeArgument } from '../engine/argument.js';
import { Host } from '../engine/host.js';
import { makeTools } from '../engine/tools.js';
import { rondelError } from '../util/error.js';
import { INVALID, INVALID_MOVE } from '../util/marks.js';
import { hasMembers } from '../util/objects.js';
import { isPromise, unawaited } from '../util/promise.js';
import { EndIfContext } from './end-if-context.js';
import { CopyError, copyOf, isEqual, noteObjects } from '../util/copy.js';
import { differenceOf, safetyOf } from './callback-safety.js';
import type { Game, PlayerID } from '../../types/game.js';
import type { GameEngine } from '../engine/instance.js';
import type { Mode } from '../engine/match-host.js';
import type { NewCtx } from '../engine/object-factory.js';
import type { Tools } from '../engine/tools.js';
import type { Rules } from '../game/rules.js';
import type { Foreign, ForeignFunction } from '../util/foreign.js';
import type { GameSafety, Run, CallbackSafety } from './callback-safety.js';

/** The searcher, in the role of an engine. */
interface SearchEngine extends GameEngine {
  /** Completes the current `ctx`. */
  syncCtx(): void;
}

/** A call of a move or hook, in place and with a draft. */
interface DoubleRun {
  run: (G: Foreign) => unknown;
  /** Returns a code of `ANSWER`. */
  draft: () => number;
  /** Name of the callback, for the warning. */
  place: string;
}

/** Plugin methods that may keep state outside of `G`, so that a call cannot be repeated. */
const STATEFUL_METHODS = ['api', 'flush', 'dangerouslyFlushRawState', 'fnWrap'] as const;

/** Number of playouts per check of `G` for shared objects. Callbacks that share objects only sometimes are caught this way. */
const SHARING_CHECK_INTERVAL = 8;

/**
 * Calls the game's code for a search. Moves and hooks change a copy of `G` in place, one copy per playout. If this may not have the same
 * result as drafts, they get drafts. There is one `ctx`, which changes during the match.
 */
export class InPlaceHost extends Host {
  /** `true` if the findings are unreliable: the search has to restart. */
  mustRestart = false;
  declare engine: SearchEngine;
  #safety: GameSafety;
  #callbackSafety: CallbackSafety[] = [];
  #callbacks: ForeignFunction[] = [];
  #endIf: ForeignFunction | undefined;
  #tools: Tools;
  #endIfContext: EndIfContext;
  /** The objects that show the `ctx`. */
  #ctx!: NewCtx;
  #stateCtx!: NewCtx;
  #ctxIDs: number[] = [];
  #playouts = 0;
  /** Objects in the `G` of earlier playouts. No other `G` may contain them. */
  #knownObjects = new WeakSet<object>();
  #workingG = this.keep({});
  #outcome = this.keep({});

  constructor(rules: Rules, mode: Mode) {
    super(rules.game, { ...mode, isChecked: false });
    const { plugins = [], endIf } = rules.settings as Game;
    this.#safety = safetyOf(rules.game);
    this.#endIf = endIf;
    this.#tools = makeTools(this);
    this.#endIfContext = new EndIfContext(this.#tools, () => this.engine.syncCtx());
    if (plugins.some((plugin) => STATEFUL_METHODS.some((method) => plugin[method]))) this.#safety.reason ??= 'it has plugins';
  }

  functionAt(index: number) {
    const id = super.functionAt(index);
    if (id >= 0) {
      this.#callbacks[id] = this.list[index];
      this.#callbackSafety[id] = this.#safety.of(this.list[index]);
    }
    return id;
  }

  forkG(g: number) {
    if ((this.#playouts += 1) % SHARING_CHECK_INTERVAL === 0) this.#checkSharing();
    const G = this.kept(g);
    this.keepAt(this.#workingG, this.#safety.reason === null ? this.#copied(G) : G);
    return this.#workingG;
  }

  runMoveInPlace(id: number, g: number, ctx: number, apis: number, args: number): number {
    const safety = this.#callbackSafety[id];
    if (this.#safety.reason !== null || safety.leavesTraces) return this.#draftMove(id, g, ctx, apis, args);
    const [callback, list] = [this.#callbacks[id], this.kept(args)];
    if (!safety.mustRunBothWays()) return this.#settle(safety, g, callMove(callback, this.#context(this.kept(g), ctx, this.acting), list));
    const run = (G: Foreign) => callMove(callback, this.#context(G, ctx, this.acting), list);
    return this.#runBothWays(safety, g, { run, draft: () => this.#draftMove(id, g, ctx, apis, args), place: `moves.${this.moveName}` });
  }

  runHookInPlace(id: number, g: number, ctx: number, apis: number, method: number): number {
    if (this.#safety.reason !== null) return this.#draftHook(id, g, ctx, apis, method);
    const [safety, hook] = [this.#callbackSafety[id], this.#callbacks[id]];
    if (!safety.mustRunBothWays()) return this.#settle(safety, g, hook(this.#hookContext(this.kept(g), ctx, method)));
    const run = (G: Foreign) => hook(this.#hookContext(G, ctx, method));
    return this.#runBothWays(safety, g, { run, draft: () => this.#draftHook(id, g, ctx, apis, method), place: 'a hook' });
  }

  askEndingOf(id: number, g: number, ctx: number, apis: number) {
    const callback = this.#callbacks[id];
    if (apis !== VALUE_UNDEFINED) {
      this.engine.syncCtx();
      return super.askEnding(id, g, ctx, apis) ? ENDING_ENDS : ENDING_GOES_ON;
    }
    const asked = this.#endIfContext;
    const returned = callback(asked.forG(this.kept(g)));
    if (!returned) return asked.readMoreThanG ? ENDING_GOES_ON : ENDING_GOES_ON_BY_G;
    if (callback === this.#endIf) {
      this.keepAt(this.#outcome, unawaited(returned));
      return ENDING_OVER;
    }
    this.list = encodeArgument(unawaited(returned), 1);
    return ENDING_ENDS;
  }

  outcomeId() {
    return this.#outcome;
  }

  showCtx(forCallbacks: number, ofState: number) {
    this.#ctxIDs = [forCallbacks, ofState];
    this.#ctx = this.kept(forCallbacks);
    this.#endIfContext.setCtx(this.#ctx);
    this.#stateCtx = this.kept(ofState);
  }

  updateCtx(turn: number, current: number, playOrderPos: number, phase: number, numMoves: number, acting: number) {
    // The game may keep the previous `ctx` in G.
    if (this.#safety.reason !== null) this.#renewCtx();
    const [ctx, stateCtx] = [this.#ctx, this.#stateCtx];
    ctx.turn = stateCtx.turn = turn;
    ctx.currentPlayer = stateCtx.currentPlayer = this.name(current) as PlayerID;
    ctx.playOrderPos = stateCtx.playOrderPos = playOrderPos;
    ctx.phase = stateCtx.phase = this.name(phase);
    ctx.numMoves = stateCtx.numMoves = numMoves;
    this.acting = ctx.playerID = this.name(acting) ?? undefined;
  }

  isSameG(one: number, other: number) {
    return Number(isEqual(this.kept(one), this.kept(other)));
  }

  /**
   * Checks `endIf` after a playout that did not end the game. An `endIf` that memoizes by the identity of `G` does not notice changes in
   * place, so its answer for a copy may differ.
   */
  checkUnended(g: number) {
    const endIf = this.#endIf;
    if (!endIf || this.#safety.reason !== null || !this.#safety.of(endIf).mustRunBothWays()) return;
    const [here, elsewhere] = [this.kept(g), copyOf(this.kept(g))].map((G) => Boolean(endIf(this.#endIfContext.forG(G))));
    if (here !== elsewhere) this.#switchToDrafts('endIf: it does not notice that G has changed');
  }

  /** Returns and clears the last exception that the module survived. */
  takeCaught() {
    const { caught } = this;
    this.caught = null;
    return caught?.error;
  }

  #renewCtx() {
    for (const id of this.#ctxIDs) this.keepAt(id, { ...this.kept(id) });
    this.showCtx(...this.#ctxIDs as [forCallbacks: number, ofState: number]);
  }

  /** Checks `G` for shared objects: an object at two places, or in two states, would change at both. */
  #checkSharing() {
    if (this.#safety.reason !== null || !noteObjects(this.kept(this.#workingG), this.#knownObjects)) return;
    this.#switchToDrafts('a move or hook puts an object into G that is elsewhere, too');
  }

  #copied(G: Foreign): Foreign {
    try {
      return copyOf(G);
    } catch (error) {
      if (!(error instanceof CopyError)) throw error;
      this.#switchToDrafts(error.message);
      return G;
    }
  }

  /** Handles the result of a move or hook that has changed `G` in place. */
  #settle(safety: CallbackSafety, g: number, returned: unknown) {
    if (returned === undefined) return ANSWER_VALID;
    if (!isInvalid(returned)) {
      this.keepAt(g, notPromise(returned));
      return ANSWER_VALID;
    }
    if (safety.refusesCleanly()) return ANSWER_INVALID;
    this.mustRestart = true;
    // The search restarts: nobody sees this error.
    throw new Error('the effect of an invalid move on G is not known yet');
  }

  #draftMove(id: number, g: number, ctx: number, apis: number, args: number) {
    const list: Foreign[] = this.kept(args);
    const own = list.some(hasMembers) ? this.keep(copyOf(list)) : args;
    try {
      return this.#settleDraft(g, super.runMove(id, g, ctx, apis, own));
    } finally {
      if (own !== args) this.release(own);
    }
  }

  #settleDraft(g: number, returned: number) {
    if (returned >= 0) {
      this.keepAt(g, notPromise(this.take(returned)));
      return ANSWER_VALID;
    }
    if (returned <= ANSWER_INVALID_WITH) this.release(ANSWER_INVALID_WITH - returned);
    return ANSWER_INVALID;
  }

  #draftHook(id: number, g: number, ctx: number, apis: number, method: number) {
    this.keepAt(g, notPromise(this.take(super.runHook(id, g, ctx, apis, method))));
    return ANSWER_VALID;
  }

  /** Runs a call with a draft, whose outcome counts, and twice in place, to compare the outcomes. */
  #runBothWays(safety: CallbackSafety, g: number, { run, draft, place }: DoubleRun) {
    const before = this.kept(g);
    const copies = [copyOf(before), copyOf(before)];
    const drafted = this.#record(before, null, () => (draft() === ANSWER_VALID ? this.kept(g) : INVALID_MOVE));
    const [one, other] = copies.map((G) => this.#record(G, drafted.used, () => run(G)));
    const difference = differenceOf(drafted, [one, other]);
    if (difference) this.#switchToDrafts(`${place}: ${difference}`);
    if (drafted.outcome === 'threw') throw drafted.error;
    if (drafted.outcome === 'invalid') {
      safety.noteRefusal(isEqual(one.G, before));
      return ANSWER_INVALID;
    }
    if (!difference) this.keepAt(g, one.G);
    return ANSWER_VALID;
  }

  /** Runs a call and records its random numbers and events. A repeated call gets the recorded numbers, and its events do nothing. */
  #record(given: Foreign, before: readonly unknown[] | null, run: () => unknown): Run {
    const { engine } = this;
    const drawn = before?.filter((one) => typeof one === 'number');
    const used: unknown[] = [];
    const note = (one: unknown) => used.push(one);
    // The members of an engine that the game's code can reach.
    this.engine = {
      number: () => {
        const number = drawn ? drawn.shift() ?? 0 : engine.number();
        note(number);
        return number;
      },
      callEvent: (kind: number) => {
        note([kind, this.list]);
        return drawn ? true : engine.callEvent(kind);
      },
      setMetadata: (id: number) => (drawn ? true : engine.setMetadata(id)),
      emit: (id: number) => (drawn ? true : engine.emit(id)),
    } as unknown as SearchEngine;
    try {
      const returned = notPromise(run());
      return isInvalid(returned) ? { outcome: 'invalid', G: given, used } : { outcome: 'done', G: returned === undefined ? given : returned, used };
    } catch (error) {
      return { outcome: 'threw', error, G: given, used };
    } finally {
      this.engine = engine;
    }
  }

  /** Switches the game to drafts. */
  #switchToDrafts(reason: string) {
    if (this.#safety.reason === null) this.warn(`bots play this game on drafts, which takes them longer: ${reason}`);
    this.#safety.reason ??= reason;
    this.mustRestart = true;
  }

  #context(G: Foreign, ctx: number, playerID: PlayerID | null | undefined) {
    const { events, random, log, effects } = this.#tools;
    return { G, ctx: this.kept(ctx), playerID, events, random, log, effects };
  }

  #hookContext(G: Foreign, ctx: number, method: number) {
    const knowsWho = method === METHOD_TURN_ON_MOVE || method === METHOD_GAME_ON_PLAYER_LEAVE;
    const context = this.#context(G, ctx, knowsWho ? this.acting : undefined);
    return method === METHOD_TURN_ON_MOVE ? { ...context, move: { name: this.moveName, args: this.moveArgs } } : context;
  }
}

/** Copies the arguments: a move may keep them in `G` and change them there. */
function callMove(move: ForeignFunction, context: unknown, list: Foreign[]): unknown {
  if (list.length === 1 && typeof list[0] !== 'object') return move(context, list[0]);
  return move(context, ...(list.some(hasMembers) ? copyOf(list) : list));
}

/** Returns the result of a move or hook. Throws if it is a promise. */
function notPromise(returned: Foreign): Foreign {
  if (isPromise(unawaited(returned))) throw rondelError('game/returned', 'a move or hook returned a promise: none is async');
  return returned;
}

function isInvalid(returned: unknown) {
  return returned === INVALID_MOVE || (hasMembers(returned) && returned[INVALID] === true);
}
