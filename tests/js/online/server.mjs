// A server and its transport by boardgame.io's contract, for either package.
import bgioClient from 'boardgame.io/dist/cjs/client.js';
import bgioInternal from 'boardgame.io/dist/cjs/internal.js';
import bgioMaster from 'boardgame.io/dist/cjs/master.js';
import { Client } from 'rondel/client';
import { Sync, Transport, getFilterPlayerView } from 'rondel/internal';
import { Master } from 'rondel/master';
import { network } from 'rondel/testing';
import { LATENCY } from './support.mjs';

/** boardgame.io 0.50.2 as published. */
export const boardgameIO = { ...bgioInternal, ...bgioMaster, ...bgioClient };

export const rondel = { Client, Master, Sync, Transport, getFilterPlayerView };

/** Rondel's clients at boardgame.io's master, which does not report refusals. */
export const visitors = { ...boardgameIO, Client, Transport };

/** boardgame.io's clients at Rondel's master. */
export const guests = { ...rondel, Client: boardgameIO.Client, Transport: boardgameIO.Transport };

/** A server with a match. `sit(playerID)` connects a client to it over a slow line; `master` and `storage` are the server's own. */
export function server(t, game, engine, { auth, ...defaults } = {}) {
  const time = network();
  const { multiplayer, ...open } = openServer(game, engine, { auth });

  /** `client` in the options: boardgame.io's, or Rondel's. */
  function sit(playerID, { client = engine.Client, ...options } = {}) {
    const seat = { net: network({ latency: LATENCY, clock: time.clock }), heard: [], shown: [] };
    // boardgame.io's client joins another match if its matchID is undefined.
    const spec = { game, playerID, matchID: 'default', debug: false, quiet: true, ...defaults, ...options };
    seat.client = client({ ...spec, multiplayer: multiplayer(seat.net, (data) => seat.heard.push(data)) });
    seat.client.subscribe((state) => seat.shown.push(state));
    t.after(() => (seat.client.dispose ? seat.client.dispose() : seat.client.stop()));
    seat.client.start();
    return seat;
  }

  return {
    ...open,
    sit,
    run: (ms = 10 * LATENCY) => time.run(ms),
    async seated(...playerIDs) {
      const seats = playerIDs.map((playerID) => sit(playerID));
      await time.run(10 * LATENCY);
      return seats;
    },
  };
}

/** A server, and a transport by the contract alone: every client gets the messages of every match. */
export function openServer(game, engine, { auth } = {}) {
  const storage = memory(engine.Sync);
  const filter = engine.getFilterPlayerView(game);
  const lines = new Set();
  const transportAPI = {
    send: ({ playerID, ...payload }) => {
      for (const line of lines) if ((line.playerID ?? null) === (playerID ?? null)) line.down.send(filter(playerID, payload));
    },
    sendAll: (payload) => {
      for (const line of lines) line.down.send(filter(line.playerID, payload));
    },
  };
  const master = new engine.Master(game, storage, transportAPI, auth);
  const answers = [];

  class Line extends engine.Transport {
    constructor({ net, hear, ...options }) {
      super(options);
      this.net = net;
      this.hear = hear;
      this.clock = net.clock;
    }

    connect() {
      this.unwatch?.();
      this.unwatch = this.net.watch((isConnected) => (isConnected ? this.open() : this.close()));
      if (this.net.isConnected) this.open();
    }

    disconnect() {
      this.unwatch?.();
      this.close();
    }

    open() {
      this.close();
      // A new line for each seat, which ignores messages to another one.
      this.up = this.net.link(async ([method, ...args]) => answers.push(await master[method](...args)));
      this.down = this.net.link((data) => {
        this.hear(data);
        this.notifyClient(data);
      });
      lines.add(this);
      this.setConnectionStatus(true);
      this.requestSync();
      this.up?.send(['onConnectionChange', this.matchID, this.playerID, this.credentials, true]);
    }

    close() {
      lines.delete(this);
      this.up?.close();
      this.down?.close();
      if (this.isConnected) this.setConnectionStatus(false);
    }

    sendAction(state, action) {
      this.up?.send(['onUpdate', action, state._stateID, this.matchID, this.playerID]);
    }

    sendChatMessage(matchID, chatMessage) {
      this.up?.send(['onChatMessage', matchID, chatMessage, this.credentials]);
    }

    requestSync() {
      this.up?.send(['onSync', this.matchID, this.playerID, this.credentials, this.numPlayers]);
    }

    updateMatchID(id) {
      this.matchID = id;
      this.connect();
    }

    updatePlayerID(id) {
      this.playerID = id;
      this.connect();
    }

    updateCredentials(credentials) {
      this.credentials = credentials;
      this.connect();
    }
  }

  return {
    master,
    storage,
    /** The results of the master's methods. */
    answers,
    multiplayer: (net, hear = () => {}) => (options) => new Line({ ...options, net, hear }),
  };
}

/** A storage as a third party may have written it for boardgame.io. */
function memory(Sync) {
  const matches = new Map();
  const match = (id) => matches.get(id) ?? {};
  return new class extends Sync {
    connect() {}

    createMatch(id, { initialState, metadata }) {
      matches.set(id, { initialState, state: initialState, metadata, log: [] });
    }

    setState(id, state, deltalog = []) {
      matches.set(id, { ...match(id), state, log: [...match(id).log, ...deltalog] });
    }

    setMetadata(id, metadata) {
      matches.set(id, { ...match(id), metadata });
    }

    fetch(id) {
      return match(id);
    }

    wipe(id) {
      matches.delete(id);
    }

    listMatches() {
      return [...matches.keys()];
    }
  }();
}
