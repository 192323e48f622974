/** Milliseconds that one tick of the event loop gives to messages, about. */
const TICK_MS = 5;
/** Bytes of a parsed message that is handled at once if no other of its connection waits: it would take them as long as it waits. */
const LARGE = 100_000;
/** Approximate number of unsent characters that may wait until the end of a tick. One message may go to many clients. */
const MOST_UNSENT = 1_000_000;

/** Waiting jobs of one connection. */
interface Line {
  address: unknown;
  jobs: (() => void)[];
  /** Number of the last tick that has handled one of them. */
  tick: number;
}

/**
 * Shares the ticks of the event loop among addresses, and among the connections of an address: in each tick, one message of a connection is handled,
 * and the next one of its address after those of other addresses. A tick handles messages first, and then sends what they led to:
 * docs/decisions/91-ticks.md.
 *
 * Attack: one socket that delivers thousands of messages at once, or a thousand sockets that deliver one each. Tests:
 * tests/js/server/fair-queue.test.mjs, http-requests.test.mjs, request-costs.test.mjs. ws and socket.io emit all messages of a chunk in one tick, and
 * Node all requests of all sockets.
 */
export class FairQueue {
  /** Jobs by connection. A list is empty if the connection may have no job in the next tick. */
  #lines: Map<object, Line> = new Map();
  /** Connections with jobs by address. The next address is the first, and so is the next connection of each. */
  #addresses: Map<unknown, Set<object>> = new Map();
  /** Number of the present tick, or of the last one. */
  #tick = 0;
  /** `true` if the present tick handles nothing more. */
  #isOver = false;
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
   * @param address the connections of which take turns. Default: this connection alone
   * @param bytes that the job takes while it waits, and that are no text
   */
  run(connection: object, job: () => void, { address = connection, bytes = 0 }: { address?: unknown, bytes?: number } = {}) {
    this.#nextTick ??= setImmediate(() => this.#runTick());
    const line = this.#lines.get(connection);
    if (line) return void line.jobs.push(job);
    const isLarge = bytes >= LARGE;
    this.#add(connection, { address, jobs: isLarge ? [] : [job], tick: this.#isRunning ? this.#tick : 0 });
    return isLarge ? job() : undefined;
  }

  /** As `run`, but at once if no job of this connection waits. */
  runLast(connection: object, job: () => void) {
    const line = this.#lines.get(connection);
    if (line && line.jobs.length > 0) line.jobs.push(job);
    else job();
  }

  /** Resolves when it is the connection's turn. Its tick then ends, so that nothing else runs before what awaits it: that may take long. */
  turn(connection: object, address: unknown): Promise<void> {
    return new Promise((resolve) => {
      this.run(connection, () => {
        this.#isOver = true;
        resolve();
      }, { address });
    });
  }

  /** Drops the waiting jobs of a connection. */
  drop(connection: object) {
    const line = this.#lines.get(connection);
    if (line) this.#remove(connection, line);
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

  #runTick() {
    this.#nextTick = null;
    this.#tick += 1;
    this.#isOver = false;
    this.#isRunning = true;
    this.#handleMessages();
    this.#sendAll();
    this.#isRunning = false;
    if (this.#lines.size > 0) this.#nextTick ??= setImmediate(() => this.#runTick());
  }

  #handleMessages() {
    const end = performance.now() + TICK_MS;
    let addresses = [...this.#addresses.keys()];
    while (addresses.length > 0) {
      const rest: unknown[] = [];
      for (const address of addresses) {
        if (this.#runNext(address)) rest.push(address);
        if (this.#isOver || performance.now() > end) return;
      }
      addresses = rest;
    }
  }

  /** Runs one job of an address. Returns `false` if this tick has handled all of its connections. */
  #runNext(address: unknown) {
    const [connection] = this.#addresses.get(address) ?? [];
    const line = connection && this.#lines.get(connection);
    if (!line || line.tick === this.#tick) return false;
    const job = line.jobs.shift();
    line.tick = this.#tick;
    // Both go behind the others.
    this.#remove(connection, line);
    if (line.jobs.length > 0) this.#add(connection, line);
    job?.();
    return true;
  }

  #add(connection: object, line: Line) {
    this.#lines.set(connection, line);
    const connections = this.#addresses.get(line.address);
    if (connections) connections.add(connection);
    else this.#addresses.set(line.address, new Set([connection]));
  }

  /** The other connections of its address go behind those of other addresses. */
  #remove(connection: object, { address }: Line) {
    this.#lines.delete(connection);
    const connections = this.#addresses.get(address)!;
    connections.delete(connection);
    this.#addresses.delete(address);
    if (connections.size > 0) this.#addresses.set(address, connections);
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
