import {
  ATTEMPTS, createIfAbsent, inTurn, isName, isObject, matchOfNobody, noop, replaceMetadata, reservedName, rondelError, sharedBy, tooOften, unref,
} from './rondel.js';
import { withTimeout } from './with-timeout.js';
import type { StorageAPI } from 'rondel/master';
import type { Steps, Storage } from 'rondel/private';
import type { Node } from './nodes/node.js';
import type { Ban, Banned } from '../types/admin.js';

/** The type of the refusal that clients at a banned address get, and its text where the ban has no reason. */
export const MATCH_BANNED = 'match/banned';
export const BANNED = 'you are banned from this server';
/** ID of the match without players whose metadata store the bans. */
const RECORD = reservedName('bans');
const METADATA = { metadata: true };
/** Maximum number of bans in force. */
const MOST_BANS = 1000;
/** Milliseconds between two looks at what other servers may have stored. */
const LOOK = 10_000;
/** Milliseconds that the first look may take: a server begins without it. */
const PATIENCE = 5000;

/** Returns the bans that take the place of those in force; null if nothing changes. */
type Change = (bans: Ban[]) => Ban[] | null;

/** Stored form of the bans. */
interface Stored {
  bans: Ban[];
  /** Those that hold the bans. */
  metadata?: StorageAPI.FetchFields['metadata'];
  /** `true` if the reserved ID of the bans holds something else. */
  isOther: boolean;
}

/** Storage of the bans, and callbacks for changes. */
interface BansOptions {
  db: Storage;
  node?: Node;
  /** Is called with what the storage throws. */
  failed?: (error: unknown) => void;
}

/**
 * Bans of the servers that share a storage: an address with all its clients, or the player at a seat. Each server keeps the list in memory, and polls
 * for changes by others. The metadata of a match say whether a seat is banned; the list names the match.
 */
export class Bans {
  /** Is called when somebody may have been banned. */
  changed: () => void = noop;
  #db;
  #node;
  #failed;
  /** Bans by address. */
  #addresses: Map<string, Ban> = new Map();
  /** Text of the list that was read last, or `null`. */
  #text: string | null = null;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | null = null;
  #isWanted = false;

  constructor({ db, node, failed = noop }: BansOptions) {
    this.#db = db;
    this.#node = node;
    this.#failed = failed;
    node?.watch('bans', () => this.look());
  }

  /** The ban of an address; null if it may play. */
  of(address: string) {
    const ban = this.#addresses.get(address);
    return ban && isInForce(ban) ? ban : null;
  }

  /** `true` if no address is banned. */
  get isEmpty() {
    return this.#addresses.size === 0;
  }

  /** Resolves when the bans are known, or cannot be had now: then they are looked for again. */
  async start() {
    // A server may have been run twice.
    clearInterval(this.#timer);
    this.#timer = unref(setInterval(() => this.#mayBeOutdated() && this.look(), LOOK));
    // Nothing else keeps the process of a server that is starting yet.
    const held = setTimeout(noop, 2 * PATIENCE);
    await withTimeout(this.look(), { name: 'the storage, of who is banned,', milliseconds: PATIENCE });
    clearTimeout(held);
  }

  async stop() {
    clearInterval(this.#timer);
    await this.#looking;
  }

  /** Reads what is stored now, also if what was stored before is being read. Never rejected. */
  look() {
    this.#isWanted = true;
    this.#looking ??= this.#lookWhileWanted().finally(() => { this.#looking = null; });
    return this.#looking;
  }

  /** All that are in force, the newest first, as they are stored now. */
  async read() {
    const bans = await this.#inTurn(() => this.#read());
    return bans.filter(isInForce).sort(newestFirst);
  }

  /** Takes the place of an earlier ban of the same. */
  async add(ban: Banned & { reason: string, until?: number }) {
    const key = keyOf(ban);
    await this.#store((bans) => {
      const others = bans.filter((other) => keyOf(other) !== key);
      if (others.length >= MOST_BANS) throw rondelError('server/admin', `ban: there are ${MOST_BANS} bans: lift one first`);
      // Lists are sorted by it.
      const bannedAt = Math.max(Date.now(), ...bans.map((other) => other.bannedAt + 1));
      return [...others, { ...ban, bannedAt }];
    });
  }

