import { running } from '../engine/busy.js';
import { PROBLEM_STATE } from '../engine/codes.js';
import { EngineCache } from '../game/engine-cache.js';
import { unprocessed } from '../game/source.js';
import { versionOf } from '../engine/version.js';
import { checkRoom } from '../engine/stack-probe.js';
import { whyTooBig } from '../online/protocol/too-big.js';
import { REAL_TIME } from '../util/clock.js';
import { isDevelopment } from '../util/environment.js';
import { ifRejected } from '../util/promise.js';
import { randomID } from '../util/random-id.js';
import { messageOf, report } from '../util/report.js';
import { Chat, messageOf as chatMessageOf } from './chat.js';
import { ConfirmedMatch } from './confirmed-match.js';
import { isThere, makeConnection } from './connection.js';
import { DISPOSED } from './create-client.js';
import { Handle, invalid } from './handle.js';
import { GONE, LOST, NOT_STARTED, SPECTATOR, isEnd, obstacleOf } from './online-errors.js';
import { makeOnlineCore } from './online-core.js';
import { makeOnlineStore } from './online-store.js';
import { entriesOf, showSame } from './online-state.js';
import { copied, plainMessage } from './plain-message.js';
import { idText, seatText } from './players.js';
import { explainDifference, firstDifference } from './prediction-check.js';
import { checkedDepth, makePredictor } from './predictor.js';
import { obstacleAfter, obstacleOnline } from './runaway.js';
import { onlineState } from './shown-state.js';
import { warnOfStranger } from './strange-player.js';
import { WAIT_BEFORE, WAIT_OTHER_VERSION, explainWait } from './wait-reason.js';
import { makeWakeTimer } from './wake-timer.js';
import { makeWorkQueue } from './work-queue.js';

/**
 * A match on a master, which it reaches through a transport.
 *
 * @param {import('../online/transports/transport.js').Transport & { clock?: any, isImmediate?: boolean, isPlain?: boolean, requestLog?: (before: number) => void }} transport
 * @param {import('./create-client.js').SessionOwner} client
 * @returns {import('./create-client.js').Session}
 */
