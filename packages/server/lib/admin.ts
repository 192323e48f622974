import {
  ATTEMPTS, createIfAbsent, ended, entryOfEnd, findUnstorable, isDeleted, isReserved, isUnreadable, jsonCopy, ledgerOf, logWithoutCredentials,
  matchFile, readMatch, replaceState, restarted, revisionOf, sizeOfLog, tombstone, tooOften, withoutChatHistory, withoutCredentials,
} from './rondel.js';
import { checkName, mistake, readPage, readSeat, readTerms } from './admin-arguments.js';
import { makeBanning } from './admin-bans.js';
import { KICKED, makeKicks } from './admin-kicks.js';
import { makeNotices } from './admin-notices.js';
import { makeQuarantine } from './admin-quarantine.js';
import { makeAdminStorage } from './admin-storage.js';
import { Bans } from './bans.js';
import { placeOf, readerOf, textOf } from './lobby-list.js';
import type { PlayerID } from 'rondel';
import type { StorageAPI } from 'rondel/master';
import type { Foreign, Steps, Storage, Stored, StoredMetadata, StoredState } from 'rondel/private';
import type { Admin, AdminListedMatch, AdminPage, KickOptions } from '../types/admin.js';
import type { ServerHub } from './hub.js';
import type { Place } from './lobby-list.js';

/** Storage, hubs and bans that an operator's methods use. */
interface AdminOptions {
  db: Storage;
  /** Hubs by the name of their game. */
  hubs: ReadonlyMap<string, ServerHub>;
  bans?: Bans;
}

const METADATA = { metadata: true };
const MATCH = { state: true, metadata: true };
const EVERYTHING = { state: true, metadata: true, log: true, initialState: true };
/** The outcome of a match that the operator ends without saying another. */
const ENDED = { endedBy: 'admin' };

/**
 * An operator's actions on the matches of a server, at any node. Throws an error with the code `server/admin` for an invalid request.
 */
