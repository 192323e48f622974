import { whyTooBig } from '../online/protocol/too-big.js';
import { ifRejected } from '../util/promise.js';
import { reportUncaught } from '../util/print.js';
import { checkStackForSteps } from '../engine/stack-probe.js';
import { isThere, makeConnection } from './connection.js';
import { invalid } from './handle.js';
import { obstacleAfter } from './runaway.js';

/**
 * What connects an online client with its master: all that is asked of the transport goes through here, and so does what the page
 * asks of the connection.
 */
export class OnlineLine {
  #client;
  #transport;
  #connection;
  #unsendable;
  /** The connection of which subscribers have been told. */
  #told;

  /**
   * @param {any} transport
   * @param {import('./create-client.js').SessionOwner} client
   * @param {object} calls
   * @param {(isUp: boolean) => void} calls.changed is called when the line may have come or gone
   * @param {(method: string, message: any, why: import('./handle.js').ActionError) => void} calls.unsendable is called with what is too
   *   big to be sent
   */
  constructor(transport, client, { changed, unsendable }) {
    this.#client = client;
    this.#transport = transport;
    this.#unsendable = unsendable;
    this.#connection = makeConnection(transport, {
      tell: (method, ...args) => this.tell(method, ...args),
      lineChanged: () => changed(this.#connection.isLineUp()),
    });
    this.#told = this.now();
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

  /** From now on the transport is heard. */
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

  /** A subscriber that stops the client is told that it has stopped. */
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

  /** The master has sent the match, or says why it does not. */
  answered(refusal) {
    this.#connection.answered(refusal);
  }

  /** Asks the master for the match; `isFirst` if it has sent nothing of it yet. */
  requestSync(isFirst) {
    if (isFirst) this.#connection.unanswered();
    this.tell('requestSync');
  }

  /** Asks for the log before an entry. A transport of somebody's own may not know how to. */
  requestLog(before) {
    this.tell('requestLog', before);
  }

  get knowsLogs() {
    return typeof this.#transport.requestLog === 'function';
  }

  /**
   * Calls the transport. If it throws, the message is lost, and is sent again as any that is lost, unless it is too big. Returns what
   * it has thrown.
   *
   * @param {string} method
   * @param {...any} args
   */
  tell(method, ...args) {
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

  /** Tells the subscribers of another connection, or of another state. A state says of the connection whether it is there, and no more. */
  announce(isState) {
    const before = this.#told;
    this.#told = this.now();
    if (isState || isThere(this.#told) !== isThere(before)) this.#client.announce();
    else if (this.#told !== before) this.#client.announce(false);
  }

  /** Throws if this is no moment to call a transport. */
  check(what) {
    this.#client.check(what);
    checkStackForSteps();
  }
}
