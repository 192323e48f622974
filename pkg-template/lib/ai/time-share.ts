import type { Clock } from '../../types/game.js';

/** Part of the time of a turn or stage that a bot uses for its next action: it may make several. */
const OF_TURN = 1 / 2;
/** Part of the time for the whole match. */
const OF_BANK = 1 / 20;

/** Returns the milliseconds that a bot may take for its next action. Undefined if it has as much time as it likes. */
export function timeShare(clock: Clock | undefined, playerID: string, now: () => number): number | undefined {
  const deadline = clock?.deadlines[playerID];
  if (deadline === undefined) return undefined;
  const left = Math.max(0, deadline - now());
  const bank = Math.min(left, clock?._banks?.[playerID] ?? 0);
  return (left - bank) * OF_TURN + bank * OF_BANK;
}
