import { BOARDGAME_IO, PATCHES } from '../online/wire-formats.js';
import { RONDEL } from '../online/protocol/wire.js';
import { rondelError } from '../util/error.js';
import { Channels } from './channels.js';
import { countEchoes } from './echoes.js';
import { openHubs } from './hub.js';
import { inTime } from './in-time.js';
import { PATIENCE, limitsOf } from './limits.js';
import { Meter } from './meter.js';
import { Attachments } from './socket-io-attachments.js';
import { backlogOf, cut, watchPolls } from './socket-io-backlog.js';
import { boundPayloads } from './socket-io-payloads.js';
import { openConnection } from './connection.js';
import { checkOrigins, isOriginAllowed } from './origins.js';
import { guardedAdapter, openBus } from './nodes/bus.js';
import { Node } from './nodes/node.js';
import { loadPackage } from './util/packages.js';
import { CommonEvent, commonEvents, textEvent } from './text-event.js';
import { refuseUntaken, take, trackUpgraded } from './upgraded.js';
import { webSocketServerOf } from './web-socket-server.js';

const NO_RECOVERY = `SocketIO: socketOpts.connectionStateRecovery keeps what was sent to clients that have gone, beyond all limits: leave it out; \
those of matches ask for what they have missed by themselves`;
const NAME = 'socket.io';
const PING_TIMEOUT = 20_000;
const PING_INTERVAL = 10_000;
/** So many values an event carries, its name included. */
const MOST_ARGUMENTS = 1000;
/** What a packet begins with that asks for a namespace, and how many characters it may have: `auth` of its client's is in it. */
const CONNECT = '0';
const MOST_HANDSHAKE = 20_000;
/** How often a second, and how often at once, a connection asks for a namespace, besides once for each game. */
const ASKING = { rate: 2, burst: 20 };

/**
 * Clients that connect by socket.io, by boardgame.io's contract: a namespace for each game. boardgame.io's clients get
 * what boardgame.io's server sends; Rondel's say that they are such, and get patches and acks of their actions.
 */
export class SocketIO {
  #options;
  #channels = new Channels();
  #ownHubs = [];
  /** @type {Node | null} */
  #ownNode = null;
  #limits;
  #asking = ASKING;
  /** @type {() => void} */
  #cutUpgraded = () => {};

  /** @param {import('../../server.js').SocketIOOptions} [options] */
  constructor(options) {
    const { https, socketAdapter, socketOpts, pubSub } = options ?? {};
    if (socketOpts?.connectionStateRecovery) throw rondelError('server/transport', NO_RECOVERY);
    this.#options = { socketAdapter, socketOpts, pubSub };
    this.https = https;
    /** @type {import('../../master.js').GenericPubSub<any>} */
    this.pubSub = pubSub ?? this.#channels;
    /** @type {import('socket.io').Server | null} */
    this.io = null;
  }

