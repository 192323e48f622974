import { isDevelopment } from '../../util/environment.js';
import { rondelError } from '../../util/error.js';
import { warnOfUnknown } from '../../util/unknown-names.js';
import { unref } from '../../util/unref.js';
import { whenPageWakes } from './page-lifecycle.js';
import { causeOf, doubtOfCertificate, Outage } from './outage.js';
import { Pulse } from './pulse.js';
import { TextTransport } from './text-transport.js';
import type { WebSocketOpts } from '../../../types/multiplayer.js';
import type { TransportOpts } from '../../../types/transport.js';
import type { Foreign } from '../../util/foreign.js';
import type { Transport } from './transport.js';

/** Used members of a WebSocket. The events are a browser's, or those of a package's class. */
interface Socket {
  onopen: ((event: Foreign) => void) | null;
  onmessage: ((event: Foreign) => void) | null;
  onclose: ((event: Foreign) => void) | null;
  onerror: ((event: Foreign) => void) | null;
  send(text: string): void;
  close(): void;
}

type SocketClass = new (url: string) => Socket;

interface WebSocketTransportOpts extends TransportOpts {
  url: string | undefined;
  WebSocket: SocketClass;
}

/** Milliseconds: the first pause before it is tried again, and the longest. */
const PAUSE = 500;
const LONGEST_PAUSE = 5000;
/** Milliseconds that an attempt may take: at first, and at most, after twice as many each time that there was no response. */
const PATIENCE = 4000;
const MOST_PATIENCE = 16_000;
/** The code with which a WebSocket is closed by an end for which a message is too big. */
const TOO_BIG = 1009;

/**
 * Connects with a server of 'rondel/server' over a plain WebSocket: pages do not need socket.io. It restores a lost connection as long as the
 * client is started.
 *
 * @example
 * const client = Client({ game, matchID, playerID: '0', credentials, multiplayer: WebSocketTransport({ url: 'wss://play.example' }) });
 */
export function WebSocketTransport(options?: WebSocketOpts): (options: TransportOpts) => Transport {
  if (isDevelopment()) {
    warnOfUnknown('WebSocketTransport', options, { url: true, WebSocket: true, create: true });
  }
  const { url, WebSocket, create } = options ?? {};
  return (given) => new WebSocketConnection({ url, create, WebSocket: WebSocket ?? globalThis.WebSocket, ...given });
}

class WebSocketConnection extends TextTransport {
  #url: string;
  #WebSocket: SocketClass;
  /** Null while there is none: before `connect`, between two attempts, and after `disconnect`. */
  #socket: Socket | null = null;
  /** Until the attempt is given up, or there is another. */
  #timer: NodeJS.Timeout | null = null;
  #attempts = 0;
  #patience = PATIENCE;
  #outage = new Outage((message) => this.print('warn', message));
  #pulse = new Pulse({ ask: () => this.#socket?.send(''), lost: () => this.#lose() });
  #stopWatching: (() => void) | null = null;

  constructor({ url, WebSocket, ...options }: WebSocketTransportOpts) {
    super(options);
    this.#url = `${baseOf(url)}/ws/${encodeURIComponent(this.gameName)}`;
    if (!WebSocket) throw rondelError('client/websocket', 'this environment has no WebSocket: pass one as the option WebSocket, for example that of the package ws');
    this.#WebSocket = WebSocket;
  }

  connect(): void {
    if (this.#stopWatching) return;
    this.#beginAgain();
    this.#dial();
    this.#stopWatching = whenPageWakes(() => this.#wake());
  }

  disconnect(): void {
    this.#stopWatching?.();
    this.#stopWatching = null;
    clearTimeout(this.#timer as NodeJS.Timeout | undefined);
    this.#hangUp();
    this.setConnectionStatus(false);
  }

  send(type: string, ...args: unknown[]): void {
    if (!this.isConnected) return;
    const text = JSON.stringify({ type, args });
    if (this.fits(type, text)) this.#socket?.send(text);
  }

  #dial() {
    const socket = new this.#WebSocket(this.#url);
    this.#socket = socket;
    socket.onopen = () => {
      if (socket === this.#socket) this.#meet();
    };
    socket.onmessage = ({ data }) => {
      if (socket !== this.#socket) return;
      // Not before: a server may accept a client, and disconnect it at once.
      this.#beginAgain();
      if (data === '') return this.#pulse.answered();
      this.#pulse.received();
      if (typeof data === 'string') this.receive(data);
    };
    socket.onclose = (event) => {
      if (socket !== this.#socket) return;
      this.ended(event?.code === TOO_BIG);
      this.#lose(cause);
    };
    let cause = '';
    // It is closed then.
    socket.onerror = (event) => { cause = causeOf(event); };
    this.#after(this.#patience, () => {
      this.#patience = Math.min(MOST_PATIENCE, 2 * this.#patience);
      this.#lose();
    });
  }

  #beginAgain() {
    [this.#attempts, this.#patience] = [0, PATIENCE];
  }

  #meet() {
    this.#outage.end();
    clearTimeout(this.#timer as NodeJS.Timeout | undefined);
    this.isConnected = true;
    this.#pulse.opened();
    this.met();
  }

  #lose(cause = '') {
    this.#hangUp();
    const pause = Math.min(LONGEST_PAUSE, PAUSE * 2 ** this.#attempts);
    this.#attempts += 1;
    // Clients that lose a server at the same time must not return at the same time.
    const milliseconds = pause * (0.5 + Math.random() / 2);
    this.#after(milliseconds, () => this.#dial());
    const nextTry = Date.now() + milliseconds;
    if (this.isConnected) return this.setConnectionStatus(false, { nextTry });
    const doubt = `${doubtOfCertificate(this.#url)}, or does not let this page in${cause}`;
    const message = `no server answers at ${this.#url}, or it has no game named '${this.gameName}'${doubt}`;
    this.#outage.warn(message);
    this.setConnectionStatus(false, { reason: { type: 'connection/unreachable', message }, nextTry });
  }

  #hangUp() {
    const socket = this.#socket;
    this.#socket = null;
    this.#pulse.end();
    socket?.close();
  }

  #wake() {
    if (this.isConnected) return this.#pulse.ask();
    if (this.#socket) return;
    clearTimeout(this.#timer as NodeJS.Timeout | undefined);
    this.#dial();
  }

  #after(milliseconds: number, work: () => void) {
    clearTimeout(this.#timer as NodeJS.Timeout | undefined);
    this.#timer = unref(setTimeout(work, milliseconds));
  }
}

/** Without a url, the server of the page; a path alone is one on that server. */
function baseOf(url = ''): string {
  const whole = url === '' || url.startsWith('/') ? `${globalThis.location?.origin ?? 'localhost'}${url}` : url;
  const base = /^\w+:\/\//.test(whole) ? whole.replace(/^http/, 'ws') : `ws://${whole}`;
  return base.replace(/\/+$/, '');
}
