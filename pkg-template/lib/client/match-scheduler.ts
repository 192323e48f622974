import { checkStackForSteps } from '../engine/stack-probe.js';
import { reportUncaught } from '../util/print.js';
import { ClientMatch } from './client-match.js';
import { STOPPED, isThere } from './connection.js';
import { nested, obstacleAfter } from './runaway.js';
import type { ClientOpts, Connection } from '../../types/client.js';
import type { NetworkClock } from '../../types/testing.js';
import type { Foreign } from '../util/foreign.js';

/** A work item. */
type Piece = (now: number) => void;

/** A timer of Node, which may keep its process alive. */
type Timer = { ref?: () => void, unref?: () => void } | undefined;

/**
 * A match that processes one work item at a time; others wait in a queue. After each item the match executes the effects of its parts, and
 * notifies its subscribers. When the queue is empty, it sets one timer to the earliest deadline of its parts.
 */
export abstract class MatchScheduler extends ClientMatch {
  protected readonly clock: NetworkClock;
  /** `true` if there is something new to show. */
  protected hasNews = false;
  /** Connection of the last notification. */
  #announced: Connection = STOPPED;
  #queue: Piece[] = [];
  #isBusy = false;
  #timer: unknown;
  #wakesAt = Infinity;
  /** `true` if the timer keeps a Node process alive: as long as something awaits the master's answer. */
  #isHeld = false;

  constructor(options: ClientOpts<Foreign, Foreign, Foreign>, clock: NetworkClock) {
    super(options);
    this.clock = clock;
  }

  /** Number of actions and messages that await the master's answer. */
  protected abstract readonly unanswered: number;
  /** Executes the effects of the parts. */
  protected abstract carryOut(): void;
  /** Returns the time at which to call `wake`; `Infinity` if no part has a deadline. */
  protected abstract deadline(): number;
  protected abstract wake(now: number): void;

  /** Processes the whole queue, and then throws the first exception. On a full stack it starts nothing. */
  protected schedule(piece: Piece) {
    if (!this.#isBusy) checkStackForSteps();
    this.#queue.push(piece);
    if (!this.#isBusy) nested(0, this.#workOff);
  }

  /**
   * Processes an item for the transport or the clock, unless the client was disposed of. Reports exceptions, which these would not catch.
   */
  protected attend(piece: Piece) {
    if (this.isDisposed) return;
    try {
      this.schedule((now) => {
        if (!this.isDisposed) piece(now);
      });
    } catch (error) {
      if (!obstacleAfter(error, this.announceState)) reportUncaught(error);
    }
  }

  /** Returns the result of `question`. Work that is added meanwhile waits. */
  protected ask<Answer>(question: () => Answer): Answer {
    const wasBusy = this.#isBusy;
    this.#isBusy = true;
    try {
      return question();
    } finally {
      this.#isBusy = wasBusy;
      if (!wasBusy && this.#queue.length > 0) this.#goOn();
    }
  }

  /** Throws if the transport cannot be called now. */
  protected checkMoment(what: string) {
    this.check(what);
    checkStackForSteps();
  }

  protected stopTimer() {
    this.clock.clearTimeout(this.#timer);
  }

  /** Processes the queue. The caller of `ask` must not get exceptions of other work. */
  #goOn() {
    try {
      nested(0, this.#workOff);
    } catch (error) {
      reportUncaught(error);
    }
  }

  #workOff = () => {
    const thrown: unknown[] = [];
    while (this.#queue.length > 0) {
      // Removed from the queue first, so that the loop ends even if each attempt fails on a full stack.
      const piece = this.#queue.shift()!;
      this.#isBusy = true;
      try {
        piece(this.clock.now());
        this.carryOut();
      } catch (error) {
        thrown.push(error);
      }
      this.#isBusy = false;
      try {
        this.#announceNews();
      } catch (error) {
        thrown.push(error);
      }
    }
    try {
      this.#setTimer();
    } catch (error) {
      thrown.push(error);
    }
    if (thrown.length === 0) return;
    const [first, ...others] = thrown;
    for (const other of others) reportUncaught(other);
    throw first;
  };

  /** Notifies the subscribers of a new state or connection. A state only shows whether there is a connection. */
  #announceNews() {
    const [isState, before, now] = [this.hasNews, this.#announced, this.connection];
    this.hasNews = false;
    this.#announced = now;
    if (now !== before) this.inspector?.add({ type: 'connection', connection: now });
    if (isState || isThere(now) !== isThere(before)) this.announce();
    else if (now !== before) this.announce(false);
    this.effects.flush();
  }

  #setTimer() {
    if (this.isDisposed) return;
    const deadline = this.deadline();
    // If the deadline is later, the timer fires too early and is then set again.
    if (deadline < this.#wakesAt || (deadline === Infinity && this.#wakesAt !== Infinity)) this.#wakeAt(deadline);
    const holds = this.unanswered > 0;
    if (holds === this.#isHeld) return;
    this.#isHeld = holds;
    if (holds) (this.#timer as Timer)?.ref?.();
    else (this.#timer as Timer)?.unref?.();
  }

  #wakeAt(deadline: number) {
    const next = deadline === Infinity ? undefined : this.clock.setTimeout(this.#wakeNow, Math.max(0, deadline - this.clock.now()));
    this.stopTimer();
    [this.#timer, this.#wakesAt] = [next, deadline];
    // New timers keep the process alive.
    this.#isHeld = true;
  }

  #wakeNow = () => {
    this.#wakesAt = Infinity;
    this.attend((now) => this.wake(now));
  };
}
