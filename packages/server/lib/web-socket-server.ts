import { WebSocketServer } from 'ws';
import { limitPongs } from './pong-limit.js';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ServerOptions, WebSocket } from 'ws';
import type { IncompleteReason } from './incomplete-messages.js';
import type { ServerLimits } from './limits.js';
import type { CutLimit } from '../types/events.js';
import type { TransportName } from '../types/transport.js';

/** The connection of a WebSocket. */
interface Connection {
  /** Request that the connection was made of. */
  request: IncomingMessage;
  transport: TransportName;
  cut: () => void;
}

/** Called when a request has become a WebSocket. */
type Upgraded = (client: WebSocket, request: IncomingMessage) => void;

/** Options that limit the size of a message, by the code of ws's error. `undefined`: the limit is fixed. */
const SIZE_LIMITS: ReadonlyMap<string | undefined, CutLimit | undefined> = new Map([
  ['WS_ERR_UNSUPPORTED_MESSAGE_LENGTH', 'limits.messages.size'],
  ['WS_ERR_TOO_MANY_BUFFERED_PARTS', undefined],
]);
/** Memory of a fragment or a received chunk in addition to its content, in bytes. */
const PART_BYTES = 256;
/** Fragments that a message of any size may have, and bytes for each further one. Clients that send fragments fill buffers of 4 kB or more. */
const FRAGMENTS = 64;
const BYTES_PER_FRAGMENT = 4096;
/** Bytes of the headers of a client's frames: of a small frame, which has at most 125 bytes of content, and of the largest. */
const SMALL_HEADER = 6;
const LARGE_HEADER = 14;
const SMALL_FRAME = 125;

/** Open WebSockets by the request that their connection was made of: one, and another while it is to replace socket.io's polls. */
const webSockets: WeakMap<IncomingMessage, Set<WebSocket>> = new WeakMap();

/** Returns the open WebSockets of a connection. The set changes with them. */
export function webSocketsOf(request: IncomingMessage): ReadonlySet<WebSocket> {
  return registered(request);
}

/**
 * Returns a class of servers of the package `ws` with the limits of a server.
 *
 * Attacks: messages that begin and do not end, in one frame or ten thousand; pings whose pongs nobody reads. Tests:
 * tests/js/server/incomplete-messages.test.mjs, hostile.test.mjs. `maxPayload`, `maxFragments` and `maxBufferedChunks` of ws bound one message,
 * and a server has thousands of connections: `limits.incomplete` bounds all messages together.
 *
 * @param requestOf returns the request that the connection of a WebSocket was made of
 */
export function webSocketServerOf(
  limits: ServerLimits, transport: TransportName, requestOf: (request: IncomingMessage) => IncomingMessage = (request) => request,
): new (options: ServerOptions) => WebSocketServer {
  return class extends WebSocketServer {
    constructor(options: ServerOptions) {
      super({ ...options, maxFragments: FRAGMENTS + Math.ceil((options.maxPayload ?? limits.of.messages.size) / BYTES_PER_FRAGMENT) });
    }

    override handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, done: Upgraded) {
      super.handleUpgrade(request, socket, head, (client, ...rest) => {
        const connection = { request: requestOf(request), transport, cut: () => client.terminate() };
        const open = registered(connection.request);
        open.add(client);
        client.once('close', () => open.delete(client));
        restrictPings(client, limits, connection);
        noteTooLarge(client, limits, connection);
        countIncomplete(client, socket, { limits, maxFragments: this.options.maxFragments!, connection });
        done(client, ...rest);
      });
    }
  };
}

function registered(request: IncomingMessage) {
  const open = webSockets.get(request) ?? new Set();
  webSockets.set(request, open);
  return open;
}

function restrictPings(client: WebSocket, limits: ServerLimits, connection: Connection) {
  const guard = limits.guard(connection.request, connection.transport, connection.cut);
  const mayPong = limitPongs(limits, connection);
  const answer = (data: Buffer) => {
    if (client.readyState === client.OPEN && guard(data.length)) mayPong(client.bufferedAmount);
  };
  client.on('ping', answer);
  client.on('pong', answer);
}

/** ws closes a connection whose message exceeds `maxPayload` or `maxFragments`. */
function noteTooLarge(client: WebSocket, limits: ServerLimits, { request, transport }: Connection) {
  client.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (SIZE_LIMITS.has(code)) limits.noteCut(request, transport, 'size', SIZE_LIMITS.get(code));
  });
}

/** Counts the bytes that have arrived since the last message has ended. ws emits what ends within a chunk before this function counts the chunk. */
function countIncomplete(client: WebSocket, socket: Duplex, { limits, maxFragments, connection }: { limits: ServerLimits, maxFragments: number, connection: Connection }) {
  const { of, incomplete } = limits;
  const isCompressed = client.extensions !== '';
  let received = 0;
  let chunks = 0;
  /** Bytes that do not count in this chunk: headers of the fragments of a message that has ended. */
  let headers = 0;
  let share: ReturnType<typeof incomplete.open> | null = null;
  const fragments = () => Math.min(maxFragments, received / SMALL_HEADER);
  const size = () => received + PART_BYTES * (chunks + fragments()) + (isCompressed ? of.messages.size : 0);
  const cut = (why: IncompleteReason) => {
    limits.noteCut(connection.request, connection.transport, why);
    connection.cut();
  };
  const end = () => {
    share?.close();
    share = null;
    [received, chunks] = [0, 0];
  };
  const endControl = (data: Buffer) => { received -= SMALL_HEADER + data.length; };
  client.on('ping', endControl);
  client.on('pong', endControl);
  client.on('message', (data) => {
    // The length of a compressed message says nothing of its frames.
    const rest = isCompressed ? 0 : received - frameBytes((data as Buffer).length);
    end();
    [received, headers] = [rest, maxFragments * LARGE_HEADER];
  });
  socket.on('data', (bytes: Buffer) => {
    received += bytes.length;
    if (received <= headers) end();
    else {
      chunks += 1;
      share ??= incomplete.open({ size, received: () => received, cut });
      share.update();
    }
    headers = 0;
  });
  socket.once('close', end);
}

/** Returns the bytes of a client's frame with so much content. */
function frameBytes(length: number) {
  if (length <= SMALL_FRAME) return SMALL_HEADER + length;
  return (length < 65_536 ? SMALL_HEADER + 2 : LARGE_HEADER) + length;
}
