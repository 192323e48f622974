import { openPageBots, readPageBots } from '../../ai/page-bots.js';
import { rulesOf } from '../../game/rules.js';
import { isDevelopment } from '../../util/environment.js';
import { warnOfUnknown } from '../../util/unknown-options.js';
import { REAL_TIME } from '../../util/clock.js';
import { makeCopier } from '../protocol/copier.js';
import { makeNetwork } from './bad-network.js';
import { WHOLE } from '../wire-formats.js';
import { OWN_PAGES } from '../limits.js';
import { openHub } from './hub.js';
import { NOBODY, hubs } from './local-hubs.js';
import { MessageTransport } from './message-transport.js';
import { keptIfPossible } from '../kept-if-possible.js';
import { localMatchesOf } from '../local-matches.js';
import { copyOfSetupData } from '../setup-data.js';
import { InMemory } from '../storage/storage.js';
import { warnOfNoName } from './unnamed.js';

/** In a page nothing waits for a network: the log is sent in one piece. */
const LIMITS = { ...OWN_PAGES, answer: Infinity };

/**
 * A master in the page, shared by all clients of the same game, the same `bots` (the same object, as in
 * boardgame.io) and the same storage; with `fresh` by those that are given what this call returns.
 *
 * @param {import('../../../multiplayer.d.ts').LocalOpts} [given]
 */
export function Local(given) {
  if (isDevelopment()) {
    warnOfUnknown('Local', given, {
      bots: true, persist: true, storageKey: true, network: true, latency: true, jitter: true, loss: true, duplicate: true,
      create: true, fresh: true,
    });
  }
  const { bots, persist, storageKey, network, latency, jitter, loss, duplicate, create, fresh } = given ?? {};
  const table = fresh ? new WeakMap() : hubs;
  const isBad = latency || jitter || loss || duplicate;
  const link = network ?? (isBad ? makeNetwork({ latency, jitter, loss, duplicate }, { time: REAL_TIME, messages: WHOLE }) : null);
  return (options) => {
    const specs = bots && readPageBots(bots, options.game);
    return new LocalTransport({ ...options, create, network: link, hub: () => hubOf(options, { bots, specs, persist, storageKey, table }) });
  };
}

function hubOf({ game, gameKey = game }, { bots, specs, persist, storageKey, table }) {
  const byBots = ensure(table, gameKey, () => new WeakMap());
  const byStorage = ensure(byBots, bots ?? NOBODY, () => new Map());
  return ensure(byStorage, persist ? `persist ${storageKey}` : 'memory', () => {
    // Other pages have masters of their own: players stored as connected were so before this one was loaded.
    const storage = persist ? localStorageOf(game, storageKey) : new InMemory();
    return openHub({ game, storage, limits: LIMITS, isOwnPages: true, bots: specs && ((hub) => openPageBots(specs, { game, ...hub })) });
  });
}

function localStorageOf(game, storageKey) {
  const { name } = rulesOf(game);
  warnOfNoName(name, 'Local({ persist: true })');
  return keptIfPossible(localMatchesOf({ gameName: name, storageKey }), 'Local({ persist: true }): a match that localStorage does not keep ends with the page');
}

function ensure(map, key, make) {
  if (!map.has(key)) map.set(key, make());
  return map.get(key);
}

class LocalTransport extends MessageTransport {
  #hub;
  #network;
  /**
   * How to send, and how to close it; null before `connect` and after `disconnect`.
   *
   * @type {{ send: (message: any) => void, close: () => void } | null}
   */
  #connection = null;

  /** @param {any} options */
  constructor({ hub, network, setupData, ...options }) {
    super(options);
    this.setupData = copyOfSetupData(setupData);
    this.#hub = hub;
    this.#network = network;
    // The clock of the client's timeouts; real time if there is none.
    this.clock = network?.clock;
    // A custom network may deliver anything.
    this.isPlain = !network;
    // Without a network the confirmation has arrived before an action's sender goes on: nothing needs to be predicted.
    this.isImmediate = !network;
  }

  connect() {
    this.#hangUp();
    this.#connection = this.#network ? this.#callOver(this.#network) : this.#call();
    if (this.#network && !this.#network.isConnected) return this.setConnectionStatus(false, {});
    this.setConnectionStatus(true);
    this.requestSync();
    return undefined;
  }

  disconnect() {
    this.#hangUp();
    this.setConnectionStatus(false);
  }

  /** Where the stack is full, closing throws, and the connection is unchanged. */
  #hangUp() {
    this.#connection?.close();
    this.#connection = null;
  }

  again() {
    if (this.#connection) this.connect();
  }

  send(type, ...args) {
    this.#connection?.send({ type, args });
  }

  #call() {
    const { receive, close } = this.#hub().connect((data) => this.notifyClient(data), copied());
    return { send: receive, close };
  }

  #callOver(network) {
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
function copied() {
  return { ...WHOLE, form: makeCopier() };
}
