import { checkStackForSteps } from '../../engine/stack-probe.js';
import { mulberry32 } from '../../util/mulberry32.js';
import { reportUncaught } from '../../util/print.js';

/**
 * A bad network: its links deliver late, twice, out of order or not at all. They carry JSON texts, and so no objects are shared
 * with the other side.
 *
 * @param {Partial<import('../../../testing.d.ts').NetworkConditions> & { seed?: number }} conditions which may be changed at any time
 * @param {object} how
 * @param {import('../../../testing.js').NetworkClock & { losses?: any }} how.time with `losses`: a virtual one, which runs until clients have made up
 *   for lost messages
 * @param {import('../wire-formats.js').Form} how.messages of a hub to a client of `Local`
 */
export function makeNetwork({ seed = 1, latency = 0, jitter = 0, loss = 0, duplicate = 0, reorder = 0 }, { time, messages }) {
  const chance = mulberry32(seed);
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
    messages,
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

  /** A one-way link to `receive`. Closing it loses what is on its way. */
  function link(receive) {
    const underway = new Set();
    let last = 0;
    const self = { send, drop, close };
    links.add(self);
    return self;

    function send(message) {
      if (!isConnected || !links.has(self)) return;
      const text = JSON.stringify(message);
      const isLost = chance() < net.loss;
      if (!isLost) carry(text);
      const isDuplicate = chance() < net.duplicate;
      if (isDuplicate) carry(text);
      time.losses?.[isLost && !isDuplicate ? 'lost' : 'sent'](self);
    }

    function carry(text) {
      const spread = net.latency + net.jitter;
      let at = time.now() + net.latency + net.jitter * chance();
      // A reordered message takes up to three times as long, and later ones need not wait for it.
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
      time.losses?.forget(self);
    }
  }

  /** Calls `fn` whenever the network goes down or comes back. Returns a function that ends that. */
  function watch(fn) {
    watchers.add(fn);
    return () => watchers.delete(fn);
  }

  function setConnected(value) {
    if (isConnected === value) return;
    checkStackForSteps();
    isConnected = value;
    if (!isConnected) for (const link of links) link.drop();
    // One of them may have had others stop watching.
    for (const watcher of [...watchers]) if (watchers.has(watcher)) notify(watcher);
  }

  /** A watcher that throws does not keep the others from being notified. */
  function notify(watcher) {
    try {
      watcher(isConnected);
    } catch (error) {
      reportUncaught(error);
    }
  }
}
