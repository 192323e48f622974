/** After how many beats without a notice a process counts as silent. */
const SILENT = 2;

/** Notices that have arrived from one process. */
interface Received {
  /** The number of beats since its last notice. */
  silence: number;
  /** Number of notices that have arrived. */
  count: number;
  /** Number of published notices that its last beat reported. */
  said: number;
}

/** Which live processes' notices arrive here, and whether all of them do. Each process publishes now and then how many it has published. */
export class Reception {
  /** Received notices by process. */
  #received = new Map<string, Received>();

  /** A notice of a process has arrived. */
  note(nodeID: string) {
    const known = this.#received.get(nodeID);
    if (!known) return;
    known.silence = 0;
    known.count += 1;
  }

  /**
   * A process's beat, with the number of notices that it has published so far; those of an earlier version do not say it. Returns whether
   * one may have been missed: those of the beat before should have arrived by now. Before its first beat, nothing is known.
   */
  noteCount(nodeID: string, said: number): boolean {
    const known = this.#received.get(nodeID);
    this.#received.set(nodeID, { silence: 0, count: Math.max(known ? known.count : said, known?.said ?? 0), said });
    return !known || known.count < known.said;
  }

  /**
   * A beat has passed. Returns whether a live process has fallen silent: other notices on the same way may be missing, too. One that
   * has never sent a beat may be of a version that has none.
   */
  beat(isAlive: (nodeID: string) => boolean): boolean {
    let isAnyMissing = false;
    for (const [nodeID, known] of this.#received) {
      if (!isAlive(nodeID)) this.#received.delete(nodeID);
      isAnyMissing ||= isAlive(nodeID) && known.silence >= SILENT;
      known.silence += 1;
    }
    return isAnyMissing;
  }
}
