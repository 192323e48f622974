import { RONDEL } from '../protocol/wire.js';
import { isDevelopment } from '../../util/environment.js';
import { rondelError } from '../../util/error.js';
import { messageOf } from '../../util/print.js';
import { warnOfUnknown } from '../../util/unknown-names.js';
import { whenPageIsLeft, whenPageWakes } from './page-lifecycle.js';
import { causeOf, doubtOfCertificate, Outage } from './outage.js';
import { Pulse } from './pulse.js';
import { TextTransport } from './text-transport.js';
import { unref } from '../../util/unref.js';
import type { ActionError } from '../../../types/game.js';
import type { SocketIOOpts } from '../../../types/multiplayer.js';
import type { TransportOpts } from '../../../types/transport.js';
import type { Foreign, ForeignFunction } from '../../util/foreign.js';
import type { Transport } from './transport.js';

/** Used members of a manager of socket.io's client, which makes the attempts to connect. */
interface Manager {
  opts: { transports?: unknown };
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'open', listener: () => void): unknown;
  /** Returns a number without an argument, and itself with one. */
  timeout(milliseconds?: number): Foreign;
}

/** Used members of a socket of socket.io's client. A stand-in may lack the optional ones. */
interface Socket {
  connected?: boolean;
  active?: boolean;
  io?: Manager;
  connect?(): unknown;
  close?(): unknown;
  emit(event: string, ...args: Foreign[]): unknown;
  on(event: string, listener: ForeignFunction): unknown;
  off?(event: string, listener: ForeignFunction): unknown;
}

type SocketIOTransportOpts = TransportOpts & SocketIOOpts;

/** Why there is no connection, as far as it is known. */
interface Trouble {
  status?: 'refused';
  reason: ActionError;
}

/** Messages of boardgame.io's server, with their numbers of arguments. */
const TYPES: Record<string, number> = { update: 3, patch: 5, sync: 2, matchData: 2, chat: 2 };
/** About how many milliseconds until a client that the server has disconnected tries again. */
const LATER = 3000;
/** Milliseconds that an attempt to connect may take: at first, and at most, after twice as many each time that there was no response. */
const PATIENCE = 4000;
const MOST_PATIENCE = 20_000;
/**
 * A WebSocket works with several servers, where polls have to reach the same one each time. Where it is refused, the same attempt goes on by
 * polling; where it gets no response in time, the next one begins by it.
 */
const WAYS = { transports: ['websocket', 'polling'], tryAllTransports: true, timeout: PATIENCE };
const POLLING_FIRST = ['polling', 'websocket'];

/** socket.io's managers, each of which makes the attempts of all clients of a server. */
const patient = new WeakSet<Manager>();

/**
 * Connects with a server over socket.io: one of 'rondel/server', or one of boardgame.io.
 *
 * @example
 * const client = Client({ game, matchID, playerID: '0', credentials, multiplayer: SocketIO({ server: 'localhost:8000' }) });
 */
export function SocketIO(options?: SocketIOOpts): (options: TransportOpts) => Transport {
  if (typeof options === 'string') throw rondelError('client/multiplayer', `SocketIO: expected SocketIO({ server: '${options}' })`);
  if (isDevelopment()) {
    warnOfUnknown('SocketIO', options, { server: true, socketOpts: true, socket: true, create: true });
  }
  const { server, socketOpts, socket, create } = options ?? {};
  // So that it is loaded when a client connects. `connect` reports a failure.
  if (!socket) load().catch(() => {});
  return (given) => new SocketIOTransport({ server, socketOpts, socket, create, ...given });
}

class SocketIOTransport extends TextTransport {
  declare server: string | undefined;
  declare socketOpts: SocketIOOpts['socketOpts'];
  declare socket: Socket | null | undefined;
  /** Removes the listeners from the socket; null while it is not to be connected. */
  #unlisten: (() => void) | null = null;
  #isGiven: boolean;
  #outage = new Outage((message) => this.print('warn', message));
  /** `true` if the server uses boardgame.io's protocol, which has no confirmation of an action. */
  #isBoardgameIO = false;
  /** `true` if the server is Rondel's. Such a server is probed: socket.io takes half a minute to detect that it is gone. */
  #isRondel = false;
  #pulse = new Pulse({ ask: () => (this.socket as Socket).emit('probe', () => this.#pulse.answered()), lost: () => this.again() });
  /** `true` if this connection has sent a `sync`. */
  #hasAsked = false;
  /** `true` if messages of a given socket were in transit to its last connection. */
  #isLate = false;
  #timer: NodeJS.Timeout | null = null;
  #stopWatching: (() => void) | null = null;

