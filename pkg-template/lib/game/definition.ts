/**
 * Parses and checks a game's definition. Every error begins with the path of its field. The engine gets the result as one flat list, which
 * `src/js/read/definition.rs` reads.
 */

import { withoutCompat } from './declarations.js';
import { encodeArgument } from '../engine/argument.js';
import {
  DEEPEST_NEXT, DEEPEST_VALUE, EVENTS, GAME_FIELDS, GROUPS, MOST_MOVES, MOVE_FIELDS, ON_TIMEOUT_HOOK, ON_TIMEOUT_MOVE, ON_TIMEOUT_USUAL, PHASE_FIELDS,
  PROBLEM_DEFINITION, STAGE_FIELDS, TIME_ALWAYS, TIME_ASK, TIME_UNSET, TOGGLE_ASK, TOGGLE_NO, TOGGLE_UNSET,
  TOGGLE_YES, TURN_FIELDS, TURN_ORDER_CUSTOM, TURN_ORDER_CUSTOM_FROM, TURN_ORDER_DEFAULT, TURN_ORDER_OWN, TURN_ORDERS,
} from '../engine/codes.js';
import { problemOfEffects } from '../engine/effects.js';
import { playerNames } from '../engine/players.js';
import { encodeTime } from '../engine/time.js';
import { unknownFieldsOfActivePlayers, unknownFields } from '../engine/unknown-fields.js';
import { readVersion } from '../engine/version.js';
import { boundTo } from '../util/bound.js';
import { described } from '../util/foreign-text.js';
import { isDevelopment } from '../util/environment.js';
import { rondelError } from '../util/error.js';
import { TURN_ORDER } from '../util/marks.js';
import { misspelt } from '../util/unknown-names.js';
import { hasMembers, isObject } from '../util/objects.js';
import { messageOf } from '../util/print.js';
import { randomText } from '../util/random.js';
import { FIELDS, FOREIGN_FIELDS, PLUGIN_METHODS } from './fields.js';
import { positionalFunction } from './positional.js';
import type { Game, Plugin } from '../../types/game.js';
import type { Foreign, ForeignFunction } from '../util/foreign.js';

/** Inherited members of every object. A move of such a name could not be distinguished from them. */
const RESERVED = ['constructor', '__proto__', 'prototype', 'toString', 'valueOf', 'hasOwnProperty'];

/** Names in a move's context in addition to the plugins. */
const CONTEXT_NAMES = ['G', 'ctx', 'playerID'];

/** Fields of `ai` that must be functions. */
const AI_FUNCTIONS = ['enumerate', 'determinize', 'score', 'objectives'];

/** Names of moves, events and plugins. */
export interface Names {
  moves: string[];
  events: (string | null)[];
  plugins: string[];
}

/** A place in a definition, which determines its fields. */
type Kind = keyof typeof FIELDS;

/** Settings of the parser, and the names of all moves so far. */
type Reader = { compat: boolean, noOp: ForeignFunction | undefined, warn: (message: string) => void, moveNames: string[], declared: Set<string>, bots: string[], timeoutMoves: { path: string, move: string }[] };

/**
 * Parses a definition.
 *
 * @param warn called with messages about probable mistakes
 * @returns the definition as the engine reads it; events that players may not call are null
 * @throws {Error} with `name: 'RondelError'` and `code: 'game/definition'`
 */
