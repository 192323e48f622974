/** The type of a message, in engine.io's protocol. */
const MESSAGE = '4'.charCodeAt(0);
/** The type of an event, in socket.io's protocol. */
const EVENT = '2';
/** A whole text, in the first byte of a WebSocket's frame. */
const TEXT = 0x81;

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
  // Another form of packets, or one that is kept for those who come back.
  if (opts.parser || opts.connectionStateRecovery) return (text) => socket.emit(event, text);
  const head = `${EVENT}${name},[${JSON.stringify(event)},`;
  return (text) => {
    if (socket.listenersAnyOutgoing().length > 0) return socket.emit(event, text);
    const packet = `${head}${JSON.stringify(text)}]`;
    conn.write(packet, conn.transport.name === 'websocket' ? { wsPreEncodedFrame: [frameOf(packet)] } : {});
  };
}

/** A message of engine.io's as a frame of a WebSocket. */
function frameOf(packet) {
  const bytes = Buffer.byteLength(packet);
  const length = bytes + 1;
  const start = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(start + length);
  frame[0] = TEXT;
  if (start === 2) frame[1] = length;
  else if (start === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame[start] = MESSAGE;
  // One byte a character: there is nothing to encode.
  frame.write(packet, start + 1, bytes === packet.length ? 'latin1' : 'utf8');
  return frame;
}
