// Limits of what clients may do with socket.io's own protocol. Tests: tests/js/server/hostile-socket-io.test.mjs, incomplete-messages.test.mjs, unread-limit.test.mjs,
// connection-memory.test.mjs. `maxHttpBufferSize`, `maxAttachments` and `connectTimeout` bound one message or connection, and are set as well.
import { unref } from './rondel.js';
import { PATIENCE } from './limits.js';
import { TokenBucket } from './token-bucket.js';
import { webSocketsOf } from './web-socket-server.js';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Namespace, Server, Socket } from 'socket.io';
import type { WebSocket } from 'ws';
import type { IncompleteMessage, IncompleteMessages } from './incomplete-messages.js';
import type { ServerLimits } from './limits.js';
import type { Rate } from './token-bucket.js';
import type { CutLimit, CutWhy } from '../types/events.js';

/** A connection of engine.io's. */
export type EngineSocket = Socket['conn'];

/** The unread data of a connection. */
interface Unread {
  /** Characters and bytes that engine.io holds until its transport can send. */
  queued: number;
  webSockets: ReadonlySet<WebSocket>;
  /** Responses to polls. A client may send the next poll by another TCP connection, and read none. */
  responses: Set<ServerResponse>;
}

/** The connections of engine.io's server, by ID. */
interface Connected {
  clients: Record<string, EngineSocket>;
}

/** A packet of engine.io's protocol. */
interface Packet {
  type: string;
  data?: string | Buffer;
}

/** A request as engine.io has read it. */
export type EngineRequest = IncomingMessage & { _query: Record<string, string> };

/** Calls the next middleware, or refuses the request. */
type Next = (error?: Error) => void;

/** A WebSocket that is to replace polls. */
type Probing = EngineSocket['transport'];

const NAME = 'socket.io';
/** Status of the library's response to a poll whose body exceeds `maxHttpBufferSize`. */
const TOO_LARGE = 413;
/** Maximum number of values in an event, its name included. */
const MOST_ARGUMENTS = 1000;
/** First character of a packet that asks for a namespace. */
const CONNECT = '0';
/** Maximum length of such a packet, which contains the client's `auth`, in characters. */
const MOST_HANDSHAKE = 20_000;
/** First characters of packets that announce attachments. */
const ANNOUNCING = ['5', '6'];
/** Separates the packets in the body of a poll. */
const SEPARATOR = '\x1e';

const unreadOf: WeakMap<EngineSocket, Unread> = new WeakMap();

/**
 * Returns a connection's unread characters and bytes: those that the library, a WebSocket and polls hold.
 *
 * Attack: a client that does not read. Neither engine.io nor socket.io says how much a connection has unread.
 */
export function backlogOf(connection: EngineSocket) {
  const unread = unreadOf.get(connection);
  if (!unread) return 0;
  let sum = unread.queued;
  for (const webSocket of unread.webSockets) sum += webSocket.bufferedAmount;
  for (const response of unread.responses) sum += response.writableLength;
  return sum;
}

/** Ends a connection without waiting for its client: the library would wait until the client has read everything. */
export function cut(connection: EngineSocket) {
  connection.close(true);
  const { webSockets = [], responses = [] } = unreadOf.get(connection) ?? {};
  for (const webSocket of webSockets) webSocket.terminate();
  // The other responses say that the connection is closed.
  for (const response of responses) if (response.writableLength > 0) response.destroy();
}

/** Returns the connection of a request, by the ID in its query; `undefined` for the first request of a client. */
export function connectionOf(engine: unknown, { _query: { sid } }: EngineRequest): EngineSocket | undefined {
  const { clients } = engine as Connected;
  return Object.hasOwn(clients, sid) ? clients[sid] : undefined;
}

/**
 * Refuses responses as scripts, which are for clients older than 2015's.
 *
 * Attack: a page of any origin runs such a script, and reads it. Test: tests/js/server/connection-memory.test.mjs.
 */
export function refuseScripts(request: EngineRequest, _response: ServerResponse, next: Next) {
  next(request._query.j === undefined ? undefined : new Error('scripts are not answered'));
}

/**
 * Counts the bodies of polls as incomplete until they end, and their responses as unread until the client has read them.
 *
 * Attacks: bodies that do not end, or consist of half a million packets; polls whose responses nobody reads.
 */
export function countPolls(engine: unknown, limits: ServerLimits) {
  /** Connections that have sent a body beyond the limit of size. */
  const exceeding: WeakSet<EngineSocket> = new WeakSet();
  return (request: EngineRequest, response: ServerResponse, next: Next) => {
    const connection = connectionOf(engine, request);
    if (request.method === 'POST') {
      const noteCut = (why: CutWhy, limit?: CutLimit) => limits.noteCut(connection?.request ?? request, NAME, why, limit);
      const cutFor = (why: CutWhy, limit?: CutLimit) => {
        noteCut(why, limit);
        if (connection) cut(connection);
        request.socket.destroy();
      };
      limits.incomplete.openBody(request, cutFor);
      boundPackets(request, limits.of.messages.burst, () => cutFor('rate', 'limits.messages.burst'));
      // The client ends its connection when it reads this status. One that sends more instead is cut: cut at once, a client would see the end
      // of its connection first, and repeat the message.
      if (connection && exceeding.has(connection)) cut(connection);
      response.once('finish', () => {
        if (response.statusCode !== TOO_LARGE) return;
        noteCut('size', 'limits.messages.size');
        if (connection) exceeding.add(connection);
      });
    } else if (connection) trackPoll(connection, response);
    next();
  };
}

