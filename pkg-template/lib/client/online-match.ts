import { PROBLEM_STATE } from '../engine/codes.js';
import { checkStackForSteps } from '../engine/stack-probe.js';
import { versionOf } from '../engine/version.js';
import { whyTooBig } from '../online/protocol/too-big.js';
import { REAL_TIME } from '../util/clock.js';
import { isDevelopment } from '../util/environment.js';
import { outcomeOf, sizeOf } from '../util/inspector.js';
import { reportUncaught } from '../util/print.js';
import { ifRejected } from '../util/promise.js';
import { randomID } from '../util/random.js';
import { Chat, messageOf as chatMessageOf } from './chat.js';
import { predictionOf } from './client-options.js';
import { ConfirmedMatch } from './confirmed-match.js';
import { ConnectionStatus } from './connection.js';
import { explainDifference, explainWait, firstDifference } from './hints.js';
import { DISPOSED, Pending, invalid } from './handle.js';
import { MatchScheduler } from './match-scheduler.js';
import { OnlineEngine } from './online-engine.js';
import {
  GONE, LOST, NOT_STARTED, NO_GAME, SPECTATOR, STOPPED, UNANSWERED, isEnd, isOfStop, isOfVersion, obstacleOf, unanswered,
} from './online-errors.js';
import { entriesOf } from './online-state.js';
import { OnlineStore } from './online-store.js';
import { copied, plainMessage, sentAction } from './plain-message.js';
import { idText, seatText } from './players.js';
import { nested, obstacleAfter, obstacleOnline } from './runaway.js';
import { onlineState } from './shown-state.js';
import type { ClientOpts, Handle } from '../../types/client.js';
import type { ClientState, Ctx, Prediction } from '../../types/game.js';
import type { RondelError } from '../util/error.js';
import type { Foreign } from '../util/foreign.js';
import type { Call, ClientMatch } from './client-match.js';
import type { OnlineTransport, TransportCall } from './connection.js';
import type { ActionError } from './handle.js';
import type { ActionContext, PlayerAction } from './online-engine.js';
import type { OnlineState } from './online-state.js';
import type { MasterMessage } from './plain-message.js';
import type { SeatID } from './players.js';
import type { Preview } from './shown-state.js';

/** Transport methods that send a message. A connecting transport requests the match by itself. */
const MESSAGES = ['connect', 'sendAction', 'requestSync', 'requestLog', 'sendChatMessage'];
const INVALID_MESSAGE = 'a message of the master is invalid';

/**
 * A match on a master, which its client reaches through a transport. The parts (engine, confirmed match, chat, connection status) hold
 * state and decide. They return effects; only this class acts.
 */
export class OnlineMatch extends MatchScheduler {
  override readonly transport: ClientMatch['transport'];
  readonly names;
  /** The match as its master has sent it. */
  readonly info: ConfirmedMatch;
  /** The confirmed state with the player's own actions on top. */
  shown: OnlineState | null = null;

  #transport: OnlineTransport;
  #depth: Prediction;
  /** Name by which the master knows this client. */
  #session = randomID();
  #engine: OnlineEngine;
  #chat = new Chat();
  #status: ConnectionStatus;
  /** Actions that await an answer, by number. */
  #waiting = new Map<number, Pending>();

