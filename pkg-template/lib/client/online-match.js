import { PROBLEM_STATE } from '../engine/codes.js';
import { isDevelopment } from '../util/environment.js';
import { GONE, LOST, isEnd } from './online-errors.js';
import { entriesOf } from './online-state.js';
import { plainMessage } from './plain-message.js';
import { idText, seatText } from './players.js';
import { explainDifference, firstDifference } from './prediction-check.js';
import { onlineState } from './shown-state.js';
import { warnOfStranger } from './strange-player.js';

/**
 * A match on a master as its player sees it: what the master tells of it, and what shows, which may be ahead of that.
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
  #line;
  #actions;
  #work;
  #transport;
  #depth;
  /** The matches that this client has had: one of them that its master has no more is gone. */
  #had = new Set();
  /** What developers have been told. */
  #told = new Set();
  /** Once the client is disposed of: the last `ctx`, if its player could act. */
  #lastActive = null;

  /**
   * @param {import('./create-client.js').SessionOwner} client
   * @param {object} of
   * @param {any} of.transport
   * @param {import('./online-engine.js').OnlineEngine} of.engine
   * @param {import('./online-connection.js').OnlineLine} of.line
   * @param {import('./online-actions.js').OnlineActions} of.actions
   * @param {import('./confirmed-match.js').ConfirmedMatch} of.confirmed
   * @param {import('./online-session.js').Work} of.work
   * @param {string} of.depth how far the client predicts
   */
  constructor(client, { transport, engine, line, actions, confirmed, work, depth }) {
    [this.#client, this.#transport, this.#engine] = [client, transport, engine];
    [this.#line, this.#actions, this.#work, this.#depth] = [line, actions, work, depth];
    this.confirmed = confirmed;
    // As text: the page may give numbers.
    this.matchID = idText(client.matchID);
    this.seat = seatText(client.playerID);
  }

  get isSpectator() {
    return this.seat === null || this.seat === undefined;
  }

  /** What is wrong with the match, as long as it lasts; null if nothing is. */
  get condition() {
    return this.confirmed.refusal ?? this.confirmed.mismatch;
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
      isConnected: this.#line.isThere,
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
    if (!this.shown || this.isSpectator) return false;
    try {
      return this.#work.during(() => this.#engine.canMove(name, args));
    } catch {
      // The engine cannot tell; the master decides.
      return true;
    }
  }

  /** Something else shows. */
  show(next) {
    // The last state is shown on.
    if (this.#client.isDisposed) return;
    this.shown = next;
    this.#work.note();
  }

  /** The master says something. */
  take(data, isPlain, now) {
    const { confirmed } = this;
    const { refusal, mismatch, state } = confirmed;
    const [shown, { lastError }] = [this.shown, this.#client];
    try {
      const message = isPlain ? data : plainMessage(data);
      if (message.args[0] === this.matchID && confirmed.take(message, this.seat, now)) this.#work.note();
      if (confirmed.state?.view._stateID < state?.view._stateID) this.#noteLoss();
      if (confirmed.mismatch !== mismatch) this.#noteCondition(confirmed.mismatch, mismatch);
      if (confirmed.state) this.#noteMatch();
      const isNew = confirmed.state !== state;
      if (isNew || confirmed.refusal !== refusal) this.#line.answered(confirmed.refusal);
      if (isNew && shown !== state && this.#client.lastError === lastError) this.#lookAtPrediction(shown);
      if (isNew && message.type === 'sync') this.#actions.chat.sayAgain(now);
      if (message.type === 'sync' && confirmed.state) warnOfStranger(this.#client, confirmed.state.view.ctx);
      if (confirmed.refusal !== refusal) this.#noteCondition(confirmed.refusal, refusal);
    } catch (error) {
      this.#makesNoSense(error);
      this.#engine.miss(now);
    }
  }

  /** The log comes in parts, one after the other. */
  askForLog(now) {
    const before = this.#line.knowsLogs ? this.confirmed.state?.log.past.question(now) ?? null : null;
    if (before !== null) this.#line.requestLog(before);
  }

  /** When it is time to ask again for a part of the log. */
  logDeadline() {
    return this.confirmed.state?.log.past.deadline() ?? Infinity;
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

  /** The client is about to end: the engine is asked no more. */
  noteLast() {
    // Where there is no room for an engine, nobody is active.
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
      // What a master sends for a `ctx` is looked at when somebody asks.
      if (error.code !== PROBLEM_STATE) throw error;
      this.#makesNoSense(error);
      return false;
    }
  }

  /** What waits gets no answer any more. */
  #move(method, name, change, leave) {
    if (this.#client.isDisposed) return change();
    this.#work.call(() => {
      // First: if it throws, nothing is done.
      this.#actions.forget(GONE);
      change();
      leave();
      this.#client.lastError = null;
      this.#line.change(method, name);
    });
  }

  /** What was predicted, and has been confirmed without a refusal, is to show as it was; with fewer or more actions, nobody can tell. */
  #lookAtPrediction(predicted) {
    const { shown } = this;
    if (isDevelopment() && this.#depth === 'flow' && shown !== predicted && shown?.view._stateID === predicted?.view._stateID) {
      const path = firstDifference(predicted.view, shown.view);
      if (path !== null && !this.#told.has(path)) this.#client.tell('warn', explainDifference(path));
      this.#told.add(path);
    }
  }

  /** The master says why it does not send the match, or that its game has another version; or that is so no more. */
  #noteCondition(why, before) {
    const client = this.#client;
    if (why !== null || client.lastError === before) client.lastError = why ?? this.confirmed.mismatch;
    if (this.ending && !isEnd(before)) this.#end();
    if (why === null || this.#told.has(why.message)) return;
    this.#told.add(why.message);
    if (why === this.confirmed.mismatch) client.tell('warn', `${why.message}: it plays on, without prediction`);
    else client.printError('the match', why);
  }

  /** This client has had the match from now on. */
  #noteMatch() {
    if (this.#had.has(this.matchID)) return;
    this.#had.add(this.matchID);
    this.#transport.knowsMatch = true;
  }

  /** What waits for an answer gets the master's last word. What the match was shows on. */
  #end() {
    this.#actions.forget(this.confirmed.refusal);
    this.show(this.confirmed.state);
  }

  /** What was confirmed is no more: a server has begun again without what it had in memory, or with an older copy. */
  #noteLoss() {
    this.#client.lastError = LOST;
    if (isDevelopment()) this.#client.tell('error', LOST.message);
  }

  #makesNoSense(error) {
    this.#client.tell('error', 'a message of the master makes no sense', error);
  }
}
