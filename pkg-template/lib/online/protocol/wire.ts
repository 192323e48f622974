/**
 * Messages from a master to a client as text. Most are patches, and most of a patch in boardgame.io's form is names
 * that never change: here it is a list, a third as long. Everything else is plain JSON.
 */

import { isSameList } from '../../util/objects.js';
import type { Operation } from '../../../types/master.js';
import type { Foreign } from '../../util/foreign.js';
import type { Viewed } from '../view.js';

/** An entry of a log. Its fields are compared by name. */
type Entry = Record<string, Foreign>;

/** Data that a client receives with a state: acknowledgements and its rights. */
type Sync = NonNullable<Viewed['sync']>;

/** A log, and the form in which it is sent. */
interface PackedLog {
  log: Entry[];
  stateID: number;
  packed: unknown[];
}

/** Clients that understand these messages send this number when they connect. */
export const RONDEL = 1;

/** The actions that a log knows, by number. */
const ACTIONS = ['MAKE_MOVE', 'GAME_EVENT', 'UNDO', 'REDO', 'PLUGIN'];

/** The fields of an entry that are mostly those of the one before. */
const USUAL = ['_stateID', 'turn', 'phase'];

/** The log that was packed last. */
let latest: PackedLog = { log: [], stateID: 0, packed: [] };

export function encode(data: Viewed): string {
  return JSON.stringify(data.type === 'patch' ? packed(data) : data);
}

/** Returns the message that `encode` has encoded. Throws for any other text. */
export function decode(text: string): Viewed {
  const data = JSON.parse(text);
  return Array.isArray(data) ? unpacked(data) : data;
}

function packed({ args: [matchID, prevStateID, stateID, patch, log], sync }: Viewed): unknown[] {
  const list = [matchID, prevStateID, stateID, packedPatch(patch), packedLog(log, prevStateID)];
  if (sync) list.push(sync.acks);
  if (sync?.canUndo || sync?.canRedo) list.push((sync.canUndo ? 1 : 0) + (sync.canRedo ? 2 : 0));
  return list;
}

function unpacked([matchID, prevStateID, stateID, patch, log, acks, rights]: Foreign[]): Viewed {
  const args = [matchID, prevStateID, stateID, unpackedPatch(patch), unpackedLog(log, prevStateID)];
  const data: Viewed = { type: 'patch', args };
  if (acks) data.sync = { acks };
  // Rights come with acknowledgements.
  if (rights & 1) (data.sync as Sync).canUndo = true;
  if (rights & 2) (data.sync as Sync).canRedo = true;
  return data;
}

/**
 * Returns a patch as a flat list. The first character of a path is the operation:
 * - none: replace, followed by the value
 * - `+`: add, followed by the value
 * - `-`: remove
 * - `>`: move the member to the end of its object
 */
function packedPatch(patch: (Operation & { value?: Foreign })[]): unknown[] {
  const list: unknown[] = [];
  for (const { op, path, value } of patch) {
    if (op === 'remove') list.push(`-${path}`);
    else if (op === 'move') list.push(`>${path}`);
    else list.push(op === 'add' ? `+${path}` : path, value);
  }
  return list;
}

function unpackedPatch(list: Foreign[]): Operation[] {
  const patch: Operation[] = [];
  for (let i = 0; i < list.length; i += 1) {
    const name = list[i];
    const path = name.slice(1);
    if (name[0] === '-') patch.push({ op: 'remove', path });
    else if (name[0] === '>') patch.push({ op: 'move', from: path, path });
    else if (name[0] === '+') patch.push({ op: 'add', path, value: list[(i += 1)] });
    else patch.push({ op: 'replace', path: name, value: list[(i += 1)] });
  }
  return patch;
}

/** The entries, packed: the next viewer of a move mostly gets the same ones. */
function packedLog(log: Entry[], stateID: number): unknown[] {
  if (stateID !== latest.stateID || !isSameList(log, latest.log)) latest = { log, stateID, packed: packedEntries(log, stateID) };
  return latest.packed;
}

/** Returns the entries as their differences from the entry before: most entries have the same turn and phase. */
function packedEntries(log: Entry[], stateID: number): unknown[] {
  let usual: Entry = { _stateID: stateID, turn: 0, phase: null };
  return log.map((entry) => {
    if (!isUsual(entry)) return entry;
    const { type, payload } = entry.action;
    const list = [ACTIONS.indexOf(type), payload.type, payload.args];
    const news: Entry = {};
    for (const field of Object.keys(entry)) {
      if (field !== 'action' && (!USUAL.includes(field) || entry[field] !== usual[field])) news[field] = entry[field];
    }
    if (Object.keys(news).length > 0) list.push(payload.playerID, news);
    else if (payload.playerID !== undefined) list.push(payload.playerID);
    usual = entry;
    return list;
  });
}

function unpackedLog(log: Foreign[], stateID: number): Entry[] {
  let usual: Entry = { _stateID: stateID, turn: 0, phase: null };
  return log.map((packed) => {
    if (!Array.isArray(packed)) return packed;
    const [kind, type, args, playerID, news] = packed;
    const payload: Record<string, Foreign> = { type, args };
    if (typeof playerID === 'string') payload.playerID = playerID;
    const { _stateID, turn, phase } = usual;
    usual = { action: { type: ACTIONS[kind], payload }, _stateID, turn, phase, ...news };
    return usual;
  });
}

/** Returns `true` if a list can represent the whole entry. */
function isUsual(entry: Entry): boolean {
  const { type, payload } = entry.action;
  const { type: name, args, playerID } = payload;
  if (!ACTIONS.includes(type) || name === undefined || args === undefined) return false;
  if (USUAL.some((field) => entry[field] === undefined)) return false;
  if (playerID !== undefined && typeof playerID !== 'string') return false;
  return isOf(entry.action, ['type', 'payload']) && isOf(payload, ['type', 'args', 'playerID']);
}

function isOf(object: object, names: string[]): boolean {
  return Object.keys(object).every((name) => names.includes(name));
}
