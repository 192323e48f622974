/** The type of a message, in engine.io's protocol. */
const MESSAGE = '4';
/** How `ws` frames a whole text from a server. */
const WHOLE_TEXT = { fin: true, rsv1: false, opcode: 1, mask: false, readOnly: true };

/**
 * Whether `ws` makes frames as it did: what it is asked for is no part of its interface.
 *
 * @param {any} Sender
 */
export function framesAsExpected(Sender) {
  try {
    return frameOf(Sender, 'x')[0].equals(Buffer.from([0x81, 2, 0x34, 0x78]));
  } catch {
    return false;
  }
}

/** A message of engine.io's as one whole frame of a WebSocket. */
export function frameOf(Sender, packet) {
  return [Buffer.concat(Sender.frame(Buffer.from(MESSAGE + packet), WHOLE_TEXT))];
}
