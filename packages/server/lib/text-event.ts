import * as ws from 'ws';
import type { Namespace, Socket } from 'socket.io';

/** A namespace, with the options of its server, which are not public. */
interface Opened {
  server: { opts: { parser?: unknown } };
}

/** What `emit` is given. */
type EventArguments = [event: string, ...args: unknown[]];

/** An option that engine.io does not declare. */
type WriteOptions = Parameters<Socket['conn']['write']>[1] & { wsPreEncodedFrame?: Buffer[] };

/** What `ws` makes frames by. */
interface FrameSender {
  frame(data: Buffer, options: typeof WHOLE_TEXT): Buffer[];
}

/** Type of an event, in socket.io's protocol. */
const EVENT = '2';
/** Type of a message, in engine.io's protocol. */
const MESSAGE = '4';
/** How `ws` frames a whole text from a server. */
const WHOLE_TEXT = { fin: true, rsv1: false, opcode: 1, mask: false, readOnly: true };

/**
 * A function that sends a client of socket.io's an event with one text: what `socket.emit(event, text)` does, for less. Of
 * what `emit` looks for nothing can be in a text; and a WebSocket gets it in one piece, by the option that socket.io's own
 * adapter uses for its rooms.
 */
export function textEvent(socket: Socket, event: string): (text: string) => void {
  const { conn, nsp } = socket;
  const Sender = senderOf(nsp as unknown as Opened);
  if (!Sender) return (text) => socket.emit(event, text);
  const head = `${EVENT}${nsp.name},[${JSON.stringify(event)},`;
  return (text) => {
    if (socket.listenersAnyOutgoing().length > 0) return socket.emit(event, text);
    const packet = `${head}${JSON.stringify(text)}]`;
    conn.write(packet, conn.transport.name === 'websocket' ? { wsPreEncodedFrame: frameOf(Sender, packet) } as WriteOptions : {});
  };
}

/**
 * A function that makes events for all clients of a namespace, from what `emit` would be given: their packets and their frames are
 * made once. The arguments are as JSON would have them.
 */
export function commonEvents(namespace: Namespace): (...args: EventArguments) => CommonEvent {
  const Sender = senderOf(namespace as unknown as Opened);
  return (...args) => new CommonEvent(args, Sender, Sender ? `${EVENT}${namespace.name},${JSON.stringify(args)}` : '');
}

/** An event for all clients of a namespace. */
export class CommonEvent {
  #args: EventArguments;
  #Sender: FrameSender | null;
  #packet: string;
  #frame: Buffer[] | undefined;

  constructor(args: EventArguments, Sender: FrameSender | null, packet: string) {
    this.#args = args;
    this.#Sender = Sender;
    this.#packet = packet;
  }

  get length() {
    return this.#packet.length;
  }

  sendTo(socket: Socket) {
    const { conn } = socket;
    if (!this.#Sender || socket.listenersAnyOutgoing().length > 0) socket.emit(...this.#args);
    else if (conn.transport.name !== 'websocket') conn.write(this.#packet, {});
    else conn.write(this.#packet, { wsPreEncodedFrame: this.#frame ??= frameOf(this.#Sender, this.#packet) } as WriteOptions);
  }
}

/** What frames are made by; null where packets are of another form. */
function senderOf({ server: { opts } }: Opened) {
  if (opts.parser) return null;
  // The types of the package do not declare it.
  const { Sender } = ws as { Sender?: unknown };
  return framesAsExpected(Sender) ? Sender : null;
}

/** Returns `true` if `ws` makes frames as expected: the class is not part of its documented interface.
 * @public Tests give it other classes. */
export function framesAsExpected(Sender: unknown): Sender is FrameSender {
  try {
    return frameOf(Sender as FrameSender, 'x')[0].equals(Buffer.from([0x81, 2, 0x34, 0x78]));
  } catch {
    return false;
  }
}

/** Returns a message of engine.io's as one whole frame of a WebSocket. */
function frameOf(Sender: FrameSender, packet: string): Buffer[] {
  return [Buffer.concat(Sender.frame(Buffer.from(MESSAGE + packet), WHOLE_TEXT))];
}
