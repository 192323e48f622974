import { openPageBots, readPageBots } from '../../ai/page-bots.js';
import { rulesOf } from '../../game/rules.js';
import { isDevelopment } from '../../util/environment.js';
import { warnOfUnknown } from '../../util/unknown-names.js';
import { REAL_TIME } from '../../util/clock.js';
import { makeCopier } from '../protocol/copier.js';
import { makeNetwork } from './bad-network.js';
import { WHOLE } from '../wire-formats.js';
import { OWN_PAGES } from '../limits.js';
import { checkInspect } from '../master-inspector.js';
import { openHub } from './hub.js';
import { HOST } from '../../util/marks.js';
import { isPromise } from '../../util/promise.js';
import { NOBODY, hubs } from './local-hubs.js';
import { MessageTransport } from './message-transport.js';
import { withMemoryFallback, warnOfNoName } from '../browser-storage.js';
import { localMatchesOf } from '../local-matches.js';
import { copyOfSetupData } from '../setup-data.js';
import { InMemory } from '../storage/storage.js';
import type { PageHost } from '../../client/panel-access.js';
import type { Game, State } from '../../../types/game.js';
import type { LocalOpts } from '../../../types/multiplayer.js';
import type { Network, NetworkClock } from '../../../types/testing.js';
import type { TransportOpts } from '../../../types/transport.js';
import type { FormedNetwork } from './bad-network.js';
import type { MasterTime } from '../alarms.js';
import type { BrowserStorage } from '../browser-storage.js';
import type { Viewed } from '../view.js';
import type { Form } from '../wire-formats.js';
import type { Hub } from './hub.js';
import type { Hubs } from './local-hubs.js';
import type { Transport } from './transport.js';

/** A network that messages go over. A custom one has no `messages`. */
type LocalNetwork = Network & Partial<Pick<FormedNetwork, 'messages'>>;

/** Options that distinguish masters of the same game. */
interface HubOpts extends Pick<LocalOpts, 'bots' | 'persist' | 'storageKey' | 'inspect'> {
  /** The bots, as they were read. */
  specs: ReturnType<typeof readPageBots> | undefined;
  table: Hubs;
  time: MasterTime | undefined;
}

interface LocalTransportOpts extends TransportOpts {
  hub: () => Hub;
  network: LocalNetwork | null;
}

/** A map of either kind. */
interface Table<Key, Value> {
  has(key: Key): boolean;
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): unknown;
}

/** In a page nothing waits for a network: the log is sent in one piece. */
const LIMITS = { ...OWN_PAGES, answer: Infinity };

/**
 * Runs the master in the page: for several players at one screen, for bots, and for tests. All clients of the page with the same game, the same
 * `bots` object and the same storage share the master. Its messages pass through `playerView` and JSON text, as from a server.
 *
 * @example
 * const multiplayer = Local({ bots: { 1: RandomBot } });
 * const client = Client({ game, playerID: '0', multiplayer });
 */
export function Local(options?: LocalOpts): (options: TransportOpts) => Transport {
  if (isDevelopment()) {
    warnOfUnknown('Local', options, {
      bots: true, persist: true, storageKey: true, network: true, latency: true, jitter: true, loss: true, duplicate: true,
      create: true, fresh: true, inspect: true,
    });
  }
  const { bots, persist, storageKey, network, latency, jitter, loss, duplicate, create, fresh, inspect } = options ?? {};
  if (inspect !== undefined) checkInspect(inspect);
  const table: Hubs = fresh ? new WeakMap() : hubs;
  const isBad = latency || jitter || loss || duplicate;
  const link = network ?? (isBad ? makeNetwork({ latency, jitter, loss, duplicate }, { time: REAL_TIME, messages: WHOLE }) : null);
  return (given) => {
    const specs = bots && readPageBots(bots, given.game as Game);
    return new LocalTransport({ ...given, create, network: link, hub: () => hubOf(given, { bots, specs, persist, storageKey, table, inspect, time: timeOf(link) }) });
  };
}

/** A simulated network has a time of its own. */
function timeOf(network: LocalNetwork | null): MasterTime | undefined {
  const { clock } = network ?? {};
  return clock === REAL_TIME ? undefined : clock;
}

