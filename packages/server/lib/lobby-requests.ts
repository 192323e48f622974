import { copyOf, isObject, isPrintable, MOST_CREDENTIALS, MOST_NAME, nameOf, Unstorable } from './rondel.js';
import { HttpError } from './http-error.js';
import { bytesOf } from './lobby-limits.js';
import { placeOf } from './lobby-list.js';
import type { Context } from 'koa';
import type { PlayerID } from 'rondel';
import type { ParsedUrlQuery } from 'node:querystring';
import type { LobbyLimits } from './lobby-limits.js';
import type { Place } from './lobby-list.js';

/**
 * Readers of the lobby's requests. Bodies and queries come from clients. An invalid request is refused with a status and a reason.
 */

/** The fields of a body that somebody has sent: any value. */
export type Body = Record<string, unknown>;

/** The amounts of a value that somebody has sent. */
interface Amounts {
  values: number;
  /** Bytes of all texts. */
  text: number;
  /** Bytes of one text. */
  longest: number;
}

/** A request to create a match. The game decides about its numbers, setup data and bots. */
export interface Creation {
  numPlayers: unknown;
  setupData: unknown;
  unlisted: boolean | undefined;
  bots: unknown;
  botsTakeOver: unknown;
}

/** A match that a client wants, and who makes it. */
export interface MatchRequest extends Creation {
  /** Key by which its bots share the time to think. */
  botShare?: number;
  /** The address for which failures of the engine are counted. Without one they are not counted. */
  address?: string;
}

/** A request to take a seat. */
export interface Joining {
  /** Undefined for any free seat. */
  playerID: PlayerID | undefined;
  playerName: string;
  data: unknown;
}

/** Bytes of a player's name and data: all at the match are sent them whenever somebody comes or goes. */
const DATA = { values: 10_000, text: 100_000, longest: 100_000 };
/** Commas and brackets in a body without `setupData`: empty lists have two for each value. */
export const MOST_VALUES = 2 * DATA.values + 1000;

/** A body without a content is one without fields. */
export function bodyOf({ request: { body } }: Pick<Context, 'request'>): Body {
  return isObject(body) ? body : {};
}

export function readCreation({ numPlayers, setupData, unlisted, bots, botsTakeOver }: Body, limits: LobbyLimits): Creation {
  // It may be a text, but nothing that becomes one by a stranger's members.
  if (isObject(numPlayers) || Array.isArray(numPlayers)) throw new HttpError(400, 'Invalid numPlayers');
  return {
    numPlayers,
    setupData: readSetupData(setupData, limits),
    // A rematch takes omitted options from the match before.
    unlisted: unlisted === undefined ? undefined : Boolean(unlisted),
    // The game says which there are.
    bots,
    botsTakeOver,
  };
}

export function readJoining({ playerID, playerName, data }: Body): Joining {
  if (!playerName) throw new HttpError(403, 'playerName is required');
  return {
    playerID: readPlayerID(playerID),
    playerName: readName('playerName', playerName),
    data: readData('data', data, DATA),
  };
}

/** The player who asks, with their credentials. */
export function readSeat({ playerID, credentials }: Body) {
  const player = readPlayerID(playerID);
  if (player === undefined) throw new HttpError(403, 'playerID is required');
  if (credentials !== undefined) checkText('credentials', credentials, MOST_CREDENTIALS);
  return { playerID: player, credentials };
}

export function readUpdate({ newName, data }: Body) {
  if (data === undefined && !newName) throw new HttpError(403, 'newName or data is required');
  return { newName: newName ? readName('newName', newName) : undefined, data: readData('data', data, DATA) };
}

/** The matches that are asked for: a query may have a field twice. */
export function readFilter({ isGameover, updatedBefore, updatedAfter }: ParsedUrlQuery) {
  return { isGameover: readFlag(first(isGameover)), updatedBefore: readTime(first(updatedBefore)), updatedAfter: readTime(first(updatedAfter)) };
}

/** A request for a page of a list. All fields are optional. */
export function readPage({ limit, after }: ParsedUrlQuery) {
  const [size, place] = [first(limit), first(after)];
  if (size !== undefined && !/^[1-9]\d{0,8}$/.test(size)) throw new HttpError(400, 'limit: expected a whole number above 0');
  // An empty text counts as none.
  return { limit: size && Number(size), after: place && placeOf(place) } as { limit: number | undefined, after: Place | undefined };
}

function readPlayerID(value: unknown): PlayerID | undefined {
  if (value === undefined || value === null) return undefined;
  const playerID = nameOf(value);
  if (playerID === null) throw new HttpError(403, `playerID must be a string, got ${typeof value}`);
  return playerID;
}

function readName(field: string, value: unknown): string {
  checkText(field, value, MOST_NAME);
  if (!isPrintable(value)) throw new HttpError(400, `${field} must have neither control characters nor lone surrogates`);
  return value;
}

function checkText(field: string, value: unknown, most: number): asserts value is string {
  if (typeof value !== 'string') throw new HttpError(403, `${field} must be a string, got ${typeof value}`);
  if (value.length > most) throw new HttpError(403, `${field} must have ${most} characters at most`);
}

function readSetupData(value: unknown, { setupDataBytes: bytes, setupDataValues: values }: LobbyLimits): unknown {
  const setupData = readData('setupData', value, { values, text: bytes, longest: bytes });
  if (bytesOf(setupData) > bytes) throw tooBig('setupData');
  return setupData;
}

function readData(field: string, value: unknown, limits: Amounts): unknown {
  if (value === undefined || value === null) return undefined;
  try {
    return copyOf(value, { ...limits, isStored: true });
  } catch (error) {
    if (!(error instanceof Unstorable)) throw tooBig(field);
    throw new HttpError(400, `${field}: texts and names in it must have neither U+0000 nor lone surrogates`);
  }
}

function tooBig(field: string) {
  return new HttpError(400, `${field} is too big`);
}

function readFlag(text: string | undefined) {
  const flag = text?.toLowerCase();
  return flag === 'true' ? true : flag === 'false' ? false : undefined;
}

function readTime(text: string | undefined) {
  // That of undefined is not a number.
  const time = Number.parseInt(text as string, 10);
  return time > 0 ? time : undefined;
}

function first(value: string | string[] | undefined) {
  return Array.isArray(value) ? value[0] : value;
}
