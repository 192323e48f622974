import { pushArgument } from './argument.js';
import { ACTIVE_SET_FIELDS, CORE_FIELDS, CTX_FIELDS, DEEPEST_VALUE, ENTRY_FIELDS, GENERATOR_FIELDS, LIMITS_FIELDS, STATE_FIELDS } from './codes.js';
import { readCtx, readState } from './state-reader.js';
import { randomText } from '../util/random.js';
import type { Foreign } from '../util/foreign.js';
import type { Entries, KnownCore, KnownCtx, KnownEntry, KnownGenerator, KnownLimits, KnownSet, KnownState, StateRules } from './state-reader.js';

/**
 * A state in boardgame.io's shape as the flat list that `src/js/read/state.rs` reads. Throws an error that names the path of
 * what is wrong, and nothing else.
 *
 * @param state it may come from anywhere
 * @param rules.plugins names of the game's own plugins
 * @param rules.compat `true` under `compat: '0.50'`
 * @param rules.seed seed for a state without a generator. Default: the engine keeps its own generator
 * @param rules.isSecure `true` if the engine draws securely
 */
export function encodeState(state: unknown, rules: StateRules & { seed?: string, isSecure?: boolean }) {
  const parsed = readState(state, rules);
  if (drawsOtherwise(parsed, rules)) forgetHistory(parsed);
  const { now, undo, redo } = parsed;
  const random = now.random ?? undo.at(-1)?.now.random ?? newGenerator(now, rules);
  for (const known of [parsed, ...undo, ...redo]) known.now.random ??= random;
  redo.reverse();
  const out: unknown[] = [];
  pushRecord(out, STATE_FIELDS, STATE, parsed);
  return out;
}

/** Returns `true` if the match has drawn its numbers in another way than the engine does. */
function drawsOtherwise({ now }: KnownState, { isSecure = false }: { isSecure?: boolean }) {
  return isSecure ? now.random !== null : now.drawn !== undefined;
}

/** A `ctx` alone, which a plugin may have changed. Throws as `encodeState` does. */
export function encodeCtx(ctx: unknown, compat: boolean) {
  const out: unknown[] = [];
  pushCtx(out, readCtx(ctx, { compat }));
  return out;
}

/** Throws if this is no valid state: a stored one may come from anywhere. The message begins with the path of what is wrong. */
export function checkState(state: unknown) {
  readState(state, { plugins: [], compat: false });
}

/** An undone action would draw its numbers again, in the other way: so nothing before can be undone. */
function forgetHistory(parsed: KnownState) {
  parsed.undo = parsed.undo.slice(-1);
  parsed.redo = [];
}

/** A match that has drawn securely goes on with a seed that nobody knows. */
function newGenerator({ drawn }: { drawn?: number }, { seed }: { seed?: string }): KnownGenerator | null {
  if (seed === undefined) return null;
  return { seed: drawn === undefined ? seed : randomText(4), drawn: null };
}

/** How each field of a record is written. */
const STATE = { now: pushCore, undo: pushHistory, redo: pushHistory, stateID: push };
const ENTRY = { now: pushCore, playerID: push, moveType: push };
const CORE = { g: push, ctx: pushCtx, random: pushRandom, drawn: pushDrawn, own: pushAll };
const CTX = {
  numPlayers: push,
  turn: push,
  currentPlayer: push,
  playOrder: pushCounted,
  playOrderPos: push,
  phase: push,
  activePlayers: pushStages,
  numMoves: pushOptional,
  gameover: pushOptional,
  limits: pushLimits,
  removed: pushCounted,
};
const LIMITS = { minMoves: pushCounts, maxMoves: pushCounts, numMoves: pushCounts, previous: pushSets, next: pushNext };
const ACTIVE_SET = { activePlayers: pushStages, minMoves: pushCounts, maxMoves: pushCounts, numMoves: pushCounts };
const GENERATOR = { c: push, s0: push, s1: push, s2: push };

/** @param fields in the order of the table in `src/codes` */
function pushRecord<Field extends string>(out: unknown[], fields: readonly Field[], writers: Record<NoInfer<Field>, (out: unknown[], value: Foreign) => void>, record: Record<NoInfer<Field>, Foreign>) {
  for (const field of fields) writers[field](out, record[field]);
}

function push(out: unknown[], value: unknown) {
  out.push(value);
}

function pushAll(out: unknown[], values: readonly unknown[]) {
  for (const value of values) out.push(value);
}

function pushCounted(out: unknown[], values: readonly unknown[]) {
  out.push(values.length);
  pushAll(out, values);
}

function pushCore(out: unknown[], core: KnownCore) {
  pushRecord(out, CORE_FIELDS, CORE, core);
}

function pushHistory(out: unknown[], entries: KnownEntry[]) {
  out.push(entries.length);
  for (const entry of entries) pushRecord(out, ENTRY_FIELDS, ENTRY, entry);
}

function pushCtx(out: unknown[], ctx: KnownCtx) {
  pushRecord(out, CTX_FIELDS, CTX, ctx);
}

function pushStages(out: unknown[], stages: Entries | null) {
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

function pushCounts(out: unknown[], counts: Entries | null) {
  if (counts === null) {
    out.push(0);
    return;
  }
  out.push(1, counts.length / 2);
  pushAll(out, counts);
}

function pushLimits(out: unknown[], limits: KnownLimits | null) {
  out.push(limits === null ? 0 : 1);
  if (limits !== null) pushRecord(out, LIMITS_FIELDS, LIMITS, limits);
}

function pushSets(out: unknown[], sets: KnownSet[]) {
  out.push(sets.length);
  for (const set of sets) pushRecord(out, ACTIVE_SET_FIELDS, ACTIVE_SET, set);
}

function pushNext(out: unknown[], next: unknown) {
  out.push(next === null ? 0 : 1);
  if (next !== null) pushArgument(out, next, DEEPEST_VALUE);
}

/** Null: the engine's own. */
function pushRandom(out: unknown[], random: KnownGenerator | null) {
  out.push(random?.seed, random?.drawn ? 1 : 0);
  if (random?.drawn) pushRecord(out, GENERATOR_FIELDS, GENERATOR, random.drawn);
}

function pushDrawn(out: unknown[], drawn = 0) {
  out.push(drawn);
}

function pushOptional(out: unknown[], value: unknown) {
  if (value === undefined) out.push(0);
  else out.push(1, value);
}
