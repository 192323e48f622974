import { isDeleted, tombstone } from '../online/deleted.js';
import { inTurn } from '../online/in-turn.js';
import { withKick } from '../online/kicked.js';
import { ledgerOf, withFresh } from '../online/ledger.js';
import { A_NAME, isName, nameOf } from '../online/names.js';
import { sharedBy } from '../online/shared-by-storage.js';
import { isUnreadable, readMatch } from '../online/storage/stored-match.js';
import { ATTEMPTS, createIfAbsent, replaceMetadata, replaceState, revisionOf, tooOften } from '../online/storage/storing.js';
import { obstacleIn } from '../online/tellable.js';
import { rondelError } from '../util/error.js';
import { isObject } from '../util/objects.js';
import { placeOf, readerOf, textOf } from './lobby-list.js';

const METADATA = { metadata: true };
const MATCH = { state: true, metadata: true };
const EVERYTHING = { state: true, metadata: true, log: true, initialState: true };
/** So many matches are on a page, if nobody says how many, and at most. */
const USUAL_PAGE = 50;
const MOST_ON_PAGE = 500;
/** What a player is told who is kicked without a reason. */
const KICKED = 'you have been kicked from the match';
const MOST_REASON = 500;
/** The outcome of a match that the operator ends without saying another. */
const ENDED = { endedBy: 'admin' };

/**
 * What an operator does with the matches of a server, whichever node has their players. Throws an error whose code is `server/admin`
 * if it is asked for what makes no sense.
 *
 * @param {{ db: any, hubs: Map<string, any> }} server
 * @returns {import('../../server.d.ts').Admin}
 */
export function makeAdmin({ db, hubs }) {
  return { listMatches, getMatch, endMatch, deleteMatch, kick };

  async function listMatches(options = {}) {
    const { gameName, isGameover, limit, after } = readPage(options);
    const read = await readerOf(db, { gameName, where: { isGameover, unlisted: undefined } });
    const matches = [];
    for (let place = after; ;) {
      // With one more it is known whether there are more.
      const wanted = limit - matches.length + 1;
      const entries = await read(wanted, place);
      for (const entry of entries) {
        const match = await listed(entry);
        if (match && matches.length === limit) return { matches, next: textOf(/** @type {any} */ (place)) };
        if (match) matches.push(match);
        place = entry;
      }
      if (entries.length < wanted) return { matches };
    }
  }

  /** Null if it has been deleted, or has gone meanwhile. */
  async function listed({ matchID, metadata: known }) {
    const { metadata, problem } = read(known === undefined ? await db.fetch(matchID, METADATA) : { metadata: known }, METADATA);
    if (problem) return { matchID, problem };
    return metadata && !isDeleted(metadata) ? { matchID, ...withoutCredentials(seen(metadata)) } : null;
  }

  async function getMatch(matchID, { credentials = false } = {}) {
    checkName(matchID);
    const stored = await db.fetch(matchID, EVERYTHING);
    if (isDeleted(stored?.metadata)) return null;
    const { problem, metadata, state, log = [], initialState } = read(stored, EVERYTHING);
    const connections = [...hubs.values()].flatMap((hub) => hub.connectedAt(matchID));
    if (problem) return { matchID, problem, connections };
    if (!metadata && !state) return null;
    const told = metadata && seen(metadata);
    return { matchID, metadata: credentials ? told : withoutCredentials(told), state, initialState, log, connections };
  }

  async function endMatch(matchID, gameover = ENDED) {
    checkName(matchID);
    const obstacle = obstacleIn(gameover);
    if (obstacle) throw mistake(`endMatch: gameover: ${obstacle.message}`);
    const isEnded = await takingTurn(matchID, () => end(matchID, gameover));
    if (isEnded) await Promise.all([...hubs.values()].map((hub) => hub.changed(matchID)));
    return isEnded;
  }

  async function deleteMatch(matchID) {
    checkName(matchID);
    const wasThere = await takingTurn(matchID, () => bury(matchID));
    for (const hub of hubs.values()) hub.gone(matchID);
    return wasThere;
  }

  async function kick(matchID, playerID, { reason = KICKED, until = undefined } = {}) {
    checkName(matchID);
    const seat = nameOf(playerID);
    if (seat === null) throw mistake(`kick: playerID: expected ${A_NAME}`);
    if (typeof reason !== 'string' || reason.length > MOST_REASON) throw mistake(`kick: reason: expected a text of ${MOST_REASON} characters at most`);
    if (until !== undefined && !Number.isFinite(until)) throw mistake('kick: until: expected milliseconds since 1970');
    const change = (metadata) => (Object.hasOwn(metadata.players, seat) ? withKick(metadata, seat, { reason, until }) : null);
    const isKicked = await takingTurn(matchID, () => changeMetadata(matchID, change));
    if (isKicked) await Promise.all([...hubs.values()].map((hub) => hub.tellMatchData(matchID)));
    return isKicked;
  }

  function takingTurn(matchID, steps) {
    return inTurn(sharedBy(db).queue, matchID, steps);
  }

  /** Runs nothing of the game's: what it does at the end may be what the match is ended for. */
  function* end(matchID, gameover) {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const { state, metadata } = readMatch(yield db.fetch(matchID, MATCH), MATCH, { readState: (stored) => stored });
      if (!state || isDeleted(metadata) || isOver(state)) return false;
      if (!(yield* replaceState(db, matchID, { last: state, next: ended(state, gameover) }))) continue;
      // Lists say whether a match is over by its metadata.
      yield* changeMetadata(matchID, (last) => ({ ...last, gameover, updatedAt: Date.now() }));
      return true;
    }
    throw tooOften();
  }

  /** Stores what `change` makes of metadata; false if that is nothing, or there are none. */
  function* changeMetadata(matchID, change) {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const { metadata: last } = readMatch(yield db.fetch(matchID, METADATA), METADATA);
      const next = last && !isDeleted(last) ? change(last) : null;
      if (!next) return false;
      if (yield* replaceMetadata(db, matchID, { last, next })) return true;
    }
    throw tooOften();
  }

  /** Nobody's match takes its place in one step: whoever has one of this ID begin meanwhile loses it. */
  function* bury(matchID) {
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

  /** With those connected who are so now. */
  function seen(metadata) {
    return hubs.get(metadata.gameName)?.seen(metadata) ?? metadata;
  }
}

