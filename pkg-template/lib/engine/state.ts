import { CORE_FIELDS, ENTRY_FIELDS, STATE_FIELDS } from './codes.js';
import { flatCtx } from './ctx-codec.js';
import { readState } from './state-reader.js';
import { parsed } from './validation.js';
import { randomText } from '../util/random.js';
import type { Foreign } from '../util/foreign.js';
import type { KnownCore, KnownEntry, KnownGenerator, KnownState, StateRules } from './state-reader.js';

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
  const known = readState(state, rules);
  if (drawsOtherwise(known, rules)) forgetHistory(known);
  const { now, undo, redo } = known;
  const random = now.random ?? undo.at(-1)?.now.random ?? newGenerator(now, rules);
  for (const entry of [known, ...undo, ...redo]) entry.now.random ??= random;
  redo.reverse();
  const out: unknown[] = [];
  pushRecord(out, STATE_FIELDS, STATE, known);
  return out;
}

/** Returns `true` if the match has drawn its numbers in another way than the engine does. */
function drawsOtherwise({ now }: KnownState, { isSecure = false }: { isSecure?: boolean }) {
  return isSecure ? now.random !== null : now.drawn !== undefined;
}

/** A `ctx` alone, which a plugin may have changed, as a flat list. Throws as `encodeState` does. */
export function encodeCtx(ctx: unknown, compat: boolean) {
  return parsed('.ctx', flatCtx, ctx, { compat });
}

/** Throws if this is no valid state: a stored one may come from anywhere. The message begins with the path of what is wrong. */
export function checkState(state: unknown) {
  readState(state, { plugins: [], compat: false });
}

/** An undone action would draw its numbers again, in the other way: so nothing before can be undone. */
function forgetHistory(known: KnownState) {
  known.undo = known.undo.slice(-1);
  known.redo = [];
}

/** A match that has drawn securely goes on with a seed that nobody knows. */
function newGenerator({ drawn }: { drawn?: number }, { seed }: { seed?: string }): KnownGenerator | null {
  if (seed === undefined) return null;
  return { seed: drawn === undefined ? seed : randomText(4), drawn: null };
}

/** How each field of a record is written. */
const STATE = { now: pushCore, undo: pushHistory, redo: pushHistory, stateID: push };
const ENTRY = { now: pushCore, playerID: push, moveType: push, args: push };
const CORE = { g: push, ctx: pushAll, random: pushRandom, drawn: pushDrawn, own: pushAll };

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

function pushCore(out: unknown[], core: KnownCore) {
  pushRecord(out, CORE_FIELDS, CORE, core);
}

function pushHistory(out: unknown[], entries: KnownEntry[]) {
  out.push(entries.length);
  for (const entry of entries) pushRecord(out, ENTRY_FIELDS, ENTRY, entry);
}

/** Null: the engine's own. */
function pushRandom(out: unknown[], random: KnownGenerator | null) {
  out.push(random?.seed, random?.drawn ? 1 : 0);
  if (random?.drawn) pushAll(out, random.drawn);
}

function pushDrawn(out: unknown[], drawn = 0) {
  out.push(drawn);
}
