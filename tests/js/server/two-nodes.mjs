// Two nodes in one process: each has its own connection to the storage and its own hub, and the bus is a function.
import { Client } from 'rondel/client';
import { Transport } from 'rondel/internal';
import { decode } from '../../../pkg/lib/online/protocol/wire.js';
import { openServerHub } from '../../../pkg-server/lib/hub.js';
import { Node } from '../../../pkg-server/lib/nodes/node.js';
import { InMemory } from '../../../pkg-server/lib/storage/in-memory.js';
import { virtualTime } from '../../../pkg/lib/util/clock.js';
import { throughJSON } from '../support/json.mjs';
import { withMessages } from '../support/boardgame-io-messages.mjs';
import { slowStorage } from '../support/slow-storage.mjs';

/**
 * @param {{ game?: object, games?: object[], auth?: object, thinkings?: any[], storage?: InMemory, storages?: object[], delay?: () => number, carry?: (deliver: () => void, notice: any) => void }} options
 *   One entry per node: `games`, `storages`, `thinkings` (of bots). `delay` returns the number of tasks that the storage takes each way.
 *   `carry` delivers a notice: late, twice or never.
 */
export function openNodes({ game, games = [game, game], auth, thinkings, storage = new InMemory(), storages, delay = () => 0, carry = (deliver) => deliver() }) {
  const notices = [];
  const errors = [];
  const clock = virtualTime();
  const clients = [];
  const nodes = ['a', 'b'].map((name, i) => openNode(name, { game: games[i], thinking: thinkings?.[i], slow: storages?.[i] }));
  return { storage, nodes, notices, errors, clock, sit, close };

  function openNode(name, { game, thinking, slow = slowStorage(storage, { compares: true, delay }) }) {
    const node = new Node({ storage: slow });
    node.onError = (error) => errors.push(error);
    const hub = openServerHub({ game, storage: slow, auth, node, thinking });
    hub.master.onError = (error) => errors.push(error);
    const opened = { name, node, hub, storage: slow, regained() {} };
    node.connect(({ regained }) => {
      opened.regained = regained;
      return {
        publish(notice) {
          notices.push(throughJSON(notice));
          for (const other of nodes) if (other.name !== name) carry(() => other.node.receive(throughJSON(notice)), notice);
        },
        close() {},
      };
    });
    return opened;
  }

  /** A client whose connection is at the first node, until `goTo` moves it. */
  function sit(playerID, options = {}) {
    const seat = { playerID, heard: [], goTo: (at) => seat.transport.goTo(nodes[at].hub) };
    const multiplayer = (given) => {
      seat.transport = new HubTransport({ ...given, hub: nodes[options.at ?? 0].hub, clock, heard: seat.heard });
      return seat.transport;
    };
    seat.client = Client({ game: games[options.at ?? 0], playerID, matchID: 'm', quiet: true, ...options, multiplayer });
    clients.push(seat.client);
    seat.client.start();
    return seat;
  }

  async function close() {
    for (const client of clients) client.dispose();
    for (const { hub } of nodes) await hub.close();
    for (const { node } of nodes) await node.close();
  }
}

class HubTransport extends withMessages(Transport) {
  #connection = null;

  constructor({ hub, clock, heard, ...options }) {
    super(options);
    this.hub = hub;
    this.clock = clock;
    this.heard = heard;
  }

  connect() {
    this.disconnect();
    this.#connection = this.hub.connect((text) => {
      const data = decode(text);
      this.heard.push(data);
      this.notifyClient(data);
    });
    this.requestSync();
    this.setConnectionStatus(true);
  }

  disconnect() {
    if (!this.#connection) return;
    this.#connection.close();
    this.#connection = null;
    this.setConnectionStatus(false);
  }

  goTo(hub) {
    this.disconnect();
    this.hub = hub;
    this.connect();
  }

  say(type, ...args) {
    this.#connection?.receive(throughJSON({ type, args }));
  }
}
