import { setImmediate, setTimeout } from 'node:timers/promises';
import { Gate, isName } from './rondel.js';
import { AddressCounts } from './address-counts.js';
import { HttpError } from './http-error.js';
import { TokenBuckets } from './token-bucket.js';
import type { StorageAPI } from 'rondel/master';
import type { Storage } from 'rondel/private';
import type { LobbyLimits } from './lobby-limits.js';

/** Number of matches that are read first. Their size decides how many are read next. */
const FIRST = 4;
/** Bytes of a list that are read in one go, about: whatever else there is to do is done in between. */
const PIECE = 100_000;
/** Matches that are not shown, among those that are read for one page: there may be many that cannot be read. */
const MOST_HIDDEN = 500;
/** Maximum number of lists that are made at once. */
const MOST_AT_ONCE = 4;
/** Maximum number of one address's lists that wait. */
const MOST_WAITING = 100;
/** Rate limit of one address, in lists per second. Further requests wait. */
const MADE = { rate: 50, burst: 100 };
/** Characters of the text by which the next page is asked for. */
const MOST_TEXT = 4000;

/** Cursor of a list: the last match of the page, and the time of its start. */
export type Place = Pick<StorageAPI.ListedMatch, 'matchID' | 'createdAt'>;

/** The matches of a list. */
interface Listing {
  /** Undefined for those of all games. */
  gameName?: string | undefined;
  where: NonNullable<StorageAPI.ListPageOpts['where']>;
}

/** A page of a list, as a client asks for it. */
export interface PageRequest {
  where: Listing['where'];
  limit?: number;
  after?: Place;
  /** Address of the client. */
  address?: string;
}

/** Arguments of a page. */
interface PageQuery extends Listing {
  most: number;
  after: Place | undefined;
}

/** Reads so many matches behind a place. */
type Reader = (limit: number, after: Place | undefined) => Promise<StorageAPI.ListedMatch[]>;

/** Makes of a match what everybody may know; null if that is nothing. */
type Show = (entry: StorageAPI.ListedMatch) => Promise<unknown>;

/**
 * The lists of a lobby. However many are asked for, few are made at once, one piece of one list in each turn of the event loop;
 * addresses take turns with theirs, and are made only so many a second. Those who ask for the same while it waits to be made are given the same.
 */
export class Lists {
  #db;
  #limits;
  /** Lists that wait, by request. */
  #waiting: Map<string, Promise<string>> = new Map();
  /** Lists that are being made, by request. */
  #underWay: Map<string, Promise<string>> = new Map();
  #gate = new Gate(MOST_AT_ONCE);
  #made = new TokenBuckets(MADE);
  /** Number of lists that wait, by address. */
  #counts = new AddressCounts();
  #turn: Promise<void> = Promise.resolve();

  constructor(db: Storage, limits: LobbyLimits) {
    this.#db = db;
    this.#limits = limits;
  }

