import { Server } from 'socket.io';
import { BOARDGAME_IO, PATCHES, RONDEL, rondelError } from './rondel.js';
import { Channels } from './channels.js';
import { openHubs } from './hub.js';
import { withTimeout } from './with-timeout.js';
import { PATIENCE, limitsOf } from './limits.js';
import { openConnection } from './connection.js';
import { CommonEvent, commonEvents, textEvent } from './encoded-event.js';
import { limitPongs } from './pong-limit.js';
import { checkOrigins, isOriginAllowed } from './origins.js';
import { guardedAdapter, openBus } from './nodes/bus.js';
import { Node } from './nodes/node.js';
import { backlogOf, boundConnection, boundEvents, connectionOf, countPolls, cut, refuseScripts } from './socket-io-limits.js';
import { claimUpgrade, refuseUnclaimed, trackUpgradedSockets } from './http-upgrades.js';
import { webSocketServerOf } from './web-socket-server.js';
import type { IncomingMessage } from 'node:http';
import type { Namespace, ServerOptions, Socket } from 'socket.io';
import type { Game } from 'rondel';
import type { GenericPubSub, Server as Types } from 'rondel/master';
import type { Form, Viewed } from 'rondel/private';
import type { ServerHub } from './hub.js';
import type { ConnectionRefusal, ServerLimits } from './limits.js';
import type { BusListener } from './nodes/node.js';
import type { EncodedMessage } from './request-costs.js';
import type { EngineRequest } from './socket-io-limits.js';
import type { HttpServer, HttpsOptions } from '../types/dependencies.js';
import type { AllowedOrigins, ServerTransport, SocketIOOptions } from '../types/transport.js';

/** Says whether pages of an origin may connect. */
type RespondToOrigin = (error: Error | null, isAllowed?: boolean) => void;

type How = Pick<Form<EncodedMessage>, 'view' | 'form' | 'common'>;

/** Encodings of messages to the clients of a game. */
interface Forms {
  rondel: How;
  boardgameIO: How;
}

/** The app of a server, with what transports of boardgame.io's leave there. */
type App = Types.App & { _io?: Server };

const NO_RECOVERY = `SocketIO: socketOpts.connectionStateRecovery buffers messages for disconnected clients beyond all limits: remove it; \
clients of matches request what they have missed`;
const NAME = 'socket.io';
const PING_TIMEOUT = 20_000;
const PING_INTERVAL = 10_000;
/** Rate limit of a connection's requests for namespaces, in requests per second. The burst also has one for each game. */
const ASKING = { rate: 2, burst: 20 };

// As in boardgame.io's contract, each game has a namespace. boardgame.io's clients get the messages of boardgame.io's server. Rondel's clients
// identify themselves, and get patches and acknowledgements of their actions.

/** Transport of socket.io, for clients of Rondel and of boardgame.io 0.50. It is the default transport of a `Server`. */
export class SocketIO implements ServerTransport {
  /** socket.io's server, after `init`. */
  // `any`: the declarations of this package need no types of socket.io's.
  declare io: any;
  /** Options of Node's `https`, from the constructor. */
  declare https?: HttpsOptions;
  /**
   * Channels between servers: those of the options, or else the server's own. A master of your own can publish there for the pages. Subscribers
   * receive complete states.
   */
  declare pubSub: GenericPubSub;
  #options: Pick<SocketIOOptions, 'socketAdapter' | 'socketOpts' | 'pubSub'>;
  #channels = new Channels();
  #ownHubs: ServerHub[] = [];
  #ownNode: Node | null = null;
  /** Made by `init`. */
  #limits!: ServerLimits;
  #asking = ASKING;
  #cutUpgradedSockets: () => void = () => {};

  constructor(options?: SocketIOOptions) {
    const { https, socketAdapter, socketOpts, pubSub } = options ?? {};
    if (socketOpts?.connectionStateRecovery) throw rondelError('server/transport', NO_RECOVERY);
    this.#options = { socketAdapter, socketOpts, pubSub };
    this.https = https;
    this.pubSub = pubSub ?? this.#channels;
    this.io = null;
  }