  /**
   * Opens a namespace for each game. Hubs, limits, storage and `auth` are those of the app's context.
   *
   * @param {any} app
   * @param {any[]} games
   * @param {any} [origins] of pages that may connect, besides those of the server's own
   */
  init(app, games, origins = []) {
    checkApp(app);
    const { socketAdapter, socketOpts, pubSub } = this.#options;
    const { Server } = loadPackage('socket.io', 'SocketIO');
    this.#limits = limitsOf(app);
    const hubs = app.context.hubs ?? this.#openHubs(app.context, games);
    const io = new Server(this.#settings(socketOpts, origins));
    this.io = app._io = app.context.io = io;
    boundEvents(io, this.#limits);
    if (socketAdapter) {
      io.adapter(guardedAdapter(socketAdapter, { games: [...hubs.keys()], Usual: io.adapter() }));
      (app.context.node ?? this.#ownNode)?.connect((listener) => openBus(io, listener));
    }
    this.#asking = { ...ASKING, burst: ASKING.burst + hubs.size };
    for (const [name, hub] of hubs) {
      if (pubSub) hub.publishThrough(pubSub);
      else hub.publishBeside(this.#channels);
      const namespace = io.of(name);
      const forms = formsOf(namespace);
      namespace.on('connection', (socket) => connect(hub, socket, { limits: this.#limits, forms }));
    }
  }

  /** Serves the clients that connect to an HTTP server. */
  attach(httpServer) {
    const { io } = this;
    if (!io) throw rondelError('server/transport', 'SocketIO: attach comes after init');
    // The library would refuse requests that other transports are about to take.
    io.attach(httpServer, { destroyUpgrade: false });
    httpServer.on('upgrade', (request) => {
      if (answersUpgrade(io, request)) take(request);
    });
    refuseUntaken(httpServer, this.#options.socketOpts);
    this.#ownNode?.start();
    io.engine.use(refuseScripts);
    io.engine.use(countPolls(io.engine, this.#limits));
    io.engine.on('connection', (connection) => restrict(connection, this.#limits, this.#asking));
    this.#cutUpgraded = trackUpgraded(httpServer);
  }

  /** Closes all connections, and the HTTP server that they came by. */
  async close() {
    await Promise.all(this.#ownHubs.map((hub) => hub.close()));
    await this.#ownNode?.close();
    this.#cutUpgraded();
    // The library looks for what only `attach` makes.
    if (this.io?.engine) await this.io.close();
  }

  #openHubs({ db, auth }, games) {
    this.#ownNode = new Node({ storage: db });
    const hubs = openHubs({ games, db, auth, node: this.#ownNode, limits: this.#limits.of });
    this.#ownHubs = [...hubs.values()];
    return hubs;
  }

  /**
   * What the settings of socket.io's server are where the user's do not say otherwise.
   *
   * @param {any} own
   * @param {any} origins
   */
  #settings({ cors, allowRequest, destroyUpgrade: _, ...socketOpts } = {}, origins) {
    const allowed = cors?.origin ?? origins;
    checkOrigins(cors?.origin === allowed ? 'SocketIO: socketOpts.cors.origin' : 'origins', allowed, 'server/transport');
    return {
      pingTimeout: PING_TIMEOUT,
      pingInterval: PING_INTERVAL,
      // To ask for a namespace.
      connectTimeout: PATIENCE,
      maxHttpBufferSize: this.#limits.of.size,
      serveClient: false,
      // One that takes the place of polls has a request of its own.
      wsEngine: webSocketServerOf(this.#limits, NAME, (request) => connectionOf(/** @type {any} */ (this.io).engine, request)?.request ?? request),
      ...socketOpts,
      cors: { ...cors, origin: (origin, respond) => isAllowedInTime(origin, allowed).then((is) => respond(null, is), respond) },
      // Browsers let any page open a WebSocket, and leave it to the server whether to accept.
      allowRequest: (request, respond) => {
        const decide = (why) => (why === null && allowRequest ? allowRequest(request, respond) : respond(null, why === null));
        this.#limits.refusal(request, { origins: allowed, transport: NAME }).then(decide).catch(() => respond(null, false));
      },
    };
  }
}

/** As `isOriginAllowed`, also where a function among the origins has no end. */
function isAllowedInTime(origin, origins) {
  return inTime(isOriginAllowed(origin, origins), { name: 'origins', milliseconds: PATIENCE });
}

function checkApp(app) {
  const { hubs, db } = app?.context ?? {};
  if (!hubs && !db) throw rondelError('server/transport', 'SocketIO: init takes an app whose context has a storage, as `db`');
}

/** Whether the library takes this request for an upgrade, by its own rule. */
function answersUpgrade(io, { url }) {
  const { transports, addTrailingSlash } = io.engine.opts;
  return transports.includes('websocket') && url.startsWith(addTrailingSlash === false ? io.path() : `${io.path()}/`);
}

/**
 * Browsers run scripts of any origin in a page, and do not say whose page it is: what the library sends as a script, to clients
 * older than 2015's, pages of any origin could read.
 */
function refuseScripts(request, _response, next) {
  next(request._query.j === undefined ? undefined : new Error('scripts are not answered'));
}

/** The library keeps what has come of a body until it has ended. */
function countPolls(engine, { unfinished, reasons }) {
  return (request, _response, next) => {
    const end = (why) => {
      const connection = connectionOf(engine, request);
      if (connection) {
        reasons.note(connection.request, why);
        cut(connection);
      }
      request.socket.destroy();
    };
    if (request.method === 'POST') unfinished.openBody(request, { transport: NAME, cut: end });
    next();
  };
}

/** The connection that a request belongs to, by the ID in its query; undefined for the first request of a client. */
function connectionOf({ clients }, { _query: { sid } }) {
  return Object.hasOwn(clients, sid) ? clients[sid] : undefined;
}

/** Cuts clients that send too much, to any namespace, before anything is done about it. */
function restrict(connection, limits, asking) {
  const leave = limits.enter(connection.request, NAME);
  if (!leave) return connection.close(true);
  const look = limits.guard(connection.request, NAME, () => cut(connection));
  watchPolls(connection);
  const cutFor = (why) => {
    limits.reasons.note(connection.request, why);
    cut(connection);
  };
  const attachments = new Attachments(limits.unfinished, { transport: NAME, cut: cutFor });
  const cutForRate = () => {
    limits.watch({ type: 'cut', transport: NAME, why: 'rate' });
    cutFor('rate');
  };
  boundPayloads(connection, limits.of.burst, cutForRate);
  refuseProbes(connection, cutForRate);
  const asks = new Meter(asking);
  // The library responds to requests for a namespace that does not exist, and keeps their contents as long as the connection lasts. Until the
  // first client of a namespace is connected, it makes a socket for each request that comes at once.
  connection.on('packet', ({ type, data }) => {
    if (!look(data?.length ?? 0)) return;
    if (type !== 'message') return;
    attachments.take(data);
    if (!asksForNamespace(data)) return;
    if (!asks.admit()) return cutForRate();
    if (data.length <= MOST_HANDSHAKE) return;
    limits.watch({ type: 'cut', transport: NAME, why: 'handshake' });
    cut(connection);
  });
  connection.once('close', () => {
    attachments.close();
    leave();
  });
}

/** Clients send one probe by a WebSocket that is to take the place of their polls. The library answers each, and counts none. */
function refuseProbes(connection, cut) {
  const probed = new WeakSet();
  connection.on('upgrading', (transport) => {
    if (!probed.has(transport)) return probed.add(transport);
    // Its later messages are ignored.
    transport.removeAllListeners('packet');
    // The library begins a timer when this returns, and ends it when the connection does.
    setImmediate(() => {
      transport.socket?.terminate();
      cut();
    });
  });
}

/**
 * The library calls listeners with all arguments of an event, in any namespace: as many as a message can hold overflow the
 * stack, and nothing catches that.
 */
function boundEvents(io, limits) {
  const bound = (namespace) => namespace.on('connection', (socket) => socket.use((event, next) => {
    if (event.length <= MOST_ARGUMENTS) return next();
    limits.watch({ type: 'cut', transport: NAME, why: 'rate' });
    limits.reasons.note(socket.conn.request, 'rate');
    return cut(socket.conn);
  }));
  bound(io.sockets);
  io.on('new_namespace', bound);
}

function asksForNamespace(data) {
  return typeof data === 'string' && data[0] === CONNECT;
}

/** How the hub talks to Rondel's clients, and to boardgame.io's: what is the same for all is one event for all. */
function formsOf(namespace) {
  const event = commonEvents(namespace);
  return {
    rondel: { ...PATCHES, common: (message) => event('rondel', PATCHES.form(message)) },
    boardgameIO: { ...BOARDGAME_IO, common: ({ type, args }) => event(type, ...args) },
  };
}

function connect(hub, socket, { limits, forms }) {
  const isRondel = socket.handshake.auth?.rondel === RONDEL;
  const send = isRondel ? textEvent(socket, 'rondel') : ({ type, args }) => socket.emit(type, ...args);
  const connection = openConnection(hub, {
    limits,
    transport: NAME,
    request: socket.conn.request,
    send: (message) => (message instanceof CommonEvent ? message.sendTo(socket) : send(message)),
    backlog: () => backlogOf(socket.conn),
    cut: () => cut(socket.conn),
  }, isRondel ? forms.rondel : forms.boardgameIO);
  for (const type of ['update', 'sync', 'log', 'chat']) socket.on(type, (...args) => connection.receive({ type, args }));
  const echo = countEchoes(limits, { request: socket.conn.request, transport: NAME, cut: () => cut(socket.conn) });
  // The library's own acknowledgement, if the client has asked for one.
  socket.on('probe', (acknowledge) => typeof acknowledge === 'function' && echo(backlogOf(socket.conn)) && acknowledge());
  socket.on('disconnect', connection.close);
}
