import { isDevelopment } from '../../util/environment.js';
import { rondelError } from '../../util/error.js';
import { warnOfUnknown } from '../../util/unknown-options.js';
import { unheld } from '../../util/unheld.js';
import { TextTransport } from './text-transport.js';
import { Outage } from './outage.js';

/** Milliseconds: the first pause before it is tried again, and the longest. */
const PAUSE = 500;
const LONGEST_PAUSE = 15_000;
/** Milliseconds between two questions whether the server is still there, and how long it has for an answer. */
const BEAT = 20_000;
const PATIENCE = 8000;
/** With which a WebSocket is closed by whom a message is too big for. */
const TOO_BIG = 1009;

/**
 * A master behind a WebSocket: a server of `rondel/server`.
 *
 * @param {import('../../../multiplayer.d.ts').WebSocketOpts} [given]
 */
export function WebSocketTransport(given) {
  if (isDevelopment()) {
    warnOfUnknown('WebSocketTransport', given, ['url', 'WebSocket', 'create']);
  }
  const { url, WebSocket, create } = given ?? {};
  return (options) => new WebSocketLine({ url, create, WebSocket: WebSocket ?? globalThis.WebSocket, ...options });
}

class WebSocketLine extends TextTransport {
  #url;
  #WebSocket;
  /**
   * Null while there is none: before `connect`, between two attempts, and after `disconnect`.
   *
   * @type {any}
   */
  #socket = null;
  /**
   * What comes next: a look at the server, its answer, or another attempt.
   *
   * @type {any}
   */
  #timer = null;
  #attempts = 0;
  #heard = 0;
  #outage = new Outage();
  /** @type {(() => void) | null} */
  #stopWatching = null;

  /** @param {any} options */
  constructor({ url, WebSocket, ...options }) {
    super(options);
    this.#url = `${baseOf(url)}/ws/${encodeURIComponent(this.gameName)}`;
    if (!WebSocket) throw rondelError('client/websocket', 'there is no WebSocket here: give WebSocketTransport that of the package ws');
    this.#WebSocket = WebSocket;
  }

  connect() {
    if (this.#stopWatching) return;
    this.#attempts = 0;
    this.#dial();
    this.#stopWatching = whenPageWakes(() => this.#wake());
  }

  disconnect() {
    this.#stopWatching?.();
    this.#stopWatching = null;
    clearTimeout(this.#timer);
    this.#hangUp();
    this.setConnectionStatus(false);
  }

  send(type, ...args) {
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
      this.#heard += 1;
      // Not before: a server may let a client in, and send it away at once.
      this.#attempts = 0;
      if (typeof data === 'string' && data !== '') this.hear(data);
    };
    socket.onclose = (event) => {
      if (socket !== this.#socket) return;
      this.ended(event?.code === TOO_BIG);
      this.#lose();
    };
    // It is closed then.
    socket.onerror = () => {};
    this.#after(PATIENCE, () => this.#lose());
  }

  #meet() {
    this.#outage.end();
    this.isConnected = true;
    this.#rest();
    this.met();
  }

  #rest() {
    this.#after(BEAT, () => this.#probe());
  }

  /** A connection may be dead without a word, for example after a phone has slept. */
  #probe() {
    const heard = this.#heard;
    this.#socket.send('');
    this.#after(PATIENCE, () => (this.#heard === heard ? this.#lose() : this.#rest()));
  }

  #lose() {
    this.#hangUp();
    const pause = Math.min(LONGEST_PAUSE, PAUSE * 2 ** this.#attempts);
    this.#attempts += 1;
    // Those who lose a server together do not come back together.
    const milliseconds = pause * (0.5 + Math.random() / 2);
    this.#after(milliseconds, () => this.#dial());
    const nextTry = Date.now() + milliseconds;
    if (this.isConnected) return this.setConnectionStatus(false, { nextTry });
    const message = `nobody answers at ${this.#url}: there is no server, or it has no game named '${this.gameName}', or does not let this page in`;
    this.#outage.tell(message);
    this.setConnectionStatus(false, { reason: { type: 'connection/unreachable', message }, nextTry });
  }

  #hangUp() {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #wake() {
    if (this.isConnected) return this.#probe();
    if (this.#socket) return;
    clearTimeout(this.#timer);
    this.#dial();
  }

  #after(milliseconds, work) {
    clearTimeout(this.#timer);
    this.#timer = unheld(setTimeout(work, milliseconds));
  }
}

/** Without a url, the server that the page has come from; a path alone is one of that server's. */
function baseOf(url = '') {
  const whole = url === '' || url.startsWith('/') ? `${globalThis.location?.origin ?? 'localhost'}${url}` : url;
  const base = /^\w+:\/\//.test(whole) ? whole.replace(/^http/, 'ws') : `ws://${whole}`;
  return base.replace(/\/+$/, '');
}

/** When the page has a network again, or is looked at again. Returns how to stop watching. */
function whenPageWakes(wake) {
  const { document } = globalThis;
  const seen = () => document.visibilityState === 'visible' && wake();
  globalThis.addEventListener?.('online', wake);
  document?.addEventListener('visibilitychange', seen);
  return () => {
    globalThis.removeEventListener?.('online', wake);
    document?.removeEventListener('visibilitychange', seen);
  };
}