  constructor({ server, socketOpts, socket, ...options }: SocketIOTransportOpts) {
    super(options);
    this.server = server;
    this.socketOpts = socketOpts;
    this.socket = socket;
    this.#isGiven = Boolean(socket);
    // A stand-in for a socket may deliver anything.
    this.isPlain = !socket;
  }

  connect(): Promise<void> | void {
    if (this.#unlisten) return;
    // socket.io gives up its requests when the page is left, and waits for their responses when it is shown again.
    this.#stopWatching ??= together(whenPageIsLeft({ back: () => this.again() }), whenPageWakes(() => this.#wake()));
    if (!this.socket) return this.#open();
    this.#unlisten = this.#listen(this.socket);
    if (this.socket.connected) this.met();
    else this.socket.connect?.();
  }

  disconnect(): void {
    const { socket } = this;
    this.#stopWatching?.();
    this.#stopWatching = null;
    this.#unlisten?.();
    this.#unlisten = null;
    clearTimeout(this.#timer as NodeJS.Timeout | undefined);
    this.#pulse.end();
    this.#hasAsked = false;
    if (!this.#isGiven) this.socket = null;
    socket?.close?.();
    this.setConnectionStatus(false);
  }

  send(type: string, ...args: unknown[]): void {
    // Messages that socket.io buffers would be sent before the client knows the state of the match.
    if (!this.socket || this.socket.connected === false) return;
    this.#hasAsked ||= type === 'sync';
    if (this.fits(type, JSON.stringify([type, ...args]))) this.socket.emit(type, ...args);
  }

  again(): void {
    if (!this.#hasAsked) return;
    // A stand-in for a socket may have only one connection.
    if (this.#isGiven && !(this.socket as Socket).connect) return this.requestSync();
    this.disconnect();
    this.#isLate = this.#isGiven;
    this.connect();
  }

  /** Makes a socket, unless the client has been stopped by the time that socket.io is there. */
  async #open(): Promise<void> {
    let isWanted = true;
    this.#unlisten = () => { isWanted = false; };
    try {
      const { io } = await load();
      if (!isWanted) return;
      const { origin, prefix } = placeOf(this.server);
      this.socket = io(`${origin}/${this.gameName}`, {
        ...(this.socketOpts?.transports ? { timeout: PATIENCE } : WAYS),
        // socket.io distinguishes the servers of one host only by this.
        ...(prefix && { path: `${prefix}/socket.io`, forceNew: true }),
        ...this.socketOpts,
        auth: introducing(this.socketOpts?.auth),
      });
      if (this.socketOpts?.timeout === undefined) growPatient(this.socket.io as Manager);
      this.#unlisten = this.#listen(this.socket);
    } catch (error) {
      if (!isWanted) return;
      const message = `socket.io cannot connect: ${messageOf(error)}`;
      this.print('error', message);
      const nextTry = this.#later(() => this.#open());
      this.setConnectionStatus(false, { reason: { type: 'connection/unreachable', message }, nextTry });
    }
  }

  #listen(socket: Socket): () => void {
    const ofMaster = Object.keys(TYPES).map((type): [string, ForeignFunction] => [type, (...args) => this.#receiveEvent(type, args)]);
    const listeners: Record<string, ForeignFunction> = {
      ...Object.fromEntries(ofMaster),
      rondel: (text) => {
        this.#isRondel = true;
        this.#pulse.received();
        if (!this.#isLate) this.receive(text);
      },
      connect: () => {
        this.#isLate = false;
        this.#outage.end();
        if (this.#isRondel) this.#pulse.opened();
        this.#meet();
      },
      disconnect: (_reason, details) => {
        this.#pulse.end();
        this.#hasAsked = false;
        this.ended(isTooBig(details));
        // First: a client that is notified of the lost connection may disconnect.
        const nextTry = this.#persist(socket);
        this.setConnectionStatus(false, { nextTry });
      },
      connect_error: (error) => {
        const trouble = this.#troubleOf(error);
        this.#outage.warn(trouble.reason.message);
        this.#turnAround(error);
        const nextTry = this.#persist(socket);
        this.setConnectionStatus(false, { ...trouble, nextTry });
      },
    };
    // A stand-in may have no way to remove a listener.
    let isListening = true;
    const guarded = Object.entries(listeners).map(([event, listener]): [string, ForeignFunction] => [event, (...args) => isListening && listener(...args)]);
    for (const [event, listener] of guarded) socket.on(event, listener);
    return () => {
      isListening = false;
      for (const [event, listener] of guarded) socket.off?.(event, listener);
    };
  }

  /**
   * boardgame.io's server sends a client nothing before it has answered its `sync`: what the client sent earlier would be
   * done without its knowledge.
   */
  #meet() {
    if (!this.#isBoardgameIO) return this.met();
    this.requestSync();
    this.#later(() => this.setConnectionStatus(true));
  }

  #wake() {
    if (this.isConnected && this.#isRondel) this.#pulse.ask();
  }

  #receiveEvent(type: string, args: Foreign[]) {
    if (this.#isLate) return;
    this.#isBoardgameIO = true;
    const connected = this.#unlisten;
    this.notifyClient({ type, args: Array.from({ length: TYPES[type] }, (_, i) => args[i]) });
    // A subscriber, once notified, may have had the client disconnect.
    if (type !== 'sync' || this.isConnected || connected !== this.#unlisten) return;
    clearTimeout(this.#timer as NodeJS.Timeout | undefined);
    this.setConnectionStatus(true);
  }

  #troubleOf(error: unknown): Trouble {
    const { origin, prefix } = placeOf(this.server);
    const server = `the server at ${origin}${prefix}/`;
    if (messageOf(error) === 'Invalid namespace') {
      return { status: 'refused', reason: { type: 'game/not_found', message: `${server} has no game named '${this.gameName}'` } };
    }
    const message = `${server} cannot be reached${doubtOfCertificate(origin)}, or does not let this page in${causeOf(error)}: open ${origin}${prefix}/games in the browser to see whether it answers, and compare its origins`;
    return { reason: { type: 'connection/unreachable', message } };
  }

  /** A proxy may swallow WebSockets: an attempt without a response is followed by one the other way. */
  #turnAround(error: unknown) {
    if (this.#isGiven || this.socketOpts?.transports) return;
    // Its socket was made with a manager.
    const { opts } = (this.socket as Required<Socket>).io;
    opts.transports = isTimeout(error) && opts.transports === WAYS.transports ? POLLING_FIRST : WAYS.transports;
  }

  /**
   * socket.io reconnects by itself, at a time that it does not report; but not when the server has refused. Returns when it is tried again, if
   * that is known.
   */
  #persist(socket: Socket): number | undefined {
    clearTimeout(this.#timer as NodeJS.Timeout | undefined);
    return socket.active === false ? this.#later(() => socket.connect?.()) : undefined;
  }

  #later(work: () => unknown): number {
    clearTimeout(this.#timer as NodeJS.Timeout | undefined);
    const milliseconds = LATER * (0.5 + Math.random());
    this.#timer = unref(setTimeout(work, milliseconds));
    return Date.now() + milliseconds;
  }
}

/** Returns `true` if a connection has ended because a message was too big, as a WebSocket or a request reports it. */
function isTooBig(details: Foreign): boolean {
  return details?.context?.code === 1009 || details?.description === 413;
}

/** An attempt without a response may be on a slow network; one that is refused at once is not. */
function growPatient(manager: Manager) {
  if (patient.has(manager)) return;
  patient.add(manager);
  manager.on('error', (error) => {
    if (isTimeout(error)) manager.timeout(Math.min(MOST_PATIENCE, 2 * manager.timeout()));
  });
  manager.on('open', () => manager.timeout(PATIENCE));
}

function isTimeout(error: unknown): boolean {
  return messageOf(error) === 'timeout';
}

function together(...ends: (() => void)[]): () => void {
  return () => ends.forEach((end) => end());
}

/** Loads socket.io. A page with another transport needs neither it nor an import map for it. */
const load = () => import('./socket-io-client.js');

/** Where a server is, and what its paths begin with. Without one, it is the server of the page. */
function placeOf(server: string | undefined): { origin: string, prefix: string } {
  const url = !server || /^(\w+:\/)?\//.test(server) ? server ?? '' : `http://${server}`;
  const [, origin, path] = /^(\w+:\/\/[^/]*)?(.*)$/.exec(url) ?? [];
  return { origin: origin ?? '', prefix: path.replace(/\/+$/, '') };
}

/** Adds to the user's `auth` what messages the client understands, for Rondel's server. */
function introducing(auth: Foreign): object | ((send: (data: object) => void) => void) {
  if (typeof auth === 'function') return (send) => auth((data: object) => send({ ...data, rondel: RONDEL }));
  return { ...auth, rondel: RONDEL };
}
