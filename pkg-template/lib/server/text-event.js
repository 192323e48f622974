import { loadPackage } from './util/packages.js';
import { frameOf, framesAsExpected } from './whole-frame.js';

/** The type of an event, in socket.io's protocol. */
const EVENT = '2';

/**
 * A function that sends a client of socket.io's an event with one text: what `socket.emit(event, text)` does, for less. Of
 * what `emit` looks for nothing can be in a text; and a WebSocket gets it in one piece, by the option that socket.io's own
 * adapter uses for its rooms.
 *
 * @param {any} socket
 * @param {string} event
 * @returns {(text: string) => void}
 */
export function textEvent(socket, event) {
  const { conn, nsp } = socket;
  const Sender = senderOf(nsp);
  if (!Sender) return (text) => socket.emit(event, text);
  const head = `${EVENT}${nsp.name},[${JSON.stringify(event)},`;
  return (text) => {
    if (socket.listenersAnyOutgoing().length > 0) return socket.emit(event, text);
    const packet = `${head}${JSON.stringify(text)}]`;
    conn.write(packet, conn.transport.name === 'websocket' ? { wsPreEncodedFrame: frameOf(Sender, packet) } : {});
  };
}

/**
 * A function that makes events for all clients of a namespace, from what `emit` would be given: their packets and their frames are
 * made once. The arguments are as JSON would have them.
 *
 * @param {any} namespace
 * @returns {(event: string, ...args: any[]) => CommonEvent}
 */
export function commonEvents(namespace) {
  const Sender = senderOf(namespace);
  return (...args) => new CommonEvent(args, Sender, Sender ? `${EVENT}${namespace.name},${JSON.stringify(args)}` : '');
}

export class CommonEvent {
  #args;
  #Sender;
  #packet;
  /** @type {Buffer[] | undefined} */
  #frame;

  constructor(args, Sender, packet) {
    this.#args = args;
    this.#Sender = Sender;
    this.#packet = packet;
  }

  get length() {
    return this.#packet.length;
  }

  sendTo(socket) {
    const { conn } = socket;
    if (!this.#Sender || socket.listenersAnyOutgoing().length > 0) socket.emit(...this.#args);
    else if (conn.transport.name !== 'websocket') conn.write(this.#packet, {});
    else conn.write(this.#packet, { wsPreEncodedFrame: this.#frame ??= frameOf(this.#Sender, this.#packet) });
  }
}

/** What frames are made by; null where packets are of another form. */
function senderOf({ server: { opts } }) {
  if (opts.parser) return null;
  const { Sender } = loadPackage('ws', 'SocketIO');
  return framesAsExpected(Sender) ? Sender : null;
}
