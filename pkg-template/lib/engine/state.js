import { DEEPEST, pushArgument } from './argument.js';
import { readCtx, readState } from './state-reader.js';

/**
 * A state in boardgame.io's shape as the flat list that `src/js/read/state.rs` reads. Throws an error that names the path of
 * what is wrong, and nothing else.
 *
 * @param {unknown} state it may come from anywhere
 * @param {{ plugins: string[], compat: boolean, seed?: string }} rules the names of the game's own plugins; whether
 *   boardgame.io 0.50's ways are kept; what the generator of a state that has none begins with: without it, the engine
 *   keeps the one that it has
 */
export function encodeState(state, rules) {
  const { undo, redo, stateID, ...now } = readState(state, rules);
  const random = now.random ?? undo.at(-1)?.random ?? (rules.seed === undefined ? null : { seed: rules.seed, drawn: null });
  const out = [];
  pushCore(out, now, random);
  for (const stack of [undo, redo.reverse()]) {
    out.push(stack.length);
    for (const entry of stack) {
      pushCore(out, entry, entry.random ?? random);
      out.push(entry.playerID, entry.moveType);
    }
  }
  out.push(stateID);
  return out;
}

/** A `ctx` alone, which a plugin may have changed. Throws as `encodeState` does. */
export function encodeCtx(ctx, compat) {
  const out = [];
  pushCtx(out, readCtx(ctx, { compat }));
  return out;
}

/** Throws if this is no state: a stored one may come from anywhere. The message begins with the path of what is wrong. */
export function checkState(state) {
  readState(state, { plugins: [], compat: false });
}

function pushCore(out, { G, ctx, own }, random) {
  out.push(G);
  pushCtx(out, ctx);
  pushRandom(out, random);
  for (const data of own) out.push(data);
}

function pushCtx(out, ctx) {
  out.push(ctx.numPlayers, ctx.turn, ctx.currentPlayer);
  pushPlayers(out, ctx.playOrder);
  out.push(ctx.playOrderPos, ctx.phase);
  pushStages(out, ctx.activePlayers);
  pushOptional(out, ctx.numMoves);
  pushOptional(out, ctx.gameover);
  pushLimits(out, ctx.limits);
  pushPlayers(out, ctx.removed);
}

function pushPlayers(out, players) {
  out.push(players.length);
  for (const player of players) out.push(player);
}

function pushStages(out, stages) {
  if (stages === null) {
    out.push(0);
    return;
  }
  out.push(1, stages.length / 2);
  for (let i = 0; i < stages.length; i += 2) {
    out.push(stages[i]);
    pushArgument(out, stages[i + 1], 0);
  }
}

function pushLimits(out, limits) {
  if (limits === null) {
    out.push(0);
    return;
  }
  out.push(1);
  pushCounts(out, limits);
  out.push(limits.previous.length);
  for (const set of limits.previous) {
    pushStages(out, set.activePlayers);
    pushCounts(out, set);
  }
  out.push(limits.next === null ? 0 : 1);
  if (limits.next !== null) pushArgument(out, limits.next, DEEPEST);
}

function pushCounts(out, { minMoves, maxMoves, numMoves }) {
  for (const counts of [minMoves, maxMoves, numMoves]) {
    if (counts === null) {
      out.push(0);
    } else {
      out.push(1, counts.length / 2);
      for (const part of counts) out.push(part);
    }
  }
}

/** Null: the engine's own. */
function pushRandom(out, random) {
  out.push(random?.seed);
  if (!random?.drawn) out.push(0);
  else out.push(1, ...random.drawn);
}

function pushOptional(out, value) {
  if (value === undefined) out.push(0);
  else out.push(1, value);
}
