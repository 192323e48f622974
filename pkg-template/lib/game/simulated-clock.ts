import { isTimed, onTimeoutOf } from './declarations.js';
import { rulesOf } from './rules.js';
import type { ActionShape } from '../../types/actions.js';
import type { Game, PlayerID, State } from '../../types/game.js';
import type { Moment } from './engine-cache.js';

/** Moment of the start of each match. */
const START = 1_000_000_000_000;
/** Longest time between two actions, in milliseconds. */
const LONGEST = 3000;
/** A player is late in one of so many actions. */
const LATE = 8;

/** The end of a player's time, at a master that plays at random. */
export type TimeoutAction = ActionShape.Timeout;

/** An action with its moment. */
export interface Timed<Action> {
  action: Action;
  /** Undefined in a game without time. */
  moment: Moment | undefined;
}

/** A player whose time runs. */
interface Due {
  playerID: PlayerID;
  deadline: number;
}

/** The time of a simulated match: some of it passes between two actions, and players are late. The same numbers lead to the same time. */
export class SimulatedClock {
  #game: Game;
  #now = START;
  #last: Due | null = null;

  constructor(game: Game) {
    this.#game = game;
  }

  /** Returns the moment of the start. Undefined in a game without time. */
  get start(): number | undefined {
    return isTimed(this.#game) ? START : undefined;
  }

  /**
   * Returns the next action: that of `act`, or the time-out of the first player whose time has run out. A time-out that was refused, or has thrown,
   * comes again without `onTimeout`.
   *
   * @param below returns a random integer from 0 up to, but not including, its argument
   * @param act returns the action of a player
   * @param choose returns the move that the bot of `onTimeout` chooses for a player
   */
  next<Action>(
    { ctx }: Pick<State, 'ctx'>,
    { below, act, choose }: { below: (limit: number) => number, act: () => Action, choose: (playerID: PlayerID) => { type: string, args: unknown[] } | null },
  ): Timed<Action | TimeoutAction> {
    if (!isTimed(this.#game)) return { action: act(), moment: undefined };
    const due = firstDue(ctx.clock?.deadlines);
    const isLate = due && below(LATE) === 0;
    this.#now = isLate ? Math.max(this.#now, due.deadline) : this.#now + below(LONGEST);
    const moment = { now: this.#now, lag: 0 };
    if (!due || due.deadline > this.#now) return { action: act(), moment };
    const isAgain = this.#last?.playerID === due.playerID && this.#last.deadline === due.deadline;
    this.#last = due;
    const chosen = !isAgain && typeof onTimeoutOf(rulesOf(this.#game), ctx, due.playerID) === 'string' ? choose(due.playerID) : undefined;
    const payload = { ...due, ...chosen ?? {}, ...(isAgain || chosen === null) && { failed: true as const } };
    return { action: { type: 'TIMEOUT', payload }, moment };
  }
}

function firstDue(deadlines: Record<PlayerID, number> = {}): Due | null {
  const [first] = Object.entries(deadlines).sort(([, one], [, other]) => one - other);
  return first ? { playerID: first[0], deadline: first[1] } : null;
}
