// Events that are encoded once for all clients of socket.io, which would encode each event for each client. `wsPreEncodedFrame`, which engine.io
// does not document, is the option by which socket.io's own adapter sends to rooms; an engine.io without it sends the packet. Test:
// tests/js/server/encoded-event.test.mjs.
import type { Namespace, Socket } from 'socket.io';

/** The arguments of `emit`. */
type EventArguments = [event: string, ...args: unknown[]];

/** Options of engine.io's `write`, with the one that it does not declare. */
type WriteOptions = Parameters<Socket['conn']['write']>[1] & { wsPreEncodedFrame?: Buffer[] };

/** Type of an event, in socket.io's protocol. */
const EVENT = '2';
/** Type of a message, in engine.io's protocol. */
const MESSAGE = '4';
/** First byte of a frame that is a whole text message. */
const WHOLE_TEXT = 0x81;

/**
 * Returns a function that sends a client an event with one text: as `socket.emit(event, text)`, and faster.
 *
 * @param parser of the server's options. Packets of another parser than socket.io's own are sent by `emit`
 */
export function textEvent(socket: Socket, event: string, parser?: unknown): (text: string) => void {
  const { nsp } = socket;
  const head = `${EVENT}${nsp.name},[${JSON.stringify(event)},`;
  return (text) => {
    if (parser || socket.listenersAnyOutgoing().length > 0) socket.emit(event, text);
    else write(socket, `${head}${JSON.stringify(text)}]`, frameOf);
  };
}

/**
 * Returns a function that makes events for all clients of a namespace. Its arguments are those of `emit`, as JSON would have them.
 *
 * @param parser as of `textEvent`
 */
export function commonEvents(namespace: Namespace, parser?: unknown): (...args: EventArguments) => CommonEvent {
  return (...args) => new CommonEvent(args, parser ? null : `${EVENT}${namespace.name},${JSON.stringify(args)}`);
}

/** An event for all clients of a namespace. */
export class CommonEvent {
  #args: EventArguments;
  /** The event as a text. `null` with another parser. */
  #packet: string | null;
  #frame: Buffer[] | undefined;

  constructor(args: EventArguments, packet: string | null) {
    [this.#args, this.#packet] = [args, packet];
  }

  get length() {
    return this.#packet?.length ?? 0;
  }

  sendTo(socket: Socket) {
    const packet = this.#packet;
    if (packet === null || socket.listenersAnyOutgoing().length > 0) socket.emit(...this.#args);
    else write(socket, packet, () => this.#frame ??= frameOf(packet));
  }
}

function write({ conn }: Socket, packet: string, frame: (packet: string) => Buffer[]) {
  conn.write(packet, conn.transport.name === 'websocket' ? { wsPreEncodedFrame: frame(packet) } as WriteOptions : {});
}

/** Returns a message of engine.io's as one whole frame of a WebSocket. */
function frameOf(packet: string): Buffer[] {
  const content = Buffer.from(MESSAGE + packet);
  const { length } = content;
  if (length < 126) return [Buffer.concat([Buffer.of(WHOLE_TEXT, length), content])];
  const head = Buffer.alloc(length < 65_536 ? 4 : 10);
  head[0] = WHOLE_TEXT;
  head[1] = length < 65_536 ? 126 : 127;
  head.writeUIntBE(length, length < 65_536 ? 2 : 4, head.length === 4 ? 2 : 6);
  return [Buffer.concat([head, content])];
}
