// Random play as plain data: one action at a time, drawn with an eye on the state so that most of them are legal.
import { throughJSON } from '../js/support/json.mjs';
import { activePlayers, eventArgs, MOVES, PLUGINS } from './definition.mjs';

/**
 * Draws the next action. `by`, where present, changes the seat first (null follows the current player).
 * @param state boardgame.io's state before it
 */
export function createAction(rng, definition, state) {
  const draw = { rng, players: Array.from({ length: definition.numPlayers }, (_, i) => String(i)) };
  const action = rng.weighted([
    [62, () => ({ do: 'move', name: moveName(rng, definition, state.ctx), args: moveArgs(rng) })],
    [20, () => clientEvent(draw)],
    [state._undo.length > 1 ? 10 : 2, () => ({ do: 'undo' })],
    [state._redo.length > 0 ? 25 : 1, () => ({ do: 'redo' })],
    // A game that is over is played only a little longer.
    [state.ctx.gameover === undefined ? 1 : 40, () => ({ do: 'reset' })],
    [3, () => ({ do: 'seat' })],
    [2, () => ({ do: 'plugin', name: rng.pick(PLUGINS), args: moveArgs(rng) })],
  ])();
  const seat = chooseSeat(rng, draw.players, state.ctx, action);
  if (seat !== undefined) action.by = seat;
  return action;
}

/** Carries an action out on a client of either engine; returns what it threw. */
export function perform(client, action) {
  try {
    if ('by' in action) client.updatePlayerID(action.by);
    switch (action.do) {
      case 'move':
      case 'event':
      case 'plugin':
        dispatcher(client, action)?.(...throughJSON(action.args));
        break;
      case 'undo':
      case 'redo':
      case 'reset':
        client[action.do]();
        break;
    }
  } catch (error) {
    return error;
  }
  return undefined;
}

/** The client's own function for a move, event or plugin, or undefined where the game has none of that name. */
export function dispatcher(client, action) {
  const { [action.do + 's']: dispatchers } = client;
  return Object.hasOwn(dispatchers, action.name) ? dispatchers[action.name] : undefined;
}

function chooseSeat(rng, players, ctx, action) {
  const active = ctx.activePlayers ? Object.keys(ctx.activePlayers) : [ctx.currentPlayer];
  const legal = active.length ? rng.pick(active) : rng.pick(players);
  if (action.do === 'reset' || action.do === 'plugin') return undefined;
  if (action.do === 'undo' || action.do === 'redo') return rng.chance(0.85) ? undefined : legal;
  return rng.weighted([[70, legal], [12, undefined], [10, null], [7, rng.pick(players)], [1, '9']]);
}

/** A name that is probably available to an active player, sometimes any. */
function moveName(rng, definition, ctx) {
  if (rng.chance(0.15)) return rng.pick(MOVES);
  const phase = definition.phases?.[ctx.phase];
  const turn = phase?.turn ?? definition.turn;
  const pools = [phase?.moves ?? definition.moves];
  for (const stage of Object.values(ctx.activePlayers ?? {})) {
    const moves = turn?.stages?.[stage]?.moves;
    if (moves) pools.push(moves, moves);
  }
  const names = Object.keys(rng.pick(pools) ?? {});
  return names.length ? rng.pick(names) : rng.pick(MOVES);
}

const moveArgs = (rng) => rng.pick([[], [], [1], ['x', { deep: [1, null] }], [null]]);

function clientEvent(draw) {
  const name = draw.rng.weighted([
    [5, 'endTurn'], [2, 'pass'], [2, 'endPhase'], [3, 'setPhase'], [0.3, 'endGame'], [4, 'setActivePlayers'], [4, 'endStage'], [4, 'setStage'],
  ]);
  const args = name === 'setActivePlayers' && draw.rng.chance(0.9) ? [activePlayers(draw)] : eventArgs(draw, name);
  return { do: 'event', name, args };
}
