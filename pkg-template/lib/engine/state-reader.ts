/**
 * States in boardgame.io's shape, parsed. They were stored, or made elsewhere, and may hold anything, getters and proxies
 * that throw included: each field is read once and checked, and the result refers to nothing of the original but the
 * game's own values. `src/core/check.rs` decides whether a state of the right types can be played on.
 */
import { DEEPEST_VALUE, LONGEST_NAME, MOST_COUNT, MOST_MOVES, MOST_PLAYERS, MOST_SETS_OF_STATE, PROBLEM_STATE } from './codes.js';
import { MOST_TURNS, playerName } from './players.js';
import { described } from '../util/foreign-text.js';
import { rondelError } from '../util/error.js';
import { hasMembers, isObject } from '../util/objects.js';
import { checkStackForSteps } from './stack-probe.js';
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
}

export interface KnownCore {
  g: Foreign;
  ctx: KnownCtx;
  random: KnownGenerator | null;
  drawn: number | undefined;
  /** The data of the game's own plugins. */
  own: Foreign[];
}

export interface KnownGenerator {
  seed: string;
  drawn: { c: number, s0: number, s1: number, s2: number } | null;
}

export interface KnownCtx {
  numPlayers: number;
  turn: number;
  currentPlayer: string | undefined;
  playOrder: string[];
  playOrderPos: number;
  phase: string | undefined;
  activePlayers: Entries | null;
  numMoves: number | undefined;
  gameover: Foreign;
  limits: KnownLimits | null;
  removed: string[];
}

export interface KnownLimits {
  minMoves: Entries | null;
  maxMoves: Entries | null;
  numMoves: Entries | null;
  previous: KnownSet[];
  next: Foreign;
}

export interface KnownSet {
  activePlayers: Entries | null;
  minMoves: Entries | null;
  maxMoves: Entries | null;
  numMoves: Entries | null;
}

/** A map by player: `[player, value, player, value, …]`. */
export type Entries = (string | number | boolean | null)[];

type Parse<Result, Rules> = (value: Foreign, rules: Rules) => Result;
/** Undefined: the map has no such entry. */
type ParseEntry = (place: string, value: Foreign) => Entries[number] | undefined;

/** Entries of a history. */
const MOST_ENTRIES = 100_000;
/** As many elements as JavaScript's lists have. */
const LONGEST_LIST = 2 ** 32 - 1;
const MOST_VALUES = 100_000;
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

