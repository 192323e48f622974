import { follow } from './follow.js';
import type { ShownClock } from '../../types/client.js';
import type { PlayerID } from '../../types/game.js';
import type { Foreign } from '../util/foreign.js';

/** Below this time a clock is shown with tenths of a second, in milliseconds. */
const TENTHS_BELOW = 10_000;

/** Members of a client that `useClock` reads. */
export interface Timed {
  readonly playerID?: PlayerID | null | undefined;
  clock(): ShownClock | null;
}

/**
 * Follows the time that a player has left, for components: in whole seconds, and below ten seconds in tenths, both rounded up. Notifies when it
 * changes. Null if the player has none.
 *
 * @param playerID default: the client's own player; without one, the player who is waited for
 */
export function followClock(client: Foreign, playerID: PlayerID | undefined) {
  const { subscribe } = follow(client);
  let isFollowed = false;
  let shown: number | null = null;
  return { read, subscribe: subscribeToTime };

  function read(): number | null {
    if (!isFollowed) shown = timeOf(client, playerID).shown;
    return shown;
  }

  function subscribeToTime(fn: () => void) {
    let timer: ReturnType<typeof setTimeout> | undefined;
    isFollowed = true;
    const tick = () => {
      clearTimeout(timer);
      const before = shown;
      const { shown: now, next } = timeOf(client, playerID);
      shown = now;
      if (next !== null) timer = setTimeout(tick, next);
      if (shown !== before) fn();
    };
    const end = subscribe(tick);
    tick();
    return () => {
      isFollowed = false;
      clearTimeout(timer);
      end();
    };
  }
}

/** Returns the time of a player as it is shown, and the milliseconds until that changes; null if it does not. */
function timeOf(client: Timed, wanted: PlayerID | undefined): { shown: number | null, next: number | null } {
  const clock = client.clock();
  if (!clock) return { shown: null, next: null };
  const playerID = wanted ?? client.playerID ?? Object.keys(clock.deadlines)[0];
  const left = clock.left[playerID];
  if (left === undefined) return { shown: null, next: null };
  const step = left > TENTHS_BELOW ? 1000 : 100;
  const isRunning = left > 0 && Object.hasOwn(clock.deadlines, playerID);
  // Just after the change: a timer may be early by a part of a millisecond.
  return { shown: Math.ceil(left / step) * step, next: isRunning ? (left % step || step) + 1 : null };
}
