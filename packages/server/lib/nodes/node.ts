import { isDevelopment, isName, isObject, printError, sharedBy, unref } from '../rondel.js';
import { Reception } from './reception.js';
import { Lease, hasLeases } from './lease.js';
import { Presence } from './presence.js';
import type { ChatMessage, Notice as OperatorNotice } from 'rondel/master';
import type { Storage } from 'rondel/private';

/** Milliseconds after which matches are looked at again although nobody has said that something has changed. */
const LOOK = 60_000;
/** Milliseconds between two beats, by which the others know that they receive this one's notices. */
const BEAT = 1000;
/** Milliseconds after which what has failed is tried again: at first, and at most, after twice as many each time. */
const RETRY = 1000;
const MOST_RETRY = 4000;

/**
 * A notice from one process to the others. It contains no state: each process reads the storage. `storage` is the storage's ID, because
 * processes at other storages may use the same Redis. `node` is the sender, if known.
 */
export type Notice = { storage?: string | undefined, node?: string | undefined } & News;

/**
 * Kind of the change. `nodes`: the list of live processes. `bans`: the list of bans. `missed`: anything, because notices may be lost.
 * `here`: no change; `said` is the number of notices that the sender has published before.
 */
export type News =
  | { what: 'state' | 'metadata', gameName: string, matchID: string }
  | { what: 'chat', gameName: string, matchID: string, message: ChatMessage }
  | { what: 'notice', gameName: string, matchID?: string, notice: OperatorNotice }
  | { what: 'nodes' | 'missed' | 'bans' }
  | { what: 'here', said: number };

/** A notice as it arrives. Others may have sent anything. */
export type ReceivedNotice = { [field in 'storage' | 'node' | 'what' | 'gameName' | 'matchID' | 'message' | 'notice' | 'said']?: unknown };

/** Callbacks of a bus. */
export interface BusListener {
  receive: (notice: unknown) => void;
  /** Called when the connection is back. */
  regained: () => void;
}

/** Carries notices between processes. */
export interface Bus {
  publish: (notice: Notice) => void;
  close: () => void;
}

/** The matches of a game at this process. */
export interface NotifiedHub {
  matches: () => string[];
  look: (matchID: string) => Promise<unknown>;
  receive: (notice: ReceivedNotice) => Promise<unknown>;
}

/**
 * One of the processes that share a storage. Its hubs publish what they have stored, and are notified of what others have. A notice
 * may be lost, or come twice or late: it only says where to look. Now and then, and after something has failed, every match
 * with connections here is looked at.
 */
export class Node {
  /** Called with what the storage throws when it is asked who is alive, and with what the bus throws. */
  declare onError: (error: unknown) => void;
  #storage: Storage;
  #lease: Lease | null;
  /** Hubs by game. Each receives the notices of its matches. */
  #hubs = new Map<string, NotifiedHub>();
  /** Listeners for notices that concern no match, by kind. */
  #watched = new Map<string, () => void>();
  #bus: Bus | null = null;
  #lookMilliseconds: number;
  #timer: NodeJS.Timeout | undefined;
  #beat: NodeJS.Timeout | undefined;
  #reception = new Reception();
  /** Number of notices that it has published, without those of each beat. */
  #said = 0;
  /** `true` if a notice of another process may have been lost since the last read. */
  #isDeaf = false;
  /** How many beats to rest before it looks again although no notice arrives. */
  #rest = 0;
  #retry: NodeJS.Timeout | undefined;
  #retryMilliseconds = RETRY;
  #looking: Promise<void> | null = null;
  #isWanted = false;
  /** Null until the storage has said it; undefined if it has none. */
  #storageID: string | undefined | null = null;
  #learning: Promise<boolean> | null = null;
  #isClosed = false;

  constructor({ storage, leaseMilliseconds, lookMilliseconds = LOOK }: { storage: Storage, leaseMilliseconds?: number, lookMilliseconds?: number }) {
    const listener = {
      changed: () => this.lookAgain(),
      lapsed: () => this.lookAgain(),
      failed: (error: unknown) => {
        this.onError(error);
        this.fail();
      },
    };
    this.onError = (error) => {
      if (isDevelopment()) printError('rondel: the other servers at this storage:', error);
    };
    this.#storage = storage;
    this.#lease = hasLeases(storage) ? new Lease(storage, listener, leaseMilliseconds) : null;
    this.#lookMilliseconds = lookMilliseconds;
  }

  /** Null if it cannot be known which processes are alive. Each hub has one of its own, because it counts connections. */
  makePresence(): Presence | null {
    return this.#lease && new Presence(this.#lease, sharedBy(this.#storage).queue);
  }

  /** Notifies a hub of the matches of its game from now on. */
  add(gameName: string, hub: NotifiedHub) {
    this.#hubs.set(gameName, hub);
  }

  /** `look` is called when another process says that this has changed. */
  watch(what: string, look: () => void) {
    this.#watched.set(what, look);
  }

  /** `true` if no other process is known to use the storage. */
  get isAlone(): boolean {
    return this.#lease !== null && !this.#lease.hasCompany;
  }