/** The library makes all packets of a body before it handles the first: half a million in a megabyte take a second and 130 MB. */
function boundPackets(request: IncomingMessage, most: number, cutNow: () => void) {
  let count = 1;
  const countIn = (chunk: string | Buffer) => {
    for (let at = chunk.indexOf(SEPARATOR); at !== -1 && count <= most; at = chunk.indexOf(SEPARATOR, at + 1)) count += 1;
    if (count <= most) return;
    request.off('data', countIn);
    cutNow();
  };
  // A listener for `data` starts the body: this one must not come before the library's.
  request.on('newListener', function start(event) {
    if (event !== 'data') return;
    request.off('newListener', start);
    request.on('data', countIn);
  });
}

function trackPoll(connection: EngineSocket, response: ServerResponse) {
  const { responses } = unreadOf.get(connection) ?? {};
  // WebSockets are no polls.
  if (!responses || typeof response?.once !== 'function') return;
  responses.add(response);
  const forget = () => responses.delete(response);
  response.once('finish', forget);
  response.once('close', forget);
}

/** Bounds what one connection sends, to any namespace. Closes it if there are too many connections. */
export function boundConnection(connection: EngineSocket, limits: ServerLimits, namespaces: Rate): void {
  const { request } = connection;
  const leave = limits.enter(request, NAME);
  if (typeof leave === 'string') return void connection.close(true);
  const cutFor = (why: CutWhy) => {
    limits.noteCut(request, NAME, why);
    cut(connection);
  };
  const isWithinRate = limits.guard(request, NAME, () => cut(connection));
  const unread: Unread = { queued: 0, webSockets: webSocketsOf(request), responses: new Set() };
  unreadOf.set(connection, unread);
  connection.on('packetCreate', ({ data }: Packet) => { unread.queued += data?.length ?? 0; });
  connection.on('flush', () => { unread.queued = 0; });
  const attachments = new Attachments(limits.incomplete, cutFor);
  boundProbes(connection, () => cutFor('rate'));
  const mayConnect = boundNamespaces(namespaces, cutFor);
  const hasSent = limits.awaitMessage(request, NAME, () => cut(connection));
  connection.on('packet', ({ type, data }: Packet) => {
    if (!isWithinRate(data?.length ?? 0) || type !== 'message') return;
    hasSent();
    attachments.take(data);
    mayConnect(data);
  });
  connection.once('close', () => {
    hasSent();
    attachments.close();
    leave();
    // They are counted no more.
    unref(setTimeout(() => unread.responses.forEach((response) => response.destroy()), PATIENCE));
  });
}

/**
 * Attack: requests for namespaces. The library responds also for one that does not exist, and keeps the client's `auth` as long as the connection
 * lasts; until the first client of a namespace is connected, it makes a socket for each request that comes at once.
 */
function boundNamespaces(rate: Rate, cutFor: (why: CutWhy) => void) {
  const bucket = new TokenBucket(rate);
  return (data: unknown) => {
    if (typeof data !== 'string' || data[0] !== CONNECT) return;
    if (!bucket.tryTake()) cutFor('rate');
    else if (data.length > MOST_HANDSHAKE) cutFor('handshake');
  };
}

/** Attack: many probes by a WebSocket that is to replace polls. Clients send one. The library answers each, and counts none. */
function boundProbes(connection: EngineSocket, cutNow: () => void) {
  const probed: WeakSet<Probing> = new WeakSet();
  connection.on('upgrading', (transport: Probing) => {
    if (!probed.has(transport)) return probed.add(transport);
    // Its later messages are ignored.
    transport.removeAllListeners('packet');
    // The library starts a timer when this returns, and stops it when the connection ends.
    setImmediate(cutNow);
  });
}

/**
 * Attack: an event of so many values that they overflow the stack. The library calls listeners with all of them, in any namespace, and nothing catches
 * the error.
 */
export function boundEvents(io: Server, limits: ServerLimits) {
  const bound = (namespace: Namespace) => namespace.on('connection', (socket) => socket.use((event, next) => {
    if (event.length <= MOST_ARGUMENTS) return next();
    limits.noteCut(socket.conn.request, NAME, 'rate');
    return cut(socket.conn);
  }));
  bound(io.sockets);
  io.on('new_namespace', bound);
}

/** Attack: packets whose attachments do not all come. The library keeps them until they have. `maxAttachments` bounds their number alone. */
class Attachments {
  #incomplete;
  #cut: IncompleteMessage['cut'];
  #missing = 0;
  #bytes = 0;
  #share: { update: () => void, close: () => void } | null = null;

  constructor(incomplete: IncompleteMessages, cutFor: IncompleteMessage['cut']) {
    this.#incomplete = incomplete;
    this.#cut = cutFor;
  }

  /** Counts a message, which may be empty. */
  take(data: string | Uint8Array = '') {
    if (typeof data === 'string') this.#begin(data);
    else this.#missing = Math.max(0, this.#missing - 1);
    this.#bytes += data.length;
    if (this.#missing === 0) this.close();
    else this.#share?.update();
  }

  /** The connection has ended, or no attachment is missing. */
  close() {
    this.#share?.close();
    this.#share = null;
  }

  #begin(text: string) {
    this.#missing = announcedIn(text);
    this.#bytes = 0;
    if (this.#missing === 0) return;
    const bytes = () => this.#bytes;
    this.#share ??= this.#incomplete.open({ size: bytes, received: bytes, cut: this.#cut });
  }
}

/** Returns the number of attachments that a packet announces, as socket.io reads it: any number of JavaScript, such as `1e1`. */
function announcedIn(text: string) {
  return ANNOUNCING.includes(text[0]) ? Number(text.slice(1, text.indexOf('-'))) || 0 : 0;
}
