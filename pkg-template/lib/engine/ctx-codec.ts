/**
 * Codec of a `ctx`, by the description in `src/codes/records.rs`, which has the kind of each field. The kinds are here, and the same ones
 * for the engine in `src/js/read/kinds.rs`. One walk checks a value of a kind and adds it to the flat list for the engine: each field is
 * read once, and the list refers to nothing of the original but the game's own values. `src/core/check.rs` decides whether a `ctx` of the
 * right types can be played on.
 */
import { pushArgument } from './argument.js';
import { CTX, DEEPEST_VALUE, GENERATOR, MOST_COUNT, MOST_MOVES, MOST_PLAYERS, MOST_SETS_OF_STATE } from './codes.js';
import { MOST_TURNS } from './players.js';
import { ValidationError, lengthOf, name, number, object, optionalPlayer, optionalText, parseList, player, unexpected, whole, within } from './validation.js';
import { hasMembers } from '../util/objects.js';
import type { Ctx } from '../../types/game.js';
import type { Foreign } from '../util/foreign.js';

/** A flat list for the engine, and whether boardgame.io 0.50's ways are kept. */
interface Target {
  list: unknown[];
  compat: boolean;
}

/** Checks a value and adds it to the list. The value may be anything. Throws an error with the place of what is wrong in it. */
type Write = (value: Foreign, target: Target) => void;

/** The kind of a field, as the table prints it. */
type Kind = keyof typeof SIMPLE | { maybe: Kind } | { optional: Kind } | { byPlayer: Kind } | { stack: Kind } | { part: Fields } | Fields;
type Fields = { object: readonly (readonly [name: string, kind: Kind])[] };

/** The names of fields, including those of parts. */
type NamesOf<Of extends Fields> = NameOf<Of['object'][number]>;
type NameOf<Field> = Field extends readonly [string, { part: infer Part extends Fields }] ? NamesOf<Part> : Field extends readonly [infer Name extends string, unknown] ? Name : never;

/** The type of a description with the fields of `Value`. If one of both lacks a field, the compiler names it where this type is used. */
type Describing<Value, Of extends Fields> = [Difference<keyof Value, NamesOf<Of>>] extends [never] ? Fields : `only the type or only the table has ${Difference<keyof Value, NamesOf<Of>>}`;
type Difference<One, Other> = Extract<Exclude<One, Other> | Exclude<Other, One>, string>;

const MOST_VALUES = 100_000;

const SIMPLE = {
  float: (value, { list }) => list.push(number('', value)),
  flag: (value, { list }) => list.push(Number(value === true)),
  whole: (value, { list }) => list.push(whole('', value, 0, MOST_COUNT)),
  position: (value, { list }) => list.push(whole('', value, -MOST_COUNT, MOST_COUNT)),
  player: (value, { list, compat }) => list.push(optionalPlayer('', value, compat)),
  players: (value, { list, compat }) => pushPlayers(list, value, compat),
  playerIDs: (value, { list }) => pushPlayers(list, value, false),
  phaseName: (value, { list }) => list.push(optionalText('', value, 'the name of a phase')),
  stageName: (value, { list }) => pushArgument(list, stage(value), 0),
  moveCount: (value, { list }) => list.push(count(value)),
  moveLimit: pushLimit,
  outcome: (value, { list }) => (value === undefined ? list.push(0) : list.push(1, value)),
  nextActivePlayers: /* @__PURE__ */ maybe((value, { list }) => pushArgument(list, copyOf(value, { values: MOST_VALUES }, 0), DEEPEST_VALUE)),
} satisfies Record<string, Write>;

// Only moves and hooks see a `playerID`.
const writeCtx = /* @__PURE__ */ codec(CTX satisfies Describing<Omit<Ctx, 'playerID'>, typeof CTX>);
const writeGenerator = /* @__PURE__ */ codec(GENERATOR);

/** Returns a `ctx` as a flat list. Throws an error with the place of what is wrong. */
export function flatCtx(ctx: Foreign, { compat }: Pick<Target, 'compat'>): unknown[] {
  return flat(writeCtx, ctx, compat);
}

