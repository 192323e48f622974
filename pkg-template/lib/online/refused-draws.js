/** So many matches are remembered, and so many numbers of each. */
const MOST_MATCHES = 1000;
const MOST_NUMBERS = 1000;

/**
 * What actions have drawn that came to nothing, because the game threw or refused them. The next action in the same state of the
 * match draws the same: nobody tries again until the dice are better.
 */
export class RefusedDraws {
  /** @type {Map<string, { stateID: number, numbers: readonly number[] }>} the oldest first */
  #noted = new Map();

  /** What an action in this state draws first. */
  of(matchID, { _stateID }) {
    const noted = this.#noted.get(matchID);
    return noted !== undefined && noted.stateID === _stateID ? noted.numbers : [];
  }

  /** @param {readonly number[]} drawn of which the first are those that `of` has told */
  note(matchID, state, drawn) {
    const known = this.of(matchID, state);
    if (drawn.length <= known.length) return;
    this.#noted.delete(matchID);
    this.#noted.set(matchID, { stateID: state._stateID, numbers: drawn.slice(0, MOST_NUMBERS) });
    if (this.#noted.size > MOST_MATCHES) this.#noted.delete(this.#noted.keys().next().value);
  }
}
