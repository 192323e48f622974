import { PROBLEM_STATE } from '../../engine/codes.js';
import { SET_ASIDE } from '../../engine/set-aside.js';
import { OTHER_VERSION, isVersion } from '../../engine/version.js';
import { hasCode, rondelError } from '../../util/error.js';
import { noop } from '../../util/noop.js';
import { isObject } from '../../util/objects.js';
import { checkState } from '../../engine/state.js';

/** The codes of errors that this module, `checkState`, `migrate` and `SetAside` throw for a match that cannot be read. */
const CODES = [PROBLEM_STATE, 'storage/unreadable', OTHER_VERSION, SET_ASIDE];

/**
 * What a storage has of a match, checked: others may have written there, too. What the storage lacks is
 * undefined, and so is what was not `wanted`: some storages return more. Throws an error whose message begins with the path to what is
 * wrong, and that `isUnreadable` recognises.
 *
 * @typedef {{ state?: any, metadata?: any, log?: object[], initialState?: object }} Stored
 *
 * @param {Stored} stored what `fetch` has returned
 * @param {{ state?: boolean, metadata?: boolean, log?: boolean, initialState?: boolean }} wanted
 * @param {object} [by]
 * @param {(state: any) => any} [by.readState] the state that the game goes on from; throws if there is none
 * @param {(metadata: any) => void} [by.admit] throws if the client may not have the match at all; called before
 *   anything else is checked
 * @returns {Stored}
 */
export function readMatch(stored, wanted, { readState = noop, admit = noop } = {}) {
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

/**
 * Throws if a match without a state has been played, or has players: a new one would take the place of what is left of it.
 *
 * @param {Stored} stored
 */
export function checkAbsent({ state, initialState, metadata, log = [] }) {
  if (!state && (initialState || log.length > 0 || hasPlayers(metadata))) throw unreadable('state', 'an object', state);
}

/**
 * Whether somebody has taken a seat by these metadata. What is stored may be anything.
 *
 * @param {any} metadata
 */
export function hasPlayers(metadata) {
  return Object.values(metadata?.players ?? {}).some((player) => player?.name || player?.credentials);
}

/** Throws if this is no state, or the fields that a master has added to it make no sense. */
export function checkStoredState(state) {
  checkState(state);
  lookAtAdded(state);
}

/** Whether an error means that what is stored makes no sense, and not that the storage has failed. */
export function isUnreadable(error) {
  return hasCode(error, CODES);
}

/** Whether an error means that a match was played by another version of the rules, and cannot be migrated: `payload` has both. */
export function isOfOtherVersion(error) {
  return hasCode(error, [OTHER_VERSION]);
}

function checkAdded({ _stateID, _revision, _logSize, _sync, _version, _history }) {
  checkCount(_stateID, '_stateID');
  if (_logSize !== undefined) checkCount(_logSize, '_logSize');
  if (_revision !== undefined) checkCount(_revision, '_revision');
  if (_sync !== undefined) checkLedger(_sync);
  if (_history !== undefined) checkHistory(_history);
  checkVersion(_version);
}

const lookAtMetadata = lookingAt('metadata', checkMetadata);
const lookAtLog = lookingAt('log', checkLog);
const lookAtAdded = lookingAt('_sync', checkAdded);

/** A check of a value that may throw when it is read. */
function lookingAt(path, check) {
  return (value) => {
    try {
      check(value);
    } catch (error) {
      throw isUnreadable(error) ? error : rondelError('storage/unreadable', `${path}: cannot be read`);
    }
  };
}

function read(value, check) {
  if (!isThere(value)) return undefined;
  check(value);
  return value;
}

/** Databases may return null for what they do not have. */
function isThere(value) {
  return value !== undefined && value !== null;
}

function checkInitialState(state) {
  try {
    checkState(state);
    checkVersion(state._version);
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    throw rondelError('storage/unreadable', `initialState.${error.message}`);
  }
}

function checkVersion(version) {
  if (version !== undefined && !isVersion(version)) throw unreadable('_version', 'a version', version);
}

function checkMetadata(metadata) {
  checkObject(metadata, 'metadata');
  const { gameName, players, _chat } = metadata;
  if (gameName !== undefined && typeof gameName !== 'string') throw unreadable('metadata.gameName', 'a name', gameName);
  // A list will do: its members are read by playerID.
  if (!Array.isArray(players)) checkObject(players, 'metadata.players');
  for (const playerID of Object.keys(players)) checkObject(players[playerID], `metadata.players.${playerID}`);
  if (_chat !== undefined) checkList(_chat, 'metadata._chat', checkChatMessage);
}

/** See lib/online/chat-history.js. */
function checkChatMessage(message, path) {
  checkObject(message, path);
  checkText(message.id, `${path}.id`);
  checkText(message.sender, `${path}.sender`);
}

function checkLog(log) {
  checkList(log, 'log', (entry, path) => {
    checkObject(entry, path);
    checkObject(entry.action, `${path}.action`);
    checkObject(entry.action.payload, `${path}.action.payload`);
  });
}

/** See `StoredHistory` in lib/online/stored-history.js. The content of a step is checked when it is undone or redone. */
function checkHistory(history) {
  checkObject(history, '_history');
  checkCount(history.stateID, '_history.stateID');
  checkList(history.undo, '_history.undo', checkText);
  checkList(history.redo, '_history.redo', checkText);
}

/** See `Ledger` in lib/online/ledger.js. */
function checkLedger(ledger) {
  checkObject(ledger, '_sync');
  const { base, since, forgotten = {}, sessions } = ledger;
  checkCount(base, '_sync.base');
  checkCounts(since, '_sync.since');
  checkCounts(forgotten, '_sync.forgotten');
  checkList(sessions, '_sync.sessions', checkSession);
}

function checkSession(entry, path) {
  if (!Array.isArray(entry)) throw unreadable(path, 'a list', entry);
  const [playerID, session, resultStateID, last, refused] = entry;
  checkText(playerID, `${path}[0]`);
  checkText(session, `${path}[1]`);
  checkCount(resultStateID, `${path}[2]`);
  checkCount(last, `${path}[3]`);
  checkList(refused, `${path}[4]`, checkRefusal);
}

function checkRefusal(refusal, path) {
  if (!Array.isArray(refusal)) throw unreadable(path, 'a list', refusal);
  checkCount(refusal[0], `${path}[0]`);
  checkObject(refusal[1], `${path}[1]`);
  checkText(refusal[1].type, `${path}[1].type`);
}

/** `check` is given each element, holes too, and its path. */
function checkList(value, path, check) {
  if (!Array.isArray(value)) throw unreadable(path, 'a list', value);
  for (let i = 0; i < value.length; i += 1) check(value[i], `${path}[${i}]`);
}

function checkCounts(value, path) {
  checkObject(value, path);
  for (const name of Object.keys(value)) checkCount(value[name], `${path}.${name}`);
}

function checkCount(value, path) {
  if (!Number.isSafeInteger(value) || value < 0) throw unreadable(path, 'a whole number', value);
}

function checkText(value, path) {
  if (typeof value !== 'string') throw unreadable(path, 'a text', value);
}

function checkObject(value, path) {
  if (!isObject(value)) throw unreadable(path, 'an object', value);
}

function unreadable(path, expected, value) {
  return rondelError('storage/unreadable', `${path}: expected ${expected}, got ${kindOf(value)}`);
}

/** Not the value: it may be a secret. */
function kindOf(value) {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
