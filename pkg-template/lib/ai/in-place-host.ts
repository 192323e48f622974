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
import { AskedContext } from './asked-context.js';
import { Uncopied, copyOf, isEqual, noteObjects } from '../util/copy.js';
import { differenceOf, trustIn } from './in-place-trust.js';
import type { Game, PlayerID } from '../../types/game.js';
import type { GameEngine } from '../engine/instance.js';
import type { Mode } from '../engine/match-host.js';
import type { NewCtx } from '../engine/object-factory.js';
import type { Tools } from '../engine/tools.js';
import type { Rules } from '../game/rules.js';
import type { Foreign, ForeignFunction } from '../util/foreign.js';
import type { GameTrust, Run, Trust } from './in-place-trust.js';

/** The searcher, which takes the place of an engine for the game's code. */
interface SearchEngine extends GameEngine {
  /** Completes the `ctx` that is shown. */
  syncCtx(): void;
}

/** A call of a move or hook: in place, and with a draft. */
interface BothWays {
  run: (G: Foreign) => unknown;
  /** Returns a code of `ANSWER`. */
  draft: () => number;
  /** For the warning. */
  place: string;
}

/** What such plugins keep beside `G` cannot be run twice. */
const KEEPS_MORE = ['api', 'flush', 'dangerouslyFlushRawState', 'fnWrap'] as const;

/** The `G` of one in so many playouts is looked through when it is over: what a callback does seldom, is seldom seen when it is called. */
const LOOKS = 8;

/**
 * Calls the game's code for a search. Moves and hooks change `G` in place, which is a copy that is made once for a playout; where
 * that is not known to have the same result as drafts, they get drafts. There is one `ctx`, which changes as the match goes on.
 */
export class InPlaceHost extends Host {
  /** Whether what was found out was found out in a way that cannot be trusted: the search begins again. */
  mustRestart = false;
  declare engine: SearchEngine;
  #trust: GameTrust;
  #trusts: Trust[] = [];
  #callbacks: ForeignFunction[] = [];
  #endIf: ForeignFunction | undefined;
  #tools: Tools;
  #asked: AskedContext;
  /** The objects that show the `ctx`. */
  #ctx!: NewCtx;
  #stateCtx!: NewCtx;
  #ctxIDs: number[] = [];
  #forks = 0;
  /** The objects that were in a `G` of a playout before, which has none of another's. */
  #foundInG = new WeakSet<object>();
  #workingG = this.keep({});
  #outcome = this.keep({});

  constructor(rules: Rules, mode: Mode) {
    super(rules.game, { ...mode, isChecked: false });
    const { plugins = [], endIf } = rules.settings as Game;
    this.#trust = trustIn(rules.game);
    this.#endIf = endIf;
    this.#tools = makeTools(this);
    this.#asked = new AskedContext(this.#tools, () => this.engine.syncCtx());
    if (plugins.some((plugin) => KEEPS_MORE.some((method) => plugin[method]))) this.#trust.reason ??= 'it has plugins';
  }

  functionAt(index: number) {
    const id = super.functionAt(index);
    if (id >= 0) {
      this.#callbacks[id] = this.list[index];
      this.#trusts[id] = this.#trust.of(this.list[index]);
    }
    return id;
  }