export function readDefinition(game: Game, warn: (message: string) => void): { definition: unknown[], names: Names } {
  object(game, 'game');
  const { compat } = game;
  if (compat !== undefined && compat !== '0.50') {
    throw mistake('compat', "expected '0.50'");
  }
  const plugins = readPlugins(game.plugins);
  if (isDevelopment()) {
    for (const problem of hiddenPlugins(plugins)) warn(problem);
    const old = positionalFunction(game);
    if (old) warn(`${old} takes ${old === 'setup' ? 'ctx' : 'G and ctx'} as in boardgame.io before 0.50: legacyGame of rondel/core lets such games play`);
  }
  func(game.playerView, 'playerView');
  func(game.validateChatMessage, 'validateChatMessage');
  if (game.seed !== undefined && !['string', 'number'].includes(typeof game.seed)) {
    throw mistake('seed', `expected a string or a number, got ${described(game.seed)}`);
  }
  checkVersion(game);
  checkEffects(game);
  checkRandom(game);
  // Plugins may want to wrap hooks that the game does not declare.
  const noOp = plugins.some((plugin) => plugin.fnWrap) ? ({ G }: { G: Foreign }) => G : undefined;
  const disabled = readDisabledEvents(game.events);
  const names: Names = { moves: [], events: EVENTS.map((name) => (disabled.includes(name) ? null : name)), plugins: plugins.map((plugin) => plugin.name) };
  const reader: Reader = { compat: compat === '0.50', noOp, warn, moveNames: names.moves, declared: new Set(), bots: Object.keys(game.ai?.bots ?? {}), timeoutMoves: [] };
  checkNames(reader, game, 'game', '');
  checkAI(reader, game.ai);
  const definition = inOrder(GAME_FIELDS, {
    seed: seedOf(game),
    name: name(game.name, 'name') ?? 'default',
    compat: reader.compat ? 1 : 0,
    disableUndo: game.disableUndo ? 1 : 0,
    disableLog: game.disableLog ? 1 : 0,
    hides: game.playerView || plugins.some((plugin) => plugin.playerView) ? 1 : 0,
    setup: method(game, 'setup'),
    endIf: method(game, 'endIf'),
    onEnd: method(game, 'onEnd') ?? noOp,
    onPlayerLeave: method(game, 'onPlayerLeave') ?? noOp,
    events: counted(disabled.map((name) => EVENTS.indexOf(name))),
    plugins: counted(names.plugins),
    noOp,
    turn: readTurn(reader, game.turn, 'turn'),
    moves: readMoves(reader, game.moves, 'moves'),
    ...readPhases(reader, game.phases),
    // Last, because parsing the other fields adds names of moves.
    moveNames: counted(names.moves),
  });
  const missing = reader.timeoutMoves.find(({ move }) => !reader.declared.has(move));
  if (missing) throw mistake(missing.path, `no move is called "${missing.move}"`);
  return { definition, names };
}

/**
 * Returns the fields of a record in the order of the table in `src/codes`.
 *
 * @param record encoded fields: one value or a list of values each
 */
function inOrder<Field extends string>(fields: readonly Field[], record: Record<NoInfer<Field>, unknown>): unknown[] {
  const list: unknown[] = [];
  for (const field of fields) {
    const value = record[field];
    if (!Array.isArray(value)) list.push(value);
    else for (const part of value) list.push(part);
  }
  return list;
}

/** Returns a list with its length in front. */
function counted(list: (number | string)[]) {
  return [list.length, ...list];
}

/** Encodes an optional map: a flag, the number of names, and the encoded entries. */
function each(declared: unknown, read: (name: string) => unknown[]): unknown[] {
  if (!declared) return [0];
  const names = Object.keys(declared);
  return [1, names.length, ...names.flatMap(read)];
}

/** Encodes an optional value: a flag, and the value. */
function optional(value: unknown, flatten: (arg: unknown) => unknown[]): unknown[] {
  return value ? [1, ...flatten(value)] : [0];
}

function seedOf({ seed }: { seed?: string | number }) {
  return seed === undefined ? randomText(2) : String(seed);
}

function checkVersion({ version, migrate, refuseOtherVersions }: Game) {
  readVersion(version);
  func(migrate, 'migrate');
  if (refuseOtherVersions !== undefined && typeof refuseOtherVersions !== 'boolean') {
    throw mistake('refuseOtherVersions', `expected true or false, got ${described(refuseOtherVersions)}`);
  }
  if (version !== undefined) return;
  const needing = Object.entries({ migrate, refuseOtherVersions }).find(([, value]) => value);
  if (needing) throw mistake(needing[0], 'needs a `version`');
}