  /** Opens a namespace for each game. `Server` calls it. If the app's context has no `hubs`, it creates them with `db` and `auth`. */
  init(app: Types.App, games: Game<any, any, any>[], origins: AllowedOrigins = []): void {
    checkApp(app);
    const { socketAdapter, socketOpts, pubSub } = this.#options;
    this.#limits = limitsOf(app);
    const hubs = app.context.hubs as ReadonlyMap<string, ServerHub> | undefined ?? this.#openHubs(app.context, games);
    const io = new Server(this.#settings(socketOpts, origins));
    this.io = (app as App)._io = app.context.io = io;
    boundEvents(io, this.#limits);
    if (socketAdapter) {
      io.adapter(guardedAdapter(socketAdapter, { games: [...hubs.keys()], Usual: io.adapter() }));
      (app.context.node ?? this.#ownNode)?.connect((listener: BusListener) => openBus(io, listener));
    }
    this.#asking = { ...ASKING, burst: ASKING.burst + hubs.size };
    for (const [name, hub] of hubs) {
      if (pubSub) hub.publishThrough(pubSub);
      else hub.publishBeside(this.#channels);
      const namespace = io.of(name);
      const forms = formsOf(namespace, socketOpts?.parser);
      namespace.on('connection', (socket) => connect(hub, socket, { limits: this.#limits, forms, parser: socketOpts?.parser }));
    }
  }

  /** Serves the clients of an HTTP server. `run` calls it. */
  attach(httpServer: HttpServer): void {
    const io: Server | null = this.io;
    if (!io) throw rondelError('server/transport', 'SocketIO: call init before attach');
    // The library would refuse requests that other transports are about to take.
    io.attach(httpServer, { destroyUpgrade: false });
    httpServer.on('upgrade', (request) => {
      if (answersUpgrade(io, request)) claimUpgrade(request);
    });
    refuseUnclaimed(httpServer, this.#options.socketOpts);
    this.#ownNode?.start();
    io.engine.use(refuseScripts);
    io.engine.use(countPolls(io.engine, this.#limits));
    io.engine.on('connection', (connection) => boundConnection(connection, this.#limits, this.#asking));
    this.#cutUpgradedSockets = trackUpgradedSockets(httpServer);
  }

  /** Closes all connections and their HTTP server. */
  async close(): Promise<void> {
    await Promise.all(this.#ownHubs.map((hub) => hub.close()));
    await this.#ownNode?.close();
    this.#cutUpgradedSockets();
    // The library looks for what only `attach` makes.
    if (this.io?.engine) await this.io.close();
  }

  #openHubs({ db, auth }: Types.AppCtx, games: Game[]) {
    this.#ownNode = new Node({ storage: db });
    const hubs = openHubs({ games, db, auth, node: this.#ownNode, limits: this.#limits.of });
    this.#ownHubs = [...hubs.values()];
    return hubs;
  }

  /** Returns the settings of socket.io's server: the user's, and defaults for the others. */
  #settings({ cors, allowRequest, destroyUpgrade: _, ...socketOpts }: SocketIOOptions['socketOpts'] = {}, origins: AllowedOrigins): Partial<ServerOptions> {
    const allowed = cors?.origin ?? origins;
    checkOrigins(cors?.origin === allowed ? 'SocketIO: socketOpts.cors.origin' : 'origins', allowed, 'server/transport');
    return {
      pingTimeout: PING_TIMEOUT,
      pingInterval: PING_INTERVAL,
      // Applies to a client that asks only for namespaces that do not exist: `boundConnection` cuts a silent client earlier.
      connectTimeout: 2 * PATIENCE,
      maxHttpBufferSize: this.#limits.of.messages.size,
      serveClient: false,
      // One that takes the place of polls has a request of its own.
      wsEngine: webSocketServerOf(
        this.#limits, NAME, (request) => connectionOf(this.io.engine, request as EngineRequest)?.request ?? request,
      ),
      ...socketOpts,
      cors: { ...cors, origin: (origin: string | undefined, respond: RespondToOrigin) => isAllowedInTime(origin, allowed).then((is) => respond(null, is), respond) },
      // Browsers let any page open a WebSocket, and leave it to the server whether to accept.
      allowRequest: (request, respond) => {
        const decide = (refusal: ConnectionRefusal | null) => {
          if (refusal) return respond(refusal, false);
          return allowRequest ? allowRequest(request, respond) : respond(null, true);
        };
        this.#limits.refusal(request, { origins: allowed, transport: NAME }).then(decide).catch(() => respond(null, false));
      },
    };
  }
}

/** As `isOriginAllowed`, also where a function among the origins has no end. */
function isAllowedInTime(origin: string | undefined, origins: AllowedOrigins) {
  return withTimeout(isOriginAllowed(origin, origins), { name: 'origins', milliseconds: PATIENCE });
}

function checkApp(app: Types.App | undefined) {
  const { hubs, db } = app?.context ?? {};
  if (!hubs && !db) throw rondelError('server/transport', 'SocketIO: init takes an app whose context has a storage, as `db`');
}

/** Returns `true` if socket.io responds to this request for an upgrade. */
function answersUpgrade(io: Server, { url }: IncomingMessage) {
  const { transports, addTrailingSlash } = io.engine.opts as Required<ServerOptions>;
  return transports.includes('websocket') && (url as string).startsWith(addTrailingSlash === false ? io.path() : `${io.path()}/`);
}

/** Returns the encodings for Rondel's clients and for boardgame.io's. A message for all clients is one event. */
function formsOf(namespace: Namespace, parser: unknown): Forms {
  const event = commonEvents(namespace, parser);
  return {
    rondel: { ...PATCHES, common: (message: Viewed) => event('rondel', PATCHES.form(message)) },
    boardgameIO: { ...BOARDGAME_IO, common: ({ type, args }: Viewed) => event(type, ...args) },
  };
}

function connect(hub: ServerHub, socket: Socket, { limits, forms, parser }: { limits: ServerLimits, forms: Forms, parser: unknown }) {
  const isRondel = socket.handshake.auth?.rondel === RONDEL;
  const send = isRondel ? textEvent(socket, 'rondel', parser) : ({ type, args }: Viewed) => socket.emit(type, ...args);
  const connection = openConnection(hub, {
    limits,
    transport: NAME,
    request: socket.conn.request,
    send: (message) => (message instanceof CommonEvent ? message.sendTo(socket) : send(message as string & Viewed)),
    backlog: () => backlogOf(socket.conn),
    cut: () => cut(socket.conn),
  }, isRondel ? forms.rondel : forms.boardgameIO);
  for (const type of ['update', 'sync', 'log', 'chat']) socket.on(type, (...args: unknown[]) => connection.receive({ type, args }));
  const mayPong = limitPongs(limits, { request: socket.conn.request, transport: NAME, cut: () => cut(socket.conn) });
  // The library's own acknowledgement, if the client has asked for one.
  socket.on('probe', (acknowledge: unknown) => typeof acknowledge === 'function' && mayPong(backlogOf(socket.conn)) && acknowledge());
  socket.on('disconnect', connection.close);
}