export function openOnlineSession(transport, client) {
  const { rules, options: { game, predict = rules.settings.predict ?? 'moves' } } = client;
  const development = isDevelopment();
  const clock = transport.clock ?? REAL_TIME;
  const source = unprocessed(game);
  // A master in the page answers before anything could show. In development actions are predicted all the same.
  const isAnswered = !development && transport.isImmediate;
  const depth = checkedDepth(predict);
  const cache = new EngineCache(game, { depth: depth === 'flow' ? 'flow' : 'moves' });
  const session = randomID();
  const core = makeOnlineCore({
    now: () => clock.now(),
    predict: makePredictor(cache, {
      depth: isAnswered ? 'none' : depth,
      hides: rules.hides,
      isConfirmed: (state) => state === match.state,
      isSameGame: () => match.mismatch === null,
      waits,
    }),
    isSame: showSame,
    send,
    resolve,
    publish,
    requestSync,
    refuse: noteRefusal,
    leavesTrace,
  });
  // Everything that changes the match runs in this queue; subscribers are told once, at the end of each piece.
  const { call, during } = makeWorkQueue({ now: () => clock.now(), between: tellNews, after: setTimer });
  const makesNoSense = (error) => client.tell('error', 'a message of the master makes no sense', error);
  // The actions that wait for an answer, by number.
  const waiting = new Map();
  const chat = new Chat({ send: (message) => tell('sendChatMessage', matchID, message), end: tellOutcome });
  const match = new ConfirmedMatch({ core, chat, session, waiting, development, version: versionOf(rules) });
  const timer = makeWakeTimer(clock, () => hear(wake));
  const explained = new Set();
  const connection = makeConnection(transport, { tell, lineChanged: () => hear((now) => core.connect(connection.isLineUp(), now)) });
  // The connection of which subscribers have been told.
  let told = connection.now();
  let isExplained = false;
  // As text: the page may give numbers.
  let [matchID, seat] = [idText(client.matchID), seatText(client.playerID)];
  // The matches that this client has had: one of them that its master has no more is gone.
  const had = new Set();
  // What is confirmed, with the player's own actions on top.
  /** @type {any} */
  let shown = null;
  let refusal = null;
  let hasNews = false;
  // Once the client is disposed of: the last `ctx`, if its player could act.
  let lastActive = null;

  connection.listen();

  const stored = makeOnlineStore(client, {
    names: cache.names,
    shown: () => shown,
    seat: () => ({ matchID, playerID: seat }),
    matchData: () => match.matchData,
    act,
    receive: (data) => receive(data, false),
  });

  return {
    names: cache.names,
    match,
    stored,
    readState,
    act,
    canMove,
    isPlaying,
    obstacleTo: obstacleOnline,
    isStarted: connection.isStarted,
    connection: connection.now,
    start() {
      checkConnection('start');
      if (!client.isDisposed) connection.start();
    },
    stop() {
      checkConnection('stop');
      // A subscriber that stops the client is told that it has stopped.
      if (connection.isStarted()) connection.stop();
    },
    reconnect() {
      checkConnection('reconnect');
      connection.again();
    },
    sendChatMessage(payload) {
      checkConnection('sendChatMessage');
      return say(chatMessageOf(seat, payload));
    },
    dispose: () => call(end),
    updatePlayerID(id) {
      const name = seatText(id);
      move(() => { [client.playerID, seat] = [id, name]; }, () => match.leaveSeat(), 'updatePlayerID', name);
    },
    updateMatchID(id) {
      const name = idText(id);
      move(() => { [client.matchID, matchID, transport.knowsMatch] = [id, name, had.has(name)]; }, () => match.leaveMatch(), 'updateMatchID', name);
    },
    updateCredentials(value) {
      checkRoom();
      client.credentials = value;
      if (!client.isDisposed) connection.change('updateCredentials', value);
      client.announce();
    },
    receive: (data) => receive(data, transport.isPlain),
  };

  /** Throws if this is no moment to call a transport. */
  function checkConnection(what) {
    client.check(what);
    checkRoom();
  }

  /** Does what the transport or the clock asks for. Neither would catch what is thrown. */
  function hear(work) {
    if (client.isDisposed) return;
    try {
      call((now) => client.isDisposed || (work(now), askForLog(now)));
    } catch (error) {
      if (!obstacleAfter(error, client.announce)) report(error);
    }
  }

  /** The log comes in parts, one after the other. A transport of somebody's own may not know how to ask for them. */
  function askForLog(now) {
    const before = typeof transport.requestLog === 'function' ? match.state?.log.past.question(now) ?? null : null;
    if (before !== null) tell('requestLog', before);
  }

  function tellNews() {
    const [before, isState] = [told, hasNews];
    told = connection.now();
    hasNews = false;
    // A state says of the connection whether it is there, and no more.
    if (isState || isThere(told) !== isThere(before)) client.announce();
    else if (told !== before) client.announce(false);
  }

  function isPlaying() {
    return running.game === source;
  }

  /** Makes an action at once, or when what runs now is done; then its handle tells what has come of it. */
  function act(/** @type {import('./create-client.js').Call} */ { what, type, name }, args) {
    const sent = copied(args);
    const obstacle = obstacleOf(type, sent);
    if (obstacle) return client.refuse(what, invalid(obstacle));
    /** @type {any} */
    let made = null;
    let isGivenUp = false;
    let isLate = false;
    const { handle, resolve } = Handle.open(() => made !== null && !client.isDisposed && core.isPredicted(made.seq));
    try {
      call((now) => {
        if (isGivenUp) return;
        made = submit({ type, name, args: sent }, { what, resolve }, now);
        if (made.error && isLate) tellOutcome({ what, resolve }, made.error);
      });
    } catch (error) {
      // Under `compat` subscribers throw to whoever has acted.
      if (made) throw error;
      isGivenUp = true;
      return client.refuseAfter(error);
    }
    if (made?.error) return client.refuse(what, made.error);
    isLate = true;
    return handle;
  }

  /** `{ seq }` of an action that waits for its answer now, or `{ error }`. */
  function submit({ type, name, args }, outcome, now) {
    const error = whyNotNow();
    if (error) return { seq: 0, error };
    const payload = name === undefined ? { playerID: seat } : { type: name, args, playerID: seat };
    isExplained = !development || depth === 'none' || name === undefined;
    const seq = core.submit({ type, payload }, now);
    if (seq === 0) return { seq, error: (isGone() && match.refusal) || refusal };
    if (!isExplained && !core.isPredicted(seq)) waits(name, match.mismatch ? WAIT_OTHER_VERSION : WAIT_BEFORE);
    waiting.set(seq, outcome);
    const condition = match.refusal ?? match.mismatch;
    hasNews ||= client.lastError !== condition;
    client.lastError = condition;
    return { seq };
  }

  /** Says something, as soon as there is a connection. */
  function say(message) {
    const what = 'sendChatMessage';
    const { handle, resolve } = Handle.open(() => false);
    /** @type {any} */
    let refused = null;
    let isLate = false;
    call((now) => {
      const when = { now, isConnected: isThere(connection.now()) };
      const error = whyNotNow() ?? chat.say(message, { what, resolve }, when);
      if (error && isLate) tellOutcome({ what, resolve }, error);
      else refused = error;
    });
    isLate = true;
    return refused ? client.refuse(what, refused) : handle;
  }

  /** Why this player can neither act nor speak now; null if nothing is known against it. */
  function whyNotNow() {
    if (client.isDisposed) return DISPOSED;
    // No master would answer a spectator.
    if (isSpectator()) return SPECTATOR;
    if (shown === null && !connection.isStarted()) return NOT_STARTED;
    // Nobody would learn what has become of it; but a server of the match's version may come, as in a rolling deploy.
    const { status, reason } = connection.now();
    return status === 'refused' && (shown === null || reason?.payload?.match === undefined) ? reason : null;
  }

  function isSpectator() {
    return seat === null || seat === undefined;
  }

  function readState(preview) {
    if (!shown) return null;
    const { view: { G, ctx, plugins, _stateID }, log, deltalog, canUndo, canRedo } = shown;
    const viewer = seat;
    return onlineState({
      G,
      ctx,
      plugins,
      deltalog,
      _undo: [],
      _redo: [],
      _stateID,
      isConnected: isThere(connection.now()),
      canUndo,
      canRedo,
      lastError: client.lastError,
    }, {
      log: () => entriesOf(log),
      isActive: () => isActive(ctx, viewer),
      pending,
      preview: ({ G: previewed, ctx: then }) => ({ G: previewed, isActive: isActive(then, viewer) }),
    }, preview);
  }

  function isActive(ctx, playerID) {
    if (playerID === null || playerID === undefined) return false;
    if (client.isDisposed) return ctx === lastActive;
    try {
      return cache.isActive(ctx, playerID);
    } catch (error) {
      // What a master sends for a `ctx` is looked at when somebody asks.
      if (error.code !== PROBLEM_STATE) throw error;
      makesNoSense(error);
      return false;
    }
  }

  function pending() {
    return client.isDisposed ? 0 : core.pending();
  }

  /** Says once why an action, or a part of it, does not show at once. */
  function waits(name, why, thrown) {
    // In a block of its own: what comes after a `return` stays in bundles, with what it imports.
    if (isDevelopment()) {
      isExplained = true;
      const explanation = explainWait(name, why);
      if (explained.has(explanation)) return;
      explained.add(explanation);
      client.tell('info', thrown ? `${explanation} (${messageOf(thrown.error)})` : explanation);
    }
  }

  /** For the module. */
  function send({ type, payload }, { seen, seq, first, dependsOn, ahead }) {
    const { view } = match.state;
    // A number of 0: the master is one that answers nothing.
    /** @type {any} */
    const sync = seq > 0 ? { session, seq, first } : undefined;
    if (dependsOn > 0) sync.dependsOn = dependsOn;
    if (ahead) sync.ahead = true;
    // The present credentials: an action that is sent again may have been refused because of older ones.
    const { credentials } = client;
    const sent = { type, payload: credentials === undefined ? payload : { ...payload, credentials }, sync };
    tell('sendAction', view._stateID === seen ? view : { ...view, _stateID: seen }, sent);
  }

  /** For the module: an action is answered. */
  function resolve(seq, error) {
    const outcome = waiting.get(seq);
    waiting.delete(seq);
    tellOutcome(outcome, error);
  }

  function tellOutcome({ what, resolve: end }, error) {
    end(error);
    if (!error) return;
    client.complain(what, error);
    client.lastError = error;
    hasNews = true;
  }

  /** For the module. */
  function publish(next) {
    // The last state is shown on.
    if (client.isDisposed) return;
    shown = next ?? null;
    hasNews = true;
  }

  /** For the module. */
  function requestSync() {
    if (match.state === null) connection.unanswered();
    tell('requestSync');
  }

  /**
   * Calls the transport. If it throws, the message is lost, and is sent again as any that is lost, unless it is too big. Returns what
   * it has thrown.
   */
  function tell(method, ...args) {
    try {
      ifRejected(transport[method](...args), report);
      return undefined;
    } catch (error) {
      const why = whyTooBig(error);
      if (why && method === 'sendAction') hear((now) => core.reject(args[1].sync?.seq ?? 0, invalid(why), now));
      else if (why && method === 'sendChatMessage') hear(() => chat.takeOutcome(args[1].id, invalid(why)));
      else if (!obstacleAfter(error, client.announce)) report(error);
      return error;
    }
  }

  /** For the module. */
  function noteRefusal(reason) {
    refusal = typeof reason === 'string' ? invalid(reason) : reason;
  }

  /** For the module: whether the log tells that an action was done. Of events, boardgame.io's does not say whose they were. */
  function leavesTrace({ type }) {
    return type !== 'GAME_EVENT' && type !== 'PLUGIN' && !rules.settings.disableLog;
  }

  function receive(data, isPlain) {
    hear((now) => {
      const { refusal: before, mismatch, state } = match;
      const [predicted, { lastError }] = [shown, client];
      try {
        const message = isPlain ? data : plainMessage(data);
        if (message.args[0] === matchID && match.take(message, seat, now)) hasNews = true;
        if (match.state?.view._stateID < state?.view._stateID) noteLoss();
        if (match.mismatch !== mismatch) noteCondition(match.mismatch, mismatch);
        if (match.state && !had.has(matchID)) noteMatch();
        if (match.refusal !== before || match.state !== state) connection.answered(match.refusal);
        if (match.state !== state && predicted !== state && client.lastError === lastError) lookAtPrediction(predicted);
        if (message.type === 'sync' && match.state !== state) chat.sayAgain(now);
        if (message.type === 'sync' && match.state) warnOfStranger(client, match.state.view.ctx);
        if (match.refusal !== before) noteCondition(match.refusal, before);
      } catch (error) {
        makesNoSense(error);
        core.miss(now);
      }
    });
  }

  /** What was predicted, and has been confirmed without a refusal, is to show as it was; with fewer or more actions, nobody can tell. */
  function lookAtPrediction(predicted) {
    if (isDevelopment() && depth === 'flow' && shown !== predicted && shown?.view._stateID === predicted?.view._stateID) {
      const path = firstDifference(predicted.view, shown.view);
      if (path !== null && !explained.has(path)) client.tell('warn', explainDifference(path));
      explained.add(path);
    }
  }

  /** The master says why it does not send the match, or that its game has another version; or that is so no more. */
  function noteCondition(why, before) {
    if (why !== null || client.lastError === before) client.lastError = why ?? match.mismatch;
    if (isGone() && !isEnd(before)) noteEnd();
    if (why === null || explained.has(why.message)) return;
    explained.add(why.message);
    if (why === match.mismatch) client.tell('warn', `${why.message}: it plays on, without prediction`);
    else client.complain('the match', why);
  }

  /** This client has had the match from now on. */
  function noteMatch() {
    had.add(matchID);
    transport.knowsMatch = true;
  }

  function isGone() {
    return had.has(matchID) && isEnd(match.refusal);
  }

  /** What waits for an answer gets the master's last word. What the match was shows on. */
  function noteEnd() {
    core.forget(match.refusal);
    chat.forget(match.refusal);
    [shown, hasNews] = [match.state, true];
  }

  /** What was confirmed is no more: a server has begun again without what it had in memory, or with an older copy. */
  function noteLoss() {
    client.lastError = LOST;
    if (isDevelopment()) client.tell('error', LOST.message);
  }

  /** Goes to another match or seat: what is pending gets no answer any more, and the new player may not see what was seen. */
  function move(change, leave, method, name) {
    if (client.isDisposed) return change();
    call(() => {
      // First: if it throws, nothing is done.
      core.forget(GONE);
      chat.forget(GONE);
      change();
      leave();
      client.lastError = null;
      connection.change(method, name);
    });
  }

  function end() {
    if (client.isDisposed) return;
    client.isStale = true;
    // The engine is asked no more; where there is no room for one, nobody is active.
    try {
      if (shown !== null && isActive(shown.view.ctx, seat)) lastActive = shown.view.ctx;
    } catch {}
    client.end();
    core.forget(DISPOSED);
    chat.forget(DISPOSED);
    if (connection.isStarted()) connection.stop();
    timer.stop();
    core.free();
    cache.free();
  }

  function setTimer() {
    if (client.isDisposed) return;
    const deadline = core.deadline();
    const ofLog = match.state?.log.past.deadline() ?? Infinity;
    const ofRest = isThere(connection.now()) ? Math.min(ofLog, chat.deadline()) : ofLog;
    timer.set(ofRest === Infinity || deadline <= ofRest ? deadline : ofRest, waiting.size + chat.size > 0);
  }

  function wake(now) {
    core.wake(now);
    if (isThere(connection.now())) chat.wake(now);
  }

  function canMove(name, _id, args) {
    if (!shown || isSpectator()) return false;
    const action = { type: 'MAKE_MOVE', payload: { type: name, args, playerID: seat } };
    try {
      return during(() => cache.canMove(shown.view, action));
    } catch {
      // The move may need what is hidden here; the master decides.
      return true;
    }
  }
}
