import { checkStackForSteps } from '../engine/stack-probe.js';
import { reportUncaught } from '../util/print.js';
import { ClientMatch } from './client-match.js';
import { STOPPED, isThere } from './connection.js';
import { nested, obstacleAfter } from './runaway.js';
import type { ClientOpts, Connection } from '../../types/client.js';
import type { NetworkClock } from '../../types/testing.js';
import type { Foreign } from '../util/foreign.js';

/** A piece of work. */
type Piece = (now: number) => void;

/** A timer of Node's, which may keep its process alive. */
type Timer = { ref?: () => void, unref?: () => void } | undefined;

/**
 * A match whose work is done one piece at a time: work that is added meanwhile waits. After each piece the match carries out what its parts
 * have decided, and notifies its subscribers. When no work is left, it sets one timer to the earliest deadline of its parts.
 */
export abstract class MatchScheduler extends ClientMatch {
  protected readonly clock: NetworkClock;
  /** `true` if there is something new to show. */
  protected hasNews = false;
  /** The connection that subscribers were last notified of. */
  #announced: Connection = STOPPED;
  #queue: Piece[] = [];
  #isBusy = false;
  #timer: unknown;
  #wakesAt = Infinity;
  /** `true` if the timer keeps a process of Node's alive: as long as something waits for the master's answer. */
  #isHeld = false;

  constructor(options: ClientOpts<Foreign, Foreign, Foreign>, clock: NetworkClock) {
    super(options);
    this.clock = clock;
  }

  /** Number of actions and messages that wait for the master's answer. */
  protected abstract readonly unanswered: number;
  /** Does what the parts have decided. */
  protected abstract carryOut(): void;
  /** Returns the time at which to call `wake`; `Infinity` if no part waits for a time. */
  protected abstract deadline(): number;
  protected abstract wake(now: number): void;

  /** Does all work that waits, and then throws what the first piece has thrown. On a full stack nothing is begun. */
  protected schedule(piece: Piece) {
    if (!this.#isBusy) checkStackForSteps();
    this.#queue.push(piece);
    if (!this.#isBusy) nested(0, this.#workOff);
  }

  /** Does work for the transport or the clock, unless the client was disposed of. Neither would catch what is thrown. */
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

  /** Returns what `question` returns; work that is added meanwhile waits until then. */
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

  /** The caller of `ask` is not to catch what other work throws. */
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
      // Taken from the queue first, so that the loop ends even if each attempt fails on a full stack.
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

  /** Notifies the subscribers of another state or connection, if there is one. A state shows only whether there is a connection. */
  #announceNews() {
    const [isState, before, now] = [this.hasNews, this.#announced, this.connection];
    this.hasNews = false;
    this.#announced = now;
    if (now !== before) this.inspector?.add({ type: 'connection', connection: now });
    if (isState || isThere(now) !== isThere(before)) this.announce();
    else if (now !== before) this.announce(false);
  }

  #setTimer() {
    if (this.isDisposed) return;
    const deadline = this.deadline();
    // A later time is set when the timer has woken the client too early.
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
    // As timers are made.
    this.#isHeld = true;
  }

  #wakeNow = () => {
    this.#wakesAt = Infinity;
    this.attend((now) => this.wake(now));
  };
}
