import { FIRST_TURN_FOLLOWING, FIRST_TURN_SAME, METHODS, PRESETS, ROUNDS_ONCE, TURN_ORDERS } from '../engine/codes.js';
import { TURN_ORDER } from '../util/marks.js';
import type { ActivePlayers as StagesOfPlayers, GameMethod as MethodName, PlayerID, StageName } from '../../types/game.js';
import type { PresetTurnOrder, StripSecrets } from '../../types/presets.js';
import type { Foreign, ForeignFunction } from '../util/foreign.js';

// Bundlers can drop the unused parts of this file: it reads no properties, and marks calls as pure.

/** Kinds of callbacks that a plugin's `fnWrap` receives. */
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

/** Presets for `turn.activePlayers` and `events.setActivePlayers`. As a type: the players who may move, with their stages. */
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
  /** Round robin, starting after the player with whom the previous phase stopped. */
  readonly DEFAULT: PresetTurnOrder;
  /** Round robin, starting with the first player in each phase. */
  readonly RESET: PresetTurnOrder;
  /** Round robin, starting each phase with the player who ended the last one. */
  readonly CONTINUE: PresetTurnOrder;
  /** One round, then the phase ends. */
  readonly ONCE: PresetTurnOrder;
  /** The given order. */
  readonly CUSTOM: (playOrder: readonly PlayerID[]) => PresetTurnOrder;
  /** The order in a field of `G` at the start of the phase. */
  readonly CUSTOM_FROM: (field: string) => PresetTurnOrder;
} = {
  DEFAULT: /* @__PURE__ */ preset({ kind: 'DEFAULT' }),
  RESET: /* @__PURE__ */ preset({ kind: 'RESET' }),
  CONTINUE: /* @__PURE__ */ preset({ kind: 'CONTINUE' }),
  ONCE: /* @__PURE__ */ preset({ kind: 'ONCE' }),
  CUSTOM: (playOrder) => preset({ kind: 'CUSTOM', playOrder }, () => playOrder),
  CUSTOM_FROM: (field) => preset({ kind: 'CUSTOM_FROM', field }, (context: Foreign, ctx: Foreign) => (ctx ? context : context.G)[field]),
};

/** The engine recognises a preset by its `kind`. Its functions do the same, for games that call or spread them. */
function preset(brand: { kind: string; playOrder?: readonly PlayerID[]; field?: string }, playOrder?: ForeignFunction): PresetTurnOrder {
  const [first, rounds] = PRESETS.get(TURN_ORDERS.indexOf(brand.kind)) ?? [];
  const order = { ...playOrder && { playOrder }, first: firstBy(first), next: rounds === ROUNDS_ONCE ? followingOnce : following };
  return Object.defineProperty(order as PresetTurnOrder, TURN_ORDER, { value: Object.freeze(brand) });
}

function firstBy(first: number | undefined) {
  if (first === FIRST_TURN_SAME) return theSame;
  return first === FIRST_TURN_FOLLOWING ? firstOrFollowing : theFirst;
}

// These functions take `(G, ctx)` as well as `{ G, ctx }`, because positional games may call them.
function theFirst() {
  return 0;
}

function theSame(context: Foreign, ctx = context.ctx) {
  return ctx.playOrderPos;
}

function following(context: Foreign, ctx = context.ctx) {
  // An empty order has no next player: the phase ends.
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
   * Hides `G.secret`, and all players in `G.players` except the viewer. Also callable as `(G, ctx, playerID)`, as in the positional style.
   */
  STRIP_SECRETS: StripSecrets;
} = {
  // The mark exists only in the type.
  STRIP_SECRETS: ((...args: Foreign[]) => {
    const [G, playerID] = args.length > 1 ? [args[0], args[2]] : [args[0].G, args[0].playerID];
    const view = { ...G };
    delete view.secret;
    if (view.players) {
      // A stranger's name may be that of an inherited member.
      const own = Object.hasOwn(view.players, playerID) ? view.players[playerID] : undefined;
      view.players = playerID ? { [playerID]: own } : {};
    }
    return view;
  }) as StripSecrets,
};
