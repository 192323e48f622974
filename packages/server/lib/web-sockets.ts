import { PATCHES, unref } from './rondel.js';
import { CONNECTION_REFUSALS, limitsOf } from './limits.js';
import { openConnection } from './connection.js';
import { limitPongs } from './pong-limit.js';
import { claimUpgrade, refuse, refuseUnclaimed, trackUpgradedSockets } from './http-upgrades.js';
import { webSocketServerOf } from './web-socket-server.js';
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocket, WebSocketServer } from 'ws';
import type { Game } from 'rondel';
import type { Server as Types } from 'rondel/master';
import type { Viewed } from 'rondel/private';
import type { AllowedOrigins, ServerTransport } from '../types/transport.js';
import type { ServerHub } from './hub.js';
import type { ServerLimits } from './limits.js';

/** A request for an upgrade. */
interface Upgrade {
  socket: Duplex;
  head: Buffer;
}

const NAME = 'websocket';
/** Interval of pings, in milliseconds. A client that has not answered by the next is gone, unless much is queued before the ping. */
const BEAT = 15_000;
/** Minimum rate at which a client reads the data before a ping, in bytes per millisecond. */
const PACE = 20;
/** Encoding of messages: texts. Connections share the bytes of a message for all. */
const FORM = { ...PATCHES, common: (message: Viewed) => Buffer.from(PATCHES.form(message)) };
const TEXT = { binary: false };
const PATH = /^\/ws\/([^/?]+)$/;

/**
 * Clients that connect by a WebSocket of their own, at `/ws/<name of the game>`. Texts go both ways: to the client for
 * `decode` of lib/online/protocol/wire.ts, from it `{ type, args }` as JSON; an empty one is sent back.
 */
export class WebSockets implements ServerTransport {
  #hubs: ReadonlyMap<string, ServerHub> = new Map();
  #origins: AllowedOrigins | undefined;
  /** This and the server are made by `init`. */
  #limits!: ServerLimits;
  #server: WebSocketServer | null = null;
  #timer: NodeJS.Timeout | null = null;
  #cutUpgradedSockets: () => void = () => {};

  /** Hubs and limits are those of the app's context. */
  init(app: Types.App, _games: Game[], origins: AllowedOrigins = []) {
    this.#hubs = app.context.hubs as ReadonlyMap<string, ServerHub>;
    this.#origins = origins;
    this.#limits = limitsOf(app);
    this.#server = new (webSocketServerOf(this.#limits, NAME))({ noServer: true, maxPayload: this.#limits.of.messages.size });
  }

  /** Serves the clients that connect to an HTTP server. */
  attach(httpServer: Server) {
    // Other listeners respond to the other requests.
    if (httpServer.listenerCount('upgrade') === 0) refuseUnclaimed(httpServer);
    httpServer.on('upgrade', (request, socket, head) => {
      const path = (request.url as string).split('?')[0];
      if (PATH.test(path)) this.#admit(path, request, { socket, head });
    });
    this.#cutUpgradedSockets = trackUpgradedSockets(httpServer);
    this.#timer ??= unref(setInterval(() => (this.#server as WebSocketServer).clients.forEach(beat), BEAT));
  }

  /** Closes all connections, and resolves when they are closed. */
  async close() {
    clearInterval(this.#timer as NodeJS.Timeout | undefined);
    this.#hubs = new Map();
    const closed = [...(this.#server as WebSocketServer).clients].map((socket) => new Promise((done) => {
      socket.once('close', done);
      socket.close(1001);
    }));
    this.#cutUpgradedSockets();
    await Promise.all(closed);
  }

  async #admit(path: string, request: IncomingMessage, { socket, head }: Upgrade) {
    claimUpgrade(request);
    const hub = this.#hubs.get(nameIn(path) as string);
    if (!hub) return refuse(socket, '404 Not Found');
    const refusal = await this.#limits.refusal(request, { origins: this.#origins, transport: NAME });
    if (refusal) return refuse(socket, CONNECTION_REFUSALS[refusal].status, refusal);
    // A client that has disconnected emits no `close` event any more.
    if (socket.destroyed) return undefined;
    const leave = this.#limits.enter(request, NAME);
    if (typeof leave === 'string') return refuse(socket, CONNECTION_REFUSALS[leave].status, leave);
    socket.once('close', leave);
    (this.#server as WebSocketServer).handleUpgrade(request, socket, head, (client) => connect(hub, client, { request, limits: this.#limits }));
  }
}

/** Deadlines of clients that have not answered the last ping. */
const silent: WeakMap<WebSocket, number> = new WeakMap();

function beat(socket: WebSocket) {
  const due = silent.get(socket);
  if (due !== undefined) return performance.now() >= due ? socket.terminate() : undefined;
  silent.set(socket, performance.now() + socket.bufferedAmount / PACE);
  return socket.ping();
}

function connect(hub: ServerHub, socket: WebSocket, { request, limits }: { request: IncomingMessage, limits: ServerLimits }) {
  const isWithinRate = limits.guard(request, NAME, () => socket.terminate());
  const mayPong = limitPongs(limits, { request, transport: NAME, cut: () => socket.terminate() });
  const connection = openConnection(hub, {
    limits,
    transport: NAME,
    request,
    send: (text) => socket.send(text as string | Buffer, TEXT),
    backlog: () => socket.bufferedAmount,
    cut: () => socket.terminate(),
  }, FORM);
  const hasSent = limits.awaitMessage(request, NAME, () => socket.terminate());
  socket.on('message', (data, isBinary) => {
    hasSent();
    silent.delete(socket);
    if (socket.readyState !== socket.OPEN) return;
    if (isBinary) return socket.terminate();
    // An empty text is answered at once.
    if (!isWithinRate((data as Buffer).length)) return;
    if ((data as Buffer).length === 0) return mayPong(socket.bufferedAmount) ? socket.send('') : undefined;
    connection.receive(String(data), parsed);
  });
  socket.on('pong', () => silent.delete(socket));
  // Frames that make no sense; the socket closes by itself.
  socket.on('error', () => {});
  socket.on('close', () => {
    hasSent();
    connection.close();
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function nameIn(path: string) {
  try {
    return decodeURIComponent(PATH.exec(path)?.[1] ?? '');
  } catch {
    return undefined;
  }
}
