import { FIRST_TURN_FOLLOWING, FIRST_TURN_SAME, METHODS, PRESETS, ROUNDS_ONCE, TURN_ORDERS } from './lib/engine/codes.js';
import { INVALID, POSITIONAL, TURN_ORDER } from './lib/util/marks.js';
import { isObject } from './lib/util/objects.js';

export { describeLog } from './lib/game/described-log.js';
export { current, original } from './lib/game/drafts.js';
export { INVALID_MOVE } from './lib/util/marks.js';

/**
 * Returns the game that it is given: its types are in core.d.ts.
 *
 * @type {typeof import('./core.js').defineGame}
 */
export function defineGame(game) {
  return /** @type {any} */ (game);
}

/**
 * What a move or its `validate` returns instead of `INVALID_MOVE` to give the caller more: the payload
 * reaches them as `handle.error.payload`.
 *
 * @template [Payload=undefined]
 * @param {Payload} [payload]
 * @returns {import('./types.js').Invalid<Payload>} by a mark that its type does not show
 */
export const invalid = (payload) => /** @type {any} */ ({ [INVALID]: true, payload });

/**
 * The kinds of callback that a plugin's `fnWrap` is given.
 *
 * @type {typeof import('./core.js').GameMethod}
 */
export const GameMethod = /** @type {any} */ (/* @__PURE__ */ Object.fromEntries(/* @__PURE__ */ METHODS.map((name) => [name, name])));

// What follows is written so that bundlers can drop what a page does not use: without reading properties, and with calls marked
// as pure.

/** `Stage.NULL`: active, but in no particular stage. */
export const Stage = { NULL: null };

/**
 * Presets for `turn.activePlayers` and `events.setActivePlayers`.
 *
 * @type {typeof import('./core.js').ActivePlayers}
 */
export const ActivePlayers = {
  /** Every player may move, as often as they like. */
  ALL: { all: null },
  /** Every player makes one move, in any order. */
  ALL_ONCE: { all: null, minMoves: 1, maxMoves: 1 },
  /** Every player but the current one may move, as often as they like. */
  OTHERS: { others: null },
  /** Every player but the current one makes one move, in any order. */
  OTHERS_ONCE: { others: null, minMoves: 1, maxMoves: 1 },
};

/**
 * Presets for `turn.order`.
 *
 * @type {typeof import('./core.js').TurnOrder}
 */
export const TurnOrder = {
  /** Round the table, going on where the previous phase stopped. */
  DEFAULT: /* @__PURE__ */ preset({ kind: 'DEFAULT' }),
  /** Round the table, each phase beginning with the first player. */
  RESET: /* @__PURE__ */ preset({ kind: 'RESET' }),
  /** Round the table, each phase beginning with the player who ended the last one. */
  CONTINUE: /* @__PURE__ */ preset({ kind: 'CONTINUE' }),
  /** Round the table once; then the phase ends. */
  ONCE: /* @__PURE__ */ preset({ kind: 'ONCE' }),
  /** Round the table in the order given. */
  CUSTOM: (playOrder) => preset({ kind: 'CUSTOM', playOrder }, () => playOrder),
  /** Round the table in the order found in a field of `G` when the phase begins. */
  CUSTOM_FROM: (field) => preset({ kind: 'CUSTOM_FROM', field }, (context, ctx) => (ctx ? context : context.G)[field]),
};

/**
 * Ready-made `playerView` functions.
 *
 * @type {typeof import('./core.js').PlayerView}
 */
export const PlayerView = /** @type {any} */ ({
  /**
   * Hides `G.secret`, and in `G.players` everybody but the viewer.
   * Also callable as `(G, ctx, playerID)`, as games in the positional style do.
   */
  STRIP_SECRETS: (...args) => {
    const [G, playerID] = args.length > 1 ? [args[0], args[2]] : [args[0].G, args[0].playerID];
    const view = { ...G };
    delete view.secret;
    if (view.players) {
      // A stranger may call themselves after a member of every object.
      const own = Object.hasOwn(view.players, playerID) ? view.players[playerID] : undefined;
      view.players = playerID ? { [playerID]: own } : {};
    }
    return view;
  },
});

/**
 * Adapts a game, or a part of one, from the positional style `(G, ctx, ...args)`, in which `ctx` also
 * carries `playerID`, `events`, `random`, `log` and the plugins' apis. Returns a new game; a value that is no
 * function where one belongs is passed on, and `Client` throws an error with the name of its place.
 *
 * Plugins are left alone: their callbacks took one object in that style too.
 *
 * @example
 * const game = legacyGame({ moves: { draw: (G, ctx) => { G.deck--; } } });
 * @type {typeof import('./core.js').legacyGame}
 */
