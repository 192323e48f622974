import type { Permission } from './permission.js';

/** Ranks of jobs. Those of players, the lobby and other nodes come before those of spectators. */
export const FIRST = 0;
export const LAST = 1;
export type Rank = typeof FIRST | typeof LAST;

/** Flow and share of the server's own jobs, which the scheduler mixes with those of players. */
export const SERVER = 'server';
/** Number of jobs of rank `FIRST` that run for each job of rank `LAST` while both wait. */
const FIRST_PER_LAST = 4;

/** A waiting job. */
export interface Entry {
  flow: unknown;
  /** `null` before it is known. */
  permission: Permission | null;
}

/** A job with a known permission. */
export type Permitted<Job extends Entry> = Job & { permission: Permission };

/** Queue of jobs that run in their order. */
interface Flow<Job extends Entry> {
  key: unknown;
  entries: Job[];
  /** Place of the flow in `#ready`; `null` before the permission of its first job is known. */
  listedAs: { rank: Rank, share: unknown } | null;
}

/** Flows by share. Neither a list nor a flow is empty. */
type Shares<Job extends Entry> = Map<unknown, Array<Flow<Job>>>;

/**
 * Scheduler of the jobs at one match. Jobs of one flow run in their order. A flow whose first job has no permission yet delays no other
 * flow. Shares are served in rotation: each player has one, however many connections they have, and so has each connection of a spectator.
 */
export class Scheduler<Job extends Entry> {
  #flows: Map<unknown, Flow<Job>> = new Map();
  /** Flows whose first job may run, by rank and share; the next share comes first. */
  #ready: [Shares<Job>, Shares<Job>] = [new Map(), new Map()];
  /** Number of jobs of rank `FIRST` that have run since one of rank `LAST` waits. */
  #firstRun = 0;
  size = 0;

  /** Returns the number of jobs in a flow. */
  lengthOf(key: unknown) {
    return this.#flows.get(key)?.entries.length ?? 0;
  }

  /** Returns the first job of a flow for which `matches` returns `true`. */
  find(key: unknown, matches: (job: Job) => boolean) {
    return this.#flows.get(key)?.entries.find(matches);
  }

  /** Returns the last job of a flow. */
  last(key: unknown) {
    return this.#flows.get(key)?.entries.at(-1);
  }

  /** Yields all jobs, except those of one flow. */
  * allBut(key: unknown) {
    for (const flow of this.#flows.values()) if (flow.key !== key) yield* flow.entries;
  }

  add(entry: Job) {
    this.#flowOf(entry).entries.push(entry);
    this.size += 1;
  }

  /** Puts a job back to the head of its flow. */
  putBack(entry: Job) {
    const flow = this.#flowOf(entry);
    this.#unlist(flow);
    flow.entries.unshift(entry);
    this.size += 1;
  }

  /** Removes a job. Returns `false` if it does not wait any more. */
  remove(entry: Job) {
    const flow = this.#flows.get(entry.flow);
    const index = flow ? flow.entries.indexOf(entry) : -1;
    if (!flow || index < 0) return false;
    if (index === 0) this.#unlist(flow);
    flow.entries.splice(index, 1);
    this.#left(flow);
    return true;
  }

  /** Adds a flow to those that are ready if its first job has a permission. Called after a permission has arrived, or a job has left. */
  check(key: unknown) {
    const flow = this.#flows.get(key);
    const permission = flow?.entries[0]?.permission;
    if (!flow || !permission || flow.listedAs) return;
    const { rank, share } = permission;
    const flows = this.#ready[rank].get(share);
    if (flows) flows.push(flow);
    else this.#ready[rank].set(share, [flow]);
    flow.listedAs = { rank, share };
  }

  /** `true` if a job of rank `LAST` may run. */
  get hasLast() {
    return this.#ready[LAST].size > 0;
  }

  /** Yields the first job of each ready flow, in the order in which they run. */
  * heads() {
    for (const rank of this.#ready) for (const flows of rank.values()) for (const { entries } of flows) yield entries[0] as Permitted<Job>;
  }

  /**
   * Removes the next job, and returns it. Returns `undefined` if no job may run.
   *
   * @param isFull `true` if no job of rank `LAST` may run
   */
  take(isFull = false) {
    const rank = isFull ? FIRST : this.#nextRank();
    const [[share, flows] = []] = this.#ready[rank];
    if (!flows) return undefined;
    const flow = flows.shift()!;
    // The share goes behind all others.
    this.#ready[rank].delete(share);
    if (flows.length > 0) this.#ready[rank].set(share, flows);
    flow.listedAs = null;
    const entry = flow.entries.shift() as Permitted<Job>;
    this.#left(flow);
    return entry;
  }

  #flowOf({ flow: key }: Job) {
    let flow = this.#flows.get(key);
    if (!flow) this.#flows.set(key, flow = { key, entries: [], listedAs: null });
    return flow;
  }

  #nextRank(): Rank {
    const [first, last] = this.#ready;
    if (last.size === 0) return FIRST;
    this.#firstRun = first.size > 0 && this.#firstRun < FIRST_PER_LAST ? this.#firstRun + 1 : 0;
    return this.#firstRun > 0 ? FIRST : LAST;
  }

