import { PROBLEM_STATE } from '../../engine/codes.js';
import { SET_ASIDE } from '../../engine/set-aside.js';
import { OTHER_VERSION } from '../../engine/version.js';
import { hasCode, rondelError } from '../../util/error.js';
import { noop } from '../../util/noop.js';
import { isObject } from '../../util/objects.js';
import { checkState } from '../../engine/state.js';
import { checkList, checkObject, checkText, checkVersion, unreadable } from './checks.js';
import { checkMasterFields } from './stored-codec.js';
import type { StorageAPI } from '../../../types/master.js';
import type { LogEntry } from '../../../types/game.js';
import type { RondelError } from '../../util/error.js';
import type { Foreign } from '../../util/foreign.js';
import type { StoredMetadata } from '../match-data.js';
import type { StoredState } from '../stored-states.js';

/** The codes of errors that this module, `checkState`, `migrate` and `SetAside` throw for a match that cannot be read. */
const CODES = [PROBLEM_STATE, 'storage/unreadable', OTHER_VERSION, SET_ASIDE];

/** Checked data of a stored match. A field is undefined if it is not stored or was not wanted. */
export interface Stored {
  state?: StoredState;
  metadata?: StoredMetadata;
  log?: LogEntry[];
  initialState?: StoredState;
}

/** Metadata as they are stored. Others may have written anything in any field. */
export type UncheckedMetadata = { [field in keyof StoredMetadata]?: unknown } | null | undefined;

/** Additional checks of a match's reader. */
export interface MatchReader {
  /** Returns the state that the game goes on from. Throws if there is none. */
  readState?: (state: Foreign) => StoredState | undefined;
  /** Throws if the client may not have the match at all. Called before anything else is checked. */
  admit?: (metadata: StoredMetadata | undefined) => void;
}

/** Throws if a value that others may have written is none of this type. */
type Check<Value> = (value: unknown) => asserts value is Value;

/**
 * Checks the data of a stored match, which other programs may have written. A field is undefined if it is not stored or was not
 * `wanted`: some storages return more. Throws an error that `isUnreadable` recognises. Its message begins with the path of the
 * invalid value.
 *
 * @param stored what `fetch` has returned
 */
export function readMatch(
  stored: unknown, wanted: StorageAPI.FetchOpts, { readState = noop as () => undefined, admit = noop }: MatchReader = {},
): Stored {
  if (!isObject(stored)) throw unreadable('fetch', 'an object', stored);
  const metadata = wanted.metadata ? read(stored.metadata, lookAtMetadata) : undefined;
  admit(metadata);
  return {
    state: wanted.state && isThere(stored.state) ? readState(stored.state) : undefined,
    metadata,
    log: wanted.log ? read(stored.log, lookAtLog) : undefined,
    initialState: wanted.initialState ? read(stored.initialState, checkInitialState) : undefined,
  };
}

/** Throws if a match without a state has been played, or has players: a new one would take the place of what is left of it. */
export function checkAbsent({ state, initialState, metadata, log = [] }: Stored) {
  if (!state && (initialState || log.length > 0 || hasPlayers(metadata))) throw unreadable('state', 'an object', state);
}

/** Returns `true` if a seat is taken in these metadata. Accepts any stored value. */
export function hasPlayers(metadata: Pick<NonNullable<UncheckedMetadata>, 'players'> | null | undefined): boolean {
  return Object.values(metadata?.players ?? {}).some((player) => player?.name || player?.credentials);
}

/** Throws if this is no state, or the fields that a master has added to it make no sense. */
export function checkStoredState(state: unknown): asserts state is StoredState {
  checkState(state);
  lookAtAdded(state);
}

/** Returns `true` if an error means that the stored data are invalid, and not that the storage has failed. */
export function isUnreadable(error: unknown): error is RondelError {
  return hasCode(error, CODES);
}

/** Returns `true` for the error of a match that has another version of the rules and cannot be migrated. `payload` has both versions. */
export function isOfOtherVersion(error: unknown): error is RondelError {
  return hasCode(error, [OTHER_VERSION]);
}

const lookAtMetadata: Check<StoredMetadata> = lookingAt('metadata', checkMetadata);
const lookAtLog: Check<LogEntry[]> = lookingAt('log', checkLog);
const lookAtAdded: Check<StoredState> = lookingAt('_sync', checkMasterFields);

/** A check of a value that may throw when it is read. */
function lookingAt<Value>(path: string, check: (value: Foreign) => void): Check<Value> {
  return (value) => {
    try {
      check(value);
    } catch (error) {
      throw isUnreadable(error) ? error : rondelError('storage/unreadable', `${path}: cannot be read`);
    }
  };
}

function read<Value>(value: unknown, check: Check<Value>): Value | undefined {
  if (!isThere(value)) return undefined;
  check(value);
  return value;
}

/** Databases may return null for what they do not have. */
function isThere(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function checkInitialState(state: unknown): asserts state is StoredState {
  try {
    checkState(state);
    const { _version } = state as Foreign;
    if (_version !== undefined) checkVersion(_version, '_version');
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    throw rondelError('storage/unreadable', `initialState.${error.message}`);
  }
}

function checkMetadata(metadata: unknown) {
  checkObject(metadata, 'metadata');
  const { gameName, players, _chat } = metadata;
  if (gameName !== undefined && typeof gameName !== 'string') throw unreadable('metadata.gameName', 'a name', gameName);
  // A list will do: its members are read by playerID.
  if (!Array.isArray(players)) checkObject(players, 'metadata.players');
  for (const playerID of Object.keys(players)) checkObject((players as Record<string, unknown>)[playerID], `metadata.players.${playerID}`);
  if (_chat !== undefined) checkList(_chat, 'metadata._chat', checkChatMessage);
}

/** See lib/online/chat-history.ts. */
function checkChatMessage(message: unknown, path: string) {
  checkObject(message, path);
  checkText(message.id, `${path}.id`);
  checkText(message.sender, `${path}.sender`);
}

function checkLog(log: unknown) {
  checkList(log, 'log', (entry, path) => {
    checkObject(entry, path);
    checkObject(entry.action, `${path}.action`);
    checkObject(entry.action.payload, `${path}.action.payload`);
  });
}
