/** Bytes that are sent in one tick of the event loop, about, and bytes that each message counts in addition to its own. */
const TICK_BYTES = 1_000_000;
const MESSAGE_BYTES = 1000;
/** Maximum number of broadcasts that wait. Beyond it, the oldest ones are completed at once. */
const MOST_WAITING = 100;

/** A message to many clients. */
interface Broadcast {
  name: string | undefined;
  steps: Iterator<number>;
  hasBegun: boolean;
}

/**
 * Sends messages to many clients, one after the other, in pieces of a tick each: other work runs between them. A broadcast that fits in one piece is sent at once.
 *
 * Differences from FairQueue:
 * - FairQueue belongs to a server, this queue to a game.
 * - FairQueue divides ticks by time, since the handling of a message may take long. This queue divides them by bytes.
 * - Here a newer broadcast replaces a queued one.
 * - Here a broadcast that fits is sent before its caller continues: a client receives the outcome of its action before later messages.
 *
 * It sends chat and lists of players. States are sent to all viewers in one tick; those for spectators are encoded once.
 *
 * Attack: thousands of spectators at one match, and connections that come, go and chat: each would stop the event loop. Tests:
 * tests/js/server/broadcast-queue.test.mjs, broadcasts.test.mjs.
 */
export class BroadcastQueue {
  #waiting: Broadcast[] = [];
  #bytesLeft = TICK_BYTES;
  #isRunning = false;
  #nextTick: NodeJS.Immediate | null = null;

  /**
   * Adds a broadcast. It replaces one of the same name that has not begun.
   *
   * @param steps each sends one message, and returns its bytes
   */
  run(steps: Iterator<number>, name?: string) {
    const same = name !== undefined && this.#waiting.find((broadcast) => broadcast.name === name && !broadcast.hasBegun);
    if (same) same.steps = steps;
    else this.#waiting.push({ name, steps, hasBegun: false });
    // A client that is cut by what it is sent leaves the match, and others are notified of it.
    if (!this.#isRunning) this.#runNext();
  }

  /** Sends everything that waits at once. */
  end() {
    this.#bytesLeft = Infinity;
    this.#runNext();
  }

  #runNext() {
    this.#isRunning = true;
    while (this.#waiting.length > 0 && (this.#bytesLeft > 0 || this.#waiting.length > MOST_WAITING)) {
      const [broadcast] = this.#waiting;
      broadcast.hasBegun = true;
      const { done, value } = broadcast.steps.next();
      if (done) this.#waiting.shift();
      else this.#bytesLeft -= MESSAGE_BYTES + value;
    }
    this.#isRunning = false;
    if (this.#bytesLeft < TICK_BYTES) this.#nextTick ??= setImmediate(() => this.#beginTick());
  }

  #beginTick() {
    this.#nextTick = null;
    this.#bytesLeft = TICK_BYTES;
    this.#runNext();
  }
}
