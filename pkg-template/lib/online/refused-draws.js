/** How many matches are remembered, and how many numbers of each. */
const MOST_MATCHES = 1000;
const MOST_NUMBERS = 1000;

/**
 * The random numbers that actions have drawn which the game refused or threw in. The next action in the same state of the
 * match draws the same: a player cannot try again until the dice are better.
 */
export class RefusedDraws {
  /** @type {Map<string, { stateID: number, numbers: readonly number[] }>} the oldest first */
  #noted = new Map();

  /** The numbers that an action in this state draws first. */
  of(matchID, { _stateID }) {
    const noted = this.#noted.get(matchID);
    return noted !== undefined && noted.stateID === _stateID ? noted.numbers : [];
  }

  /** @param {readonly number[]} drawn of which the first are those that `of` has returned */
  note(matchID, state, drawn) {
    const known = this.of(matchID, state);
    if (drawn.length <= known.length) return;
    this.#noted.delete(matchID);
    this.#noted.set(matchID, { stateID: state._stateID, numbers: drawn.slice(0, MOST_NUMBERS) });
    if (this.#noted.size > MOST_MATCHES) this.#noted.delete(this.#noted.keys().next().value);
  }
}