  #left(flow: Flow<Job>) {
    this.size -= 1;
    if (flow.entries.length === 0) this.#flows.delete(flow.key);
    else this.check(flow.key);
  }

  #unlist(flow: Flow<Job>) {
    if (!flow.listedAs) return;
    const { rank, share } = flow.listedAs;
    const flows = this.#ready[rank].get(share)!.filter((other) => other !== flow);
    if (flows.length > 0) this.#ready[rank].set(share, flows);
    else this.#ready[rank].delete(share);
    flow.listedAs = null;
  }
}

/** Priorities of jobs when the queue is full. The permission of an `ASKED` job is not known yet, and neither is its client. */
const PRIORITY = { DENIED: 0, SPECTATES: 1, ASKED: 2, PLAYS: 3 };

/** A waiting job, with the connection that sent it, if there is one. */
interface OwnedEntry extends Entry {
  owner?: unknown;
  isKnown?: boolean;
}

/** Number of waiting jobs of one sender, and the last of them. */
interface Count<Job> {
  count: number;
  last: Job | undefined;
}

/**
 * Returns the job that a full queue drops for a job of `asker`. Candidates are jobs of senders that have more waiting jobs than the asker. Among
 * those of the lowest priority, it is the last job of the sender with most. Returns `undefined` if there is none.
 *
 * @param entries the waiting jobs that count
 */
export function jobToDrop<Job extends OwnedEntry>(asker: unknown, entries: Iterable<Job>): Job | undefined {
  let own = 0;
  /** Counts by sender, for each priority. */
  const counts = Object.values(PRIORITY).map(() => new Map<unknown, Count<Job>>());
  for (const entry of entries) {
    const who = askerOf(entry);
    if (who === asker) own += 1;
    const counted = counts[priorityOf(entry)];
    counted.set(who, { count: (counted.get(who)?.count ?? 0) + 1, last: entry });
  }
  return counts.map((counted) => lastOfMost(counted, own)).find(Boolean);
}

/** Returns the sender of a job: its connection, or its flow if there is none. */
export function askerOf({ owner, flow }: { owner?: unknown, flow: unknown }): unknown {
  return owner ?? flow;
}

function lastOfMost<Job>(counted: Map<unknown, Count<Job>>, own: number) {
  let most: Count<Job> = { count: own + 1, last: undefined };
  for (const one of counted.values()) if (one.count >= most.count) most = one;
  return most.last;
}

function priorityOf({ permission, isKnown }: OwnedEntry) {
  if (!permission) return isKnown ? PRIORITY.PLAYS : PRIORITY.ASKED;
  if (permission.error) return PRIORITY.DENIED;
  return permission.rank === LAST ? PRIORITY.SPECTATES : PRIORITY.PLAYS;
}
