// Stand-ins for the transports' connections, with a master in the same process.
import { EventEmitter } from 'node:events';
import { Broadcast } from '../../../pkg/lib/online/transports/broadcast.js';
import { openHub } from '../../../pkg/lib/online/transports/hub.js';
import { BOARDGAME_IO, PATCHES } from '../../../pkg/lib/online/wire-formats.js';
import { Local, SocketIO, WebSocketTransport } from 'rondel/multiplayer';
import { network } from 'rondel/testing';
import { browser } from './browsers.mjs';

/**
 * Named functions that create the lines of a match's clients: `multiplayer()` for another client, `drop(i)` for a failure of the `i`th
 * client's line, and the number of `open()` ones. `later(work)` runs when the other side receives a message.
 */
export const LINES = {
  "socket.io, at Rondel's server": (options) => socketIOLines(options, PATCHES),
  "socket.io, at boardgame.io's server": (options) => socketIOLines(options, BOARDGAME_IO),
  'a WebSocket': webSocketLines,
  'a channel': channelLines,
  'a bad network': networkLines,
  'Local in the page': () => ({ multiplayer: () => Local(), drop() {}, open: () => 0 }),
};

function socketIOLines({ game, storage, later }, how) {
  const hub = openHub({ game, storage });
  const sockets = [];
  return {
    multiplayer() {
      sockets.push(socketIOSocket(hub, { how, later }));
      return SocketIO({ socket: sockets.at(-1) });
    },
    drop: (i) => sockets[i].drop(),
    open: () => sockets.filter((socket) => socket.connected || socket.eventNames().length > 0).length,
  };
}

function socketIOSocket(hub, { how, later }) {
  const socket = new EventEmitter();
  const fire = EventEmitter.prototype.emit.bind(socket);
  // Null while the line must not connect.
  let line = null;
  const hangUp = () => {
    const wasConnected = socket.connected;
    socket.connected = false;
    line?.close?.();
    line = null;
    return wasConnected;
  };
  return Object.assign(socket, {
    connected: false,
    active: true,
    connect() {
      const opened = line = {};
      const heard = (work) => later(() => line === opened && work());
      heard(() => {
        socket.connected = true;
        Object.assign(opened, hub.connect((data) => heard(() => (how === PATCHES ? fire('rondel', data) : fire(data.type, ...data.args))), how));
        fire('connect');
      });
    },
    close() {
      if (hangUp()) fire('disconnect');
    },
    drop() {
      if (!socket.connected) return;
      hangUp();
      fire('disconnect');
      if (line === null && socket.eventNames().length > 0) socket.connect();
    },
    emit(type, ...args) {
      const sent = line;
      later(() => line === sent && sent?.receive({ type, args: JSON.parse(JSON.stringify(args)) }));
    },
  });
}

function webSocketLines({ game, storage, later }) {
  const hub = openHub({ game, storage });
  const clients = [];
  const multiplayer = () => {
    const open = new Set();
    clients.push(open);
    return WebSocketTransport({
      url: 'ws://localhost',
      WebSocket: class {
        constructor() {
          open.add(this);
          setImmediate(() => {
            if (!open.has(this)) return;
            this.line = hub.connect((data) => later(() => open.has(this) && this.onmessage({ data })), PATCHES);
            this.onopen();
          });
        }

        send(text) {
          if (text !== '') later(() => open.has(this) && this.line.receive(JSON.parse(text)));
        }

        close() {
          if (!open.delete(this)) return;
          this.line?.close();
          setImmediate(() => this.onclose());
        }
      },
    });
  };
  return {
    multiplayer,
    drop: (i) => [...clients[i]].forEach((socket) => socket.close()),
    open: () => clients.reduce((sum, { size }) => sum + size, 0),
  };
}

function channelLines({ storage }) {
  const { openTab } = browser();
  const open = new Set();
  return {
    multiplayer() {
      const tab = openTab();
      class Counted extends tab.BroadcastChannel {
        constructor(name) {
          super(name);
          open.add(this);
        }

        close() {
          super.close();
          open.delete(this);
        }
      }
      return Broadcast({ storage }, { ...tab, BroadcastChannel: Counted });
    },
    drop() {},
    open: () => open.size,
  };
}

function networkLines() {
  const net = network({ clock: 'real' });
  return {
    multiplayer: () => Local({ network: net }),
    drop() {
      net.disconnect();
      setImmediate(net.reconnect);
    },
    open: () => 0,
  };
}
