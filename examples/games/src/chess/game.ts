import type { Ctx, PlayerID, RandomAPI } from 'rondel';
import { INVALID_MOVE, Stage } from 'rondel/core';
import type { Game } from 'rondel';
import { CasualBot } from './bot.ts';
import { FIRST_FEN, canClaimDraw, canMate, legalSteps, playStep, positionOf, resultOf } from './laws.ts';
import type { HalfMove, Result, Step } from './laws.ts';

export interface ChessState {
  /** The player with the white pieces. */
  white: PlayerID;
  clock: Clock;
  /** The position, in Forsyth–Edwards notation. */
  fen: string;
  moves: HalfMove[];
  /** Positions since the last capture or pawn move, the present one included: earlier ones cannot occur again. */
  positions: string[];
  /** The player who offers a draw. */
  offer: PlayerID | null;
  /** Number of half-moves when a player last offered a draw: one offer for each own move. */
  offeredAt: Record<PlayerID, number>;
  result: Result | null;
}

export type Clock = 'none' | '5+3';

export interface ChessSetup {
  clock?: Clock;
  /** The player with the white pieces. @default '0' */
  white?: '0' | '1' | 'random';
}

type Context = { G: ChessState; ctx: Ctx; playerID: PlayerID };

const MINUTE = 60_000;
/** Times by the names of clocks. */
export const CLOCKS = { none: undefined, '5+3': { bank: 5 * MINUTE, increment: 3000 } };

export const otherPlayer = (id: PlayerID): PlayerID => (id === '0' ? '1' : '0');
export const colorOf = (G: { white: PlayerID }, id: PlayerID) => (id === G.white ? 'w' : 'b');

/** Returns `true` if the player may offer a draw now. */
export function canOfferDraw(G: ChessState, id: PlayerID): boolean {
  return G.offer === null && G.moves.length > 0 && G.moves.length > (G.offeredAt[id] ?? -2) + 1;
}

const ONLY_PLAYERS = { '0': true, '1': true, random: true };

function setup({ random }: { random: RandomAPI }, { clock = 'none', white = '0' }: ChessSetup = {}): ChessState {
  return {
    white: white === 'random' ? String(random.Die(2) - 1) : white,
    clock,
    fen: FIRST_FEN,
    moves: [],
    positions: [positionOf(FIRST_FEN)],
    offer: null,
    offeredAt: {},
    result: null,
  };
}

function move({ G, playerID }: Context, step: Step) {
  const played = playStep(G.fen, step);
  if (!played) return INVALID_MOVE;
  const { fen, half, isIrreversible } = played;
  G.fen = fen;
  G.moves.push(half);
  G.positions = [...(isIrreversible ? [] : G.positions), positionOf(fen)];
  // A move declines the opponent's offer.
  if (G.offer === otherPlayer(playerID)) G.offer = null;
  G.result = resultOf(G, playerID);
}

function resign({ G, playerID }: Context) {
  G.result = { winner: otherPlayer(playerID), reason: 'resignation' };
}

function offerDraw({ G, playerID }: Context) {
  if (!canOfferDraw(G, playerID)) return INVALID_MOVE;
  G.offer = playerID;
  G.offeredAt[playerID] = G.moves.length;
}

function acceptDraw({ G, playerID }: Context) {
  if (G.offer !== otherPlayer(playerID)) return INVALID_MOVE;
  G.result = { draw: true, reason: 'agreement' };
}

function declineDraw({ G, playerID }: Context) {
  if (G.offer !== otherPlayer(playerID)) return INVALID_MOVE;
  G.offer = null;
}

function claimDraw({ G }: Context) {
  const reason = canClaimDraw(G);
  if (!reason) return INVALID_MOVE;
  G.result = { draw: true, reason };
}

/** Moves of both players at any time. They do not count as the move of the turn. */
const talks = {
  resign: { move: resign, noLimit: true, ignoreStaleStateID: true },
  offerDraw: { move: offerDraw, noLimit: true },
  acceptDraw: { move: acceptDraw, noLimit: true },
  declineDraw: { move: declineDraw, noLimit: true },
};

export const game = {
  name: 'chess',
  minPlayers: 2,
  maxPlayers: 2,
  disableUndo: true,
  events: false,
  predict: 'flow',

  setup,
  validateSetupData: (data?: ChessSetup) => {
    if (!Object.hasOwn(CLOCKS, data?.clock ?? 'none')) return 'clock: none or 5+3';
    if (!Object.hasOwn(ONLY_PLAYERS, data?.white ?? '0')) return 'white: 0, 1 or random';
    return undefined;
  },

  turn: {
    maxMoves: 1,
    order: { first: ({ G }) => Number(G.white), next: ({ ctx }) => 1 - ctx.playOrderPos },
    activePlayers: { currentPlayer: Stage.NULL, others: 'waiting' },
    stages: { waiting: { moves: talks } },
    time: ({ G }) => CLOCKS[G.clock],
    onTimeout: ({ G, playerID }) => {
      const opponent = otherPlayer(playerID);
      G.result = canMate(G.fen, colorOf(G, opponent)) ? { winner: opponent, reason: 'time' } : { draw: true, reason: 'time' };
    },
  },

  moves: { move, claimDraw, ...talks },

  endIf: ({ G }) => G.result ?? undefined,

  ai: {
    enumerate: (G, ctx, playerID) => {
      if (G.offer === otherPlayer(playerID) && ctx.currentPlayer !== playerID) return [{ move: 'acceptDraw' }, { move: 'declineDraw' }];
      if (ctx.currentPlayer !== playerID) return [];
      const steps = legalSteps(G.fen).map((step) => ({ move: 'move', args: [step] }));
      return canClaimDraw(G) ? [...steps, { move: 'claimDraw' }] : steps;
    },
    bots: { casual: CasualBot },
  },
} satisfies Game<ChessState>;
