import type { Plugin, RandomAPI } from './types.js';

/**
 * A plugin that replaces methods of the built-in `random`; the others stay as they are.
 *
 * @example
 * const game = { ...MyGame, plugins: [MockRandom({ D6: () => 6 })] };
 */
export declare function MockRandom(
  overrides?: Partial<Record<keyof RandomAPI, (...args: any[]) => any>>,
): Plugin<RandomAPI>;

/**
 * A bad network, the same again for the same seed. `Local({ network })` puts its clients on it; its time passes
 * in `run()`, so that no test has to wait.
 *
 * @example
 * const net = network({ seed: 7, latency: 80, jitter: 40, loss: 0.1 });
 * const client = Client({ game, playerID: '0', multiplayer: Local({ network: net }) });
 * client.start();
 * await net.run();
 */
export declare function network(options?: NetworkOpts): Network;

/** How bad a network is; everything is 0 if left out. */
export interface NetworkConditions {
  /** Milliseconds that every message takes at least. */
  latency: number;
  /** Milliseconds that a message may take beyond that. */
  jitter: number;
  /** The share of messages that never arrive, from 0 to 1. */
  loss: number;
  /** The share of messages that arrive twice. */
  duplicate: number;
  /** The share of messages that later ones may overtake. Without it, those of one link keep their order. */
  reorder: number;
}

export interface NetworkOpts extends Partial<NetworkConditions> {
  /** 1 if left out. */
  seed?: number;
  /** The clock of another network, or real time. A clock of its own if left out. */
  clock?: NetworkClock | 'real';
}

/** Its conditions may be changed at any time. */
export interface Network extends NetworkConditions {
  /** One way to `receive`, for values that JSON can carry. */
  link(receive: (message: any) => void): NetworkLink;
  /** Loses what is on its way, and carries nothing until `reconnect()`. */
  disconnect(): void;
  reconnect(): void;
  readonly isConnected: boolean;
  /** Calls `fn` whenever the network goes down or comes back. Returns how to end that. */
  watch(fn: (isConnected: boolean) => void): () => void;
  /** Lets so many milliseconds pass, or as many as it takes until nothing is to happen for ten seconds. */
  run(ms?: number): Promise<void>;
  readonly now: number;
  readonly clock: NetworkClock;
}

export interface NetworkLink {
  send(message: unknown): void;
  /** Loses what is on its way. */
  close(): void;
}

export interface NetworkClock {
  now(): number;
  setTimeout(fn: () => void, ms?: number): any;
  clearTimeout(id: any): void;
  run(ms?: number): Promise<void>;
}
