import { matchNameOf, nameOf } from '../online/names.js';
import { Meter } from './meter.js';

/** So many names are remembered: what others have used is regained long before. */
const MOST_NAMES = 10_000;

/** Meters by name, as of a seat, whatever it is used by: one that nobody has used is full. */
export class Meters {
  #limits;
  /** @type {Map<string, Meter>} the one that was used last at the end */
  #meters = new Map();

  /** @param {{ rate: number, burst: number }} limits of each, as of `Meter` */
  constructor(limits) {
    this.#limits = limits;
  }

  /** As of `Meter`. */
  wait(name) {
    return this.#meters.get(name)?.wait() ?? 0;
  }

  /** As of `Meter`. */
  charge(name, messages) {
    return this.#used(name).charge(messages);
  }

  /** As of `Meter`. */
  admit(name) {
    return this.#used(name).admit();
  }

  #used(name) {
    const meter = this.#meters.get(name) ?? new Meter(this.#limits);
    this.#meters.delete(name);
    this.#meters.set(name, meter);
    if (this.#meters.size > MOST_NAMES) this.#meters.delete(this.#meters.keys().next().value);
    return meter;
  }
}

/** The name of a player's seat at a match, as anybody may have sent both. */
export function seatNameOf(matchID, playerID) {
  return JSON.stringify([matchNameOf(matchID), nameOf(playerID)]);
}
