import { isListed } from '../rondel.js';
import type { StorageAPI } from 'rondel/master';
import type { UncheckedMetadata } from 'rondel/private';

/** Place of a match in a list. The newest match is the first. */
export interface Place {
  matchID: string;
  createdAt: number;
}

export interface Entry<Metadata> extends Place {
  metadata: Metadata;
}

/** Matches of a game in their order. */
interface Section<Metadata> {
  isOver: boolean;
  isUnlisted: boolean;
  entries: Entry<Metadata>[];
}

/** The entries of a list before `end`. */
interface Rest<Metadata> {
  entries: Entry<Metadata>[];
  end: number;
}

/**
 * Metadata by match, and pages of them, newest first. If two matches began at the same time, the one with the greater ID, as text,
 * comes first. The place at which a page continues stays valid when matches are added or removed.
 *
 * The matches of a game are kept in their order, those that are over and those that are unlisted apart: a page costs what is on it,
 * and what it leaves out for the sake of a time.
 */
export class PagedMatches<Metadata extends UncheckedMetadata> extends Map<string, Metadata> {
  /** All sections by the name of the game. In each, the oldest match comes first. */
  #sections: Map<unknown, Section<Metadata>[]> = new Map();
  /** Section and entry by match. */
  #standing: Map<string, { section: Section<Metadata>, entry: Entry<Metadata> }> = new Map();

  set(matchID: string, metadata: Metadata): this {
    const section = this.#sectionOf(metadata);
    const createdAt = createdAtOf(metadata);
    const known = this.#standing.get(matchID);
    if (known?.section === section && known.entry.createdAt === createdAt) known.entry.metadata = metadata;
    else this.#move(section, { matchID, createdAt, metadata });
    return super.set(matchID, metadata);
  }

  delete(matchID: string): boolean {
    this.#takeOut(matchID);
    return super.delete(matchID);
  }

  clear() {
    this.#sections.clear();
    this.#standing.clear();
    super.clear();
  }

  /** The matches behind `after` that are wanted, `limit` at most. */
  page({ limit, after, ...wanted }: StorageAPI.ListPageOpts): Entry<Metadata>[] {
    const rests = this.#wantedSections(wanted).map(({ entries }) => ({ entries, end: after ? placeIn(entries, after) : entries.length }));
    const found: Entry<Metadata>[] = [];
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
   */
  idle({ gameName, isGameover, updatedBefore, after, limit }: StorageAPI.ListIdleOpts): StorageAPI.IdleMatch[] {
    const found: StorageAPI.IdleMatch[] = [];
    for (const { entries } of this.#wantedSections({ gameName, where: { isGameover } })) {
      for (const { matchID, metadata } of entries) {
        // A value that is not a number is not before any time.
        const idle = { matchID, updatedAt: metadata?.updatedAt as number };
        if (idle.updatedAt < updatedBefore && (!after || longestIdleFirst(idle, after) > 0)) found.push(idle);
      }
    }
    return found.sort(longestIdleFirst).slice(0, limit);
  }

  #sectionOf(metadata: UncheckedMetadata): Section<Metadata> {
    const { gameName, gameover, unlisted } = metadata ?? {};
    const [isOver, isUnlisted] = [gameover !== undefined, Boolean(unlisted)];
    const sections = this.#sections.get(gameName) ?? [];
    const known = sections.find((section) => section.isOver === isOver && section.isUnlisted === isUnlisted);
    if (known) return known;
    const section = { isOver, isUnlisted, entries: [] };
    this.#sections.set(gameName, [...sections, section]);
    return section;
  }

  #wantedSections({ gameName, where }: Omit<StorageAPI.ListPageOpts, 'limit'>): Section<Metadata>[] {
    const { isGameover, unlisted } = where ?? {};
    const sections = gameName === undefined ? [...this.#sections.values()].flat() : this.#sections.get(gameName) ?? [];
    return sections.filter((section) => (isGameover ?? section.isOver) === section.isOver && (unlisted ?? section.isUnlisted) === section.isUnlisted);
  }

  #move(section: Section<Metadata>, entry: Entry<Metadata>) {
    this.#takeOut(entry.matchID);
    section.entries.splice(placeIn(section.entries, entry), 0, entry);
    this.#standing.set(entry.matchID, { section, entry });
  }

  #takeOut(matchID: string) {
    const known = this.#standing.get(matchID);
    if (!known) return;
    known.section.entries.splice(placeIn(known.section.entries, known.entry), 1);
    this.#standing.delete(matchID);
  }
}

/** When a match has begun; 0 if its metadata, which others may have written, do not say it. */
export function createdAtOf(metadata: UncheckedMetadata): number {
  const time = metadata?.createdAt;
  return Number.isFinite(time) ? time as number : 0;
}

/** The newest entry that is left in several lists, which is not left then. */
function takeNewest<Metadata>(rests: Rest<Metadata>[]): Entry<Metadata> | undefined {
  let newest: Rest<Metadata> | undefined;
  for (const rest of rests) {
    if (rest.end > 0 && (!newest || order(rest.entries[rest.end - 1], newest.entries[newest.end - 1]) > 0)) newest = rest;
  }
  if (!newest) return undefined;
  newest.end -= 1;
  return newest.entries[newest.end];
}

/** How many come before a place. */
function placeIn(entries: Place[], place: Place): number {
  let [low, high] = [0, entries.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (order(entries[middle], place) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function order(one: Place, other: Place): number {
  return one.createdAt - other.createdAt || orderOfIDs(one, other);
}

function longestIdleFirst(one: StorageAPI.IdleMatch, other: StorageAPI.IdleMatch): number {
  return one.updatedAt - other.updatedAt || orderOfIDs(one, other);
}

function orderOfIDs(one: { matchID: string }, other: { matchID: string }): number {
  return one.matchID < other.matchID ? -1 : Number(one.matchID !== other.matchID);
}
