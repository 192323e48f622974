import { whyTooBig } from '../online/protocol/too-big.js';
import { ifRejected } from '../util/promise.js';
import { reportUncaught } from '../util/print.js';
import { checkStackForSteps } from '../engine/stack-probe.js';
import { isThere, makeConnection } from './connection.js';
import { invalid } from './handle.js';
import { obstacleAfter } from './runaway.js';

/**
 * The connection of an online client to its master: all calls of the transport go through here, and so do the page's
 * calls about the connection.
 */
export class OnlineConnection {
  #client;
  #transport;
  #connection;
  #unsendable;
  /** The connection that subscribers were last notified of. */
  #announced;

  /**
   * @param {any} transport
   * @param {import('./create-client.js').SessionOwner} client
   * @param {object} calls
   * @param {(isUp: boolean) => void} calls.changed is called when the transport may have connected or disconnected
   * @param {(method: string, message: any, why: import('./handle.js').ActionError) => void} calls.unsendable is called with what is too
   *   big to be sent
   */
  constructor(transport, client, { changed, unsendable }) {
    this.#client = client;
    this.#transport = transport;
    this.#unsendable = unsendable;
    this.#connection = makeConnection(transport, {
      callTransport: (method, ...args) => this.callTransport(method, ...args),
      transportChanged: () => changed(this.#connection.isTransportUp()),
    });
    this.#announced = this.now();
  }

  /** The same object as long as nothing changes. */
  now() {
    return this.#connection.now();
  }

  get isThere() {
    return isThere(this.now());
  }

  get isStarted() {
    return this.#connection.isStarted();
  }

  /** Subscribes to the transport. */
  listen() {
    this.#connection.listen();
  }

  start() {
    this.check('start');
    if (!this.#client.isDisposed) this.#connection.start();
  }

  stop() {
    this.check('stop');
    this.end();
  }

  /** A subscriber that stops the client is notified of it. */
  end() {
    if (this.isStarted) this.#connection.stop();
  }

  reconnect() {
    this.check('reconnect');
    this.#connection.again();
  }

  updateCredentials(value) {
    checkStackForSteps();
    this.#client.credentials = value;
    if (!this.#client.isDisposed) this.change('updateCredentials', value);
    this.#client.announce();
  }

  /** Has the transport go to another match or seat, or take other credentials. */
  change(method, value) {
    this.#connection.change(method, value);
  }

  /** The master has sent the match, or the reason why it does not. */
  answered(refusal) {
    this.#connection.answered(refusal);
  }

  /** Asks the master for the match; `isFirst` if it has sent nothing of it yet. */
  requestSync(isFirst) {
    if (isFirst) this.#connection.unanswered();
    this.callTransport('requestSync');
  }

  /** Asks for the log before an entry. A custom transport may have no such method. */
  requestLog(before) {
    this.callTransport('requestLog', before);
  }

  get knowsLogs() {
    return typeof this.#transport.requestLog === 'function';
  }

  /**
   * Calls the transport. If it throws, the message is lost, and is sent again as any that is lost, unless it is too big. Returns what
   * was thrown.
   *
   * @param {string} method
   * @param {...any} args
   */
  callTransport(method, ...args) {
    try {
      ifRejected(this.#transport[method](...args), reportUncaught);
      return undefined;
    } catch (error) {
      const why = whyTooBig(error);
      if (why) this.#unsendable(method, args[1], invalid(why));
      else if (!obstacleAfter(error, this.#client.announce)) reportUncaught(error);
      return error;
    }
  }

  /** Notifies the subscribers of another connection, or of another state. A state shows only whether there is a connection. */
  announce(isState) {
    const before = this.#announced;
    this.#announced = this.now();
    if (isState || isThere(this.#announced) !== isThere(before)) this.#client.announce();
    else if (this.#announced !== before) this.#client.announce(false);
  }

  /** Throws if the transport cannot be called now. */
  check(what) {
    this.#client.check(what);
    checkStackForSteps();
  }
}