function ended(state, gameover) {
  const { deltalog: _, ...stored } = state;
  const _stateID = state._stateID + 1;
  return {
    ...stored, ctx: { ...state.ctx, gameover }, _stateID, _revision: revisionOf(state) + 1, _sync: withFresh(ledgerOf(state), true, _stateID),
  };
}

function isOver({ ctx }) {
  return ctx?.gameover !== undefined && ctx.gameover !== null;
}

/**
 * What is stored, or the `problem` that makes it unreadable.
 *
 * @returns {import('../online/storage/stored-match.js').Stored & { problem?: string }}
 */
function read(stored, wanted) {
  try {
    return readMatch(stored, wanted, { readState: (state) => state });
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    return { problem: error.message };
  }
}

function withoutCredentials(metadata) {
  if (!metadata) return metadata;
  const players = Object.entries(metadata.players ?? {}).map(([id, { credentials, ...player }]) => [id, player]);
  return { ...metadata, players: Object.fromEntries(players) };
}

function readPage(options) {
  if (!isObject(options)) throw mistake('listMatches: expected an object');
  const { gameName, isGameover, limit = USUAL_PAGE, after } = options;
  if (gameName !== undefined && typeof gameName !== 'string') throw mistake('listMatches: gameName: expected a text');
  if (isGameover !== undefined && typeof isGameover !== 'boolean') throw mistake('listMatches: isGameover: expected true or false');
  if (!Number.isInteger(limit) || limit < 1 || limit > MOST_ON_PAGE) throw mistake(`listMatches: limit: expected a number from 1 to ${MOST_ON_PAGE}`);
  return { gameName, isGameover, limit, after: after === undefined ? undefined : readPlace(after) };
}

function readPlace(after) {
  try {
    return placeOf(after);
  } catch {
    throw mistake('listMatches: after: expected the `next` of a page');
  }
}

function checkName(matchID) {
  if (!isName(matchID)) throw mistake(`matchID: expected ${A_NAME}`);
}

function mistake(message) {
  return rondelError('server/admin', message);
}
