/**
 * States in boardgame.io's shape, parsed. They were stored, or made elsewhere, and may hold anything, getters and proxies
 * that throw included: each field is read once and checked, and the result refers to nothing of the original but the
 * game's own values.
 */
import { flatCtx, flatGenerator } from './ctx-codec.js';
import { ValidationError, number, object, optionalPlayer, optionalText, parseList, parsed, unexpected, whole, within } from './validation.js';
import type { LogEntry } from '../../types/game.js';
import type { Foreign } from '../util/foreign.js';

/** The names of the game's own plugins, and whether boardgame.io 0.50's ways are kept. */
export interface StateRules {
  plugins: string[];
  compat: boolean;
}

/** A state, parsed. */
export interface KnownState {
  now: KnownCore;
  undo: KnownEntry[];
  redo: KnownEntry[];
  stateID: number;
}

/** An entry of its history. */
export interface KnownEntry {
  now: KnownCore;
  playerID: string | undefined;
  moveType: string | undefined;
  args: unknown;
}

export interface KnownCore {
  g: Foreign;
  /** The `ctx`, as a flat list. */
  ctx: unknown[];
  random: KnownGenerator | null;
  drawn: number | undefined;
  /** The data of the game's own plugins. */
  own: Foreign[];
}

export interface KnownGenerator {
  seed: string;
  /** The state of a generator that has drawn numbers, as a flat list. */
  drawn: unknown[] | null;
}

/** Entries of a history. */
const MOST_ENTRIES = 100_000;
/** As many elements as JavaScript's lists have. */
const LONGEST_LIST = 2 ** 32 - 1;
/** For a state without random numbers. */
const NO_CHANCE: { generator: KnownGenerator | null, drawn: number | undefined } = { generator: null, drawn: undefined };

/**
 * A state. Throws an error that names the path of what is wrong, and nothing else.
 *
 * @param rules the names of the game's own plugins, and whether boardgame.io
 *   0.50's ways are kept
 */
export function readState(state: unknown, rules: StateRules): KnownState {
  return parsed('', parseState, state, rules);
}

/** Checks the fields of a state that all code relies on, and no others. Throws as `readState` does. */
export function checkOutline(state: unknown) {
  parsed('', (given: unknown) => {
    const { ctx, _stateID } = object('', given);
    object('.ctx', ctx);
    whole('._stateID', _stateID, 0, Number.MAX_SAFE_INTEGER);
  }, state);
}

/** A log, or what is added to one: the same entries. Throws as `readState` does. A log is limited by its bytes, where it is written. */
export function readLog(log: unknown): LogEntry[] {
  return parsed('.log', (list: unknown) => parseList(list, parseLogged, undefined, LONGEST_LIST), log);
}

function parseState(state: Foreign, rules: StateRules): KnownState {
  const { _undo, _redo, _stateID = 0 } = object('', state);
  return {
    now: parseCore(state, rules),
    undo: within('._undo', parseHistory, _undo, rules),
    redo: within('._redo', parseHistory, _redo, rules),
    stateID: whole('._stateID', _stateID, 0, Number.MAX_SAFE_INTEGER),
  };
}

function parseHistory(stack: Foreign, rules: StateRules): KnownEntry[] {
  return stack === undefined ? [] : parseList(stack, parseEntry, rules, MOST_ENTRIES);
}

function parseEntry(entry: Foreign, rules: StateRules): KnownEntry {
  const { playerID, moveType, args } = object('', entry);
  return {
    now: parseCore(entry, rules),
    playerID: optionalPlayer('.playerID', playerID, false),
    moveType: optionalText('.moveType', moveType, 'the name of a move'),
    args,
  };
}

/**
 * Parses the fields that a state and an entry of its history have in common. `random` is null without a generator. `drawn` is undefined
 * unless the numbers were drawn securely.
 */
function parseCore(state: Foreign, rules: StateRules): KnownCore {
  const { G, ctx, plugins = {} } = state;
  if (G === undefined && !('G' in state)) throw new ValidationError('.G', 'expected a state of the game, got none');
  const { random, drawn, own } = within('.plugins', parsePlugins, plugins, rules);
  return { g: G, ctx: within('.ctx', flatCtx, ctx, rules), random, drawn, own };
}

function parsePlugins(plugins: Foreign, { plugins: names }: StateRules) {
  const { random } = object('', plugins);
  const { generator, drawn } = random === undefined ? NO_CHANCE : within('.random', parseRandom, random);
  return { random: generator, drawn, own: names.map((name) => parsePlugin(name, plugins[name])) };
}

/** A plugin that keeps no data is not there. */
function parsePlugin(name: string, plugin: Foreign) {
  return plugin === undefined ? undefined : object(`.${name}`, plugin).data;
}

/** A client's state has no generator: only the master's state, and the entries of its undo history, have one. */
function parseRandom(random: Foreign) {
  const { data, drawn } = object('', random);
  return {
    generator: data === undefined || data === null ? null : within('.data', parseGenerator, data),
    drawn: drawn === undefined || drawn === null ? undefined : whole('.drawn', drawn, 0, Number.MAX_SAFE_INTEGER),
  };
}

function parseGenerator(data: Foreign): KnownGenerator {
  const { seed = '0', prngstate } = object('', data);
  if (seed !== null && ['object', 'function', 'symbol'].includes(typeof seed)) {
    throw unexpected('.seed', 'a text or a number', seed);
  }
  const drawn = prngstate === undefined || prngstate === null ? null : within('.prngstate', flatGenerator, prngstate);
  return { seed: String(seed), drawn };
}

function parseEffects(effects: Foreign) {
  return parseList(effects, parseEffect, undefined, LONGEST_LIST);
}

function parseEffect(effect: Foreign) {
  const { name, at = 0, duration = 0 } = object('', effect);
  if (typeof name !== 'string') throw unexpected('.name', 'a text', name);
  number('.at', at);
  number('.duration', duration);
}

function parseLogged(entry: Foreign): LogEntry {
  const { action, effects } = object('', entry);
  object('.action.payload', object('.action', action).payload);
  if (effects !== undefined) within('.effects', parseEffects, effects);
  return entry;
}