function checkRandom({ random, seed }: Game) {
  if (random === undefined || random === 'seeded') return;
  if (random !== 'secure') throw mistake('random', `expected 'secure' or 'seeded', got ${described(random)}`);
  if (seed !== undefined) throw mistake('seed', "a game with random: 'secure' has no seed");
}

function readPlugins(plugins: unknown): Plugin[] {
  if (plugins === undefined) return [];
  if (!Array.isArray(plugins)) throw mistake('plugins', `expected a list of plugins, got ${described(plugins)}`);
  plugins.forEach((plugin, i) => {
    const path = `plugins[${i}]`;
    object(plugin, path);
    if (name(plugin.name, `${path}.name`) === undefined) throw mistake(`${path}.name`, 'a plugin needs a name');
    for (const method of PLUGIN_METHODS) func(plugin[method], `${path}.${method}`);
  });
  return plugins as Plugin[];
}

/** Returns warnings about plugins that moves cannot reach, or that share their data with another one. */
function hiddenPlugins(plugins: Plugin[]) {
  const names = plugins.map((plugin) => plugin.name);
  return names.flatMap((own, i) => {
    if (CONTEXT_NAMES.includes(own)) return [`plugins[${i}].name: moves and hooks have a "${own}" of their own`];
    const first = names.indexOf(own);
    return first < i ? [`plugins[${i}].name: plugins[${first}] is called "${own}", too, and they share their data`] : [];
  });
}

/** Returns the events that players may not call: all of them for `false`. */
function readDisabledEvents(events: Foreign): string[] {
  if (events === false) return EVENTS;
  if (events !== undefined && events !== null && !isObject(events)) throw mistake('events', `expected an object, or false, got ${described(events)}`);
  const disabled: string[] = [];
  for (const event of Object.keys(events ?? {})) {
    if (!EVENTS.includes(event)) throw mistake(`events.${event}`, 'there is no such event');
    if (events[event] === false) disabled.push(event);
  }
  return disabled;
}

function readPhases(reader: Reader, phases: Foreign) {
  const names = Object.keys(optionalObject(phases, 'phases') ?? {});
  let start: string | undefined;
  const read = names.flatMap((name) => {
    const path = `phases.${name}`;
    const phase = object(phases[name], path);
    checkKeys(reader, phase, 'phase', path);
    if (name === '') throw mistake('phases', 'a phase needs a name');
    if (phase.start === true) {
      if (start !== undefined && !reader.compat) {
        throw mistake(`${path}.start`, `the game begins in phase "${start}" already`);
      }
      start = name;
    }
    return readPhase(reader, phase, name, names);
  });
  return { phases: [names.length, ...read], start };
}

function readPhase(reader: Reader, phase: Foreign, name: string, names: string[]) {
  const path = `phases.${name}`;
  return inOrder(PHASE_FIELDS, {
    name,
    turn: phase.turn === undefined ? [0] : [1, ...readTurn(reader, phase.turn, `${path}.turn`)],
    moves: readMoves(reader, phase.moves, `${path}.moves`),
    onBegin: hook(reader, phase, 'onBegin', path),
    onEnd: hook(reader, phase, 'onEnd', path),
    endIf: method(phase, 'endIf', `${path}.`),
    next: readNext(reader, phase, names, path),
  });
}

/** Encodes a function or a name. With an unknown name, boardgame.io plays until the phase ends. */
function readNext(reader: Reader, phase: Foreign, names: string[], path: string) {
  const { next } = phase;
  if (typeof next !== 'string') return [method(phase, 'next', `${path}.`), undefined];
  if (next !== '' && !names.includes(next)) {
    if (!reader.compat) throw mistake(`${path}.next`, withoutCompat(`no phase is called "${next}"`));
    reader.warn(`${path}.next: no phase is called "${next}"`);
  }
  return [undefined, next || undefined];
}