function hubOf({ game, gameKey = game, quiet }: TransportOpts, { bots, specs, persist, storageKey, table, inspect, time }: HubOpts): Hub {
  const byBots = ensure(table, gameKey, () => new WeakMap());
  const byStorage = ensure(byBots, bots ?? NOBODY, () => new Map());
  const hub = ensure(byStorage, persist ? `persist ${storageKey}` : 'memory', () => {
    // Other pages have masters of their own: players stored as connected were so before this one was loaded.
    const storage = persist ? localStorageOf(game, storageKey, { quiet }) : new InMemory();
    return openHub({ game, storage, limits: LIMITS, isOwnPages: true, time, bots: specs && ((hub) => openPageBots(specs, { game, ...hub })) });
  });
  // Several calls of `Local` may share a master. A function that subscribes again receives each event once.
  if (inspect !== undefined) hub.master.inspect(inspect);
  return hub;
}

function localStorageOf(game: Game, storageKey: string | undefined, options: { quiet: unknown }): BrowserStorage {
  const { name } = rulesOf(game);
  warnOfNoName(name, 'Local({ persist: true })', options);
  return withMemoryFallback(localMatchesOf({ gameName: name, storageKey }), 'Local({ persist: true }): a match that localStorage does not keep ends with the page');
}

function ensure<Key, Value>(map: Table<Key, Value>, key: Key, make: () => Value): Value {
  if (!map.has(key)) map.set(key, make());
  return map.get(key) as Value;
}

class LocalTransport extends MessageTransport {
  /** The clock of the client's timeouts. Default: real time. */
  declare clock: NetworkClock | undefined;
  /** For the client: messages contain only JSON values. */
  declare isPlain: boolean;
  /** For the client: the answer of the master is there when a method returns. */
  declare isImmediate: boolean;
  /** For the debug panel: the master in this page. */
  declare [HOST]: PageHost;
  #hub: () => Hub;
  #network: LocalNetwork | null;
  /** How to send, and how to close it; null before `connect` and after `disconnect`. */
  #connection: { send: (message: unknown) => unknown, close: () => unknown } | null = null;

  constructor({ hub, network, setupData, ...options }: LocalTransportOpts) {
    super(options);
    this.setupData = copyOfSetupData(setupData);
    this.#hub = hub;
    this.#network = network;
    this[HOST] = {
      network,
      inspect: (fn) => hub().master.inspect(fn),
      statesOf(matchID) {
        const stored = hub().master.storageAPI.fetch(matchID, { state: true, initialState: true });
        if (isPromise(stored) || !stored.state) return null;
        return { initialState: stored.initialState as State, state: stored.state as State };
      },
    };
    this.clock = network?.clock;
    // A custom network may deliver anything.
    this.isPlain = !network;
    // Without a network the confirmation has arrived before an action's sender goes on: nothing needs to be predicted.
    this.isImmediate = !network;
  }

  connect(): void {
    this.#hangUp();
    this.#connection = this.#network ? this.#callOver(this.#network) : this.#call();
    if (this.#network && !this.#network.isConnected) return this.setConnectionStatus(false, {});
    this.setConnectionStatus(true);
    this.requestSync();
    return undefined;
  }

  disconnect(): void {
    this.#hangUp();
    this.setConnectionStatus(false);
  }

  /** Where the stack is full, closing throws, and the connection is unchanged. */
  #hangUp() {
    this.#connection?.close();
    this.#connection = null;
  }

  again(): void {
    if (this.#connection) this.connect();
  }

  send(type: string, ...args: unknown[]): void {
    this.#connection?.send({ type, args });
  }

  #call() {
    const { receive, close } = this.#hub().connect((data) => this.notifyClient(data), copied());
    return { send: receive, close };
  }

  #callOver(network: LocalNetwork) {
    // A custom network has no `messages`.
    const { read, ...how } = network.messages ?? copied();
    const down = network.link((message) => this.notifyClient(read(message)));
    const { receive, close } = this.#hub().connect(down.send, how);
    const up = network.link(receive);
    const unwatch = network.watch((isConnected) => {
      if (isConnected) return this.connect();
      close();
      this.setConnectionStatus(false);
    });
    return {
      send: up.send,
      close() {
        unwatch();
        up.close();
        down.close();
        close();
      },
    };
  }
}

/** Messages as if they had been sent as text: the master copies those to it itself. */
function copied(): Form<Viewed> {
  return { ...WHOLE, form: makeCopier() };
}
