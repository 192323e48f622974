/** Milliseconds by which metadata may be behind with when a match was last played. */
const ACCURACY = 10_000;
/** So many matches' times are remembered. */
const MOST_NOTED = 1000;

/** When it was noted last in the metadata that a match is played. Storing them takes as long as storing the state. */
export class Progress {
  #noted = new Map();

  /** Whether the metadata would say much the same. */
  isNoted(matchID, { ctx: { gameover } }) {
    if (gameover !== undefined) return false;
    const elapsed = Date.now() - this.#noted.get(matchID);
    // Clocks may be set back.
    return elapsed >= 0 && elapsed < ACCURACY;
  }

  /** What is to be changed of metadata; null if nothing is. */
  change(metadata, { ctx: { gameover } }) {
    if (metadata.gameover !== undefined && metadata.gameover !== null) return null;
    const updatedAt = Date.now();
    return gameover === undefined ? { updatedAt } : { updatedAt, gameover };
  }

  /** They are stored. */
  note(matchID) {
    this.#noted.delete(matchID);
    this.#noted.set(matchID, Date.now());
    if (this.#noted.size > MOST_NOTED) this.#noted.delete(this.#noted.keys().next().value);
  }
}
