/** After how many beats without a word a process is not heard. */
const SILENT = 2;

/** Which of the processes that are alive are heard here. Each says now and then that it is there. */
export class Earshot {
  /** By process that has been heard, the beats since then. */
  #silence = new Map();

  /** A process has been heard. */
  note(nodeID) {
    this.#silence.set(nodeID, 0);
  }

  /**
   * A beat has passed. Returns whether one that is alive is not heard any more: what comes by the same way may be missing, too. One that
   * has never been heard may have no words for it.
   *
   * @param {(nodeID: string) => boolean} isAlive
   */
  beat(isAlive) {
    let isAnyMissing = false;
    for (const [nodeID, beats] of this.#silence) {
      if (!isAlive(nodeID)) this.#silence.delete(nodeID);
      else this.#silence.set(nodeID, beats + 1);
      isAnyMissing ||= isAlive(nodeID) && beats >= SILENT;
    }
    return isAnyMissing;
  }
}