function readTurn(reader: Reader, declared: Foreign, path: string) {
  const turn = optionalObject(declared, path) ?? {};
  checkKeys(reader, turn, 'turn', path);
  const limit = mostMoves(turn.moveLimit, `${path}.moveLimit`);
  const stages = optionalObject(turn.stages, `${path}.stages`);
  // Without declared stages, and in boardgame.io, a stage may have any name.
  const known = stages && !reader.compat ? Object.keys(stages) : undefined;
  checkActivePlayers(reader, turn.activePlayers, known, `${path}.activePlayers`);
  return inOrder(TURN_FIELDS, {
    onBegin: hook(reader, turn, 'onBegin', path),
    onEnd: hook(reader, turn, 'onEnd', path),
    onMove: hook(reader, turn, 'onMove', path),
    endIf: method(turn, 'endIf', `${path}.`),
    minMoves: limit ?? moves(turn.minMoves, `${path}.minMoves`),
    maxMoves: limit ?? mostMoves(turn.maxMoves, `${path}.maxMoves`),
    order: readOrder(reader, turn.order, `${path}.order`),
    activePlayers: optional(turn.activePlayers, (arg) => encodeArgument(arg, DEEPEST_VALUE)),
    stages: each(stages, (name) => readStage(reader, stages[name], name, { known, path: `${path}.stages.${name}` })),
    time: readTime(turn, path),
    onTimeout: readOnTimeout(reader, turn, path),
  });
}

function readStage(reader: Reader, declared: Foreign, name: string, { known, path }: { known: string[] | undefined; path: string }) {
  const stage = object(declared, path);
  checkKeys(reader, stage, 'stage', path);
  checkStage(stage.next, known, `${path}.next`);
  return inOrder(STAGE_FIELDS, {
    name,
    next: optional(stage.next, (next) => encodeArgument(next, 1)),
    minMoves: moves(stage.minMoves, `${path}.minMoves`),
    maxMoves: mostMoves(stage.moveLimit, `${path}.moveLimit`) ?? mostMoves(stage.maxMoves, `${path}.maxMoves`),
    moves: readMoves(reader, stage.moves, `${path}.moves`),
    time: readTime(stage, path),
    onTimeout: readOnTimeout(reader, stage, path),
  });
}

function readTime(place: Foreign, path: string): unknown[] {
  const { time } = place;
  if (time === undefined || time === null) return [TIME_UNSET];
  if (typeof time === 'function') return [TIME_ASK, boundTo(place, time)];
  try {
    return [TIME_ALWAYS, ...encodeTime(time, `${path}.time`)];
  } catch (error) {
    throw rondelError(PROBLEM_DEFINITION, messageOf(error));
  }
}

/** Encodes a hook, or a move that is made for the player. */
function readOnTimeout(reader: Reader, place: Foreign, at: string): unknown[] {
  const { onTimeout } = place;
  const path = `${at}.onTimeout`;
  if (onTimeout === undefined || onTimeout === null) return [ON_TIMEOUT_USUAL];
  if (typeof onTimeout === 'function') return [ON_TIMEOUT_HOOK, boundTo(place, onTimeout)];
  // The master asks the bot, and passes the move with the time-out.
  if (typeof onTimeout === 'string' && reader.bots.includes(onTimeout)) return [ON_TIMEOUT_USUAL];
  if (!isObject(onTimeout) || typeof onTimeout.move !== 'string') throw mistake(path, `expected a function, a move such as { move: 'pass' } or a name of ai.bots, got ${described(onTimeout)}`);
  const { move, args = [] } = onTimeout;
  if (!Array.isArray(args)) throw mistake(`${path}.args`, `expected a list, got ${described(args)}`);
  reader.timeoutMoves.push({ path: `${path}.move`, move });
  return [ON_TIMEOUT_MOVE, moveNumber(reader, move), args];
}

function moveNumber({ moveNames }: Reader, name: string) {
  if (!moveNames.includes(name)) moveNames.push(name);
  return moveNames.indexOf(name);
}