  /** Lifts a ban. Returns `true` if there was one. */
  async lift(banned: Banned) {
    const key = keyOf(banned);
    let wasThere = false;
    await this.#store((bans) => {
      const others = bans.filter((other) => keyOf(other) !== key);
      wasThere = others.length < bans.length;
      return wasThere ? others : null;
    });
    return wasThere;
  }

  async #store(change: Change) {
    const isChanged = await this.#inTurn(() => this.#change(change));
    if (isChanged) this.#node?.say({ what: 'bans' });
  }

  /** A read that began before a write is not used after it. */
  #inTurn<Result>(steps: () => Steps<Result>): Promise<Result> {
    return inTurn(sharedBy(this.#db).queue, RECORD, steps);
  }

  *#change(change: Change): Steps<boolean> {
    const bans = yield* this.#replace(change);
    if (bans) this.#note(bans);
    return bans !== null;
  }

  *#read(): Steps<Ban[]> {
    const { bans } = recordIn(yield this.#db.fetch(RECORD, METADATA));
    this.#note(bans);
    return bans;
  }

  /** Stores the bans that `change` returns for those in force. `null` stores nothing. */
  *#replace(change: Change): Steps<Ban[] | null> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const { metadata: last, bans, isOther } = recordIn(yield this.#db.fetch(RECORD, METADATA));
      const next = change(bans.filter(isInForce));
      if (!next) return null;
      if (last) {
        if (yield* replaceMetadata(this.#db, RECORD, { last, next: { ...last, setupData: next, updatedAt: Date.now() } })) return next;
        continue;
      }
      if (isOther) yield this.#db.wipe(RECORD);
      if (yield* createIfAbsent(this.#db, RECORD, matchOfNobody(RECORD, next))) return next;
    }
    throw tooOften();
  }

  async #lookWhileWanted() {
    while (this.#isWanted) {
      this.#isWanted = false;
      await this.#look();
    }
  }

  async #look() {
    try {
      await this.#inTurn(() => this.#read());
    } catch (error) {
      // The bans that are known stay in force.
      this.#text = null;
      this.#failed(error);
    }
  }

  #note(bans: Ban[]) {
    const text = JSON.stringify(bans);
    if (text === this.#text) return;
    this.#text = text;
    this.#addresses = new Map(bans.flatMap((ban) => (ban.address === undefined ? [] : [[ban.address, ban]])));
    this.changed();
  }

  #mayBeOutdated() {
    return this.#text === null || !this.#node?.isAlone;
  }
}

/** Returns the same key for two bans of the same address or seat. */
export function keyOf({ address, matchID, playerID }: { address?: string, matchID?: string, playerID?: string }) {
  return JSON.stringify(address === undefined ? [matchID, playerID] : address);
}

function isInForce({ until = Infinity }: Ban) {
  return until > Date.now();
}

function newestFirst(one: Ban, other: Ban) {
  return other.bannedAt - one.bannedAt || (keyOf(one) < keyOf(other) ? -1 : 1);
}

/** Parses a stored ban. Anything may be stored. */
function recordIn(stored: unknown): Stored {
  const { metadata } = Object(stored);
  if (metadata?.gameName !== RECORD) return { bans: [], isOther: Boolean(metadata) };
  const { setupData } = metadata;
  return { metadata, bans: Array.isArray(setupData) ? setupData.filter(isBan) : [], isOther: false };
}

/** Anyone who may write to the storage may have put anything there. */
function isBan(value: unknown): value is Ban {
  if (!isObject(value)) return false;
  const { address, matchID, playerID, reason, until, bannedAt } = value;
  const isSomebody = typeof address === 'string' ? address !== '' : address === undefined && isName(matchID) && typeof playerID === 'string';
  return isSomebody && typeof reason === 'string' && (until === undefined || Number.isFinite(until)) && Number.isFinite(bannedAt);
}