  constructor(transport: OnlineTransport, options: ClientOpts<Foreign, Foreign, Foreign>) {
    super(options, transport.clock ?? REAL_TIME);
    const development = isDevelopment();
    const [matchID, seat] = [idText(this.matchID), seatText(this.playerID)];
    this.transport = transport as Foreign;
    this.#transport = transport;
    this.#depth = predictionOf(options.predict ?? this.rules.settings.predict ?? 'moves');
    this.#engine = new OnlineEngine(options.game, {
      // A master in the page answers before a prediction could be shown. In development actions are predicted all the same.
      depth: !development && transport.isImmediate ? 'none' : this.#depth,
      seat,
      clock: this.clock,
      warn: (message) => this.print('warn', message),
    });
    this.names = this.#engine.names;
    this.#status = new ConnectionStatus(transport);
    this.info = new ConfirmedMatch({ matchID, seat, engine: this.#engine, chat: this.#chat, session: this.#session, development, version: versionOf(this.rules) });
    transport.subscribeToConnectionStatus((trouble) => {
      this.#status.report(trouble);
      this.#noteTransport();
    });
  }

  get connection() {
    return this.#status.now;
  }

  get isStarted() {
    return this.#status.isStarted;
  }

  get isPlaying() {
    return this.#engine.isPlaying;
  }

  start() {
    this.checkMoment('start');
    if (this.isDisposed) return;
    this.#status.isStarted = true;
    this.#change('connect');
  }

  /** Disconnects, and gives up all pending actions. Their outcome would stay unknown until the next start. */
  stop() {
    this.checkMoment('stop');
    if (!this.isDisposed && this.unanswered > 0) this.schedule(() => this.#end(STOPPED));
    this.#disconnect();
  }

  reconnect() {
    this.checkMoment('reconnect');
    if (!this.isStarted) return;
    this.#change('disconnect');
    this.#change('connect');
  }

  dispose() {
    this.schedule(() => {
      if (this.isDisposed) return;
      this.invalidate();
      this.end();
      this.#forget(DISPOSED);
      this.#disconnect();
      this.stopTimer();
      this.#engine.free(this.shown?.view.ctx);
    });
  }

  clockNow() {
    return this.info.clock(this.clock.now());
  }

  /** Makes an action at once, or after the present work. The handle reports its outcome. */
  act({ what, type, name }: Call, args: readonly unknown[]): Handle {
    const sent = copied(args);
    const obstacle = obstacleOf(type, sent);
    if (obstacle) return this.refuse(what, invalid(obstacle));
    const pending = new Pending(what, this.#engine, this.inspector && { type, name, args: sent, playerID: this.info.seat });
    try {
      this.#make(pending, (now) => {
        const payload = name === undefined ? { playerID: this.info.seat } : { type: name, args: sent, playerID: this.info.seat };
        return this.#submit({ type, payload }, pending, now);
      });
    } catch (error) {
      // Under `compat` exceptions of subscribers reach the caller.
      if (pending.isTried) throw error;
      pending.isGivenUp = true;
      return this.refuseAfter(error);
    }
    return pending.refusal ? this.refuse(what, pending.refusal) : pending.open();
  }

  /** Sends a chat message as soon as there is a connection. */
  sendChatMessage(payload: unknown): Handle {
    const what = 'sendChatMessage';
    this.checkMoment(what);
    const message = chatMessageOf(this.info.seat, payload);
    const pending = new Pending(what, null);
    this.#make(pending, (now) => this.#chat.send(message, pending, { now, isConnected: this.#status.isThere }));
    return pending.refusal ? this.refuse(what, pending.refusal) : pending.open();
  }

  /** Moves to another seat. The new player may not see the old one's data. */
  updatePlayerID(id: unknown) {
    const seat = seatText(id);
    this.#move('updatePlayerID', seat, () => { [this.playerID, this.info.seat] = [id, seat]; }, () => {
      this.info.leaveSeat();
      this.#engine.playAs(seat);
    });
  }

  updateMatchID(id: unknown) {
    const matchID = idText(id);
    this.#move('updateMatchID', matchID, () => {
      [this.matchID, this.info.matchID, this.#transport.knowsMatch] = [id, matchID, this.info.hasHad(matchID)];
    }, () => this.info.leaveMatch());
  }

  /** Moves to another match or seat, and gives up all pending actions. */
  #move(method: string, name: SeatID, change: () => void, leave: () => void) {
    if (this.isDisposed) {
      change();
      return;
    }
    this.schedule(() => {
      // First: if it throws, nothing has changed.
      this.#forget(GONE);
      change();
      leave();
      this.lastError = null;
      this.#change(method, name);
    });
  }

  updateCredentials(value: unknown) {
    if (value !== this.credentials) this.info.loseAdmission();
    checkStackForSteps();
    this.credentials = value;
    if (!this.isDisposed) this.#change('updateCredentials', value);
    this.announce();
  }

  /** Handles a message of the master. */
  receive(data: Foreign, isPlain = this.#transport.isPlain) {
    this.attend((now) => {
      this.#take(data, isPlain, now);
      this.#askForLog(now);
    });
  }

  #take(data: Foreign, isPlain: boolean | undefined, now: number) {
    const { info, shown, lastError } = this;
    const { refusal, mismatch, state } = info;
    try {
      const message: MasterMessage = isPlain ? data : plainMessage(data);
      this.inspector?.add({ type: 'message', direction: 'in', kind: message.type, size: sizeOf(data) });
      if (info.take(message, now)) this.hasNews = true;
      this.carryOut();
      const isNew = info.state !== state;
      if (isNew && info.state) this.inspector?.add({ type: 'rebase', stateID: info.state.view._stateID, pending: this.#engine.pending, difference: firstDifference(shown, this.shown, this.#depth) });
      // The server has restarted without its data in memory, or with an older copy.
      if (info.state?.view._stateID! < state?.view._stateID!) {
        this.lastError = LOST;
        this.print('error', LOST.message);
      }
      if (info.mismatch !== mismatch) this.#noteCondition(info.mismatch, mismatch);
      if (isNew || info.refusal !== refusal) this.#status.answer(info.refusal);
      if (isNew && shown !== state && this.lastError === lastError) this.#checkPrediction(shown);
      if (isNew && message.type === 'sync') {
        this.#transport.knowsMatch = true;
        this.#chat.resend(now);
      }
      if (message.type === 'sync' && info.state) this.warnOfUnknownPlayer(info.state.view.ctx);
      if (info.refusal !== refusal) this.#noteCondition(info.refusal, refusal);
    } catch (error) {
      this.inspector?.add({ type: 'message', direction: 'in', kind: 'invalid', size: sizeOf(data) });
      this.print('error', INVALID_MESSAGE, error);
      this.#engine.miss(now);
    }
  }

  /** Warns if a confirmed state differs from its prediction. */
  #checkPrediction(predicted: OnlineState | null) {
    if (isDevelopment() && this.#depth === 'flow') {
      const path = firstDifference(predicted, this.shown, this.#depth);
      if (path !== null && this.isFirst(path)) this.print('warn', explainDifference(path));
    }
  }

  /** Reports that the master has refused to send the match, or has another version of the game, or no longer so. */
  #noteCondition(why: ActionError | null, before: ActionError | null) {
    const { ending, condition } = this.info;
    if (ending && !isEnd(before)) this.#end(why!);
    // A match that is available again still shows the actions without an answer.
    if (this.lastError === before || (why === null && this.lastError?.type === UNANSWERED)) this.lastError = condition;
    else if (why !== null) this.lastError = condition ?? this.lastError;
    if (why === null || !this.isFirst(why.message)) return;
    if (why === this.info.mismatch) this.print('warn', `${why.message}: the client continues without prediction`);
    // Players leave, and matches are removed: that is no error.
    else if (ending && this.info.isAdmitted && !isOfVersion(why)) this.print('info', `the match has ended for this client: ${why.message}`);
    else this.printError('the match', why);
  }

  /** Attempts an action now, or after the present work. */
  #make(pending: Pending, attempt: (now: number) => ActionError | null) {
    this.schedule((now) => {
      if (pending.isGivenUp) return;
      pending.refusal = this.#whyNotNow() ?? attempt(now);
      pending.isTried = true;
      // The page already has the handle.
      if (pending.refusal && pending.isOpen) this.#settle(pending, pending.refusal);
    });
  }

  /** Returns the reason why this player can neither act nor chat now; `null` if there is none. */
  #whyNotNow(): ActionError | null {
    if (this.isDisposed) return DISPOSED;
    // No master answers a spectator.
    if (this.info.isSpectator) return SPECTATOR;
    if (!this.isStarted) return this.shown === null ? NOT_STARTED : STOPPED;
    // The outcome would be unknown. But a server of the match's version may follow, as in a rolling deploy.
    const { status, reason } = this.#status.now;
    return status === 'refused' && (this.shown === null || (reason?.payload as { match?: unknown } | undefined)?.match === undefined) ? reason : null;
  }

  /** Passes an action to the engine. Returns the error if the engine refuses it; otherwise the action awaits its answer. */
  #submit(action: PlayerAction, pending: Pending, now: number): ActionError | null {
    const { seq, error } = this.#engine.submit(action, now);
    if (error) return this.info.ending ?? error;
    [pending.seq, pending.sent] = [seq, action];
    pending.acted = this.info.time.at(now);
    this.#waiting.set(seq, pending);
    // An action that is not shown still changes what is legal, unless its answer has arrived.
    if (!this.#transport.isImmediate || this.lastError !== this.info.condition) this.hasNews = true;
    this.lastError = this.info.condition;
    return null;
  }

  /** Sends an action to the master with the current credentials. A resent action may have been refused because of older ones. */
  #send(action: PlayerAction, context: ActionContext) {
    const { view } = this.info.state!;
    const acted = this.#waiting.get(context.seq)?.acted ?? null;
    const sent = sentAction(action, context, { session: this.#session, credentials: this.credentials, acted });
    this.#callTransport('sendAction', view._stateID === context.seen ? view : { ...view, _stateID: context.seen }, sent);
  }

  /** Number of actions and messages that await an answer. */
  protected get unanswered() {
    return this.#waiting.size + this.#chat.size;
  }

  /** Rejects all actions in flight. The last confirmed state stays shown. */
  #end(reason: ActionError) {
    this.#forget(reason);
    this.#show(this.info.state);
  }

  /** Gives up all pending actions and messages. Their outcome is unknown. */
  #forget(cause: ActionError) {
    this.#engine.forget(unanswered(cause));
    this.#chat.forget(cause);
    this.carryOut();
  }

  /** Handles the answer to an action. */
  #resolve(seq: number, error: ActionError | undefined) {
    const pending = this.#waiting.get(seq);
    this.#waiting.delete(seq);
    if (pending) this.#settle(pending, error);
  }

  #settle(pending: Pending, error: ActionError | undefined) {
    pending.settle(error);
    if (pending.sent) this.effects.answer(pending.sent, !error);
    if (pending.isOpen && pending.action) this.inspector?.add(outcomeOf(pending.action, 'confirmed', error));
    if (!error) return;
    if (error.type !== UNANSWERED) this.printError(pending.what, error);
    else if (!isOfStop(error)) this.print('info', `${pending.what}: ${error.message}`);
    this.lastError = error;
    this.hasNews = true;
  }

  /** Lets the transport connect, disconnect, or move to another match or seat. */
  #change(...change: TransportCall) {
    if (!this.#status.beginChange(change)) return;
    try {
      nested(0, () => {
        for (let call = this.#status.nextChange(); call; call = this.#status.nextChange()) {
          const thrown = this.#callTransport(...call);
          if (thrown && call[0] === 'connect') this.#status.fail(thrown);
        }
      });
    } finally {
      this.#status.endChange();
    }
    this.#noteTransport();
  }

  /** Disconnects. A subscriber that stops the client is notified of it. */
  #disconnect() {
    if (!this.isStarted) return;
    this.#status.isStarted = false;
    this.#change('disconnect');
  }

  /** Handles a change of the transport's connection. */
  #noteTransport() {
    const { isUp } = this.#status;
    this.attend((now) => {
      this.#engine.connect(isUp, now);
      this.carryOut();
      // A server without the game ends the match.
      const { status, reason } = this.#status.now;
      if (status === 'refused' && reason?.type === NO_GAME && this.unanswered > 0) this.#end(reason);
    });
  }

  /** Requests the log, which arrives in parts. A custom transport may lack this method. */
  #askForLog(now: number) {
    const past = this.info.state?.log.past;
    if (past === undefined || past.isComplete() || typeof this.#transport.requestLog !== 'function') return;
    const before = past.question(now);
    if (before !== null) this.#callTransport('requestLog', before);
  }

  /**
   * Calls the transport and returns its exception, if any. After an exception the message is resent like a lost one, unless it is too big.
   */
  #callTransport(method: string, ...args: unknown[]): unknown {
    if (MESSAGES.includes(method)) this.inspector?.add({ type: 'message', direction: 'out', kind: method, size: sizeOf(args.at(-1)) });
    try {
      ifRejected(this.#transport[method](...args), reportUncaught);
      return undefined;
    } catch (error) {
      const why = whyTooBig(error);
      if (why) this.attend((now) => this.#giveUp(method, args[1], invalid(why), now));
      else if (!obstacleAfter(error, this.announceState)) reportUncaught(error);
      return error;
    }
  }

  /** Gives up a message that is too big. */
  #giveUp(method: string, message: Foreign, why: ActionError, now: number) {
    if (method === 'sendAction') this.#engine.reject(message.sync?.seq ?? 0, why, now);
    else if (method === 'sendChatMessage') this.#chat.takeOutcome(message.id, why);
  }

  /** Executes the effects of the parts, in order. Some lead to more effects. */
  protected carryOut() {
    for (let effect = this.#engine.poll(); effect; effect = this.#engine.poll()) {
      this.effects.follow(effect);
      switch (effect[0]) {
        case 'send':
          this.#send(effect[1], effect[2]);
          break;
        case 'resolve':
          this.#resolve(effect[1], effect[2]);
          break;
        case 'publish':
          this.#show(effect[1]);
          break;
        case 'requestSync':
          if (this.info.state === null) this.#status.waitLonger();
          this.#callTransport('requestSync');
          break;
        case 'waits':
          if (isDevelopment() && this.isFirst(`${effect[1].name} waits`)) this.print('info', explainWait(effect[1], this.rules.hides));
      }
    }
    this.effects.update(this.info.takeEntries());
    for (let effect = this.#chat.poll(); effect; effect = this.#chat.poll()) {
      if (effect[0] === 'send') this.#callTransport('sendChatMessage', this.info.matchID, effect[1]);
      else this.#settle(effect[1], effect[2]);
    }
  }

  /** Shows another state. A disposed client keeps its last state. */
  #show(next: OnlineState | null) {
    if (this.isDisposed) return;
    this.shown = next;
    this.hasNews = true;
  }

  protected deadline() {
    return Math.min(this.#engine.deadline(), this.info.deadline(), this.#status.isThere ? this.#chat.deadline() : Infinity);
  }

  protected wake(now: number) {
    this.#engine.wake(now);
    if (this.#status.isThere) this.#chat.wake(now);
    this.#askForLog(now);
  }

  readState(preview: Preview | null): ClientState | null {
    if (!this.shown) return null;
    const { view: { G, ctx, plugins, _stateID }, log, deltalog, canUndo, canRedo } = this.shown;
    const { lastError, info: { seat } } = this;
    return onlineState({ G, ctx, plugins, deltalog, _undo: [], _redo: [], _stateID, isConnected: this.#status.isThere, canUndo, canRedo, lastError }, {
      log: () => entriesOf(log),
      isActive: () => this.#isActive(ctx, seat),
      pending: () => this.#engine.pending,
      preview: ({ G: previewed, ctx: then }) => ({ G: previewed, isActive: this.#isActive(then, seat) }),
    }, preview);
  }

  protected allows(name: string, _id: number, args: unknown[]) {
    if (!this.shown || this.info.isSpectator || !this.isStarted) return false;
    try {
      return this.ask(() => this.#engine.canMove(name, args));
    } catch {
      // The engine does not know; the master decides.
      return true;
    }
  }

  #isActive(ctx: Ctx, playerID: SeatID) {
    try {
      return this.#engine.isActive(ctx, playerID);
    } catch (error) {
      // A master's `ctx` is validated only when somebody asks.
      if ((error as RondelError).code !== PROBLEM_STATE) throw error;
      this.print('error', INVALID_MESSAGE, error);
      return false;
    }
  }

  protected obstacleTo(what: string) {
    return obstacleOnline(what, this.announceState);
  }

  protected makeStored() {
    return new OnlineStore(this);
  }
}
