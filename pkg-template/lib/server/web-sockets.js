import { PATCHES } from '../online/wire-formats.js';
import { unref } from '../util/unref.js';
import { countEchoes } from './echoes.js';
import { PATIENCE, limitsOf } from './limits.js';
import { openConnection } from './connection.js';
import { refuse, refuseUntaken, take, trackUpgraded } from './upgraded.js';
import { webSocketServerOf } from './web-socket-server.js';

const NAME = 'websocket';
/** Milliseconds between two pings; a client that has not answered one by the next is gone, unless the ping is behind much else. */
const BEAT = 15_000;
/** Bytes per millisecond that a client reads at least of what is sent before a ping. */
const PACE = 20;
/** Texts, and what is the same for all as the bytes of one: connections share them. */
const FORM = { ...PATCHES, common: (message) => Buffer.from(PATCHES.form(message)) };
const TEXT = { binary: false };
const PATH = /^\/ws\/([^/?]+)$/;

/**
 * Clients that connect by a WebSocket of their own, at `/ws/<name of the game>`. Texts go both ways: to the client for
 * `decode` of lib/online/protocol/wire.js, from it `{ type, args }` as JSON; an empty one is sent back.
 */
export class WebSockets {
  #hubs = new Map();
  /** @type {any} */
  #origins;
  #limits;
  /** @type {any} */
  #server = null;
  /** @type {any} */
  #timer = null;
  /** @type {() => void} */
  #cutUpgraded = () => {};

  /**
   * Hubs and limits are those of the app's context.
   *
   * @param {any} app
   * @param {any[]} _games
   * @param {any} [origins]
   */
  init(app, _games, origins = []) {
    this.#hubs = app.context.hubs;
    this.#origins = origins;
    this.#limits = limitsOf(app);
    this.#server = new (webSocketServerOf(this.#limits, NAME))({ noServer: true, maxPayload: this.#limits.of.size });
  }

  /** Serves the clients that connect to an HTTP server. */
  attach(httpServer) {
    // Where others listen already, they respond to the rest.
    if (httpServer.listenerCount('upgrade') === 0) refuseUntaken(httpServer);
    httpServer.on('upgrade', (request, socket, head) => {
      const path = request.url.split('?')[0];
      if (PATH.test(path)) this.#admit(path, request, { socket, head });
    });
    this.#cutUpgraded = trackUpgraded(httpServer);
    this.#timer ??= unref(setInterval(() => this.#server.clients.forEach(beat), BEAT));
  }

  /** Closes all connections, and resolves when they are closed. */
  async close() {
    clearInterval(this.#timer);
    this.#hubs = new Map();
    const closed = [...this.#server.clients].map((socket) => new Promise((done) => {
      socket.once('close', done);
      socket.close(1001);
    }));
    this.#cutUpgraded();
    await Promise.all(closed);
  }

  async #admit(path, request, { socket, head }) {
    take(request);
    const hub = this.#hubs.get(nameIn(path));
    if (!hub) return refuse(socket, '404 Not Found');
    const why = await this.#limits.refusal(request, { origins: this.#origins, transport: NAME });
    if (why) return refuse(socket, why === 'origin' ? '403 Forbidden' : '429 Too Many Requests');
    // Of a client that has gone meanwhile, no `close` event would come.
    if (socket.destroyed) return undefined;
    const leave = this.#limits.enter(request, NAME);
    if (!leave) return refuse(socket, '503 Service Unavailable');
    socket.once('close', leave);
    this.#server.handleUpgrade(request, socket, head, (client) => connect(hub, client, { request, limits: this.#limits }));
  }
}

/**
 * When each client that has not answered the last ping is gone.
 *
 * @type {WeakMap<object, number>}
 */
const silent = new WeakMap();

function beat(socket) {
  const due = silent.get(socket);
  if (due !== undefined) return performance.now() >= due ? socket.terminate() : undefined;
  silent.set(socket, performance.now() + socket.bufferedAmount / PACE);
  return socket.ping();
}

function connect(hub, socket, { request, limits }) {
  const look = limits.guard(request, NAME, () => socket.terminate());
  const echo = countEchoes(limits, { request, transport: NAME, cut: () => socket.terminate() });
  const connection = openConnection(hub, {
    limits,
    transport: NAME,
    request,
    send: (text) => socket.send(text, TEXT),
    backlog: () => socket.bufferedAmount,
    cut: () => socket.terminate(),
  }, FORM);
  const patience = unref(setTimeout(() => socket.terminate(), PATIENCE));
  socket.on('message', (data, isBinary) => {
    clearTimeout(patience);
    silent.delete(socket);
    if (socket.readyState !== socket.OPEN) return;
    if (isBinary) return socket.terminate();
    // An empty text is answered at once.
    if (!look(data.length)) return;
    if (data.length === 0) return echo(socket.bufferedAmount) ? socket.send('') : undefined;
    const message = parsed(data);
    if (message !== undefined) connection.receive(message);
  });
  socket.on('pong', () => silent.delete(socket));
  // Frames that make no sense; the socket closes by itself.
  socket.on('error', () => {});
  socket.on('close', () => {
    clearTimeout(patience);
    connection.close();
  });
}

function parsed(data) {
  try {
    return JSON.parse(data.toString());
  } catch {
    return undefined;
  }
}

function nameIn(path) {
  try {
    return decodeURIComponent(PATH.exec(path)?.[1] ?? '');
  } catch {
    return undefined;
  }
}
