import { seatNameOf } from './meters.js';

/** What an action without effect costs, in messages: that it was refused is stored, so that it stays refused. */
const PRICE = 20;

/**
 * What a connection owes for actions that had no effect: they were refused, or sent again. A connection that owes something waits with
 * its next one. It is counted for the connection, and for the player whose it is, by however many connections.
 */
export class Refusals {
  #own;
  #ofSeats;

  /**
   * @param {import('./meter.js').Meter} own
   * @param {import('./meters.js').Meters} ofSeats
   */
  constructor(own, ofSeats) {
    this.#own = own;
    this.#ofSeats = ofSeats;
  }

  /** @param {{ matchID: string, playerID: string }} [seat] of an author who has shown that it is theirs */
  count(seat) {
    this.#own.charge(PRICE);
    if (seat) this.#ofSeats.charge(seatNameOf(seat.matchID, seat.playerID), PRICE);
  }

  /** Milliseconds until a message may be asked: anybody may have sent it. */
  wait({ type, args }) {
    if (type !== 'update') return 0;
    const [, , matchID, playerID] = Array.isArray(args) ? args : [];
    return Math.max(this.#own.wait(), this.#ofSeats.wait(seatNameOf(matchID, playerID)));
  }
}
