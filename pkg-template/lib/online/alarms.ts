import { MOST_LAG } from '../engine/codes.js';
import { Alarm } from '../util/alarm.js';
import type { Clock, PlayerID } from '../../types/game.js';
import type { NetworkClock } from '../../types/testing.js';
import type { StoredState } from './stored-states.js';

/** Maximum number of matches for which a master keeps an alarm. Hosts sweep their storage for the others. */
const MOST_ALARMS = 100_000;
/**
 * A deadline that is found so many milliseconds late has passed while no master was there, or while it could not reach its storage. The players
 * get the time back.
 */
const LATE = 10_000;
/**
 * Back-off of an alarm whose time could not be ended, for example because the storage failed: it doubles with each ring. The storage may fail for
 * some seconds before the deadline is late.
 */
const FIRST_AGAIN_MS = 1000;
const MOST_AGAIN_MS = 30_000;
/** Number of time-outs in a match after which its clock waits until a player acts: an abandoned match must not cost anything for ever. */
const MOST_TIMEOUTS = 100;

/** The time of a master. */
export type MasterTime = Omit<NetworkClock, 'run'>;

/** A player whose time has run out, or `isLate`: all players get their time back. */
export interface Ended {
  playerID: PlayerID;
  deadline: number;
  isLate: boolean;
}

/** An alarm, and the moment at which it rings. */
interface Waiting {
  alarm: Alarm;
  due: number;
  /** Milliseconds until it rings again. */
  again: number;
  /** Number of time-outs since a player has acted. */
  timeouts: number;
}

/**
 * The alarms of a master: one for each match in which the time of a player runs. It knows of a match from the states that the master has stored
 * or read. Several masters of a match may ring: a time-out is valid only while its deadline is the stored one.
 */
export class Alarms {
  #time: MasterTime;
  #ring: (matchID: string) => void;
  #waiting = new Map<string, Waiting>();

  /** @param ring ends the times of a match */
  constructor(time: MasterTime, ring: (matchID: string) => void) {
    this.#time = time;
    this.#ring = ring;
  }

  /** Returns the present moment, in whole milliseconds. */
  now(): number {
    return Math.floor(this.#time.now());
  }

  /** Notes the newest state of a match. */
  note(matchID: string, { ctx: { clock } }: Pick<StoredState, 'ctx'>) {
    const known = this.#waiting.get(matchID);
    // Most games have no time.
    if (!clock && !known) return;
    const due = dueOf(clock);
    if (due === known?.due) return;
    if (due === null) return this.forget(matchID);
    if (!known && this.#waiting.size >= MOST_ALARMS) return;
    const alarm = known?.alarm ?? new Alarm(() => {
      const waiting = this.#waiting.get(matchID)!;
      alarm.set(this.now() + waiting.again);
      waiting.again = Math.min(waiting.again * 2, MOST_AGAIN_MS);
      this.#ring(matchID);
    }, this.#time);
    this.#waiting.set(matchID, { alarm, due, again: FIRST_AGAIN_MS, timeouts: known?.timeouts ?? 0 });
    alarm.set(due);
  }

  /** Notes a time-out. Returns `true` if the match is abandoned: nobody has acted during the last ones. */
  countTimeout(matchID: string): boolean {
    const known = this.#waiting.get(matchID);
    return known !== undefined && ++known.timeouts >= MOST_TIMEOUTS;
  }

  /** Notes that a player has acted. */
  acted(matchID: string) {
    const known = this.#waiting.get(matchID);
    if (known) known.timeouts = 0;
  }

  forget(matchID: string) {
    this.#waiting.get(matchID)?.alarm.set(null);
    this.#waiting.delete(matchID);
  }

  /** Stops all alarms. */
  stop() {
    for (const matchID of [...this.#waiting.keys()]) this.forget(matchID);
  }

  /** Returns `true` if the time of a player in this match has run out, as far as this master knows. */
  isDue(matchID: string): boolean {
    const due = this.#waiting.get(matchID)?.due;
    return due !== undefined && due <= this.now();
  }

  /**
   * Returns the player of a match whose time has run out first; null if no player's has.
   *
   * @param begun moment at which the master began to end the times of the match. Bots may take some seconds after it
   */
  ended({ ctx: { clock } }: Pick<StoredState, 'ctx'>, begun: number): Ended | null {
    const now = this.now();
    let first: Ended | null = null;
    for (const [playerID, deadline] of Object.entries(clock?.deadlines ?? {})) {
      if (deadline + allowance(clock!, playerID) > now || (first && first.deadline <= deadline)) continue;
      first = { playerID, deadline, isLate: begun - deadline > LATE };
    }
    return first;
  }
}

/**
 * Returns the moment at which the time of a player in a match runs out, by the master's time: their deadline, and what they may be late because of
 * their connection. Null if no player's time runs.
 */
export function dueOf(clock: Clock | undefined): number | null {
  if (!clock) return null;
  let due = Infinity;
  for (const playerID of Object.keys(clock.deadlines)) due = Math.min(due, clock.deadlines[playerID] + allowance(clock, playerID));
  return due === Infinity ? null : due;
}

/** Lag for which a player may still get time back. */
function allowance({ _lags }: Clock, playerID: PlayerID): number {
  return _lags?.[playerID] ?? MOST_LAG;
}
