import { flattenActivePlayers, namesOf, pushStage } from './arguments.js';
import { rondelError } from './error.js';

/**
 * A state in boardgame.io's shape as the flat list that `src/js/restore.rs` reads.
 *
 * @param {object} state
 * @param {string[]} plugins the names of the game's own plugins
 * @param {boolean} compat whether boardgame.io 0.50's ways are kept
 */
export function flattenState(state, plugins, compat) {
  const out = [];
  // What a client shows has no generator in it, but the newest entry of its undo history has.
  const random = state.plugins?.random?.data ? state.plugins.random : state._undo?.at(-1)?.plugins?.random;
  pushMoment(out, { ...state, plugins: { ...state.plugins, random } }, plugins, compat);
  for (const stack of [state._undo ?? [], [...(state._redo ?? [])].reverse()]) {
    out.push(stack.length);
    for (const entry of stack) {
      pushMoment(out, entry, plugins, compat);
      out.push(entry.playerID ?? undefined, entry.moveType ?? undefined);
    }
  }
  out.push(state._stateID ?? 0);
  return out;
}

/** Throws if this is no state: a stored one may come from anywhere. */
export function checkState(state) {
  const { ctx } = state ?? {};
  const isState = typeof ctx === 'object' && ctx !== null && 'G' in state && Array.isArray(ctx.playOrder)
    && Number.isInteger(ctx.numPlayers) && Number.isInteger(ctx.turn);
  if (!isState) throw rondelError('game/state', 'loadState: expected a state with G and ctx');
}

function pushMoment(out, moment, plugins, compat) {
  out.push(moment.G);
  pushCtx(out, moment.ctx, compat);
  pushPlugins(out, moment.plugins ?? {}, plugins);
}

/** A `ctx` alone, which a plugin may have changed. */
export function flattenCtx(ctx, compat) {
  const out = [];
  pushCtx(out, ctx, compat);
  return out;
}

function pushCtx(out, ctx, compat) {
  out.push(ctx.numPlayers, ctx.turn, textOf(ctx.currentPlayer));
  pushPlayers(out, ctx.playOrder, compat);
  out.push(ctx.playOrderPos, ctx.phase ?? undefined);
  pushStages(out, ctx.activePlayers, compat);
  pushOptional(out, ctx.numMoves, (moves) => out.push(moves));
  pushOptional(out, ctx.gameover, (outcome) => out.push(outcome));
  pushOptional(out, ctx._activePlayersNumMoves, () => {
    pushLimits(out, ctx);
    const previous = ctx._prevActivePlayers ?? [];
    out.push(previous.length);
    for (const set of previous) {
      pushStages(out, set.activePlayers, compat);
      pushLimits(out, set);
    }
    pushOptional(out, ctx._nextActivePlayers, (next) => out.push(next, ...flattenActivePlayers(next, compat)));
  });
  pushPlayers(out, ctx._removedPlayers ?? [], compat);
}

function pushPlayers(out, players, compat) {
  const names = namesOf(players, compat) ?? [];
  out.push(names.length, ...names);
}

function textOf(player) {
  return player === undefined || player === null ? undefined : String(player);
}

function pushStages(out, stages, compat) {
  pushOptional(out, stages, () => {
    out.push(Object.keys(stages).length);
    for (const player of Object.keys(stages)) {
      out.push(player);
      pushStage(out, stages[player], compat);
    }
  });
}

function pushLimits(out, set) {
  for (const limit of ['Min', 'Max', 'Num']) {
    const counts = set[`_activePlayers${limit}Moves`];
    pushOptional(out, counts, () => {
      out.push(Object.keys(counts).length);
      for (const player of Object.keys(counts)) out.push(player, counts[player]);
    });
  }
}

function pushPlugins(out, data, plugins) {
  const { seed = '0', prngstate } = data.random?.data ?? {};
  out.push(String(seed));
  pushOptional(out, prngstate, ({ c, s0, s1, s2 }) => out.push(c, s0, s1, s2));
  for (const name of plugins) out.push(data[name]?.data);
}

function pushOptional(out, value, push) {
  if (value === undefined || value === null) {
    out.push(0);
  } else {
    out.push(1);
    push(value);
  }
}
