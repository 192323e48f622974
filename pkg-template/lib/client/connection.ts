import { isEqual } from '../online/protocol/patch.js';
import { messageOf } from '../util/print.js';
import { isReason } from './handle.js';
import type { Connection } from '../../types/client.js';
import type { NetworkClock } from '../../types/testing.js';
import type { ConnectionTrouble } from '../../types/transport.js';
import type { Foreign } from '../util/foreign.js';
import type { ActionError } from './handle.js';

/** A transport as its client uses it. A custom one may lack fields of Rondel's transports. */
export interface OnlineTransport {
  readonly isConnected: boolean;
  /** Clock of the transport. */
  readonly clock?: NetworkClock;
  /** `true` if the master's answer has arrived when a method returns. */
  readonly isImmediate?: boolean;
  /** `true` if messages of the master consist of plain objects. */
  readonly isPlain?: boolean;
  /** `true` if the client has received the match of this ID. Set by the client. */
  knowsMatch?: boolean;
  subscribeToConnectionStatus(fn: (trouble?: ConnectionTrouble) => void): void;
  requestLog?(before: number): void;
  /** Methods, by name. */
  [method: string]: Foreign;
}

/** A call of the transport: the name of a method, and its argument. */
export type TransportCall = [method: string, value?: unknown];

/** Connection of a match in the page. */
export const CONNECTED = only('connected');
const CONNECTING = only('connecting');
export const STOPPED = only('stopped');

const LOST = unreachable('the connection to the master is lost');
const NOT_THERE = unreachable('the master cannot be reached');
/** boardgame.io's server sends no refusal. */
const SILENT = unreachable('the master does not send the match: it may be slow, or, as a server of boardgame.io, refuse without a word');

/** Connection status of a client: whether its transport reaches the master, and whether the master has sent the match. */
export class ConnectionStatus {
  /** `true` from `client.start()` to `client.stop()`. */
  isStarted = false;
  /** Queued calls that connect the transport, or change its seat. The transport may report its status before such a call returns. */
  #changes: TransportCall[] = [];
  #isChanging = false;
  #transport: OnlineTransport;
  #wasUp = false;
  /** Reason why the transport is not connected; `null` if it is, or if nothing is known yet. */
  #trouble: Connection | null = null;
  /** Connection by the master's answer to the last request for the match; `null` before the answer. */
  #answer: Connection | null = null;

  constructor(transport: OnlineTransport) {
    this.#transport = transport;
  }

  /** The current connection: the same object as long as nothing changes. */
  get now() {
    if (!this.isStarted) return STOPPED;
    return this.#trouble ?? (this.isUp ? this.#answer : null) ?? CONNECTING;
  }

  /** `true` if the transport is connected. */
  get isUp() {
    try {
      return Boolean(this.#transport.isConnected);
    } catch {
      return false;
    }
  }

  /** `true` if the master has sent the match over this connection. */
  get isThere() {
    return isThere(this.now);
  }

  /** Queues a call that connects or disconnects the transport, or changes its seat. Returns `false` if another one is in progress. */
  beginChange(call: TransportCall) {
    // The status of another seat, or of the previous transport, no longer holds. A match that was sent remains.
    const isSameSeat = call[0] === 'connect' || call[0] === 'disconnect';
    this.#trouble = null;
    if (!isSameSeat || this.#answer !== CONNECTED) this.#answer = null;
    this.#changes.push(call);
    if (this.#isChanging) return false;
    return (this.#isChanging = true);
  }

  /** Returns the next of these calls; `undefined` if there is none. */
  nextChange() {
    return this.#changes.shift();
  }

  endChange() {
    this.#isChanging = false;
  }

  /** Handles a status report of the transport. A change that the page has requested is not a failed attempt. */
  report(given: ConnectionTrouble | undefined) {
    const { isUp } = this;
    this.#trouble = isUp || (this.#isChanging && given === undefined) ? null : same(this.#trouble, readTrouble(given, this.#wasUp ? LOST : NOT_THERE));
    this.#wasUp = isUp;
  }

  /** Handles an exception of the transport's `connect`. */
  fail(thrown: unknown) {
    this.#trouble = readTrouble({ reason: unreachable(messageOf(thrown)) }, NOT_THERE);
  }

  /** Handles the master's answer: it has sent the match, or refused it. */
  answer(refusal: ActionError | null) {
    const next: Connection = refusal ? Object.freeze({ status: 'refused' as const, reason: refusal }) : CONNECTED;
    if (next !== this.#answer) this.#answer = same(this.#answer, next);
    this.#trouble = null;
  }

  /** Records that the master has not answered a request for the match for a while. */
  waitLonger() {
    if (this.isUp && this.#answer === null) this.#trouble = Object.freeze({ status: 'unreachable' as const, reason: SILENT });
  }
}

export function isThere({ status }: Connection) {
  return status === 'connected';
}

/** Returns the reason why a transport is not connected. A custom transport may report anything, or nothing. */
function readTrouble(given: ConnectionTrouble | undefined, usual: ActionError): Connection | null {
  const { status, reason, nextTry } = Object(given);
  if (status === 'connecting') return null;
  return Object.freeze({
    status: status === 'refused' ? status : 'unreachable',
    reason: isReason(reason) ? Object.freeze({ ...reason }) : usual,
    ...Number.isFinite(nextTry) && { nextTry },
  });
}

function same(before: Connection | null, next: Connection | null) {
  return isEqual(before, next) ? before : next;
}

function only(status: 'connecting' | 'connected' | 'stopped'): Connection {
  return Object.freeze({ status });
}

function unreachable(message: string): ActionError {
  return Object.freeze({ type: 'connection/unreachable', message });
}
