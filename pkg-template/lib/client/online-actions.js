import { isDevelopment } from '../util/environment.js';
import { messageOf } from '../util/print.js';
import { Chat, messageOf as chatMessageOf } from './chat.js';
import { DISPOSED } from './create-client.js';
import { Handle, invalid } from './handle.js';
import { NOT_STARTED, SPECTATOR, STOPPED, UNANSWERED, obstacleOf, unanswered } from './online-errors.js';
import { copied } from './plain-message.js';
import { explainWait } from './wait-reason.js';

/**
 * A player's actions and chat messages at a match on a master, and their handles.
 *
 * @typedef {object} Outcome
 * @property {string} what how messages name it
 * @property {(error?: import('./handle.js').ActionError) => void} resolve
 */
export class OnlineActions {
  #client;
  #session;
  #engine;
  #connection;
  #match;
  #work;
  #isImmediate;
  /** The actions that wait for an answer, by number. */
  /** @type {Map<number, Outcome>} */
  #waiting = new Map();
  #explained = new Set();

  /**
   * @param {import('./create-client.js').SessionOwner} client
   * @param {object} of
   * @param {string} of.session the name by which the master knows this client
   * @param {import('./online-engine.js').OnlineEngine} of.engine
   * @param {import('./online-connection.js').OnlineConnection} of.connection
   * @param {() => import('./online-match.js').OnlineMatch} of.match
   * @param {import('./online-session.js').Work} of.work
   * @param {boolean | undefined} of.isImmediate whether the answer of the master is there when the transport returns
   */
  constructor(client, { session, engine, connection, match, work, isImmediate }) {
    [this.#client, this.#session, this.#engine] = [client, session, engine];
    [this.#connection, this.#match, this.#work, this.#isImmediate] = [connection, match, work, isImmediate];
    this.chat = new Chat({
      send: (message) => connection.callTransport('sendChatMessage', match().matchID, message),
      end: (outcome, error) => this.#end(outcome, error),
    });
  }

  /** How many actions and messages wait for an answer. */
  get size() {
    return this.#waiting.size + this.chat.size;
  }

  /** Makes an action at once, or when the present work is done. The handle reports its outcome. */
  act({ what, type, name }, args) {
    const client = this.#client;
    const sent = copied(args);
    const obstacle = obstacleOf(type, sent);
    if (obstacle) return client.refuse(what, invalid(obstacle));
    /** @type {any} */
    let made = null;
    let isGivenUp = false;
    let isLate = false;
    const { handle, resolve } = Handle.open(() => made !== null && !client.isDisposed && this.#engine.isPredicted(made.seq));
    try {
      this.#work.call((now) => {
        if (isGivenUp) return;
        made = this.#submit({ type, name, args: sent }, { what, resolve }, now);
        if (made.error && isLate) this.#end({ what, resolve }, made.error);
      });
    } catch (error) {
      // Under `compat` what subscribers throw reaches the caller.
      if (made) throw error;
      isGivenUp = true;
      return client.refuseAfter(error);
    }
    if (made?.error) return client.refuse(what, made.error);
    isLate = true;
    return handle;
  }

  /** Sends a chat message, as soon as there is a connection. */
  sendChatMessage(payload) {
    const what = 'sendChatMessage';
    this.#connection.check(what);
    const message = chatMessageOf(this.#match().seat, payload);
    const { handle, resolve } = Handle.open(() => false);
    /** @type {any} */
    let refused = null;
    let isLate = false;
    this.#work.call((now) => {
      const when = { now, isConnected: this.#connection.isThere };
      const error = this.#whyNotNow() ?? this.chat.send(message, { what, resolve }, when);
      if (error && isLate) this.#end({ what, resolve }, error);
      else refused = error;
    });
    isLate = true;
    return refused ? this.#client.refuse(what, refused) : handle;
  }

  /** Sends an action to the master. */
  send({ type, payload }, { seen, seq, first, dependsOn, ahead }) {
    const { view } = this.#match().confirmed.state;
    // The number is 0 for a master without acks.
    /** @type {any} */
    const sync = seq > 0 ? { session: this.#session, seq, first } : undefined;
    if (dependsOn > 0) sync.dependsOn = dependsOn;
    if (ahead) sync.ahead = true;
    // The present credentials: an action that is sent again may have been refused because of older ones.
    const { credentials } = this.#client;
    const sent = { type, payload: credentials === undefined ? payload : { ...payload, credentials }, sync };
    this.#connection.callTransport('sendAction', view._stateID === seen ? view : { ...view, _stateID: seen }, sent);
  }

  /** An action is answered. */
  resolve(seq, error) {
    const outcome = this.#waiting.get(seq);
    this.#waiting.delete(seq);
    if (outcome) this.#end(outcome, error);
  }

  /** Gives up what is too big to be sent. */
  giveUp(method, message, why, now) {
    if (method === 'sendAction') this.#engine.reject(message.sync?.seq ?? 0, why, now);
    else if (method === 'sendChatMessage') this.chat.takeOutcome(message.id, why);
  }

  /** Gives up all that waits: its outcome is unknown. */
  forget(cause) {
    this.#engine.forget(unanswered(cause));
    this.chat.forget(cause);
  }

  /** Prints once why an action, or a part of it, does not show at once. */
  explain(name, why, thrown) {
    // In a block of its own: code after a `return` stays in bundles, with its imports.
    if (isDevelopment()) {
      const explanation = explainWait(name, why);
      if (this.#explained.has(explanation)) return;
      this.#explained.add(explanation);
      this.#client.printMessage('info', thrown ? `${explanation} (${messageOf(thrown.error)})` : explanation);
    }
  }

  /** `{ seq }` of an action that waits for its answer now, or `{ error }`. */
  #submit({ type, name, args }, outcome, now) {
    const [client, match] = [this.#client, this.#match()];
    const error = this.#whyNotNow();
    if (error) return { seq: 0, error };
    const payload = name === undefined ? { playerID: match.seat } : { type: name, args, playerID: match.seat };
    const made = this.#engine.submit({ type, payload }, now);
    if (made.error) return { seq: 0, error: match.ending ?? made.error };
    this.#waiting.set(made.seq, outcome);
    // An action that does not show changes what is legal, unless its answer is there already.
    this.#work.note(!this.#isImmediate || client.lastError !== match.condition);
    client.lastError = match.condition;
    return made;
  }

  /** Why this player can neither act nor chat now; null if no reason is known. */
  #whyNotNow() {
    const match = this.#match();
    if (this.#client.isDisposed) return DISPOSED;
    // No master answers a spectator.
    if (match.isSpectator) return SPECTATOR;
    if (!this.#connection.isStarted) return match.shown === null ? NOT_STARTED : STOPPED;
    // The outcome would not be known; but a server of the match's version may come, as in a rolling deploy.
    const { status, reason } = this.#connection.now();
    return status === 'refused' && (match.shown === null || reason?.payload?.match === undefined) ? reason : null;
  }

  /** @param {Outcome} outcome */
  #end({ what, resolve }, error) {
    resolve(error);
    if (!error) return;
    if (error.type === UNANSWERED) this.#client.printMessage('info', `${what}: ${error.message}`);
    else this.#client.printError(what, error);
    this.#client.lastError = error;
    this.#work.note();
  }
}
