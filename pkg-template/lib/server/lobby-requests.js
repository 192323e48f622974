import { MOST_CREDENTIALS, MOST_NAME, nameOf } from '../online/names.js';
import { copyOf } from '../online/protocol/limited-copy.js';
import { isObject } from '../util/objects.js';
import { HttpError } from './http-error.js';
import { bytesOf } from './lobby-limits.js';
import { placeOf } from './lobby-list.js';

/**
 * What clients ask of the lobby, read: bodies and queries come from strangers. What makes no sense is refused with a status and
 * a reason.
 */

/** Bytes of a player's name and data: all at the match are sent them whenever somebody comes or goes. */
const DATA = { values: 10_000, text: 100_000, longest: 100_000 };
/** Commas and brackets in a body without `setupData`: empty lists have two for each value. */
export const MOST_VALUES = 2 * DATA.values + 1000;

/** A body without a content is one without fields. */
export function bodyOf({ request: { body } }) {
  return isObject(body) ? body : {};
}

/**
 * @param {any} body
 * @param {import('./lobby-limits.js').LobbyLimits} limits
 */
export function readCreation({ numPlayers, setupData, unlisted, bots, botsTakeOver }, limits) {
  // It may be a text, but nothing that becomes one by a stranger's members.
  if (isObject(numPlayers) || Array.isArray(numPlayers)) throw new HttpError(400, 'Invalid numPlayers');
  return {
    numPlayers,
    setupData: readSetupData(setupData, limits),
    // A rematch takes what is left out from the match before.
    unlisted: unlisted === undefined ? undefined : Boolean(unlisted),
    // The game says which there are.
    bots,
    botsTakeOver,
  };
}

export function readJoining({ playerID, playerName, data }) {
  if (!playerName) throw new HttpError(403, 'playerName is required');
  return {
    playerID: readPlayerID(playerID),
    playerName: readName('playerName', playerName),
    data: readData('data', data, DATA),
  };
}

/** The player who asks, with their credentials. */
export function readSeat({ playerID, credentials }) {
  const player = readPlayerID(playerID);
  if (player === undefined) throw new HttpError(403, 'playerID is required');
  if (credentials !== undefined) checkText('credentials', credentials, MOST_CREDENTIALS);
  return { playerID: player, credentials };
}

export function readUpdate({ newName, data }) {
  if (data === undefined && !newName) throw new HttpError(403, 'newName or data is required');
  return { newName: newName ? readName('newName', newName) : undefined, data: readData('data', data, DATA) };
}

/** The matches that are asked for: a query may have a field twice. */
export function readFilter({ isGameover, updatedBefore, updatedAfter }) {
  return { isGameover: readFlag(first(isGameover)), updatedBefore: readTime(first(updatedBefore)), updatedAfter: readTime(first(updatedAfter)) };
}

/** Which page of a list is asked for; all fields may be left out. */
export function readPage({ limit, after }) {
  const [size, place] = [first(limit), first(after)];
  if (size !== undefined && !/^[1-9]\d{0,8}$/.test(size)) throw new HttpError(400, 'limit: expected a whole number above 0');
  return { limit: size && Number(size), after: place && placeOf(place) };
}

function readPlayerID(value) {
  if (value === undefined || value === null) return undefined;
  const playerID = nameOf(value);
  if (playerID === null) throw new HttpError(403, `playerID must be a string, got ${typeof value}`);
  return playerID;
}

function readName(field, value) {
  checkText(field, value, MOST_NAME);
  return value;
}

function checkText(field, value, most) {
  if (typeof value !== 'string') throw new HttpError(403, `${field} must be a string, got ${typeof value}`);
  if (value.length > most) throw new HttpError(403, `${field} must have ${most} characters at most`);
}

function readSetupData(value, { setupDataBytes: bytes, setupDataValues: values }) {
  const setupData = readData('setupData', value, { values, text: bytes, longest: bytes });
  if (bytesOf(setupData) > bytes) throw tooBig('setupData');
  return setupData;
}

function readData(field, value, limits) {
  if (value === undefined || value === null) return undefined;
  try {
    return copyOf(value, limits);
  } catch {
    throw tooBig(field);
  }
}

function tooBig(field) {
  return new HttpError(400, `${field} is too big`);
}

function readFlag(text) {
  const flag = text?.toLowerCase();
  return flag === 'true' ? true : flag === 'false' ? false : undefined;
}

function readTime(text) {
  const time = Number.parseInt(text, 10);
  return time > 0 ? time : undefined;
}

function first(value) {
  return Array.isArray(value) ? value[0] : value;
}
