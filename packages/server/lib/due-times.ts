import { boundedCache, isTimed, rulesOf, steadyNow, unref } from './rondel.js';
import type { Game } from 'rondel';
import type { StorageAPI } from 'rondel/master';
import type { Storage } from 'rondel/private';
import type { ServerHub } from './hub.js';

/** Milliseconds between two sweeps. */
const SWEEP_MS = 1000;
/** Milliseconds by which a deadline must have passed: until then the master that has stored it ends it. */
const OVERDUE_MS = 1000;
/** Number of deadlines that are read at once, and of those that are ended at once. */
const MOST = 200;
/** Number of deadlines that could not be ended and are remembered, for example of matches that cannot be read. */
const MOST_REMEMBERED = 10_000;
/** Back-off of such a deadline, in milliseconds. It doubles with each try. */
const FIRST_AGAIN_MS = 3000;
const MOST_AGAIN_MS = 60_000;
/** Number of matches whose states are read at once at the start, from a storage that cannot list deadlines. */
const AT_ONCE = 16;

interface Options {
  db: Storage;
  games: Game[];
  hubs: ReadonlyMap<string, ServerHub>;
  failed: (error: unknown) => void;
}

/**
 * Ends the times of players in matches of which no master has an alarm: after a restart, and if the node that has stored a deadline is gone. Every
 * node sweeps; a time-out is valid once. A storage without `fetchDue` belongs to one process, which reads its unfinished matches at the start.
 */
export class DueTimes {
  #options: Options;
  /** The deadlines that were tried, until when they are not tried again, and the back-off after that. */
  #tried = boundedCache<string, { moment: number, until: number, again: number }>(MOST_REMEMBERED);
  /** Number of tried deadlines among those that were found last. More are then read, so that they hide no others. */
  #hiding = 0;
  #timer: NodeJS.Timeout | undefined;
  #sweeping: Promise<void> | null = null;
  #isStopped = false;

  constructor(options: Options) {
    this.#options = options;
  }

  start() {
    const { db, games } = this.#options;
    if (this.#timer || this.#isStopped || !games.some(isTimed)) return;
    if (typeof db.fetchDue === 'function') this.#after(0);
    else this.#sweeping = this.#readAll().catch((error) => this.#options.failed(error));
  }

  /** Resolves when what is under way has ended. */
  async stop() {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#sweeping;
  }

  #after(milliseconds: number) {
    this.#timer = unref(setTimeout(() => {
      this.#sweeping = this.#sweep();
    }, milliseconds));
  }

  async #sweep() {
    try {
      while (!this.#isStopped && await this.#endSome());
    } catch (error) {
      this.#options.failed(error);
    }
    if (!this.#isStopped) this.#after(SWEEP_MS);
  }

  /** Resolves with whether there are more. */
  async #endSome() {
    const now = steadyNow();
    const found: StorageAPI.Due[] = await this.#options.db.fetchDue!(now - OVERDUE_MS, MOST + this.#hiding);
    const due = found.filter(({ matchID, due: moment }) => {
      const tried = this.#tried.get(matchID);
      return tried?.moment !== moment || now >= tried.until;
    });
    this.#hiding = Math.min(found.length - due.length, MOST_REMEMBERED);
    await Promise.all(due.map(({ matchID, gameName, due: moment }) => {
      const tried = this.#tried.get(matchID);
      const again = tried?.moment === moment ? Math.min(tried.again * 2, MOST_AGAIN_MS) : FIRST_AGAIN_MS;
      this.#tried.keep(matchID, { moment, until: now + again, again });
      return this.#options.hubs.get(gameName)?.master.endTimes(matchID);
    }));
    return due.length >= MOST;
  }

  async #readAll() {
    const { db, games, hubs } = this.#options;
    for (const game of games.filter(isTimed)) {
      const gameName = rulesOf(game).name;
      const { master } = hubs.get(gameName) ?? {};
      const matchIDs: string[] = await db.listMatches({ gameName, where: { isGameover: false } });
      for (let first = 0; first < matchIDs.length && !this.#isStopped; first += AT_ONCE) {
        await Promise.all(matchIDs.slice(first, first + AT_ONCE).map((matchID) => master?.endTimes(matchID)));
      }
    }
  }
}
