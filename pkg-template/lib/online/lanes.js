/** Players, the lobby and other nodes have their turn before spectators. */
export const FIRST = 0;
export const LAST = 1;
/** The lane and share of the server's own jobs: they share the turns of a match with its players. */
export const SERVER = 'server';
/** How many of the first have their turn while one of the last waits. */
const FAVOUR = 4;

/** The permission of a job that needs no authentication. */
export function granted(share, rank) {
  return { rank, share, isFree: true };
}

/**
 * The jobs that wait for their turn at one match. Jobs of one lane are done in their order; a lane whose first job has no permission
 * yet holds up no other. Turns are shared: players take them one after the other, however many connections each has, and so do
 * the connections of spectators.
 *
 * @typedef {object} Entry a job that waits
 * @property {unknown} lane
 * @property {{ error?: string, rank: number, share: unknown } | null} permission null until it is known
 *
 * @typedef {{ key: unknown, entries: any[], listedAs: { rank: number, share: unknown } | null }} Lane
 */
export class Lanes {
  /** @type {Map<unknown, Lane>} */
  #lanes = new Map();
  /** By rank and share, the lanes whose first job may begin; the share whose turn is next comes first. */
  #ready = [new Map(), new Map()];
  /** How many of the first have had their turn while one of the last waited. */
  #favoured = 0;
  size = 0;

  /** How many wait in a lane. */
  lengthOf(key) {
    return this.#lanes.get(key)?.entries.length ?? 0;
  }

  /** The job of a lane that `matches`. */
  find(key, matches) {
    return this.#lanes.get(key)?.entries.find(matches);
  }

  /** The last job of a lane. */
  last(key) {
    return this.#lanes.get(key)?.entries.at(-1);
  }

  /** All jobs that wait, except in one lane. */
  * allBut(key) {
    for (const lane of this.#lanes.values()) if (lane.key !== key) yield* lane.entries;
  }

  add(entry) {
    this.#laneOf(entry).entries.push(entry);
    this.size += 1;
  }

  /** Back to the head of its lane: its turn has come too early. */
  putBack(entry) {
    const lane = this.#laneOf(entry);
    this.#unlist(lane);
    lane.entries.unshift(entry);
    this.size += 1;
  }

  /** Removes a job. False if it does not wait any more. */
  remove(entry) {
    const lane = this.#lanes.get(entry.lane);
    const index = lane ? lane.entries.indexOf(entry) : -1;
    if (!lane || index < 0) return false;
    if (index === 0) this.#unlist(lane);
    lane.entries.splice(index, 1);
    this.#left(lane);
    return true;
  }

  /** The permission of a job has come, or the job before it has gone: checks whether its lane may have a turn. */
  check(key) {
    const lane = this.#lanes.get(key);
    const permission = lane?.entries[0]?.permission;
    if (!lane || !permission || lane.listedAs) return;
    const { rank, share } = permission;
    const lanes = this.#ready[rank].get(share);
    if (lanes) lanes.push(lane);
    else this.#ready[rank].set(share, [lane]);
    lane.listedAs = { rank, share };
  }

  /** Whether a job of a spectator may begin. */
  get hasLast() {
    return this.#ready[LAST].size > 0;
  }

  /** The first of each lane that may begin, in the order of their turns. */
  * heads() {
    for (const rank of this.#ready) for (const lanes of rank.values()) for (const { entries } of lanes) yield entries[0];
  }

  /** The job whose turn it is, which waits no more; undefined if none may begin. `isFull`: none of the last may. */
  take(isFull = false) {
    const rank = isFull ? FIRST : this.#nextRank();
    const [[share, lanes] = []] = this.#ready[rank];
    if (!lanes) return undefined;
    const lane = lanes.shift();
    // Its turn comes again after all others'.
    this.#ready[rank].delete(share);
    if (lanes.length > 0) this.#ready[rank].set(share, lanes);
    lane.listedAs = null;
    const entry = lane.entries.shift();
    this.#left(lane);
    return entry;
  }

  /** @returns {Lane} */
  #laneOf({ lane: key }) {
    let lane = this.#lanes.get(key);
    if (!lane) this.#lanes.set(key, lane = { key, entries: [], listedAs: null });
    return lane;
  }

  #nextRank() {
    const [first, last] = this.#ready;
    if (last.size === 0) return FIRST;
    this.#favoured = first.size > 0 && this.#favoured < FAVOUR ? this.#favoured + 1 : 0;
    return this.#favoured > 0 ? FIRST : LAST;
  }

  #left(lane) {
    this.size -= 1;
    if (lane.entries.length === 0) this.#lanes.delete(lane.key);
    else this.check(lane.key);
  }

  #unlist(lane) {
    if (!lane.listedAs) return;
    const { rank, share } = lane.listedAs;
    const lanes = this.#ready[rank].get(share).filter((other) => other !== lane);
    if (lanes.length > 0) this.#ready[rank].set(share, lanes);
    else this.#ready[rank].delete(share);
    lane.listedAs = null;
  }
}