export function legacyGame(game) {
  return adapt(game, /** @satisfies {Adapters<Omit<import('./types.js').Game, 'migrate' | 'validateSetupData'>, 'moves' | 'phases' | 'turn'>} */ ({
    setup: (setup, owner) => wrap(setup, owner, (context, ...args) => [legacyCtx(context), ...args]),
    playerView: (view, owner) => wrap(view, owner, (context) => [context.G, legacyCtx(context), context.playerID]),
    endIf: positional,
    onEnd: positional,
    onPlayerLeave: positional,
    moves: legacyMoves,
    turn: legacyTurn,
    phases: (phases) => each(phases, (phase) => adapt(phase, /** @satisfies {Adapters<import('./types.js').PhaseConfig, 'moves' | 'turn'>} */ ({
      onBegin: positional,
      onEnd: positional,
      endIf: positional,
      next: positional,
      moves: legacyMoves,
      turn: legacyTurn,
    }))),
  }));
}

/**
 * One for each field of a place whose callback takes a context, and for those that hold such places.
 *
 * @template Place
 * @template {string} Held
 * @typedef {Record<{ [Name in keyof Place]-?: TakesContext<NonNullable<Place[Name]>> extends true ? Name : never }[keyof Place] | Held, unknown>} Adapters
 */

/**
 * @template Value
 * @typedef {Extract<Value, (...args: any) => any> extends (context: infer Context, ...more: any) => any ? 'ctx' extends keyof Context ? true : false : false} TakesContext
 */

/**
 * The engine knows a preset by its `kind`. Its functions do the same, for games that call or spread them.
 *
 * @param {{ kind: string, [more: string]: any }} brand
 * @param {(context: any, ctx?: any) => any} [playOrder]
 */
function preset(brand, playOrder) {
  const [first, rounds] = PRESETS.get(TURN_ORDERS.indexOf(brand.kind)) ?? [];
  const order = { ...playOrder && { playOrder }, first: firstBy(first), next: rounds === ROUNDS_ONCE ? followingOnce : following };
  return Object.defineProperty(order, TURN_ORDER, { value: Object.freeze(brand) });
}

function firstBy(first) {
  if (first === FIRST_TURN_SAME) return theSame;
  return first === FIRST_TURN_FOLLOWING ? firstOrFollowing : theFirst;
}

// The presets' functions take `(G, ctx)` as well as `{ G, ctx }`: positional games call them, or spread them.
function theFirst() {
  return 0;
}

function theSame(context, ctx = context.ctx) {
  return ctx.playOrderPos;
}

function following(context, ctx = context.ctx) {
  // In an empty order nobody is next: the phase ends.
  return ctx.playOrder.length > 0 ? (ctx.playOrderPos + 1) % ctx.playOrder.length : undefined;
}

function firstOrFollowing(context, ctx = context.ctx) {
  return ctx.turn === 0 ? ctx.playOrderPos : following(context, ctx) ?? 0;
}

function followingOnce(context, ctx = context.ctx) {
  return ctx.playOrderPos < ctx.playOrder.length - 1 ? ctx.playOrderPos + 1 : undefined;
}

function legacyMoves(moves) {
  return each(moves, (move, owner) => (typeof move === 'function'
    ? positional(move, owner)
    : adapt(move, /** @satisfies {Adapters<import('./types.js').LongFormMove, never>} */ ({
      move: positional, undoable: positional, redact: positional, validate: positional,
    }))));
}

function legacyTurn(turn) {
  return adapt(turn, /** @satisfies {Adapters<import('./types.js').TurnConfig, 'order' | 'stages'>} */ ({
    onBegin: positional,
    onEnd: positional,
    onMove: positional,
    endIf: positional,
    order: (order) => (order[TURN_ORDER]
      ? order
      : adapt(order, /** @satisfies {Adapters<import('./types.js').TurnOrderConfig, never>} */ ({
        playOrder: positional, first: positional, next: positional,
      }))),
    stages: (stages) => each(stages, (stage) => adapt(stage, /** @satisfies {Adapters<import('./types.js').StageConfig, 'moves'>} */ ({ moves: legacyMoves }))),
  }));
}

function positional(fn, owner) {
  return wrap(fn, owner, (context, ...args) => [context.G, legacyCtx(context), ...args]);
}

/** A function that calls `fn` with arguments made of its own; what is no function is returned as it is. */
/** `owner` is the place on which it is declared, whose other functions are positional, too. */
function wrap(fn, owner, toArgs) {
  if (typeof fn !== 'function') return fn;
  return Object.defineProperty((...args) => fn.apply(owner, toArgs(...args)), POSITIONAL, { value: fn });
}

/** `ctx` as the positional style knows it: a plain object, so that it can be spread and listed. */
function legacyCtx(context) {
  const { G, ctx, playerID = ctx.playerID, ...apis } = context;
  return playerID === undefined ? { ...ctx, ...apis } : { ...ctx, ...apis, playerID };
}

/** A copy of `part` with the fields it has of `adapters` adapted. */
function adapt(part, adapters) {
  if (!isObject(part)) return part;
  const copy = { ...part };
  for (const [key, adapter] of Object.entries(adapters)) {
    const value = copy[key];
    if (value !== undefined && value !== null) copy[key] = adapter(value, part);
  }
  return copy;
}

/** A copy of `map` with every entry mapped. From entries, so that an entry called `__proto__` stays one. */
function each(map, fn) {
  if (!isObject(map)) return map;
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, fn(value, map)]));
}