  /** Notices are sent and received through this bus. */
  connect(open: (listener: BusListener) => Bus) {
    this.#bus = open({
      receive: (notice) => this.receive(notice),
      // Notices of the meantime were lost, both here and at the others.
      regained: () => {
        this.lookAgain();
        this.say({ what: 'missed' });
      },
    });
  }

  /** Begins to be alive for the others. */
  async start() {
    // A server may have been run twice.
    clearInterval(this.#timer);
    this.#timer = unref(setInterval(() => (this.#bus || this.#lease?.hasCompany) && this.lookAgain(), this.#lookMilliseconds));
    clearInterval(this.#beat);
    if (this.#bus && this.#lease) this.#beat = unref(setInterval(() => this.#onBeat(), BEAT));
    await this.#lease?.start();
    this.say({ what: 'nodes' });
  }

  /** Notes in the storage that this process is alive, as is done regularly. */
  async renewLease() {
    await this.#lease?.renew();
  }

  /** Writes to the storage what nobody has asked for; rejected if it does not take it. One that has neither `probe` nor leases is read. */
  async probe() {
    const isProbed = typeof this.#storage.probe === 'function';
    if (isProbed) await (this.#storage as Required<Storage>).probe();
    if (this.#lease) await this.#lease.note();
    else if (!isProbed) await this.#storage.fetch('readyz', { metadata: true });
  }

  say(news: News) {
    if (this.#bus) this.#knowingStorage(() => this.#publish(news));
  }

  /** Takes a notice of another process, which may be anything. */
  receive(notice: unknown) {
    if (!this.#isClosed && isObject(notice)) this.#knowingStorage(() => this.#take(notice));
  }

  /** Looks at all matches with connections here, one after the other. Resolves when that is done, or has failed. */
  lookAgain(): Promise<void> {
    this.#isWanted = true;
    this.#looking ??= this.#lookAtAll().finally(() => { this.#looking = null; });
    return this.#looking;
  }

  /** Ends the lease: to be called when the hubs are closed. */
  async close() {
    this.#isClosed = true;
    clearInterval(this.#timer);
    clearInterval(this.#beat);
    clearTimeout(this.#retry);
    await this.#looking;
    await this.#lease?.end();
    this.say({ what: 'nodes' });
    this.#bus?.close();
    this.#bus = null;
  }

  /**
   * A bus may be dead without an error. While no notice of another live process arrives, matches are looked at again and again, with as much
   * rest as looking takes; once more when one arrives again.
   */
  #onBeat() {
    // Without a lease there are no beats.
    const lease = this.#lease as Lease;
    if (lease.hasCompany) this.say({ what: 'here', said: this.#said });
    const isMissing = this.#reception.beat((nodeID) => lease.wasAlive(nodeID));
    this.#isDeaf ||= isMissing;
    if (this.#looking) this.#rest += 1;
    else if (this.#rest > 0) this.#rest -= 1;
    else if (this.#isDeaf) {
      this.#isDeaf = isMissing;
      this.#rest = 1;
      this.lookAgain();
    }
  }

  async #lookAtAll() {
    let hasFailed = false;
    while (this.#isWanted && !this.#isClosed) {
      this.#isWanted = false;
      hasFailed = false;
      for (const hub of this.#hubs.values()) {
        for (const matchID of hub.matches()) {
          if (this.#isClosed) return;
          // A faulty match does not affect the other matches.
          hasFailed = !(await isLookedAt(hub, matchID)) || hasFailed;
        }
      }
    }
    if (hasFailed) this.fail();
    else this.#retryMilliseconds = RETRY;
  }

  /** The storage or the bus has failed: matches are checked later for what was missed. */
  fail() {
    if (this.#isClosed) return;
    this.#retry ??= unref(setTimeout(() => {
      this.#retry = undefined;
      this.#retryMilliseconds = Math.min(this.#retryMilliseconds * 2, MOST_RETRY);
      this.lookAgain();
    }, this.#retryMilliseconds));
  }

  #publish(news: News) {
    if (news.what !== 'here') this.#said += 1;
    try {
      this.#bus?.publish({ ...news, storage: this.#storageID as string | undefined, node: this.#lease?.nodeID });
    } catch (error) {
      this.onError(error);
      this.fail();
    }
  }

  #take(notice: ReceivedNotice): void {
    // A notice of another storage: several storages may use the same channel.
    if (this.#isClosed || notice.storage !== this.#storageID) return;
    if (notice.what === 'here') return this.#note(notice as { node: string, said: number });
    // Only the name of a process is certain.
    this.#reception.note(notice.node as string);
    if (notice.what === 'nodes') return void this.#lease?.look();
    if (notice.what === 'missed') return void this.lookAgain();
    const look = this.#watched.get(notice.what as string);
    if (look) return look();
    const isToAll = notice.what === 'notice' && notice.matchID === undefined;
    if (typeof notice.gameName !== 'string' || !(isToAll || isName(notice.matchID))) return;
    this.#hubs.get(notice.gameName)?.receive(notice).catch(() => this.fail());
  }

  #note({ node, said }: { node: string, said: number }) {
    if (this.#lease?.wasAlive(node) && this.#reception.noteCount(node, said)) this.#isDeaf = true;
  }

  /** Does something when it is known which storage this is: at once if that is so now. Where it cannot be asked, matches are looked at later. */
  #knowingStorage(work: () => void): void {
    if (this.#storageID !== null) return work();
    this.#learning ??= this.#learnStorage();
    this.#learning.then((isKnown) => (isKnown ? work() : this.fail()));
  }

  async #learnStorage(): Promise<boolean> {
    try {
      this.#storageID = await this.#storage.fetchStorageID?.();
      return true;
    } catch (error) {
      this.onError(error);
      return false;
    } finally {
      this.#learning = null;
    }
  }
}

async function isLookedAt(hub: NotifiedHub, matchID: string): Promise<boolean> {
  try {
    await hub.look(matchID);
    return true;
  } catch {
    return false;
  }
}
