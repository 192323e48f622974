import { report } from '../../util/report.js';
import { checkRoom } from '../../engine/stack-probe.js';

/**
 * A bad network, the same again for the same seed: its links deliver late, twice, out of order or not at all.
 * It carries JSON texts, and so nobody shares objects with the other side.
 *
 * Time on it is its own and passes in `run()`, unless `clock` is `'real'`, or another network's clock.
 * Its settings may be changed at any time. Without `reorder`, messages of one link keep their order.
 *
 * @param {import('../../../testing.d.ts').NetworkOpts} [options]
 * @returns {import('../../../testing.d.ts').Network}
 */
export function network(options = {}) {
  const { seed = 1, latency = 0, jitter = 0, loss = 0, duplicate = 0, reorder = 0, clock } = options;
  const chance = mulberry32(seed);
  const time = clock === 'real' ? REAL_TIME : clock ?? virtualTime();
  const links = new Set();
  const watchers = new Set();
  let isConnected = true;

  const net = {
    latency,
    jitter,
    loss,
    duplicate,
    reorder,
    clock: time,
    link,
    watch,
    disconnect: () => setConnected(false),
    reconnect: () => setConnected(true),
    run: (ms) => time.run(ms),
    get now() {
      return time.now();
    },
    get isConnected() {
      return isConnected;
    },
  };
  return net;

  /** One way from here to `receive`. Closing it loses what is on its way. */
  function link(receive) {
    const underway = new Set();
    let last = 0;
    const self = { send, drop, close };
    links.add(self);
    return self;

    function send(message) {
      if (!isConnected || !links.has(self)) return;
      const text = JSON.stringify(message);
      if (chance() >= net.loss) carry(text);
      if (chance() < net.duplicate) carry(text);
    }

    function carry(text) {
      const spread = net.latency + net.jitter;
      let at = time.now() + net.latency + net.jitter * chance();
      // What strays takes up to three times as long, and what is sent after it need not wait for it.
      if (chance() < net.reorder) at += 1 + 2 * spread * chance();
      else last = at = Math.max(at, last);
      const timer = time.setTimeout(() => {
        underway.delete(timer);
        receive(JSON.parse(text));
      }, at - time.now());
      underway.add(timer);
    }

    function drop() {
      for (const timer of underway) time.clearTimeout(timer);
      underway.clear();
    }

    function close() {
      drop();
      links.delete(self);
    }
  }

  /** Calls `fn` whenever the network goes down or comes back. Returns how to end that. */
  function watch(fn) {
    watchers.add(fn);
    return () => watchers.delete(fn);
  }

  function setConnected(value) {
    if (isConnected === value) return;
    checkRoom();
    isConnected = value;
    if (!isConnected) for (const link of links) link.drop();
    for (const watcher of [...watchers]) tell(watcher);
  }

  /** One who throws does not keep the others from hearing of it. */
  function tell(watcher) {
    try {
      watcher(isConnected);
    } catch (error) {
      report(error);
    }
  }
}

/** The time of the world, for transports without a network of their own, too. */
export const REAL_TIME = Object.freeze({
  now: () => performance.now(),
  setTimeout: (fn, ms) => setTimeout(fn, ms),
  clearTimeout: (id) => clearTimeout(id),
  run: (ms) => new Promise((done) => setTimeout(done, ms)),
});

/** Milliseconds in which nothing happens: connected clients always have a timer, but ask for news less often. */
const QUIET = 10_000;

/** Time that passes when it is run: timer by timer, those of one moment in the order in which they were set. */
function virtualTime() {
  const timers = [];
  let now = 0;
  let lastID = 0;

  return {
    now: () => now,
    setTimeout(fn, ms = 0) {
      const timer = { at: now + Math.max(0, ms), id: ++lastID, fn };
      const later = timers.findIndex((other) => other.at > timer.at);
      timers.splice(later === -1 ? timers.length : later, 0, timer);
      return timer.id;
    },
    clearTimeout(id) {
      const index = timers.findIndex((timer) => timer.id === id);
      if (index !== -1) timers.splice(index, 1);
    },
    /** For so long, or until all is quiet. */
    async run(ms) {
      const end = now + ms;
      const until = () => (ms === undefined ? now + QUIET : end);
      await promisesDone();
      while (timers.length > 0 && timers[0].at <= until()) {
        const { at, fn } = timers.shift();
        now = at;
        fn();
        await promisesDone();
      }
      if (ms !== undefined) now = Math.max(now, end);
    },
  };
}

/**
 * Resolves when all promises that can go on have done so.
 *
 * @returns {Promise<void>}
 */
function promisesDone() {
  return new Promise((done) => {
    if (typeof setImmediate === 'function') return void setImmediate(done);
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      done();
    };
    port2.postMessage(null);
  });
}

/** Tommy Ettinger's Mulberry32 (public domain): numbers from 0 up to, but not including, 1. */
export function mulberry32(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
