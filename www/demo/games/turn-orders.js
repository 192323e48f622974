/** The explorer's game: two phases with the chosen turn order and active players, and a move that only counts. */
import { ActivePlayers, Stage, TurnOrder } from 'rondel/core';

export const ORDERS = ['DEFAULT', 'RESET', 'CONTINUE', 'ONCE', 'CUSTOM', 'CUSTOM_FROM'];
export const ACTIVE = ['none', 'ALL', 'ALL_ONCE', 'OTHERS', 'OTHERS_ONCE', 'custom'];
export const PHASES = ['day', 'night'];

/** The choices for `next`, by the name that the form shows. */
export const NEXT = {
  none: undefined,
  'currentPlayer: pay': { currentPlayer: 'pay' },
  'others: pay, once': { others: 'pay', minMoves: 1, maxMoves: 1 },
  'all, once': { all: Stage.NULL, minMoves: 1, maxMoves: 1 },
};

/** A game with this turn order and these active players. `places` is the list that CUSTOM and CUSTOM_FROM use. */
export function createGame({ order, places, active, custom }) {
  const turn = {
    order: turnOrder(order, places),
    activePlayers: active === 'none' ? undefined : active === 'custom' ? activeArgument(custom) : ActivePlayers[active],
    stages: {
      bid: { next: 'pay' },
      pay: {},
    },
  };
  return {
    name: 'turn-orders',
    setup: ({ ctx }) => ({ acted: Array(ctx.numPlayers).fill(0), order: places }),
    moves: {
      act: ({ G, playerID }) => { G.acted[playerID]++; },
      // CUSTOM_FROM reads the field when a phase begins: end the phase to see the new order.
      reverse: ({ G }) => { G.order.reverse(); },
    },
    turn,
    phases: {
      day: { start: true, next: 'night' },
      night: { next: 'day' },
    },
  };
}

/** The argument of `setActivePlayers` that the form's fields describe. */
export function activeArgument({ who, stage, minMoves, maxMoves, revert, next }) {
  const argument = { [who]: stage === 'Stage.NULL' ? Stage.NULL : stage };
  if (minMoves) argument.minMoves = minMoves;
  if (maxMoves) argument.maxMoves = maxMoves;
  if (revert) argument.revert = true;
  if (NEXT[next]) argument.next = NEXT[next];
  return argument;
}

function turnOrder(order, places) {
  if (order === 'CUSTOM') return TurnOrder.CUSTOM(places);
  if (order === 'CUSTOM_FROM') return TurnOrder.CUSTOM_FROM('order');
  return TurnOrder[order];
}
