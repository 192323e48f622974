import { inTurn } from '../online/in-turn.js';
import { isName } from '../online/names.js';
import { matchOfNobody, reservedName } from '../online/storage/reserved.js';
import { sharedBy } from '../online/shared-by-storage.js';
import { ATTEMPTS, createIfAbsent, replaceMetadata, tooOften } from '../online/storage/storing.js';
import { rondelError } from '../util/error.js';
import { noop } from '../util/noop.js';
import { isObject } from '../util/objects.js';
import { unref } from '../util/unref.js';
import { inTime } from './in-time.js';

/** The type of the refusal that clients at a banned address get, and its text where the ban has no reason. */
export const MATCH_BANNED = 'match/banned';
export const BANNED = 'you are banned from this server';
/** Where the bans are stored, in every storage: in the metadata of a match without players. */
const RECORD = reservedName('bans');
const METADATA = { metadata: true };
/** So many are in force at one time. */
const MOST_BANS = 1000;
/** Milliseconds between two looks at what other servers may have stored. */
const LOOK = 10_000;
/** Milliseconds that the first look may take: a server begins without it. */
const PATIENCE = 5000;

/**
 * Who may not play, as it is stored: all at an address, or the player at a seat. Of a seat, the metadata of its match say whether
 * it is so; here is where to look.
 *
 * @typedef {{ address: string, matchID?: undefined, playerID?: undefined } | { address?: undefined, matchID: string, playerID: string }} Banned
 * @typedef {Banned & { reason: string, until?: number, bannedAt: number }} Ban
 */

/** Who is banned from the servers at a storage: each keeps the list in memory, and checks whether others have changed it. */
export class Bans {
  /** Is called when somebody may have been banned. */
  changed = noop;
  #db;
  #node;
  #failed;
  /** @type {Map<string, Ban>} by address */
  #addresses = new Map();
  /** What was read last, as text; null if nothing was. @type {string | null} */
  #text = null;
  #timer;
  /** @type {Promise<void> | null} */
  #looking = null;
  #isWanted = false;

  /**
   * @param {object} options
   * @param {any} options.db
   * @param {import('./nodes/node.js').Node} [options.node]
   * @param {(error: unknown) => void} [options.failed] is called with what the storage throws
   */
  constructor({ db, node, failed = noop }) {
    this.#db = db;
    this.#node = node;
    this.#failed = failed;
    node?.watch('bans', () => this.look());
  }

  /** The ban of an address; null if it may play. */
  of(address) {
    const ban = this.#addresses.get(address);
    return ban && isInForce(ban) ? ban : null;
  }

  /** Whether no address is banned. */
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
    await inTime(this.look(), { name: 'the storage, of who is banned,', milliseconds: PATIENCE });
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

  /**
   * Takes the place of an earlier ban of the same.
   *
   * @param {Banned & { reason: string, until?: number }} ban
   */
  async add(ban) {
    const key = keyOf(ban);
    await this.#store((bans) => {
      const others = bans.filter((other) => keyOf(other) !== key);
      if (others.length >= MOST_BANS) throw rondelError('server/admin', `ban: there are ${MOST_BANS} bans: lift one first`);
      // Lists go by it.
      const bannedAt = Math.max(Date.now(), ...bans.map((other) => other.bannedAt + 1));
      return [...others, { ...ban, bannedAt }];
    });
  }

  /**
   * Whether there was such a ban.
   *
   * @param {Banned} banned
   */
  async lift(banned) {
    const key = keyOf(banned);
    let wasThere = false;
    await this.#store((bans) => {
      const others = bans.filter((other) => keyOf(other) !== key);
      wasThere = others.length < bans.length;
      return wasThere ? others : null;
    });
    return wasThere;
  }

  async #store(change) {
    const isChanged = await this.#inTurn(() => this.#change(change));
    if (isChanged) this.#node?.say({ what: 'bans' });
  }

  /** A read that began before a write is not used after it. */
  #inTurn(steps) {
    return inTurn(sharedBy(this.#db).queue, RECORD, steps);
  }

  *#change(change) {
    const bans = yield* this.#replace(change);
    if (bans) this.#note(bans);
    return bans !== null;
  }

  *#read() {
    const { bans } = recordIn(yield this.#db.fetch(RECORD, METADATA));
    this.#note(bans);
    return bans;
  }

  /** What `change` makes of those in force is stored, unless it is null. */
  *#replace(change) {
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

  /** @param {Ban[]} bans */
  #note(bans) {
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

/**
 * What two bans of the same have in common.
 *
 * @param {{ address?: string, matchID?: string, playerID?: string }} banned
 */
export function keyOf({ address, matchID, playerID }) {
  return JSON.stringify(address === undefined ? [matchID, playerID] : address);
}

/** @param {Ban} ban */
function isInForce({ until = Infinity }) {
  return until > Date.now();
}

/** @param {Ban} one @param {Ban} other */
function newestFirst(one, other) {
  return other.bannedAt - one.bannedAt || (keyOf(one) < keyOf(other) ? -1 : 1);
}

/**
 * What is stored: the bans, and the metadata that hold them; or that something else stands there.
 *
 * @returns {{ metadata?: any, bans: Ban[], isOther: boolean }}
 */
function recordIn(stored) {
  const { metadata } = Object(stored);
  if (metadata?.gameName !== RECORD) return { bans: [], isOther: Boolean(metadata) };
  const { setupData } = metadata;
  return { metadata, bans: Array.isArray(setupData) ? setupData.filter(isBan) : [], isOther: false };
}

/** Anyone who may write to the storage may have put anything there. */
function isBan(value) {
  if (!isObject(value)) return false;
  const { address, matchID, playerID, reason, until, bannedAt } = value;
  const isSomebody = typeof address === 'string' ? address !== '' : address === undefined && isName(matchID) && typeof playerID === 'string';
  return isSomebody && typeof reason === 'string' && (until === undefined || Number.isFinite(until)) && Number.isFinite(bannedAt);
}