function readMoves(reader: Reader, declared: Foreign, path: string) {
  if (declared !== undefined) object(declared, path);
  return each(declared, (name) => readMove(reader, declared, name, `${path}.${name}`));
}

function readMove(reader: Reader, places: Foreign, name: string, path: string) {
  const declared = places[name];
  if (RESERVED.includes(name)) throw mistake(path, "a move cannot have the name of an object's own member");
  const long = typeof declared === 'function' ? { move: declared } : declared;
  if (typeof long?.move !== 'function') {
    throw mistake(path, `expected a function, or an object with a function \`move\`; got ${described(long?.move ?? long)}`);
  }
  checkNames(reader, long, 'move', `${path}.`);
  reader.declared.add(name);
  return inOrder(MOVE_FIELDS, {
    id: moveNumber(reader, name),
    function: boundTo(long === declared ? long : places, long.move),
    undoable: toggle(long, 'undoable', path),
    redact: toggle(long, 'redact', path),
    noLimit: long.noLimit === true ? 1 : 0,
    client: long.client === false ? 0 : 1,
    strict: long.strict === true ? 1 : 0,
    ignoreStaleStateID: long.ignoreStaleStateID ? 1 : 0,
    validate: method(long, 'validate', `${path}.`),
  });
}

function readOrder(reader: Reader, order: Foreign, path: string): unknown[] {
  if (order === undefined || order === null) return [TURN_ORDER_DEFAULT];
  object(order, path);
  const preset = order[TURN_ORDER];
  if (preset === undefined) {
    const own = ['first', 'next'].map((key) => method(order, key, `${path}.`) ?? missing(order, key, path));
    checkNames(reader, order, 'order', `${path}.`);
    return [TURN_ORDER_OWN, method(order, 'playOrder', `${path}.`), ...own];
  }
  const kind = TURN_ORDERS.indexOf(preset.kind);
  if (kind === TURN_ORDER_CUSTOM) {
    const players = playerNames(preset.playOrder, reader.compat) ?? missingPlayers(path);
    return [kind, players.length, ...players];
  }
  if (kind === TURN_ORDER_CUSTOM_FROM) {
    if (typeof preset.field !== 'string') throw mistake(path, 'TurnOrder.CUSTOM_FROM takes the name of a field of G');
    return [kind, preset.field];
  }
  return [kind];
}

function checkActivePlayers(reader: Reader, arg: Foreign, known: string[] | undefined, path: string) {
  checkStages(arg, known, path);
  if (isDevelopment()) {
    for (const unknown of unknownFieldsOfActivePlayers(arg, path)) reader.warn(unknown);
  }
}

function checkStages(arg: Foreign, known: string[] | undefined, path: string, depth = 0): void {
  // The engine limits the depth.
  if (arg === undefined || arg === null || Array.isArray(arg) || depth > DEEPEST_NEXT) return;
  if (typeof arg !== 'object') {
    throw mistake(path, `expected an object such as ActivePlayers.ALL, got ${described(arg)}`);
  }
  for (const group of GROUPS) checkStage(arg[group], known, `${path}.${group}`);
  for (const player of Object.keys(arg.value ?? {})) {
    checkStage(arg.value[player], known, `${path}.value.${player}`);
  }
  checkStages(arg.next, known, `${path}.next`, depth + 1);
}

/** Warns about unknown fields, in development only. */
function checkKeys(reader: Reader, place: Foreign, kind: Kind, path: string) {
  if (isDevelopment()) {
    for (const unknown of unknownFields(place, knownFields(kind), path)) reader.warn(unknown);
  }
}

/** Warns about unknown fields that resemble missing ones, in development only. */
function checkNames(reader: Reader, place: Foreign, kind: Kind, path: string) {
  if (isDevelopment()) {
    for (const [key, meant] of misspelt(place, knownFields(kind))) {
      reader.warn(`${path}${key}: there is no such field; did you mean ${meant}?`);
    }
  }
}

