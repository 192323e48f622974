/** Milliseconds that one tick of the event loop gives to messages, about. */
const TICK_MS = 5;
/** Bytes of a message that is handled at once if no other of its connection waits: it would take them as long as it waits. */
const LARGE = 100_000;
/** Approximate number of unsent characters that may wait until the end of a tick. One message may go to many clients. */
const MOST_UNSENT = 1_000_000;

/** The jobs of one connection that wait. */
type Jobs = (() => void)[];

/**
 * Shares the ticks of the event loop among connections: in each tick, one message of a connection is handled, and the next one after those of
 * others. A tick handles the messages of all connections first, and then sends what they led to: docs/decisions/91-ticks.md.
 *
 * Attack: one socket that delivers thousands of messages at once. Tests: tests/js/server/fair-queue.test.mjs, request-costs.test.mjs. ws and socket.io emit all
 * messages of a chunk in one tick.
 */
export class FairQueue {
  /** Jobs of connections that had none in the last tick. They come first. */
  #fresh: Map<object, Jobs> = new Map();
  /** Jobs of those that had one, in the order of their ticks. The list may be empty. */
  #served: Map<object, Jobs> = new Map();
  /** Messages for the end of the tick. */
  #unsent: (() => void)[] = [];
  #unsentLength = 0;
  #isSending = false;
  #isRunning = false;
  #nextTick: NodeJS.Immediate | null = null;

  /**
   * Runs a job in the next tick, or after the waiting ones of the same connection.
   *
   * @param job does not throw
   * @param bytes that it takes while it waits
   */
  run(connection: object, job: () => void, bytes: number = 0) {
    const waiting = this.#jobsOf(connection);
    this.#nextTick ??= setImmediate(() => this.#runTick());
    if (waiting) return void waiting.push(job);
    if (bytes < LARGE) return void this.#fresh.set(connection, [job]);
    this.#served.set(connection, []);
    return job();
  }

  /** As `run`, but at once if no job of this connection waits. */
  runLast(connection: object, job: () => void) {
    const waiting = this.#jobsOf(connection);
    if (waiting && waiting.length > 0) waiting.push(job);
    else job();
  }

  /** Drops the waiting jobs of a connection. */
  drop(connection: object) {
    const waiting = this.#jobsOf(connection);
    if (waiting) waiting.length = 0;
  }

  /**
   * Sends something at the end of the tick, in order. Outside of a tick it is sent at once.
   *
   * @param send does not throw
   * @param length characters of what it sends
   */
  send(send: () => void, length: number = 0) {
    if (!this.#isRunning) return send();
    this.#unsent.push(send);
    this.#unsentLength += length;
    if (this.#unsentLength > MOST_UNSENT) this.#sendAll();
    return undefined;
  }

  #jobsOf(connection: object) {
    return this.#fresh.get(connection) ?? this.#served.get(connection);
  }

  #runTick() {
    this.#nextTick = null;
    this.#isRunning = true;
    const end = performance.now() + TICK_MS;
    const served = [...this.#served];
    for (const [connection, jobs] of [...this.#fresh]) {
      this.#fresh.delete(connection);
      this.#runNext(connection, jobs);
      if (performance.now() > end) break;
    }
    for (const [connection, jobs] of served) {
      this.#runNext(connection, jobs);
      if (performance.now() > end) break;
    }
    this.#sendAll();
    this.#isRunning = false;
    if (this.#fresh.size + this.#served.size > 0) this.#nextTick ??= setImmediate(() => this.#runTick());
  }

  /** Runs one job of a connection. One that had none in the last tick either is forgotten. */
  #runNext(connection: object, jobs: Jobs) {
    this.#served.delete(connection);
    const job = jobs.shift();
    if (!job) return;
    this.#served.set(connection, jobs);
    job();
  }

  /**
   * A client that is cut by what it is sent leaves a match, and others are notified: after what is queued already, and not within the same
   * call, since the stack ends. `shift` would cost as much as the list is long.
   */
  #sendAll() {
    if (this.#isSending) return;
    this.#isSending = true;
    try {
      for (const send of this.#unsent) send();
    } finally {
      this.#unsent = [];
      this.#unsentLength = 0;
      this.#isSending = false;
    }
  }
}
