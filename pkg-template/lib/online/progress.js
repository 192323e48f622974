/** Milliseconds by which metadata may be behind with when a match was last played. */
const ACCURACY = 10_000;
/** Of how many matches the time is remembered. */
const MOST_NOTED = 1000;

/** When the time of play was last noted in the metadata of a match. Storing them takes as long as storing the state. */
export class Progress {
  #noted = new Map();

  /** Whether the metadata are nearly up to date. */
  isNoted(matchID, { ctx: { gameover } }) {
    if (gameover !== undefined) return false;
    const elapsed = Date.now() - this.#noted.get(matchID);
    // Clocks may be set back.
    return elapsed >= 0 && elapsed < ACCURACY;
  }

  /** The change of the metadata; null if there is none. */
  change(metadata, { ctx: { gameover } }) {
    if (metadata.gameover !== undefined && metadata.gameover !== null) return null;
    const updatedAt = Date.now();
    return gameover === undefined ? { updatedAt } : { updatedAt, gameover };
  }

  /** Notes that they are stored. */
  note(matchID) {
    this.#noted.delete(matchID);
    this.#noted.set(matchID, Date.now());
    if (this.#noted.size > MOST_NOTED) this.#noted.delete(this.#noted.keys().next().value);
  }
}
