/** Milliseconds that a turn of the event loop gives to what has come, about. */
const LONGEST_MS = 5;
/** Bytes of a message that does not wait for the next turn, if nothing of its connection waits: as long as it does, it takes them. */
const BIG = 100_000;
/** Characters that wait to be sent until a turn is over, about: what one message has sent to many may be longer. */
const MOST_UNSENT = 1_000_000;

/**
 * Shares the turns of the event loop among connections: each has one message handled in a turn, and the next when the others have
 * had theirs. However much has come by one socket, other senders come first.
 *
 * A turn handles what has come by all sockets, one message after the other, and sends then what has come of all of them. Between the
 * two stands a system call: what is handled between one that reads and two that write costs half as much again.
 */
export class Turns {
  /** By connection, what waits of those that have had no message handled in the last turn. @type {Map<object, (() => void)[]>} */
  #fresh = new Map();
  /** Of those that have, which may be nothing. Whose turn is next comes first. @type {Map<object, (() => void)[]>} */
  #lines = new Map();
  /** What is to be sent when the turn is over. @type {(() => void)[]} */
  #unsent = [];
  #unsentLength = 0;
  #isSending = false;
  #isUnderWay = false;
  /** @type {any} */
  #nextTurn = null;

  /**
   * Runs a job in the next turn, or after those of the same connection that wait.
   *
   * @param {object} who
   * @param {() => void} job does not throw
   * @param {number} [bytes] that it takes while it waits
   */
  run(who, job, bytes = 0) {
    const waiting = this.#waitingOf(who);
    this.#nextTurn ??= setImmediate(() => this.#goOn());
    if (waiting) return void waiting.push(job);
    if (bytes < BIG) return void this.#fresh.set(who, [job]);
    this.#lines.set(who, []);
    return job();
  }

  /** As `run`, but at once if nothing of this connection waits. */
  runLast(who, job) {
    const waiting = this.#waitingOf(who);
    if (waiting && waiting.length > 0) waiting.push(job);
    else job();
  }

  /** Nothing that waits of this connection is run. */
  drop(who) {
    const waiting = this.#waitingOf(who);
    if (waiting) waiting.length = 0;
  }

  /**
   * Sends something when the turn is over, and after what is to be sent already; at once if there is neither.
   *
   * @param {() => void} send does not throw
   * @param {number} [length] of what it sends
   */
  send(send, length = 0) {
    if (!this.#isUnderWay) return send();
    this.#unsent.push(send);
    this.#unsentLength += length;
    if (this.#unsentLength > MOST_UNSENT) this.#sendAll();
    return undefined;
  }

  #waitingOf(who) {
    return this.#fresh.get(who) ?? this.#lines.get(who);
  }

  #goOn() {
    this.#nextTurn = null;
    this.#isUnderWay = true;
    const end = performance.now() + LONGEST_MS;
    const others = [...this.#lines];
    for (const [who, waiting] of [...this.#fresh]) {
      this.#fresh.delete(who);
      this.#runNext(who, waiting);
      if (performance.now() > end) break;
    }
    for (const [who, waiting] of others) {
      this.#runNext(who, waiting);
      if (performance.now() > end) break;
    }
    this.#sendAll();
    this.#isUnderWay = false;
    if (this.#fresh.size + this.#lines.size > 0) this.#nextTurn ??= setImmediate(() => this.#goOn());
  }

  /** A connection of which nothing waits is forgotten, if that was so in the last turn as well. */
  #runNext(who, waiting) {
    this.#lines.delete(who);
    const job = waiting.shift();
    if (!job) return;
    this.#lines.set(who, waiting);
    job();
  }

  /**
   * A client that is cut by what it is sent leaves a match, and others are notified of it: after what is queued already, and not within the same call, as
   * the stack ends. Nothing is taken from the front of the list, which costs as much as the list is long.
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