  forkG(g: number) {
    if ((this.#forks += 1) % LOOKS === 0) this.#lookThrough();
    const G = this.kept(g);
    this.keepAt(this.#workingG, this.#trust.reason === null ? this.#copied(G) : G);
    return this.#workingG;
  }

  runMoveInPlace(id: number, g: number, ctx: number, apis: number, args: number): number {
    const trust = this.#trusts[id];
    if (this.#trust.reason !== null || trust.leavesTraces) return this.#draftMove(id, g, ctx, apis, args);
    const [callback, list] = [this.#callbacks[id], this.kept(args)];
    if (!trust.isDue()) return this.#settle(trust, g, called(callback, this.#context(this.kept(g), ctx, this.acting), list));
    const run = (G: Foreign) => called(callback, this.#context(G, ctx, this.acting), list);
    return this.#runBothWays(trust, g, { run, draft: () => this.#draftMove(id, g, ctx, apis, args), place: `moves.${this.moveName}` });
  }

  runHookInPlace(id: number, g: number, ctx: number, apis: number, method: number): number {
    if (this.#trust.reason !== null) return this.#draftHook(id, g, ctx, apis, method);
    const [trust, hook] = [this.#trusts[id], this.#callbacks[id]];
    if (!trust.isDue()) return this.#settle(trust, g, hook(this.#hookContext(this.kept(g), ctx, method)));
    const run = (G: Foreign) => hook(this.#hookContext(G, ctx, method));
    return this.#runBothWays(trust, g, { run, draft: () => this.#draftHook(id, g, ctx, apis, method), place: 'a hook' });
  }

  askEndingOf(id: number, g: number, ctx: number, apis: number) {
    const callback = this.#callbacks[id];
    if (apis !== VALUE_UNDEFINED) {
      this.engine.syncCtx();
      return super.askEnding(id, g, ctx, apis) ? ENDING_ENDS : ENDING_GOES_ON;
    }
    const asked = this.#asked;
    const returned = callback(asked.about(this.kept(g)));
    if (!returned) return asked.hasReadMore ? ENDING_GOES_ON : ENDING_GOES_ON_BY_G;
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
    this.#asked.show(this.#ctx);
    this.#stateCtx = this.kept(ofState);
  }

  updateCtx(turn: number, current: number, playOrderPos: number, phase: number, numMoves: number, acting: number) {
    // A game may keep in G the one it was shown.
    if (this.#trust.reason !== null) this.#renewCtx();
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
   * A playout has ended, and the game has not. Where its `endIf` knows by which object `G` is what it has found before, as one that
   * memoizes does, it never sees a `G` that is changed in place end: it is asked about a copy.
   */
  checkUnended(g: number) {
    const endIf = this.#endIf;
    if (!endIf || this.#trust.reason !== null || !this.#trust.of(endIf).isDue()) return;
    const [here, elsewhere] = [this.kept(g), copyOf(this.kept(g))].map((G) => Boolean(endIf(this.#asked.about(G))));
    if (here !== elsewhere) this.#distrust('endIf: it does not notice that G has changed');
  }

  /** What was thrown last, while the module went on. */
  takeCaught() {
    const { caught } = this;
    this.caught = null;
    return caught?.error;
  }

  #renewCtx() {
    for (const id of this.#ctxIDs) this.keepAt(id, { ...this.kept(id) });
    this.showCtx(...this.#ctxIDs as [forCallbacks: number, ofState: number]);
  }

  /** An object that stands in `G` twice, or in two of them, would be changed in more places than by drafts. */
  #lookThrough() {
    if (this.#trust.reason !== null || !noteObjects(this.kept(this.#workingG), this.#foundInG)) return;
    this.#distrust('a move or hook puts an object into G that is elsewhere, too');
  }

  #copied(G: Foreign): Foreign {
    try {
      return copyOf(G);
    } catch (error) {
      if (!(error instanceof Uncopied)) throw error;
      this.#distrust(error.message);
      return G;
    }
  }

  /** What a move or hook has returned that has changed this `G` in place. */
  #settle(trust: Trust, g: number, returned: unknown) {
    if (returned === undefined) return ANSWER_VALID;
    if (!isInvalid(returned)) {
      this.keepAt(g, awaited(returned));
      return ANSWER_VALID;
    }
    if (trust.refusesCleanly()) return ANSWER_INVALID;
    this.mustRestart = true;
    // The search begins again: the error is not reported.
    throw new Error('what an invalid move leaves of G is not known yet');
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
      this.keepAt(g, awaited(this.take(returned)));
      return ANSWER_VALID;
    }
    if (returned <= ANSWER_INVALID_WITH) this.release(ANSWER_INVALID_WITH - returned);
    return ANSWER_INVALID;
  }

  #draftHook(id: number, g: number, ctx: number, apis: number, method: number) {
    this.keepAt(g, awaited(this.take(super.runHook(id, g, ctx, apis, method))));
    return ANSWER_VALID;
  }

  /** With a draft, whose outcome counts, and in place, whose outcome is to be the same. */
  #runBothWays(trust: Trust, g: number, { run, draft, place }: BothWays) {
    const before = this.kept(g);
    const copies = [copyOf(before), copyOf(before)];
    const drafted = this.#watched(before, null, () => (draft() === ANSWER_VALID ? this.kept(g) : INVALID_MOVE));
    const [one, other] = copies.map((G) => this.#watched(G, drafted.used, () => run(G)));
    const difference = differenceOf(drafted, [one, other]);
    if (difference) this.#distrust(`${place}: ${difference}`);
    if (drafted.outcome === 'threw') throw drafted.error;
    if (drafted.outcome === 'invalid') {
      trust.noteRefusal(isEqual(one.G, before));
      return ANSWER_INVALID;
    }
    if (!difference) this.keepAt(g, one.G);
    return ANSWER_VALID;
  }

  /** Runs something and notes what it asks of the engine. Where that was asked before, it gets the same numbers, and no event is called. */
  #watched(given: Foreign, before: readonly unknown[] | null, run: () => unknown): Run {
    const { engine } = this;
    const drawn = before?.filter((one) => typeof one === 'number');
    const used: unknown[] = [];
    const note = (one: unknown) => used.push(one);
    // What the game's code can reach of an engine, and no more.
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
    } as unknown as SearchEngine;
    try {
      const returned = awaited(run());
      return isInvalid(returned) ? { outcome: 'invalid', G: given, used } : { outcome: 'done', G: returned === undefined ? given : returned, used };
    } catch (error) {
      return { outcome: 'threw', error, G: given, used };
    } finally {
      this.engine = engine;
    }
  }

  /** The game gets drafts from now on. */
  #distrust(reason: string) {
    if (this.#trust.reason === null) this.warn(`bots play this game on drafts, which takes them longer: ${reason}`);
    this.#trust.reason ??= reason;
    this.mustRestart = true;
  }

  #context(G: Foreign, ctx: number, playerID: PlayerID | null | undefined) {
    const { events, random, log } = this.#tools;
    return { G, ctx: this.kept(ctx), playerID, events, random, log };
  }

  #hookContext(G: Foreign, ctx: number, method: number) {
    const knowsWho = method === METHOD_TURN_ON_MOVE || method === METHOD_GAME_ON_PLAYER_LEAVE;
    const context = this.#context(G, ctx, knowsWho ? this.acting : undefined);
    return method === METHOD_TURN_ON_MOVE ? { ...context, move: { name: this.moveName, args: this.moveArgs } } : context;
  }
}

/** A move may keep its arguments in `G`, and change them there: they are its own. */
function called(move: ForeignFunction, context: unknown, list: Foreign[]): unknown {
  if (list.length === 1 && typeof list[0] !== 'object') return move(context, list[0]);
  return move(context, ...(list.some(hasMembers) ? copyOf(list) : list));
}

/** What a move or hook has returned, which must not be a promise. */
function awaited(returned: Foreign): Foreign {
  if (isPromise(unawaited(returned))) throw rondelError('game/returned', 'a move or hook returned a promise: none is async');
  return returned;
}

function isInvalid(returned: unknown) {
  return returned === INVALID_MOVE || (hasMembers(returned) && returned[INVALID] === true);
}
