import { checkRoom } from '../../engine/stack-probe.js';
import { REAL_TIME, virtualTime } from '../../util/clock.js';
import { mulberry32 } from '../../util/mulberry32.js';
import { report } from '../../util/report.js';

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
