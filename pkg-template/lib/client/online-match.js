import { PROBLEM_STATE } from '../engine/codes.js';
import { isDevelopment } from '../util/environment.js';
import { GONE, LOST, NO_GAME, SEAT_LOST, STOPPED, UNANSWERED, isEnd, isOfVersion } from './online-errors.js';
import { entriesOf } from './online-state.js';
import { plainMessage } from './plain-message.js';
import { idText, seatText } from './players.js';
import { explainDifference, firstDifference } from './prediction-check.js';
import { onlineState } from './shown-state.js';
import { warnOfUnknownPlayer } from './unknown-player.js';

/**
 * A match on a master as its player sees it: what the master has sent, and what is shown, which may be ahead of that.
 */
export class OnlineMatch {
  /**
   * What is confirmed, with the player's own actions on top.
   *
   * @type {any}
   */
  shown = null;
  #client;
  #engine;
  #connection;
  #actions;
  #work;
  #transport;
  #depth;
  /** The matches that this client has received: if the master no longer has one of them, it is over. */
  #had = new Set();
  /** The warnings that were printed. */
  #warned = new Set();
  /** Once the client is disposed of: the last `ctx`, if its player could act. */
  #lastActive = null;

  /**
   * @param {import('./create-client.js').SessionOwner} client
   * @param {object} of
   * @param {any} of.transport
   * @param {import('./online-engine.js').OnlineEngine} of.engine
   * @param {import('./online-connection.js').OnlineConnection} of.connection
   * @param {import('./online-actions.js').OnlineActions} of.actions
   * @param {import('./confirmed-match.js').ConfirmedMatch} of.confirmed
   * @param {import('./online-session.js').Work} of.work
   * @param {string} of.depth how far the client predicts
   */
  constructor(client, { transport, engine, connection, actions, confirmed, work, depth }) {
    [this.#client, this.#transport, this.#engine] = [client, transport, engine];
    [this.#connection, this.#actions, this.#work, this.#depth] = [connection, actions, work, depth];
    this.confirmed = confirmed;
    // As text: the page may give numbers.
    this.matchID = idText(client.matchID);
    this.seat = seatText(client.playerID);
  }

  get isSpectator() {
    return this.seat === null || this.seat === undefined;
  }

  /** Current error of the match; null without one. A lost seat is no error: the connection reports it. */
  get condition() {
    const { refusal, mismatch } = this.confirmed;
    return refusal === null || refusal.type === SEAT_LOST ? mismatch : refusal;
  }

  /** Why a match that this client has had is over for it; null if it is not. */
  get ending() {
    const { refusal } = this.confirmed;
    return this.#had.has(this.matchID) && isEnd(refusal) ? refusal : null;
  }

  /** What the player sees now, or with a preview in its place. */
  read(preview) {
    if (!this.shown) return null;
    const { view: { G, ctx, plugins, _stateID }, log, deltalog, canUndo, canRedo } = this.shown;
    const { seat: viewer } = this;
    return onlineState({
      G,
      ctx,
      plugins,
      deltalog,
      _undo: [],
      _redo: [],
      _stateID,
      isConnected: this.#connection.isThere,
      canUndo,
      canRedo,
      lastError: this.#client.lastError,
    }, {
      log: () => entriesOf(log),
      isActive: () => this.#isActive(ctx, viewer),
      pending: () => (this.#client.isDisposed ? 0 : this.#engine.pending),
      preview: ({ G: previewed, ctx: then }) => ({ G: previewed, isActive: this.#isActive(then, viewer) }),
    }, preview);
  }

  canMove(name, args) {
    if (!this.shown || this.isSpectator || !this.#connection.isStarted) return false;
    try {
      return this.#work.during(() => this.#engine.canMove(name, args));
    } catch {
      // The engine does not know; the master decides.
      return true;
    }
  }

  /** Shows another state. */
  show(next) {
    // The last state stays shown.
    if (this.#client.isDisposed) return;
    this.shown = next;
    this.#work.note();
  }

  /** Takes a message of the master. */
  take(data, isPlain, now) {
    const { confirmed } = this;
    const { refusal, mismatch, state } = confirmed;
    const [shown, { lastError }] = [this.shown, this.#client];
    try {
      const message = isPlain ? data : plainMessage(data);
      if (this.#isAbout(message.args[0]) && confirmed.take(message, this.seat, now)) this.#work.note();
      if (confirmed.state?.view._stateID < state?.view._stateID) this.#noteLoss();
      if (confirmed.mismatch !== mismatch) this.#noteCondition(confirmed.mismatch, mismatch);
      if (confirmed.state) this.#noteMatch();
      const isNew = confirmed.state !== state;
      if (isNew || confirmed.refusal !== refusal) this.#connection.answered(confirmed.refusal);
      if (isNew && shown !== state && this.#client.lastError === lastError) this.#checkPrediction(shown);
      if (isNew && message.type === 'sync') this.#actions.chat.resend(now);
      if (message.type === 'sync' && confirmed.state) warnOfUnknownPlayer(this.#client, confirmed.state.view.ctx);
      if (confirmed.refusal !== refusal) this.#noteCondition(confirmed.refusal, refusal);
    } catch (error) {
      this.#printInvalidMessage(error);
      this.#engine.miss(now);
    }
  }

  /** The transport may have connected or disconnected: a server that has no such game ends the match. */
  noteTransport() {
    const { status, reason } = this.#connection.now();
    if (status === 'refused' && reason?.type === NO_GAME && this.#actions.size > 0) this.#end(reason);
  }

  /** Whether a message is about this match. A name that is too long for any match is not sent back: null stands in its place. */
  #isAbout(matchID) {
    return matchID === this.matchID || matchID === null;
  }

  /** The log comes in parts, one after the other. */
  askForLog(now) {
    const before = this.#connection.knowsLogs ? this.confirmed.state?.log.past.question(now) ?? null : null;
    if (before !== null) this.#connection.requestLog(before);
  }

  /** When it is time to ask again for a part of the log. */
  logDeadline() {
    return this.confirmed.state?.log.past.deadline() ?? Infinity;
  }

  /** Disconnects, and gives up all pending actions: their outcome would stay unknown until the client starts again, if it does. */
  stop() {
    this.#connection.check('stop');
    if (!this.#client.isDisposed && this.#actions.size > 0) this.#work.call(() => this.#end(STOPPED));
    this.#connection.stop();
  }

  /** Goes to another seat; the new player may not see what was seen. */
  updatePlayerID(id) {
    const seat = seatText(id);
    this.#move('updatePlayerID', seat, () => { [this.#client.playerID, this.seat] = [id, seat]; }, () => {
      this.confirmed.leaveSeat();
      this.#engine.playAs(seat);
    });
  }

  updateMatchID(id) {
    const matchID = idText(id);
    this.#move('updateMatchID', matchID, () => {
      [this.#client.matchID, this.matchID, this.#transport.knowsMatch] = [id, matchID, this.#had.has(matchID)];
    }, () => this.confirmed.leaveMatch());
  }

  /** The client is about to end: the engine is not called any more. */
  noteLast() {
    // Where there is no memory for an engine, nobody is active.
    try {
      if (this.shown !== null && this.#isActive(this.shown.view.ctx, this.seat)) this.#lastActive = this.shown.view.ctx;
    } catch {}
  }

  #isActive(ctx, playerID) {
    if (playerID === null || playerID === undefined) return false;
    if (this.#client.isDisposed) return ctx === this.#lastActive;
    try {
      return this.#engine.isActive(ctx, playerID);
    } catch (error) {
      // A master's `ctx` is checked only when somebody asks.
      if (error.code !== PROBLEM_STATE) throw error;
      this.#printInvalidMessage(error);
      return false;
    }
  }

  /** Goes to another match or seat, and gives up all that waits. */
  #move(method, name, change, leave) {
    if (this.#client.isDisposed) return change();
    this.#work.call(() => {
      // First: if it throws, nothing is done.
      this.#actions.forget(GONE);
      change();
      leave();
      this.#client.lastError = null;
      this.#connection.change(method, name);
    });
  }

  /** Warns if a confirmed state differs from its prediction. With fewer or more actions, they cannot be compared. */
  #checkPrediction(predicted) {
    const { shown } = this;
    if (isDevelopment() && this.#depth === 'flow' && shown !== predicted && shown?.view._stateID === predicted?.view._stateID) {
      const path = firstDifference(predicted.view, shown.view);
      if (path !== null && !this.#warned.has(path)) this.#client.printMessage('warn', explainDifference(path));
      this.#warned.add(path);
    }
  }

  /** The master has refused to send the match, or has another version of the game; or no longer so. */
  #noteCondition(why, before) {
    const client = this.#client;
    const { ending } = this;
    if (ending && !isEnd(before)) this.#end(why);
    // The match that is there again shows the actions that got no answer.
    if (client.lastError === before || (why === null && client.lastError?.type === UNANSWERED)) client.lastError = this.condition;
    else if (why !== null) client.lastError = this.condition ?? client.lastError;
    if (why === null || this.#warned.has(why.message)) return;
    this.#warned.add(why.message);
    if (why === this.confirmed.mismatch) client.printMessage('warn', `${why.message}: it plays on, without prediction`);
    // Players leave, and matches are removed.
    else if (ending && this.confirmed.isAdmitted && !isOfVersion(why)) client.printMessage('info', `the match has ended for this client: ${why.message}`);
    else client.printError('the match', why);
  }

  /** Notes that this client has received the match. */
  #noteMatch() {
    if (this.#had.has(this.matchID)) return;
    this.#had.add(this.matchID);
    this.#transport.knowsMatch = true;
  }

  /** Rejects all actions in flight with this reason. The last confirmed state stays shown. */
  #end(reason) {
    this.#actions.forget(reason);
    this.show(this.confirmed.state);
  }

  /** A confirmed state is lost: a server was restarted without what it had in memory, or with an older copy. */
  #noteLoss() {
    this.#client.lastError = LOST;
    if (isDevelopment()) this.#client.printMessage('error', LOST.message);
  }

  #printInvalidMessage(error) {
    this.#client.printMessage('error', 'a message of the master makes no sense', error);
  }
}
