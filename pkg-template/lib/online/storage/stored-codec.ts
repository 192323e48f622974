/**
 * Codec of the fields that masters add to a state, by the description in `src/codes/records.rs`, which has the kind of each field. The
 * kinds are here. A value of a kind is checked when it comes from a storage. The ledger is also written into a flat list for the engine,
 * and read from the engine's own list, in which names and errors are known by number: `src/js/codec.rs` has its kinds.
 */
import { LEDGER, MASTER_FIELDS } from '../../engine/codes.js';
import { noop } from '../../util/noop.js';
import { checkCount, checkList, checkObject, checkText, checkVersion } from './checks.js';
import type { PlayerID } from '../../../types/game.js';
import type { REFUSAL, STORED_HISTORY } from '../../engine/codes.js';
import type { Foreign } from '../../util/foreign.js';
import type { Remembered } from '../proposal.js';

/** Fields of a stored state that a master adds. Other programs may have stored a state without them. */
export type MasterFields = ValueOf<typeof MASTER_FIELDS>;

/** Undo and redo steps of a state. See lib/online/stored-history.ts. */
export type StoredHistory = ValueOf<typeof STORED_HISTORY>;

/**
 * Data of a match that a master remembers in addition to its state. It is stored with the state, as `_sync`. It is immutable: the
 * next ledger shares its unchanged parts.
 */
export type Ledger = ValueOf<typeof LEDGER>;

/** An action that was refused, by its number in the session, and why. */
export type Refused = ValueOf<typeof REFUSAL>;

/** The kind of a field, as the table prints it. */
type Kind = keyof typeof SIMPLE | { list: Kind } | { byPlayer: Kind } | { optional: Kind } | { tuple: readonly Field[] } | { object: readonly Field[] };
type Field = readonly [name: string, kind: Kind];
type OptionalField = readonly [name: string, kind: { optional: Kind }];

/** The type of the values of a kind. */
type ValueOf<Of> =
  Of extends 'count' ? number
  : Of extends 'name' | 'text' ? string
  : Of extends 'version' ? string | number
  : Of extends 'leaves' ? Record<PlayerID, string>
  : Of extends 'error' ? Remembered
  : Of extends { list: infer Item } ? ValueOf<Item>[]
  : Of extends { byPlayer: infer Item } ? Record<PlayerID, ValueOf<Item>>
  : Of extends { optional: infer Some } ? ValueOf<Some> | undefined
  : Of extends { tuple: infer Fields extends readonly Field[] } ? { -readonly [Place in keyof Fields]: ValueOf<Fields[Place][1]> }
  : Of extends { object: infer Fields extends readonly Field[] } ? ObjectOf<Fields[number]>
  : never;
type ObjectOf<Fields extends Field> =
  & { [F in Exclude<Fields, OptionalField> as F[0]]: ValueOf<F[1]> }
  & { [F in Extract<Fields, OptionalField> as F[0]]?: ValueOf<F[1]> };

/** Checks, writes and reads the values of a kind. */
interface Codec<Value = Foreign> {
  /** Throws an error that names the path if this is no such value. It may be anything; each member is read once. */
  check: (value: unknown, path: string) => void;
  /** Adds a value to a list for the engine. */
  write: (value: Value, list: unknown[]) => void;
  /** Reads the next value of the engine's list. */
  read: (list: EngineList) => Value;
  /** The value of an optional field that is missing. */
  empty?: Value;
}

/** Texts and errors of the engine, by number. */
interface Numbered {
  text: (number: number) => string | undefined;
  kept: (number: number) => Remembered;
}

/** The engine's list, and the place of the next number. */
interface EngineList {
  numbers: ArrayLike<number>;
  host: Numbered;
  place: number;
}