/** Warns about an `ai` that no bot could use, in development only. A page without bots works with any `ai`. */
function checkEffects({ effects, disableLog }: Game) {
  if (effects === undefined) return;
  const problem = problemOfEffects(effects);
  if (problem) throw mistake(...problem);
  if (disableLog) throw mistake('effects', 'effects are part of the log, which disableLog disables');
}

function checkAI(reader: Reader, ai: Foreign) {
  if (!isDevelopment() || !isObject(ai)) return;
  checkNames(reader, ai, 'ai', 'ai.');
  for (const field of AI_FUNCTIONS) {
    const given = ai[field];
    if (given !== undefined && typeof given !== 'function') reader.warn(`ai.${field}: expected a function, got ${described(given)}`);
  }
}

function knownFields(kind: Kind): string[] {
  return [...FIELDS[kind], ...(FOREIGN_FIELDS as Partial<Record<Kind, string[]>>)[kind] ?? []];
}

function checkStage(seat: Foreign, known: string[] | undefined, path: string) {
  const stage = hasMembers(seat) ? seat.stage : seat;
  if (known && typeof stage === 'string' && !known.includes(stage)) {
    throw mistake(path, `no stage is called "${stage}"`);
  }
}

function hook(reader: Reader, place: Foreign, key: string, path: string): ForeignFunction | undefined {
  return method(place, key, `${path}.`) ?? reader.noOp;
}

/** Returns a callback, bound to the object that declares it; `undefined` if there is none. */
function method(owner: Foreign, key: string, path = ''): ForeignFunction | undefined {
  const declared = func(owner[key], `${path}${key}`);
  return declared && boundTo(owner, declared);
}

function func(value: unknown, path: string): ForeignFunction | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'function') throw mistake(path, `expected a function, got ${described(value)}`);
  return value as ForeignFunction;
}

function missingPlayers(path: string): never {
  throw mistake(path, 'TurnOrder.CUSTOM takes a list of players');
}

function missing(order: Foreign, method: string, path: string): never {
  const written = isDevelopment() && misspelt(order, [method])[0];
  throw mistake(`${path}.${method}`, `expected a function, got undefined${written ? `; did you mean ${written[0]}?` : ''}`);
}

/** Encodes a toggle: unset, no, yes, or a function. */
function toggle(owner: Foreign, key: string, path: string): unknown[] {
  const value = owner[key];
  if (value === undefined) return [TOGGLE_UNSET];
  if (typeof value === 'boolean') return [value ? TOGGLE_YES : TOGGLE_NO];
  if (typeof value === 'function') return [TOGGLE_ASK, boundTo(owner, value as ForeignFunction)];
  throw mistake(`${path}.${key}`, `expected true, false or a function, got ${described(value)}`);
}

function moves(value: unknown, path: string): number | undefined {
  if (!value) return undefined;
  if (Number.isInteger(value) && value as number > 0) return value as number;
  throw mistake(path, `expected a whole number of moves, got ${described(value)}`);
}

/** Returns a limit of moves. `Infinity`, or a number that nobody reaches, means no limit. */
function mostMoves(value: unknown, path: string): number | undefined {
  return value as number >= MOST_MOVES ? undefined : moves(value, path);
}

function name(value: unknown, path: string) {
  if (value === undefined) return undefined;
  if (typeof value !== 'string' || value === '') throw mistake(path, `expected a name, got ${described(value)}`);
  if (value.includes(' ')) throw mistake(path, `${described(value)} must not contain spaces`);
  return value;
}

function optionalObject(value: unknown, path: string): Foreign {
  return value === undefined || value === null ? undefined : object(value, path);
}

function object(value: unknown, path: string): Foreign {
  if (isObject(value)) return value;
  throw mistake(path, `expected an object, got ${described(value)}`);
}

function mistake(path: string, message: string) {
  return rondelError(PROBLEM_DEFINITION, `${path}: ${message}`);
}
