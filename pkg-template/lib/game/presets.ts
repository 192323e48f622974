import { FIRST_TURN_FOLLOWING, FIRST_TURN_SAME, METHODS, PRESETS, ROUNDS_ONCE, TURN_ORDERS } from '../engine/codes.js';
import { TURN_ORDER } from '../util/marks.js';
import type { ActivePlayers as StagesOfPlayers, GameMethod as MethodName, PlayerID, StageName } from '../../types/game.js';
import type { PresetTurnOrder, StripSecrets } from '../../types/presets.js';
import type { Foreign, ForeignFunction } from '../util/foreign.js';

// This file is written so that bundlers can drop what a page does not use: without reading properties, and with calls marked
// as pure.

/** The kinds of callback that a plugin's `fnWrap` is given. */
export const GameMethod = /* @__PURE__ */ Object.fromEntries(/* @__PURE__ */ METHODS.map((name) => [name, name])) as {
  readonly MOVE: 'MOVE';
  readonly GAME_ON_END: 'GAME_ON_END';
  readonly PHASE_ON_BEGIN: 'PHASE_ON_BEGIN';
  readonly PHASE_ON_END: 'PHASE_ON_END';
  readonly TURN_ON_BEGIN: 'TURN_ON_BEGIN';
  readonly TURN_ON_MOVE: 'TURN_ON_MOVE';
  readonly TURN_ON_END: 'TURN_ON_END';
  readonly GAME_ON_PLAYER_LEAVE: 'GAME_ON_PLAYER_LEAVE';
};
export type GameMethod = MethodName;

/** `Stage.NULL`: active, but in no particular stage. */
export const Stage: {
  /** Active, but in no particular stage. */
  readonly NULL: null;
} = { NULL: null };

/** Presets for `turn.activePlayers` and `events.setActivePlayers`. As a type: who may move, and in which stage. */
export const ActivePlayers: {
  /** Every player may move, as often as they like. */
  readonly ALL: { all: null };
  /** Every player makes one move, in any order. */
  readonly ALL_ONCE: { all: null; minMoves: number; maxMoves: number };
  /** Every player but the current one may move, as often as they like. */
  readonly OTHERS: { others: null };
  /** Every player but the current one makes one move, in any order. */
  readonly OTHERS_ONCE: { others: null; minMoves: number; maxMoves: number };
} = {
  ALL: { all: null },
  ALL_ONCE: { all: null, minMoves: 1, maxMoves: 1 },
  OTHERS: { others: null },
  OTHERS_ONCE: { others: null, minMoves: 1, maxMoves: 1 },
};
export type ActivePlayers<Stage extends StageName = StageName> = StagesOfPlayers<Stage>;

/** Presets for `turn.order`. */
export const TurnOrder: {
  /** Round the table, going on where the previous phase stopped. */
  readonly DEFAULT: PresetTurnOrder;
  /** Round the table, each phase beginning with the first player. */
  readonly RESET: PresetTurnOrder;
  /** Round the table, each phase beginning with the player who ended the last one. */
  readonly CONTINUE: PresetTurnOrder;
  /** Round the table once; then the phase ends. */
  readonly ONCE: PresetTurnOrder;
  /** Round the table in the order given. */
  readonly CUSTOM: (playOrder: readonly PlayerID[]) => PresetTurnOrder;
  /** Round the table in the order found in a field of `G` when the phase begins. */
  readonly CUSTOM_FROM: (field: string) => PresetTurnOrder;
} = {
  DEFAULT: /* @__PURE__ */ preset({ kind: 'DEFAULT' }),
  RESET: /* @__PURE__ */ preset({ kind: 'RESET' }),
  CONTINUE: /* @__PURE__ */ preset({ kind: 'CONTINUE' }),
  ONCE: /* @__PURE__ */ preset({ kind: 'ONCE' }),
  CUSTOM: (playOrder) => preset({ kind: 'CUSTOM', playOrder }, () => playOrder),
  CUSTOM_FROM: (field) => preset({ kind: 'CUSTOM_FROM', field }, (context: Foreign, ctx: Foreign) => (ctx ? context : context.G)[field]),
};

/**
 * The engine knows a preset by its `kind`. Its functions do the same, for games that call or spread them.
 */
function preset(brand: { kind: string; playOrder?: readonly PlayerID[]; field?: string }, playOrder?: ForeignFunction): PresetTurnOrder {
  const [first, rounds] = PRESETS.get(TURN_ORDERS.indexOf(brand.kind)) ?? [];
  const order = { ...playOrder && { playOrder }, first: firstBy(first), next: rounds === ROUNDS_ONCE ? followingOnce : following };
  return Object.defineProperty(order as PresetTurnOrder, TURN_ORDER, { value: Object.freeze(brand) });
}

function firstBy(first: number | undefined) {
  if (first === FIRST_TURN_SAME) return theSame;
  return first === FIRST_TURN_FOLLOWING ? firstOrFollowing : theFirst;
}

// The presets' functions take `(G, ctx)` as well as `{ G, ctx }`: positional games call them, or spread them.
function theFirst() {
  return 0;
}

function theSame(context: Foreign, ctx = context.ctx) {
  return ctx.playOrderPos;
}

function following(context: Foreign, ctx = context.ctx) {
  // In an empty order nobody is next: the phase ends.
  return ctx.playOrder.length > 0 ? (ctx.playOrderPos + 1) % ctx.playOrder.length : undefined;
}

function firstOrFollowing(context: Foreign, ctx = context.ctx) {
  return ctx.turn === 0 ? ctx.playOrderPos : following(context, ctx) ?? 0;
}

function followingOnce(context: Foreign, ctx = context.ctx) {
  return ctx.playOrderPos < ctx.playOrder.length - 1 ? ctx.playOrderPos + 1 : undefined;
}

/** Ready-made `playerView` functions. */
export const PlayerView: {
  /**
   * Hides `G.secret`, and in `G.players` everybody but the viewer.
   * Also callable as `(G, ctx, playerID)`, as games in the positional style do.
   */
  STRIP_SECRETS: StripSecrets;
} = {
  // The mark in the type has no value.
  STRIP_SECRETS: ((...args: Foreign[]) => {
    const [G, playerID] = args.length > 1 ? [args[0], args[2]] : [args[0].G, args[0].playerID];
    const view = { ...G };
    delete view.secret;
    if (view.players) {
      // A stranger's name may be that of a member of all objects.
      const own = Object.hasOwn(view.players, playerID) ? view.players[playerID] : undefined;
      view.players = playerID ? { [playerID]: own } : {};
    }
    return view;
  }) as StripSecrets,
};
