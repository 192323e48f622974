/** After how many beats without a word a process is not heard. */
const SILENT = 2;

/** Which of the processes that are alive are heard here, and whether all that they say is. Each says now and then how much it has said. */
export class Earshot {
  /** By process that has been heard: the beats since then, how much of it was heard, and how much it had said the time before. */
  #heard = new Map();

  /** A process has been heard. */
  note(nodeID) {
    const heard = this.#heard.get(nodeID);
    if (!heard) return;
    heard.silence = 0;
    heard.count += 1;
  }

  /**
   * A process says that it is there, and how much it has said so far; those of an earlier version do not say that. Returns whether
   * something was missed: what it had said when it said so before has come by now, and of what it said before it was heard first nobody knows.
   *
   * @param {string} nodeID
   * @param {number} said
   */
  noteCount(nodeID, said) {
    const heard = this.#heard.get(nodeID);
    this.#heard.set(nodeID, { silence: 0, count: Math.max(heard ? heard.count : said, heard?.said ?? 0), said });
    return !heard || heard.count < heard.said;
  }

  /**
   * A beat has passed. Returns whether one that is alive is not heard any more: what comes by the same way may be missing, too. One that
   * has never been heard may have no words for it.
   *
   * @param {(nodeID: string) => boolean} isAlive
   */
  beat(isAlive) {
    let isAnyMissing = false;
    for (const [nodeID, heard] of this.#heard) {
      if (!isAlive(nodeID)) this.#heard.delete(nodeID);
      isAnyMissing ||= isAlive(nodeID) && heard.silence >= SILENT;
      heard.silence += 1;
    }
    return isAnyMissing;
  }
}