/** Returns the state of a generator that has drawn numbers as a flat list. Throws an error with the place of what is wrong. */
export function flatGenerator(prngstate: Foreign): unknown[] {
  return flat(writeGenerator, prngstate, false);
}

function flat(write: Write, value: Foreign, compat: boolean): unknown[] {
  const list: unknown[] = [];
  write(value, { list, compat });
  return list;
}

function codec(kind: Kind): Write {
  if (typeof kind === 'string') return SIMPLE[kind];
  if ('maybe' in kind) return maybe(codec(kind.maybe));
  if ('optional' in kind) return optional(codec(kind.optional));
  if ('byPlayer' in kind) return byPlayer(codec(kind.byPlayer));
  if ('stack' in kind) return stack(codec(kind.stack));
  return 'part' in kind ? part(kind.part) : record(kind);
}

function maybe(write: Write): Write {
  return (value, target) => {
    const isThere = value !== undefined && value !== null;
    target.list.push(Number(isThere));
    if (isThere) write(value, target);
  };
}

/** An empty list, or 0, takes the place of a missing value. */
function optional(write: Write): Write {
  return (value, target) => {
    if (value === undefined) target.list.push(0);
    else write(value, target);
  };
}

/** A map by player as its length, then each player and value. */
function byPlayer(write: Write): Write {
  return (map, target) => {
    const { list } = target;
    const players = Object.keys(object('', map));
    if (players.length > MOST_PLAYERS) throw unexpected('', `an object, of ${MOST_PLAYERS} players at most`, players.length);
    const start = list.push(0);
    let length = 0;
    for (const playerID of players) {
      const end = list.push(playerID);
      within(`.${playerID}`, write, map[playerID], target);
      if (list.length === end) {
        // A limit that nobody reaches is not there.
        list.pop();
      } else {
        name('', playerID);
        length += 1;
      }
    }
    list[start - 1] = length;
  };
}

function stack(write: Write): Write {
  return (items, target) => {
    const start = target.list.push(0);
    target.list[start - 1] = parseList(items, write, target, MOST_SETS_OF_STATE).length;
  };
}

function record({ object: fields }: Fields): Write {
  const members = fields.map(([key, kind]) => ({ key, isPart: typeof kind === 'object' && 'part' in kind, write: codec(kind) }));
  return (value, target) => {
    object('', value);
    for (const { key, isPart, write } of members) within(isPart ? '' : `.${key}`, write, isPart ? value : value[key], target);
  };
}

/** The limits of active players. Before the first turn, and in a turn without a turn order, there are none. */
function part(fields: Fields): Write {
  const write = maybe(record(fields));
  return (ctx, target) => {
    const limits: Foreign = Object.fromEntries(fields.object.map(([key]) => [key, ctx[key]]));
    const { _activePlayersNumMoves: counts } = limits;
    write(counts === undefined || counts === null ? null : limits, target);
  };
}

function pushPlayers(list: unknown[], players: Foreign, compat: boolean) {
  const length = lengthOf(players, 'a list of players', MOST_TURNS);
  list.push(length);
  for (let i = 0; i < length; i += 1) list.push(player(`[${i}]`, players[i], compat));
}

/** boardgame.io takes any value for the name of a stage. */
function stage(value: Foreign): Foreign {
  if (typeof value === 'string') return name('', value);
  if (value === null || ['boolean', 'number'].includes(typeof value)) return value;
  throw unexpected('', 'a stage', value);
}

/** boardgame.io counts "not a number" at times, which JSON knows as null; its rules take it for none. */
function count(value: Foreign): number {
  return value === null || Number.isNaN(value) ? 0 : whole('', value, 0, MOST_COUNT);
}

/** Adds a number of moves to make. Adds nothing if there is no limit: JSON knows `Infinity` as null, and nobody makes `MOST_MOVES`. */
function pushLimit(value: Foreign, { list }: Target) {
  if (value === null) return;
  if (typeof value !== 'number') throw unexpected('', 'a number', value);
  if (!(value >= MOST_MOVES)) list.push(Math.max(0, Math.ceil(value) || 0));
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