/** A `ctx` alone, which a plugin may have changed. Throws as `readState` does. */
export function readCtx(ctx: unknown, rules: Pick<StateRules, 'compat'>): KnownCtx {
  return parsed('.ctx', parseCtx, ctx, rules);
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

/** A problem and its place. A place begins with a dot or a bracket. */
class ValidationError {
  #place: string;
  #problem: string;

  constructor(place: string, problem: string) {
    this.#place = place;
    this.#problem = problem;
  }

  /** From what was thrown while a place was read. It may be anything, a proxy included: `in` runs none of its code. */
  static at(place: string, thrown: unknown) {
    const isValidationError = hasMembers(thrown) && #place in thrown;
    return isValidationError ? new ValidationError(place + thrown.#place, thrown.#problem) : new ValidationError(place, 'cannot be read');
  }

  toError() {
    return rondelError(PROBLEM_STATE, `${this.#place.replace(/^\./, '') || 'state'}: ${this.#problem}`);
  }
}

function parsed<Result, Rules>(place: string, parse: Parse<Result, Rules>, value: unknown, rules?: Rules): Result {
  // Where the stack is full, any state would seem to throw.
  checkStackForSteps();
  try {
    return parse(value, rules as Rules);
  } catch (thrown) {
    throw ValidationError.at(place, thrown).toError();
  }
}

function within<Result, Rules>(place: string, parse: Parse<Result, Rules>, value: Foreign, rules?: Rules): Result {
  try {
    return parse(value, rules as Rules);
  } catch (thrown) {
    throw ValidationError.at(place, thrown);
  }
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
  return stack === undefined ? [] : parseList(stack, parseEntry, rules);
}

function parseEntry(entry: Foreign, rules: StateRules): KnownEntry {
  const { playerID, moveType } = object('', entry);
  return {
    now: parseCore(entry, rules),
    playerID: optionalPlayer('.playerID', playerID, false),
    moveType: optionalText('.moveType', moveType, 'the name of a move'),
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
  return { g: G, ctx: within('.ctx', parseCtx, ctx, rules), random, drawn, own };
}

function parseCtx(ctx: Foreign, { compat }: Pick<StateRules, 'compat'>): KnownCtx {
  const {
    numPlayers, turn, currentPlayer, playOrder, playOrderPos, phase, activePlayers, numMoves, gameover, _removedPlayers,
    _activePlayersMinMoves, _activePlayersMaxMoves, _activePlayersNumMoves, _prevActivePlayers, _nextActivePlayers,
  } = object('', ctx);
  return {
    numPlayers: whole('.numPlayers', numPlayers, 0, MOST_COUNT),
    turn: whole('.turn', turn, 0, MOST_COUNT),
    currentPlayer: optionalPlayer('.currentPlayer', currentPlayer, compat),
    playOrder: within('.playOrder', parsePlayers, playOrder, compat),
    playOrderPos: whole('.playOrderPos', playOrderPos, -MOST_COUNT, MOST_COUNT),
    phase: optionalText('.phase', phase, 'the name of a phase'),
    activePlayers: entries('.activePlayers', activePlayers, stage),
    numMoves: numMoves === undefined || numMoves === null ? undefined : count('.numMoves', numMoves),
    gameover,
    // Before the first turn there are none.
    limits: _activePlayersNumMoves === undefined || _activePlayersNumMoves === null ? null : {
      minMoves: entries('._activePlayersMinMoves', _activePlayersMinMoves, limit),
      maxMoves: entries('._activePlayersMaxMoves', _activePlayersMaxMoves, limit),
      numMoves: entries('._activePlayersNumMoves', _activePlayersNumMoves, count),
      previous: within('._prevActivePlayers', parseSets, _prevActivePlayers),
      next: _nextActivePlayers === undefined || _nextActivePlayers === null
        ? null
        : within('._nextActivePlayers', parseNext, _nextActivePlayers),
    },
    removed: _removedPlayers === undefined ? [] : within('._removedPlayers', parsePlayers, _removedPlayers, false),
  };
}

function parseSets(sets: Foreign) {
  return sets === undefined ? [] : parseList(sets, parseSet, null, MOST_SETS_OF_STATE);
}

/** A set of active players that `revert` goes back to. */
function parseSet(set: Foreign): KnownSet {
  const { activePlayers, _activePlayersMinMoves, _activePlayersMaxMoves, _activePlayersNumMoves } = object('', set);
  return {
    activePlayers: entries('.activePlayers', activePlayers, stage),
    minMoves: entries('._activePlayersMinMoves', _activePlayersMinMoves, limit),
    maxMoves: entries('._activePlayersMaxMoves', _activePlayersMaxMoves, limit),
    numMoves: entries('._activePlayersNumMoves', _activePlayersNumMoves, count),
  };
}

/** The argument of `setActivePlayers` that follows. */
function parseNext(next: Foreign) {
  return copyOf(next, { values: MOST_VALUES }, 0);
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
  const drawn = prngstate === undefined || prngstate === null ? null : within('.prngstate', parseDrawn, prngstate);
  return { seed: String(seed), drawn };
}

/** The state of a generator that has drawn numbers. */
function parseDrawn(prngstate: Foreign) {
  const { c, s0, s1, s2 } = object('', prngstate);
  return { c: number('.c', c), s0: number('.s0', s0), s1: number('.s1', s1), s2: number('.s2', s2) };
}

function parseLogged(entry: Foreign): LogEntry {
  const { payload } = object('.action', object('', entry).action);
  object('.action.payload', payload);
  return entry;
}

function parseList<Entry, Rules>(list: Foreign, parse: Parse<Entry, Rules>, rules: Rules, most = MOST_ENTRIES) {
  const length = lengthOf(list, 'a list', most);
  const result: Entry[] = [];
  for (let i = 0; i < length; i += 1) {
    try {
      result.push(parse(list[i], rules));
    } catch (thrown) {
      throw ValidationError.at(`[${i}]`, thrown);
    }
  }
  return result;
}

function parsePlayers(list: Foreign, compat: boolean) {
  const length = lengthOf(list, 'a list of players', MOST_TURNS);
  return Array.from({ length }, (_, i) => player(`[${i}]`, list[i], compat));
}

function lengthOf(value: Foreign, what: string, most: number) {
  if (!Array.isArray(value)) throw unexpected('', what, value);
  const { length } = value;
  if (!(length <= most)) throw unexpected('', `${what}, ${most} at most`, length);
  return length;
}

/** A map by player as `[player, value, player, value, …]`, or null if there is no such map. */
function entries(place: string, map: Foreign, parse: ParseEntry): Entries | null {
  return map === undefined || map === null ? null : within(place, parseEntries, map, parse);
}

function parseEntries(map: Foreign, parse: ParseEntry): Entries {
  const players = Object.keys(object('', map));
  if (players.length > MOST_PLAYERS) throw unexpected('', `an object, of ${MOST_PLAYERS} players at most`, players.length);
  const result: Entries = [];
  for (let i = 0; i < players.length; i += 1) {
    const player = players[i];
    const value = parse(`.${player}`, map[player]);
    if (value !== undefined) result.push(name('', player), value);
  }
  return result;
}

/** boardgame.io takes any value for the name of a stage. */
function stage(place: string, value: Foreign): Foreign {
  if (typeof value === 'string') return name(place, value);
  if (value === null || ['boolean', 'number'].includes(typeof value)) return value;
  throw unexpected(place, 'a stage', value);
}

/** boardgame.io counts "not a number" at times, which JSON knows as null; its rules take it for none. */
function count(place: string, value: Foreign): number {
  return value === null || Number.isNaN(value) ? 0 : whole(place, value, 0, MOST_COUNT);
}

/** A number of moves to make; undefined if there is no limit: JSON knows `Infinity` as null, and nobody makes `MOST_MOVES`. */
function limit(place: string, value: Foreign): number | undefined {
  if (value === null) return undefined;
  if (typeof value !== 'number') throw unexpected(place, 'a number', value);
  return value >= MOST_MOVES ? undefined : Math.max(0, Math.ceil(value) || 0);
}

function whole(place: string, value: Foreign, least: number, most: number): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw unexpected(place, 'a whole number', value);
}

function number(place: string, value: Foreign): number {
  if (Number.isFinite(value)) return value;
  throw unexpected(place, 'a number', value);
}

function optionalPlayer(place: string, value: Foreign, compat: boolean) {
  return value === undefined || value === null ? undefined : player(place, value, compat);
}

function player(place: string, value: Foreign, compat: boolean) {
  const known = playerName(value, compat);
  if (known === undefined) throw unexpected(place, 'a player', value);
  return name(place, known);
}

function optionalText(place: string, value: Foreign, what: string) {
  if (typeof value === 'string') return name(place, value);
  if (value === undefined || value === null) return undefined;
  throw unexpected(place, what, value);
}

function name(place: string, text: string) {
  if (text.length > LONGEST_NAME) throw new ValidationError(place, `a name of ${text.length} characters; ${LONGEST_NAME} is the most`);
  return text;
}

function object(place: string, value: Foreign): Foreign {
  if (isObject(value)) return value;
  throw unexpected(place, 'an object', value);
}

/** A copy of what JSON could hold; `left` counts down how much there may be. Throws if it is something else. */
function copyOf(value: Foreign, left: { values: number }, level: number): Foreign {
  left.values -= 1;
  if (left.values < 0 || level > DEEPEST_VALUE) throw new ValidationError('', 'expected fewer values and levels');
  if (typeof value === 'function' || typeof value === 'symbol') throw new TypeError('not serialisable');
  if (typeof value === 'string') return name('', value);
  if (!hasMembers(value)) return value;
  if (Array.isArray(value)) {
    const { length } = value;
    return Array.from({ length }, (_, i) => copyOf(value[i], left, level + 1));
  }
  return Object.fromEntries(Object.keys(value).map((key) => [key, copyOf(value[key], left, level + 1)]));
}

function unexpected(place: string, expected: string, value: unknown) {
  return new ValidationError(place, `expected ${expected}, got ${described(value)}`);
}
