import { POSITIONAL, TURN_ORDER } from '../util/marks.js';
import { isObject } from '../util/objects.js';
import type { Game, LongFormMove, PhaseConfig, StageConfig, TurnConfig, TurnOrderConfig } from '../../types/game.js';
import type { AdaptedGame, LegacyGame } from '../../types/legacy-game.js';
import type { Foreign } from '../util/foreign.js';

/**
 * Adapts a game, or a part of one, from the positional style `(G, ctx, ...args)`, in which `ctx` also carries
 * `playerID`, `events`, `random`, `log` and the plugins' apis. Returns a new game; a value that is no function where one belongs is passed on,
 * and `Client` throws an error with the name of its place.
 *
 * Plugins are left alone: their callbacks took one object in that style too.
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

/** One for each field of a place whose callback takes a context, and for those that hold such places. */
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
    order: (order) => (order[TURN_ORDER]
      ? order
      : adapt(order, { playOrder: positional, first: positional, next: positional } satisfies Adapters<TurnOrderConfig, never>)),
    stages: (stages) => each(stages, (stage) => adapt(stage, { moves: legacyMoves } satisfies Adapters<StageConfig, 'moves'>)),
  } satisfies Adapters<TurnConfig, 'order' | 'stages'>);
}

function positional(fn: Foreign, owner: Foreign) {
  return wrap(fn, owner, (context, ...args) => [context.G, legacyCtx(context), ...args]);
}

/**
 * Returns a function that calls `fn` with arguments made of its own, or `fn` itself if that is no function.
 *
 * @param owner the place on which it is declared, whose other functions are positional, too
 */
function wrap(fn: Foreign, owner: Foreign, toArgs: (...args: Foreign[]) => Foreign[]) {
  if (typeof fn !== 'function') return fn;
  return Object.defineProperty((...args: Foreign[]) => fn.apply(owner, toArgs(...args)), POSITIONAL, { value: fn });
}

/** `ctx` as the positional style knows it: a plain object, so that it can be spread and listed. */
function legacyCtx(context: Foreign) {
  const { G, ctx, playerID = ctx.playerID, ...apis } = context;
  return playerID === undefined ? { ...ctx, ...apis } : { ...ctx, ...apis, playerID };
}

/** A copy of `part` with the fields it has of `adapters` adapted. */
function adapt(part: Foreign, adapters: Record<string, Adapter>): Foreign {
  if (!isObject(part)) return part;
  const copy = { ...part };
  for (const [key, adapter] of Object.entries(adapters)) {
    const value = copy[key];
    if (value !== undefined && value !== null) copy[key] = adapter(value, part);
  }
  return copy;
}

/** A copy of `map` with every entry mapped. From entries, so that an entry called `__proto__` stays one. */
function each(map: Foreign, fn: Adapter): Foreign {
  if (!isObject(map)) return map;
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, fn(value, map)]));
}
