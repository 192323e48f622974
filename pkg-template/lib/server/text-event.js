import { loadPackage } from './util/packages.js';
import { frameOf, framesAsExpected } from './whole-frame.js';

/** The type of an event, in socket.io's protocol. */
const EVENT = '2';

/**
 * A function that sends a client of socket.io's an event with one text: what `socket.emit(event, text)` does, for less. Of
 * what `emit` looks for nothing can be in a text; and a WebSocket gets it in one piece, by the option that socket.io's own
 * adapter uses for rooms.
 *
 * @param {any} socket
 * @param {string} event
 * @returns {(text: string) => void}
 */
export function textEvent(socket, event) {
  const { conn, nsp: { name, server: { opts } } } = socket;
  // Another form of packets.
  if (opts.parser) return (text) => socket.emit(event, text);
  const { Sender } = loadPackage('ws', 'SocketIO');
  if (!framesAsExpected(Sender)) return (text) => socket.emit(event, text);
  const head = `${EVENT}${name},[${JSON.stringify(event)},`;
  return (text) => {
    if (socket.listenersAnyOutgoing().length > 0) return socket.emit(event, text);
    const packet = `${head}${JSON.stringify(text)}]`;
    conn.write(packet, conn.transport.name === 'websocket' ? { wsPreEncodedFrame: frameOf(Sender, packet) } : {});
  };
}