  /**
   * A page of the matches of a game that everybody may know of, the newest first, as JSON: `{ matches, next }`, where `next` is what
   * the next page is asked for by, if there is one. It has so many matches and bytes, but one match in any case.
   */
  page({ gameName, where, limit = Infinity, after, address = '' }: PageRequest & { gameName: string }, show: Show): Promise<string> {
    const most = Math.max(1, Math.min(limit, this.#limits.listed));
    const question = JSON.stringify([gameName, where, most, after]);
    const waiting = this.#waiting.get(question);
    if (waiting) return waiting;
    if (this.#counts.of(address) >= MOST_WAITING) throw new HttpError(503, 'Too many requests for lists: try again later');
    this.#counts.add(address, 1);
    const page = this.#make(question, address, () => this.#read({ gameName, where, most, after }, show));
    this.#waiting.set(question, page);
    return page;
  }

  async #make(question: string, address: string, read: () => Promise<string>): Promise<string> {
    const bucket = this.#made.of(address);
    bucket.charge(1);
    const wait = bucket.wait();
    if (wait > 0) await setTimeout(wait);
    await this.#underWay.get(question)?.catch(() => {});
    await this.#nextTurn();
    return this.#gate.run(address, () => this.#begin(question, address, read));
  }

  async #begin(question: string, address: string, read: () => Promise<string>) {
    this.#waiting.delete(question);
    this.#counts.add(address, -1);
    const page = read();
    this.#underWay.set(question, page);
    try {
      return await page;
    } finally {
      this.#underWay.delete(question);
    }
  }

  async #read({ gameName, where, most, after }: PageQuery, show: Show) {
    const { listBytes } = this.#limits;
    const read = await readerOf(this.#db, { gameName, where });
    const matches: string[] = [];
    let [bytes, seen, place] = [0, 0, after];
    for (;;) {
      // With one more it is known whether there are more.
      const wanted = Math.min(seen === 0 ? FIRST : fitting(seen, bytes, Math.min(listBytes, bytes + PIECE)), most - matches.length + 1);
      const entries = await read(wanted, place);
      const shown = await Promise.all(entries.map(show));
      for (const [i, match] of shown.entries()) {
        const text = match === null ? '' : JSON.stringify(match);
        bytes += Buffer.byteLength(text);
        const isFull = matches.length === most || (matches.length > 0 && bytes > listBytes);
        if (match !== null && isFull) return pageOf(matches, place);
        if (match !== null) matches.push(text);
        place = entries[i];
      }
      seen += entries.length;
      if (entries.length < wanted) return pageOf(matches);
      if (seen - matches.length > MOST_HIDDEN) return pageOf(matches, place);
      await this.#nextTurn();
    }
  }

  #nextTurn() {
    this.#turn = this.#turn.then(() => setImmediate());
    return this.#turn;
  }
}

/** Returns how many further matches fit, if they are as large as those before. */
function fitting(seen: number, bytes: number, most: number) {
  return Math.ceil((most - bytes) / (bytes / seen + 1)) + 1;
}

/**
 * @param matches as JSON
 * @param place where it goes on
 */
function pageOf(matches: string[], place?: Place) {
  const next = place ? `,"next":${JSON.stringify(textOf(place))}` : '';
  return `{"matches":[${matches.join(',')}]${next}}`;
}

/** The place that a stranger sent; throws if it is none. */
export function placeOf(text: string): Place {
  try {
    const [createdAt, matchID] = JSON.parse(Buffer.from(text.slice(0, MOST_TEXT), 'base64url').toString());
    if (Number.isFinite(createdAt) && isName(matchID)) return { createdAt, matchID };
  } catch {
    // It is not a place in a list.
  }
  throw new HttpError(400, 'after: expected the `next` of a list');
}

/** A place as text, by which the next page is asked for. */
export function textOf({ createdAt, matchID }: Place) {
  return Buffer.from(JSON.stringify([createdAt, matchID])).toString('base64url');
}

/**
 * Returns a function that reads a number of matches after a place. By default, it reads listed matches. A third-party storage may have no
 * pages: then all IDs are read, once.
 */
export async function readerOf(db: Storage, { gameName, where }: Listing): Promise<Reader> {
  if (typeof db.listPage === 'function') {
    const wanted = { gameName, where: { unlisted: false, ...where } };
    return async (limit, after) => (db as Required<Storage>).listPage({ ...wanted, limit, after: after && { matchID: after.matchID, createdAt: after.createdAt } });
  }
  const matchIDs = [...await db.listMatches({ gameName, where })];
  return async (limit, after) => {
    const end = after ? placeIn(matchIDs, after) : matchIDs.length;
    const found: Place[] = [];
    for (let place = end - 1; place >= 0 && found.length < limit; place -= 1) found.push({ matchID: matchIDs[place], createdAt: place });
    return found;
  };
}

/** Most storages list their matches in the order in which they have begun: the place is the one that a match had, if it has gone. */
function placeIn(matchIDs: string[], { matchID, createdAt }: Place) {
  const place = matchIDs.lastIndexOf(matchID);
  return place === -1 ? Math.min(Math.max(0, Math.trunc(createdAt)), matchIDs.length) : place;
}
