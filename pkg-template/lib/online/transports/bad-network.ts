import { checkStackForSteps } from '../../engine/stack-probe.js';
import { mulberry32 } from '../../util/random.js';
import { reportUncaught } from '../../util/print.js';
import { REAL_TIME, virtualTime } from '../../util/clock.js';
import { PATCHES } from '../wire-formats.js';
import type { Network, NetworkClock, NetworkConditions, NetworkLink, NetworkOpts } from '../../../types/testing.js';
import type { Foreign } from '../../util/foreign.js';
import type { Form } from '../wire-formats.js';

/** A network that knows the format of the messages that go over it. */
export interface FormedNetwork extends Network {
  /** The format of a hub's messages to a client of `Local`. */
  messages: Form<Foreign>;
}

interface NetworkParts {
  /** With `losses`: a virtual one, which runs until clients have made up for lost messages. */
  time: Readonly<NetworkClock> & Partial<Pick<ReturnType<typeof virtualTime>, 'losses'>>;
  messages: Form<Foreign>;
}

interface Link extends NetworkLink {
  /** Loses what is on its way. */
  drop(): void;
}

/**
 * A bad network: its links deliver late, twice, out of order or not at all. They carry JSON texts, and so no objects are shared
 * with the other side.
 *
 * @param conditions which may be changed at any time
 */
export function makeNetwork(
  { seed = 1, latency = 0, jitter = 0, loss = 0, duplicate = 0, reorder = 0 }: Partial<NetworkConditions> & { seed?: number },
  { time, messages }: NetworkParts,
): FormedNetwork {
  const chance = mulberry32(seed);
  const links = new Set<Link>();
  const watchers = new Set<(isConnected: boolean) => void>();
  let isConnected = true;

  const net: FormedNetwork = {
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
    run: (ms?: number) => time.run(ms),
    get now() {
      return time.now();
    },
    get isConnected() {
      return isConnected;
    },
  };
  return net;

  /** A one-way link to `receive`. Closing it loses what is on its way. */
  function link(receive: (message: Foreign) => void): Link {
    const underway = new Set<ReturnType<NetworkClock['setTimeout']>>();
    let last = 0;
    const self: Link = { send, drop, close };
    links.add(self);
    return self;

    function send(message: unknown) {
      if (!isConnected || !links.has(self)) return;
      const text = JSON.stringify(message);
      const isLost = chance() < net.loss;
      if (!isLost) carry(text);
      const isDuplicate = chance() < net.duplicate;
      if (isDuplicate) carry(text);
      time.losses?.[isLost && !isDuplicate ? 'lost' : 'sent'](self);
    }

    function carry(text: string) {
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
  function watch(fn: (isConnected: boolean) => void): () => void {
    watchers.add(fn);
    return () => watchers.delete(fn);
  }

  function setConnected(value: boolean) {
    if (isConnected === value) return;
    checkStackForSteps();
    isConnected = value;
    if (!isConnected) for (const link of links) link.drop();
    // One of them may have had others stop watching.
    for (const watcher of [...watchers]) if (watchers.has(watcher)) notify(watcher);
  }

  /** A watcher that throws does not keep the others from being notified. */
  function notify(watcher: (isConnected: boolean) => void) {
    try {
      watcher(isConnected);
    } catch (error) {
      reportUncaught(error);
    }
  }
}

/**
 * Returns a simulated bad network, which behaves the same for the same seed. `Local({ network })` connects its clients through it. Its clock
 * advances only in `run()`, so that tests do not wait.
 *
 * @example
 * const net = network({ seed: 7, latency: 80, jitter: 40, loss: 0.1 });
 * const client = Client({ game, playerID: '0', multiplayer: Local({ network: net }) });
 * client.start();
 * await net.run();
 */
export function network(options: NetworkOpts = {}): Network {
  const { clock, ...conditions } = options;
  const time = clock === 'real' ? REAL_TIME : clock ?? virtualTime();
  return makeNetwork(conditions, { time, messages: PATCHES });
}
