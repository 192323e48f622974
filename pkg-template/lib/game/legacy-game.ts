import { POSITIONAL, TURN_ORDER } from '../util/marks.js';
import { isObject } from '../util/objects.js';
import type { Game, LongFormMove, PhaseConfig, StageConfig, TurnConfig, TurnOrderConfig } from '../../types/game.js';
import type { AdaptedGame, LegacyGame } from '../../types/legacy-game.js';
import type { Foreign } from '../util/foreign.js';

/**
 * Adapts a game, or a part of one, from the positional style `(G, ctx, ...args)`, in which `ctx` also carries `playerID`, `events`,
 * `random`, `log` and the plugins' apis. Returns a new game. It keeps invalid values, so that `Client` can report them with their path.
 *
 * Plugins stay as they are: their callbacks take one object in that style, too.
 *
 * @example
 * const game = legacyGame({ moves: { draw: (G, ctx) => { G.deck--; } } });
 */
export function legacyGame<G, P extends object, T extends object>(
  game: T & LegacyGame<G, P>,
): AdaptedGame<T, unknown extends G ? any : G>;
export function legacyGame(game: Foreign): Foreign {
  return adapt(game, {
    setup: (setup, owner) => wrap(setup, owner, (context, ...args) => [legacyCtx(context), ...args]),
    playerView: (view, owner) => wrap(view, owner, (context) => [context.G, legacyCtx(context), context.playerID]),
    endIf: positional,
    onEnd: positional,
    onPlayerLeave: positional,
    moves: legacyMoves,
    turn: legacyTurn,
    phases: (phases) => each(phases, (phase) => adapt(phase, {
      onBegin: positional,
      onEnd: positional,
      endIf: positional,
      next: positional,
      moves: legacyMoves,
      turn: legacyTurn,
    } satisfies Adapters<PhaseConfig, 'moves' | 'turn'>)),
  } satisfies Adapters<Omit<Game, 'migrate' | 'validateSetupData'>, 'moves' | 'phases' | 'turn'>);
}

/** One adapter for each field whose callback takes a context, and for each field that contains such callbacks. */
type Adapters<Place, Held extends string> =
  Record<{ [Name in keyof Place]-?: TakesContext<NonNullable<Place[Name]>> extends true ? Name : never }[keyof Place] | Held, Adapter>;

type TakesContext<Value> =
  Extract<Value, (...args: any) => any> extends (context: infer Context, ...more: any) => any ? 'ctx' extends keyof Context ? true : false : false;

/** Adapts the value of a field of `owner`. */
type Adapter = (value: Foreign, owner: Foreign) => Foreign;

function legacyMoves(moves: Foreign) {
  return each(moves, (move, owner) => (typeof move === 'function'
    ? positional(move, owner)
    : adapt(move, { move: positional, undoable: positional, redact: positional, validate: positional } satisfies Adapters<LongFormMove, never>)));
}

function legacyTurn(turn: Foreign) {
  return adapt(turn, {
    onBegin: positional,
    onEnd: positional,
    onMove: positional,
    endIf: positional,
    time: positional,
    onTimeout: positional,
    order: (order) => (order[TURN_ORDER]
      ? order
      : adapt(order, { playOrder: positional, first: positional, next: positional } satisfies Adapters<TurnOrderConfig, never>)),
    stages: (stages) => each(stages, (stage) => adapt(stage, { moves: legacyMoves, time: positional, onTimeout: positional } satisfies Adapters<StageConfig, 'moves'>)),
  } satisfies Adapters<TurnConfig, 'order' | 'stages'>);
}

function positional(fn: Foreign, owner: Foreign) {
  return wrap(fn, owner, (context, ...args) => [context.G, legacyCtx(context), ...args]);
}

/**
 * Returns a function that calls `fn` with converted arguments, or `fn` itself if it is not a function.
 *
 * @param owner object that declares `fn`, whose other functions are positional, too
 */
function wrap(fn: Foreign, owner: Foreign, toArgs: (...args: Foreign[]) => Foreign[]) {
  if (typeof fn !== 'function') return fn;
  return Object.defineProperty((...args: Foreign[]) => fn.apply(owner, toArgs(...args)), POSITIONAL, { value: fn });
}

/** Returns `ctx` of the positional style: a plain object, so that games can spread and list it. */
function legacyCtx(context: Foreign) {
  const { G, ctx, playerID = ctx.playerID, ...apis } = context;
  return playerID === undefined ? { ...ctx, ...apis } : { ...ctx, ...apis, playerID };
}

/** Returns a copy of `part` with adapted fields. */
function adapt(part: Foreign, adapters: Record<string, Adapter>): Foreign {
  if (!isObject(part)) return part;
  const copy = { ...part };
  for (const [key, adapter] of Object.entries(adapters)) {
    const value = copy[key];
    if (value !== undefined && value !== null) copy[key] = adapter(value, part);
  }
  return copy;
}

/** Returns a copy of `map` with adapted entries. `fromEntries` keeps an entry called `__proto__`. */
function each(map: Foreign, fn: Adapter): Foreign {
  if (!isObject(map)) return map;
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, fn(value, map)]));
}