const SIMPLE = {
  count: { check: checkCount, write: push, read: next, empty: 0 },
  // The engine has sent the names of all numbers that it writes.
  name: { check: checkText, write: push, read: (list: EngineList) => list.host.text(next(list))!, empty: '' },
  error: { check: checkError, write: push, read: (list: EngineList) => list.host.kept(next(list)) },
  // The engine does not get these.
  text: { check: checkText, write: push, read: next },
  version: { check: checkVersion, write: push, read: next },
  // `hasLeft` accepts any value.
  leaves: { check: noop, write: push, read: next },
};

const CODEC: Codec<Ledger> = /* @__PURE__ */ codec(LEDGER);
const ADDED: Codec<MasterFields> = /* @__PURE__ */ codec(MASTER_FIELDS);

/** Throws an error that names the path if this is no state with a master's fields. Each member of these is read once. */
export function checkMasterFields(state: unknown) {
  ADDED.check(state, '');
}

/** Returns a ledger as a list for the engine. Adds defaults for fields that earlier releases have not stored. */
export function flatLedger(ledger: Ledger): unknown[] {
  const list: unknown[] = [];
  CODEC.write(ledger, list);
  return list;
}

/** The ledger that the engine has written, in numbers that `host` knows. */
export function ledgerOfNumbers(numbers: ArrayLike<number>, host: Numbered): Ledger {
  return CODEC.read({ numbers, host, place: 0 });
}

function codec(kind: Kind): Codec {
  if (typeof kind === 'string') return SIMPLE[kind];
  if ('list' in kind) return listOf(codec(kind.list));
  if ('byPlayer' in kind) return byPlayer(codec(kind.byPlayer));
  if ('optional' in kind) return optional(codec(kind.optional));
  return 'tuple' in kind ? record(kind.tuple, true) : record(kind.object, false);
}

function listOf({ check, write, read }: Codec): Codec<unknown[]> {
  return {
    check: (value, path) => checkList(value, path, check),
    write(items, list) {
      list.push(items.length);
      for (const item of items) write(item, list);
    },
    read: (list) => repeated(list, read),
    empty: [],
  };
}

function byPlayer({ check, write, read }: Codec): Codec<Record<PlayerID, unknown>> {
  return {
    check(value, path) {
      checkObject(value, path);
      for (const playerID of Object.keys(value)) check(value[playerID], `${path}.${playerID}`);
    },
    write(values, list) {
      const entries = Object.entries(values);
      list.push(entries.length);
      for (const [playerID, value] of entries) {
        list.push(playerID);
        write(value, list);
      }
    },
    // The ID may be an `Object.prototype` key.
    read: (list) => Object.fromEntries(repeated(list, () => [SIMPLE.name.read(list), read(list)])),
    empty: {},
  };
}

function optional({ check, write, read, empty }: Codec): Codec {
  return {
    check: (value, path) => value !== undefined && check(value, path),
    write: (value = empty, list) => write(value, list),
    read,
  };
}

/** @param isTuple whether it is stored as a list, without names */
function record(fields: readonly Field[], isTuple: boolean): Codec {
  const members = fields.map(([name, kind], place) => ({ key: isTuple ? place : name, at: isTuple ? `[${place}]` : `.${name}`, of: codec(kind) }));
  return {
    check(value, path) {
      if (isTuple) checkList(value, path);
      else checkObject(value, path);
      for (const { key, at, of } of members) of.check((value as Foreign)[key], path + at);
    },
    write(value, list) {
      for (const { key, of } of members) of.write(value[key], list);
    },
    read(list) {
      const value: Foreign = isTuple ? [] : {};
      for (const { key, of } of members) value[key] = of.read(list);
      return value;
    },
  };
}

function repeated<Item>(list: EngineList, read: (list: EngineList) => Item): Item[] {
  const items: Item[] = [];
  for (let left = next(list); left > 0; left -= 1) items.push(read(list));
  return items;
}

function checkError(error: unknown, path: string) {
  checkObject(error, path);
  checkText(error.type, `${path}.type`);
}

function push(value: unknown, list: unknown[]) {
  list.push(value);
}

function next(list: EngineList): number {
  return list.numbers[list.place++];
}