export function makeAdmin({ db, hubs, bans = new Bans({ db }) }: AdminOptions): Admin {
  const storage = makeAdminStorage(db);
  const { takingTurn, replaceMetadataOf, metadataOf } = storage;
  const kicks = makeKicks({ hubs, storage });
  const { banSeat, ...banning } = makeBanning({ bans, kicks });
  return {
    listMatches, getMatch, exportMatch, endMatch, deleteMatch, kick, ...banning,
    ...makeNotices({ hubs, metadataOf }),
    ...makeQuarantine({ db, hubs, storage }),
  };

  async function listMatches(options: AdminPage = {}) {
    const { gameName, isGameover, limit, after } = readListing(options);
    const read = await readerOf(db, { gameName, where: { isGameover, unlisted: undefined } });
    const matches: AdminListedMatch[] = [];
    for (let place = after; ;) {
      // With one more it is known whether there are more.
      const wanted = limit - matches.length + 1;
      const entries = await read(wanted, place);
      for (const entry of entries) {
        const match = await listed(entry);
        if (match && matches.length === limit) return { matches, next: textOf(place as Place) };
        if (match) matches.push(match);
        place = entry;
      }
      if (entries.length < wanted) return { matches };
    }
  }

  /** Null if it is no match of players, or has gone meanwhile. */
  async function listed({ matchID, metadata: known }: StorageAPI.ListedMatch): Promise<AdminListedMatch | null> {
    if (isReserved(matchID)) return null;
    const { metadata, problem } = read(known === undefined ? await db.fetch(matchID, METADATA) : { metadata: known }, METADATA);
    if (problem) return { matchID, problem };
    return metadata && !isDeleted(metadata) ? { matchID, ...withoutChatHistory(withoutCredentials(seen(metadata))) } : null;
  }

  async function getMatch(matchID: string, { credentials = false }: { credentials?: boolean } = {}) {
    checkName(matchID);
    const stored = await db.fetch(matchID, EVERYTHING);
    if (isDeleted(stored?.metadata)) return null;
    const { problem, metadata, state, log = [], initialState } = read(stored, EVERYTHING);
    const connections = [...hubs.values()].flatMap((hub) => hub.connectedAt(matchID));
    if (problem) return { matchID, problem, connections };
    if (!metadata && !state) return null;
    const shown = metadata && seen(metadata);
    return {
      matchID, metadata: credentials ? shown : withoutCredentials(shown), state, initialState, log: logWithoutCredentials(log), connections,
    };
  }

  async function exportMatch(matchID: string) {
    checkName(matchID);
    const stored = await db.fetch(matchID, EVERYTHING);
    if (isDeleted(stored?.metadata)) return null;
    const { problem, ...match } = read(stored, EVERYTHING);
    if (problem) throw mistake(`exportMatch: the match cannot be read: ${problem}`);
    if (!match.state) return null;
    if (!match.initialState) throw mistake('exportMatch: the match has no initial state');
    return matchFile(matchID, match as Parameters<typeof matchFile>[1]);
  }

  async function endMatch(matchID: string, gameover: unknown = ENDED) {
    checkName(matchID);
    const problem = findUnstorable(gameover, 'gameover');
    if (problem) throw mistake(`endMatch: ${problem.path}: ${problem.found} cannot be serialised`);
    const isEnded = await takingTurn(matchID, () => end(matchID, jsonCopy(gameover)));
    if (isEnded) await Promise.all([...hubs.values()].map((hub) => hub.changed(matchID)));
    return isEnded;
  }

  async function deleteMatch(matchID: string) {
    checkName(matchID);
    const wasThere = await takingTurn(matchID, () => bury(matchID));
    for (const hub of hubs.values()) hub.gone(matchID);
    return wasThere;
  }

  async function kick(matchID: string, playerID: PlayerID, options: KickOptions = {}) {
    checkName(matchID);
    const seat = readSeat('kick', playerID);
    const { reason = KICKED, until } = readTerms('kick', options);
    // A kick until a time is a ban from the seat.
    return until === undefined ? kicks.kick(matchID, seat, { reason }) : banSeat({ matchID, playerID: seat }, { reason, until });
  }

  /** Runs nothing of the game's: what it does at the end may be what the match is ended for. */
  function* end(matchID: string, gameover: Foreign): Steps<boolean> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const { state, metadata } = readMatch(yield db.fetch(matchID, MATCH), MATCH, { readState: (stored) => stored as StoredState });
      if (!state || isDeleted(metadata) || isOver(state)) return false;
      const deltalog = keepsLog(metadata) ? [entryOfEnd(state, gameover)] : [];
      if (!(yield* replaceState(db, matchID, { last: state, next: stateAtEnd(state, { gameover, deltalog }), deltalog }))) continue;
      // Lists say whether a match is over by its metadata.
      yield* replaceMetadataOf(matchID, (last) => ({ ...last, gameover, updatedAt: Date.now() }));
      return true;
    }
    throw tooOften();
  }

  /** Puts a tombstone in its place: a match of this ID that a client begins meanwhile is wiped, too. */
  function* bury(matchID: string): Steps<boolean> {
    let wasThere = false;
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const stored = yield db.fetch(matchID, MATCH);
      if (isDeleted(stored?.metadata)) return wasThere;
      wasThere ||= Boolean(stored?.metadata ?? stored?.state);
      yield db.wipe(matchID);
      if (yield* createIfAbsent(db, matchID, tombstone())) return wasThere;
    }
    throw tooOften();
  }

  /** Returns `true` if the game of a match has a log, as far as this server knows the game. */
  function keepsLog(metadata: StoredMetadata | undefined) {
    return hubs.get(metadata?.gameName as string)?.keepsLog !== false;
  }

  /** With those connected who are so now. */
  function seen(metadata: StoredMetadata) {
    return hubs.get(metadata.gameName)?.seen(metadata) ?? metadata;
  }
}

function stateAtEnd(state: StoredState, { gameover, deltalog }: { gameover: Foreign, deltalog: ReturnType<typeof entryOfEnd>[] }) {
  const { deltalog: _, ...stored } = ended(state, gameover);
  const _logSize = state._logSize === undefined ? undefined : state._logSize + sizeOfLog(deltalog);
  return { ...stored, _logSize, _revision: revisionOf(state) + 1, _sync: restarted(ledgerOf(state), stored._stateID) };
}

function isOver({ ctx }: StoredState) {
  return ctx?.gameover !== undefined && ctx.gameover !== null;
}

/** Returns a stored match, or the `problem` that makes it unreadable. */
function read(stored: unknown, wanted: StorageAPI.FetchOpts): Stored & { problem?: string } {
  try {
    return readMatch(stored, wanted, { readState: (state) => state as StoredState });
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    return { problem: error.message };
  }
}

function readListing(options: AdminPage) {
  const page = readPage('listMatches', options, placeOf);
  const { gameName, isGameover } = options;
  if (gameName !== undefined && typeof gameName !== 'string') throw mistake('listMatches: gameName: expected a text');
  if (isGameover !== undefined && typeof isGameover !== 'boolean') throw mistake('listMatches: isGameover: expected true or false');
  return { gameName, isGameover, ...page };
}
