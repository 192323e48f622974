import { WebSocketServer } from 'ws';
import { Frames } from './frames.js';
import { limitPongs } from './pong-limit.js';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ServerOptions, WebSocket } from 'ws';
import type { IncompleteReason } from './incomplete-messages.js';
import type { ServerLimits } from './limits.js';
import type { TransportName } from '../types/transport.js';

/** The connection of a WebSocket. */
interface Connection {
  /** That it has been made of. */
  request: IncomingMessage;
  transport: TransportName;
  cut: () => void;
}

/** Is called when a request has become a WebSocket. */
type Upgraded = (client: WebSocket, request: IncomingMessage) => void;

/** Bytes that a piece of what comes takes besides its own: strangers may send a message byte by byte. */
const PIECE = 256;

/**
 * A class of servers of WebSockets, by the package `ws`. The package answers each ping of
 * a client: one that sends too many, or does not read the pongs, is cut. The package keeps what has come of a message
 * until it has ended: that is counted.
 *
 * @param requestOf the request that the connection of a WebSocket has been made of
 */
export function webSocketServerOf(
  limits: ServerLimits, transport: TransportName, requestOf: (request: IncomingMessage) => IncomingMessage = (request) => request,
): new (options: ServerOptions) => WebSocketServer {
  return class extends WebSocketServer {
    override handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, done: Upgraded) {
      super.handleUpgrade(request, socket, head, (client, ...rest) => {
        const connection = { request: requestOf(request), transport, cut: () => client.terminate() };
        restrictPings(client, limits, connection);
        countIncomplete(socket, limits, connection);
        done(client, ...rest);
      });
    }
  };
}

function restrictPings(client: WebSocket, limits: ServerLimits, connection: Connection) {
  const guard = limits.guard(connection.request, connection.transport, connection.cut);
  const mayPong = limitPongs(limits, connection);
  const look = (data: Buffer) => {
    if (client.readyState === client.OPEN && guard(data.length)) mayPong(client.bufferedAmount);
  };
  client.on('ping', look);
  client.on('pong', look);
}

function countIncomplete(socket: Duplex, limits: ServerLimits, { request, transport, cut }: Connection) {
  const { of, incomplete } = limits;
  const frames = new Frames();
  let received = 0;
  let pieces = 0;
  let share: ReturnType<typeof incomplete.open> | null = null;
  const size = () => received + PIECE * (pieces + frames.parts) + (frames.isPacked ? of.messages.size : 0);
  const cutFor = (why: IncompleteReason) => {
    limits.noteCut(request, transport, why);
    cut();
  };
  const end = () => {
    share?.close();
    share = null;
  };
  socket.on('data', (bytes: Buffer) => {
    if (frames.take(bytes)) end();
    if (!frames.isOpen) return;
    if (!share) {
      [received, pieces] = [0, 0];
      share = incomplete.open({ size, received: () => received, cut: cutFor });
    }
    received += bytes.length;
    pieces += 1;
    share.update();
  });
  socket.once('close', end);
}
