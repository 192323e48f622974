import { isListed } from '../../online/storage/storage.js';

/**
 * Metadata by match, and pages of them, newest first. Of two matches that have begun at the same time, the one whose ID is the greater
 * text comes first. What says where a page goes on stays true when matches come and go.
 *
 * The matches of a game are kept in their order, those that are over and those that are unlisted apart: a page costs what is on it,
 * and what it leaves out for the sake of a time.
 *
 * @typedef {{ matchID: string, createdAt: number }} Place
 * @typedef {Place & { metadata: any }} Entry
 * @typedef {{ isOver: boolean, isUnlisted: boolean, entries: Entry[] }} Section
 *
 * @extends {Map<string, any>}
 */
export class PagedMatches extends Map {
  /** By the name of a game, all that there are; the oldest of each comes first. @type {Map<unknown, Section[]>} */
  #sections = new Map();
  /** By match, where it stands. @type {Map<string, { section: Section, entry: Entry }>} */
  #standing = new Map();

  set(matchID, metadata) {
    const section = this.#sectionOf(metadata);
    const createdAt = createdAtOf(metadata);
    const known = this.#standing.get(matchID);
    if (known?.section === section && known.entry.createdAt === createdAt) known.entry.metadata = metadata;
    else this.#move(section, { matchID, createdAt, metadata });
    return super.set(matchID, metadata);
  }

  delete(matchID) {
    this.#takeOut(matchID);
    return super.delete(matchID);
  }

  clear() {
    this.#sections.clear();
    this.#standing.clear();
    super.clear();
  }

  /**
   * The matches behind `after` that are wanted, `limit` at most.
   *
   * @param {import('../../../master.d.ts').StorageAPI.ListPageOpts} options
   * @returns {Entry[]}
   */
  page({ limit, after, ...wanted }) {
    const rests = this.#wantedSections(wanted).map(({ entries }) => ({ entries, end: after ? placeIn(entries, after) : entries.length }));
    const found = [];
    while (found.length < limit) {
      const entry = takeNewest(rests);
      if (!entry) break;
      if (isListed(entry.metadata, wanted)) found.push({ ...entry });
    }
    return found;
  }

  /**
   * The matches of a game that were updated before a moment, those whose last update is the longest ago first, behind `after`, `limit` at
   * most. It looks at all that the game has.
   *
   * @param {import('../../../master.d.ts').StorageAPI.ListIdleOpts} options
   */
  idle({ gameName, isGameover, updatedBefore, after, limit }) {
    const found = [];
    for (const { entries } of this.#wantedSections({ gameName, where: { isGameover } })) {
      for (const { matchID, metadata } of entries) {
        const idle = { matchID, updatedAt: metadata?.updatedAt };
        if (idle.updatedAt < updatedBefore && (!after || longestIdleFirst(idle, after) > 0)) found.push(idle);
      }
    }
    return found.sort(longestIdleFirst).slice(0, limit);
  }

  #sectionOf(metadata) {
    const { gameName, gameover, unlisted } = metadata ?? {};
    const [isOver, isUnlisted] = [gameover !== undefined, Boolean(unlisted)];
    const sections = this.#sections.get(gameName) ?? [];
    const known = sections.find((section) => section.isOver === isOver && section.isUnlisted === isUnlisted);
    if (known) return known;
    const section = { isOver, isUnlisted, entries: [] };
    this.#sections.set(gameName, [...sections, section]);
    return section;
  }

  /** @param {Omit<import('../../../master.d.ts').StorageAPI.ListPageOpts, 'limit'>} wanted */
  #wantedSections({ gameName, where }) {
    const { isGameover, unlisted } = where ?? {};
    const sections = gameName === undefined ? [...this.#sections.values()].flat() : this.#sections.get(gameName) ?? [];
    return sections.filter((section) => (isGameover ?? section.isOver) === section.isOver && (unlisted ?? section.isUnlisted) === section.isUnlisted);
  }

  #move(section, entry) {
    this.#takeOut(entry.matchID);
    section.entries.splice(placeIn(section.entries, entry), 0, entry);
    this.#standing.set(entry.matchID, { section, entry });
  }

  #takeOut(matchID) {
    const known = this.#standing.get(matchID);
    if (!known) return;
    known.section.entries.splice(placeIn(known.section.entries, known.entry), 1);
    this.#standing.delete(matchID);
  }
}

/** When a match has begun; 0 if its metadata, which others may have written, do not say it. */
export function createdAtOf(metadata) {
  const time = metadata?.createdAt;
  return Number.isFinite(time) ? time : 0;
}

/**
 * The newest entry that is left in several lists, which is not left then.
 *
 * @param {{ entries: Entry[], end: number }[]} rests
 */
function takeNewest(rests) {
  let newest;
  for (const rest of rests) {
    if (rest.end > 0 && (!newest || order(rest.entries[rest.end - 1], newest.entries[newest.end - 1]) > 0)) newest = rest;
  }
  if (!newest) return undefined;
  newest.end -= 1;
  return newest.entries[newest.end];
}

/**
 * How many come before a place.
 *
 * @param {Entry[]} entries
 * @param {Place} place
 */
function placeIn(entries, place) {
  let [low, high] = [0, entries.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (order(entries[middle], place) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * @param {Place} one
 * @param {Place} other
 */
function order(one, other) {
  return one.createdAt - other.createdAt || orderOfIDs(one, other);
}

function longestIdleFirst(one, other) {
  return one.updatedAt - other.updatedAt || orderOfIDs(one, other);
}

function orderOfIDs(one, other) {
  return one.matchID < other.matchID ? -1 : Number(one.matchID !== other.matchID);
}
