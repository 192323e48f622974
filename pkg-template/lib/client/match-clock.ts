import type { ShownClock } from '../../types/client.js';
import type { Clock, Ctx } from '../../types/game.js';

/** A player whose time runs out. */
export interface Due {
  playerID: string;
  deadline: number;
}

/** Returns the player whose deadline is the first, with it; null if no player's time runs. */
export function firstDue({ clock }: Pick<Ctx, 'clock'>): Due | null {
  let first: Due | null = null;
  for (const [playerID, deadline] of Object.entries(clock?.deadlines ?? {})) {
    if (!first || deadline < first.deadline) first = { playerID, deadline };
  }
  return first;
}

/** Returns a clock as a page shows it at this moment of the master's time. */
export function shownClock(clock: Clock | undefined, now: number): ShownClock | null {
  if (!clock) return null;
  const left = { ...clock.left };
  const deadlines: Record<string, number> = {};
  for (const [playerID, deadline] of Object.entries(clock.deadlines)) {
    left[playerID] = Math.max(0, deadline - now);
    deadlines[playerID] = Date.now() + deadline - now;
  }
  return { left, deadlines, paused: clock.paused === true || clock.waiting === true };
}

/** Number of messages by which a page estimates the time of its master. */
const SAMPLES = 16;

/**
 * The time of a master, as a page knows it: each message says when it was sent. The one that was under way for the shortest time is the most
 * accurate. The estimate follows a page that was asleep, and clocks that run at different speeds.
 */
export class MasterTime {
  /** How far the page's clock was ahead of the moments in the last messages. */
  #ahead: number[] = [];

  note(sent: unknown, now: number) {
    if (typeof sent === 'number' && Number.isFinite(sent)) this.#ahead = [...this.#ahead.slice(1 - SAMPLES), now - sent];
  }

  /** Returns the master's time at this moment of the page's clock; null if it is not known. */
  at(now: number): number | null {
    return this.#ahead.length === 0 ? null : Math.round(now - Math.min(...this.#ahead));
  }
}
