import { freeze } from 'immer';

import { busyError, busyRefusal, running } from './busy.js';
import { dispatchers, isActiveIn, legalMovesOf, nameOf } from './dispatchers.js';
import { FIT_FOLLOWS, FIT_OLD } from '../engine/codes.js';
import { isDevelopment } from '../util/environment.js';
import { rondelError } from '../util/error.js';
import { Handle, rejected } from './handle.js';
import { isPromise } from '../online/match-queue.js';
import { jsonCopy } from '../online/protocol/json-copy.js';
import { lazyFields } from './lazy-state.js';
import { REAL_TIME } from '../online/transports/network.js';
import { makeCore } from './online-core.js';
import { oneByOne } from './one-by-one.js';
import { patched } from '../online/protocol/patch.js';
import { checkedDepth, makePredictor } from './predictor.js';
import { randomID } from '../util/random-id.js';
import { Replica, unprocessed } from '../engine/engine-cache.js';
import { messageOf, report, say } from '../util/report.js';
import { obstacleAfter, obstacleOnline } from './runaway.js';
import { entriesOf, isSame } from './shown.js';
import { checkRoom } from '../engine/stack-probe.js';
import { encodeState } from '../engine/state.js';
import { makeSubscribers } from './subscribers.js';

/** For `getState()`. What is pending is read live: that an action was confirmed as it was predicted is no new state. */
const withLog = lazyFields({ log: ({ log }) => entriesOf(log) }, { pending: ({ pending }) => pending() });

const SPECTATOR = { type: 'action/inactive_player', message: 'a client without a playerID looks on' };
const NOT_HERE = {
  RESET: 'a match on a master cannot be reset by a client',
  SYNC: "the state of a match on a master is not a client's to load",
};
const DISPOSED = invalid('the client has been disposed of');

/**
 * The online half of a client: its match is somewhere else, and reaches it through the transport.
 *
 * @param {import('../online/transports/transport.js').Transport & { clock?: any, isImmediate?: boolean }} transport
 * @param {import('../../client.d.ts').ClientOpts} options
 * @returns {{ client: object, receive: (data: object) => void }} the client, and what takes a master's messages
 */
export function openOnline(transport, options) {
  const { game, debug } = options;
  const clock = transport.clock ?? REAL_TIME;
  const source = unprocessed(game);
  const compat = game.compat === '0.50';
  const development = isDevelopment();
  const isTalkative = development && debug !== false;
  // In development, what shows before the answer is tried out all the same.
  const isAnswered = !development && transport.isImmediate;
  const depth = checkedDepth(options.predict ?? game.predict ?? 'moves');
  const replica = new Replica(game, { depth: depth === 'flow' ? 'flow' : 'moves' });
  const session = randomID();
  const predict = makePredictor(replica, { depth: isAnswered ? 'none' : depth, waits });
  const core = makeCore({ predict, isSame, send, settle, publish, requestSync, refuse: noteRefusal, leavesTrace, passedOver });
  const { subscribe, notifyAll, clear } = makeSubscribers(getState, compat);
  // Whatever reaches the match goes through here, and is told of once, at its end.
  const { call, during } = oneByOne({ now: () => clock.now(), between: tellNews, after: setTimer });
  const handles = new Map();
  const explained = new Set();
  let { matchID = 'default', playerID, credentials } = options;
  // The names of both: what a page gives may be numbers.
  let [match, seat] = [nameOf(matchID), nameOf(playerID)];
  let isDisposed = false;
  // As the master sent it last, and with the player's own actions on top: see `confirm` for what they hold.
  let confirmed = null;
  let shown = null;
  let state = null;
  let preview = null;
  let initialState = null;
  let lastError = null;
  let refusal = null;
  let matchData;
  let chatMessages = [];
  let hasNews = false;
  let timer;
  let wakesAt = Infinity;
  // Whether the timer keeps a process alive.
  let isHeld = false;

  transport.subscribeToConnectionStatus(() => hear((now) => {
    core.connect(isConnected(), now);
    hasNews = true;
  }));

  /** What comes from outside: nobody would catch what it throws. */
  function hear(work) {
    if (isDisposed) return;
    try {
      call((now) => isDisposed || work(now));
    } catch (error) {
      if (!obstacleAfter(error, announce)) report(error);
    }
  }

  function tellNews() {
    if (!hasNews) return;
    try {
      announce();
    } catch (error) {
      if (obstacleAfter(error, announce)) return;
      if (compat) throw error;
      // The stack is full.
      queueMicrotask(announce);
    }
  }

  function announce() {
    hasNews = false;
    state = null;
    notifyAll();
  }

  function isPlaying() {
    return running.game === source;
  }

  function act(what, type, name, args) {
    if (isPlaying()) return refusedInGame(what);
    const obstacle = obstacleOnline(what, announce);
    if (obstacle) return turnedAway(obstacle);
    if (isDisposed) return refused(what, DISPOSED);
    const reason = NOT_HERE[type];
    if (reason) return refused(what, invalid(reason));
    const sent = copied(args);
    if (args && !sent) return refused(what, invalid('arguments that JSON has no text for cannot be sent'));
    return make({ what, type, name, args: sent });
  }

  /** Makes an action, at once unless something is being sent: then it follows, and its handle tells what came of it. */
  function make(action) {
    let made = null;
    let isGivenUp = false;
    let isLate = false;
    const { handle, settle } = Handle.open(() => made !== null && !isDisposed && core.isPredicted(made.seq));
    try {
      call((now) => {
        if (isGivenUp) return;
        made = submit(action, settle, now);
        if (made.error && isLate) noteOutcome(action.what, settle, made.error);
      });
    } catch (error) {
      // Under `compat` subscribers throw to whoever acted.
      if (made) throw error;
      isGivenUp = true;
      const obstacle = obstacleAfter(error, announce);
      if (!obstacle) throw error;
      return turnedAway(obstacle);
    }
    if (made?.error) return refused(action.what, made.error);
    isLate = true;
    return compat ? undefined : handle;
  }

  /** `{ seq }` of an action that waits for its answer now, or `{ error }`. */
  function submit({ what, type, name, args }, settle, now) {
    if (isDisposed) return { seq: 0, error: DISPOSED };
    // No master would answer.
    if (isSpectator()) return { seq: 0, error: SPECTATOR };
    const payload = name === undefined ? { playerID: seat } : { type: name, args, playerID: seat };
    const seq = core.submit({ type, payload }, now);
    if (seq === 0) return { seq, error: refusal };
    handles.set(seq, { what, settle });
    hasNews ||= lastError !== null;
    lastError = null;
    return { seq };
  }

  function isSpectator() {
    return seat === null || seat === undefined;
  }

  function refused(what, error) {
    if (isTalkative) say('error', `rondel: ${what} was refused: ${messageOf(error)}`);
    const handle = rejected(error);
    lastError = handle.error;
    announce();
    return compat ? undefined : handle;
  }

  /** Nobody is told in the midst of a move. */
  function refusedInGame(what) {
    const error = busyRefusal(what);
    if (isTalkative && !explained.has(what)) say('error', `rondel: ${what} was refused: ${error.message}`);
    explained.add(what);
    return compat ? undefined : rejected(error);
  }

  /** Subscribers act without end; they are told when they have returned. */
  function turnedAway({ refusal: error }) {
    if (lastError !== error) state = null;
    lastError = error;
    return compat ? undefined : rejected(error);
  }

  function checkOutside(what) {
    if (isPlaying()) throw busyError(what);
  }

  /** Throws if this is no moment to change the client. */
  function check(what) {
    checkOutside(what);
    const obstacle = isDisposed ? null : obstacleOnline(what, announce);
    if (obstacle) throw obstacle.error;
    // What is begun here, a transport is to end.
    checkRoom();
  }

  function getState() {
    if (!shown) return null;
    return (state ??= makeState());
  }

  function makeState() {
    const { view, log, deltalog, canUndo, canRedo } = shown;
    const { G, ctx } = preview ?? view;
    const isActive = !isSpectator() && isActiveIn(ctx, seat);
    return withLog({
      G,
      ctx,
      plugins: view.plugins,
      deltalog,
      _undo: [],
      _redo: [],
      _stateID: view._stateID,
      isActive,
      isConnected: isConnected(),
      canUndo,
      canRedo,
      lastError,
    }, { log, pending });
  }

  function pending() {
    return isDisposed ? 0 : core.pending();
  }

  function isConnected() {
    try {
      return transport.isConnected;
    } catch {
      return false;
    }
  }

  /** Says once why an action does not show at once. */
  function waits(name, why) {
    if (!isTalkative || explained.has(name)) return;
    explained.add(name);
    say('info', `rondel: ${name} shows when the master has answered: ${why}`);
  }

  /** For the module. */
  function send({ type, payload }, seen, seq, first, dependsOn, ahead) {
    const { view } = confirmed;
    // A master that answers nothing has no use for it.
    const sync = seq > 0 ? { session, seq, first } : undefined;
    if (dependsOn > 0) sync.dependsOn = dependsOn;
    if (ahead) sync.ahead = true;
    // The credentials of now: what was sent with others before may have been refused for them.
    const sent = { type, payload: credentials === undefined ? payload : { ...payload, credentials }, sync };
    tell('sendAction', view._stateID === seen ? view : { ...view, _stateID: seen }, sent);
  }

  /** For the module. */
  function settle(seq, error) {
    const { what, settle } = handles.get(seq);
    handles.delete(seq);
    noteOutcome(what, settle, error);
  }

  function noteOutcome(what, settle, error) {
    settle(error);
    if (!error) return;
    if (isTalkative) say('error', `rondel: ${what} was refused: ${messageOf(error)}`);
    lastError = error;
    hasNews = true;
  }

  /** For the module. */
  function publish(next) {
    shown = next ?? null;
    hasNews = true;
  }

  /** For the module. */
  function requestSync() {
    tell('requestSync');
  }

  /** A transport that throws has lost the message: it is sent again as others that are lost. */
  function tell(method, ...args) {
    try {
      const answer = transport[method](...args);
      if (isPromise(answer)) Promise.resolve(answer).catch(report);
    } catch (error) {
      if (!obstacleAfter(error, announce)) report(error);
    }
  }

  /** For the module. */
  function noteRefusal(reason) {
    refusal = typeof reason === 'string' ? invalid(reason) : reason;
  }

  /** For the module: of events, boardgame.io's log does not tell whose they were. */
  function leavesTrace({ type }) {
    return type !== 'GAME_EVENT' && type !== 'PLUGIN' && !game.disableLog;
  }

  /** For the module: boardgame.io's master says nothing of what it refuses. */
  function passedOver() {
    return { type: 'action/stale_state_id', message: 'the master has passed it over' };
  }

  function receive(data) {
    hear((now) => {
      try {
        take(data, now);
      } catch (error) {
        if (isTalkative) say('error', 'rondel: a message of the master makes no sense', error);
        core.miss(now);
      }
    });
  }

  function take({ type, args, sync }, now) {
    if (args[0] !== match) return;
    switch (type) {
      case 'sync': {
        const [, info] = args;
        const log = { entries: [...(info.log ?? [])], length: info.log?.length ?? 0, ahead: [] };
        const news = log.entries.filter((entry) => entry._stateID >= (confirmed?.view._stateID ?? Infinity));
        if (!confirm(info.state, { log, added: [], deltalog: [], news }, sync, true, now)) return;
        initialState = info.initialState ?? null;
        matchData = info.filteredMetadata;
        hasNews = true;
        return;
      }
      case 'update': {
        const [, view, deltalog = []] = args;
        if (!confirmed) return core.miss(now);
        const isNext = view._stateID <= confirmed.view._stateID + 1;
        confirm(view, grown(deltalog), sync, false, now);
        // The state is whole, but entries of the log are missing.
        if (!isNext) core.miss(now);
        return;
      }
      case 'patch': {
        const [, base, number, operations, deltalog = []] = args;
        const fit = core.fits(base, number);
        if (fit === FIT_OLD) return;
        if (fit !== FIT_FOLLOWS) return core.miss(now);
        const view = operations.length > 0 ? patched(confirmed.view, operations) : confirmed.view;
        if (view._stateID !== number) throw rondelError('update/patch_failed', 'a patch that leads elsewhere');
        confirm(view, grown(deltalog), sync, false, now);
        return;
      }
      case 'matchData':
        [, matchData] = args;
        hasNews = true;
        return;
      case 'chat':
        chatMessages = [...chatMessages, args[1]];
        hasNews = true;
    }
  }

  /** The log with what a message adds to it: the list is shared, and each state knows its length. */
  function grown(deltalog) {
    const { view, log: { entries, length } } = confirmed;
    const added = deltalog.filter((entry) => entry._stateID >= view._stateID);
    return { log: { entries, length: length + added.length, ahead: [] }, added, deltalog, news: deltalog };
  }

  /** A state of the master's, the log with it, what is to be `added` to that, and what it tells of one's own actions. */
  function confirm(view, { log, added, deltalog, news }, sync, whole, now) {
    const [last, refused] = sync ? ackIn(sync) : [-1 - ownIn(news, view._stateID), []];
    const { canUndo = false, canRedo = false } = sync ?? {};
    const before = confirmed;
    if (development) freeze(view, true);
    // With something to go back to, the engine can tell whether the next action will be one that can be undone.
    const _undo = [{ G: view.G, ctx: view.ctx, plugins: view.plugins }];
    const known = log.entries.length;
    confirmed = { view: { ...view, _undo }, log, deltalog, canUndo, canRedo };
    for (const entry of added) log.entries.push(entry);
    const waitingBefore = handles.size;
    let isTaken = false;
    try {
      isTaken = core.receive(confirmed, { number: view._stateID, last, refused, isWhole: whole }, now);
    } finally {
      if (!isTaken) {
        confirmed = before;
        log.entries.length = known;
      }
    }
    if (!isTaken) return false;
    // An answer that neither changes nor settles anything: something before what it answers is missing.
    const isNews = before?.view._stateID !== view._stateID || handles.size < waitingBefore;
    if (sync && !isNews && waitingBefore > 0) core.mendGap(now);
    return true;
  }

  function ackIn({ acks = [] }) {
    const ack = acks.find(([name]) => name === session);
    if (!ack) return [0, []];
    const [, last, refused] = ack;
    return [last, (refused ?? []).flatMap(([seq, error]) => [seq, isObject(error) ? error : invalid('no reason was given')])];
  }

  /** How many of this player's own actions are in what is new of the log. Events do not say whose they are. */
  function ownIn(entries, stateID) {
    const authors = entries.filter(({ automatic }) => !automatic).map(({ action }) => action.payload.playerID);
    const own = authors.filter((author) => author === seat).length;
    const isAnonymous = confirmed?.view._stateID < stateID && authors.every((author) => author === undefined);
    return isAnonymous ? 1 : own;
  }

  /** Goes to another match or seat: what is pending has no answer any more, and what was seen is not theirs to see. */
  function move(change, method, name) {
    if (isDisposed) return change();
    call(() => {
      // First, because the rest is not to be done without it.
      core.forget(invalid('the client has gone to another match or seat'));
      change();
      [confirmed, initialState, matchData, chatMessages] = [null, null, undefined, []];
      lastError = null;
      tell(method, name);
    });
  }

  function end() {
    if (isDisposed) return;
    if (core.isRetired()) [...handles.keys()].forEach((seq) => settle(seq, DISPOSED));
    else core.forget(DISPOSED);
    clear();
    isDisposed = true;
    tell('disconnect');
    clock.clearTimeout(timer);
    core.free();
    replica.free();
  }

  function setTimer() {
    if (isDisposed) return;
    const deadline = core.deadline();
    if (!(deadline >= wakesAt)) {
      const next = Number.isNaN(deadline) ? undefined : clock.setTimeout(wake, Math.max(0, deadline - clock.now()));
      clock.clearTimeout(timer);
      timer = next;
      wakesAt = Number.isNaN(deadline) ? Infinity : deadline;
      isHeld = true;
    }
    // A process in Node ends while there is nothing that a master still has to answer.
    const holds = handles.size > 0;
    if (holds === isHeld) return;
    isHeld = holds;
    if (holds) timer?.ref?.();
    else timer?.unref?.();
  }

  function wake() {
    wakesAt = Infinity;
    hear((now) => core.wake(now));
  }

  function canMove(name, ...args) {
    if (isDisposed || isPlaying() || !shown || !replica.names.moves.includes(name)) return false;
    const action = { type: 'MAKE_MOVE', payload: { type: name, args, playerID: seat ?? null } };
    try {
      return during(() => replica.canMove(shown.view, action));
    } catch {
      // It may have looked at what is hidden here; the master will see.
      return true;
    }
  }

  const client = Object.freeze({
    moves: dispatchers(replica.names.moves, (name) => (...args) => act(`moves.${name}`, 'MAKE_MOVE', name, args)),
    events: dispatchers(replica.names.events, (name) => (...args) => act(`events.${name}`, 'GAME_EVENT', name, args)),
    plugins: dispatchers(replica.names.plugins, (name) => (...args) => act(`plugins.${name}`, 'PLUGIN', name, args)),
    undo: () => act('undo', 'UNDO'),
    redo: () => act('redo', 'REDO'),
    reset: () => act('reset', 'RESET'),
    loadState: () => act('loadState', 'SYNC'),
    getState,
    getInitialState: () => initialState,
    subscribe,
    canMove,
    legalMoves: () => (shown ? legalMovesOf(game, getState(), seat, canMove) : []),
    previewState(other) {
      check('previewState');
      if (other) encodeState(other, { plugins: replica.names.plugins, compat });
      preview = other;
      announce();
    },
    sendChatMessage(payload) {
      check('sendChatMessage');
      tell('sendChatMessage', match, { id: randomID(), sender: seat, payload: jsonCopy(payload) });
    },
    start() {
      check('start');
      if (!isDisposed) tell('connect');
    },
    stop() {
      check('stop');
      tell('disconnect');
    },
    dispose() {
      if (isDisposed) return;
      checkOutside('dispose');
      call(end);
    },
    updatePlayerID(id) {
      check('updatePlayerID');
      const name = nameOf(id);
      move(() => { [playerID, seat] = [id, name]; }, 'updatePlayerID', name);
    },
    updateMatchID(id) {
      check('updateMatchID');
      const name = nameOf(id);
      move(() => { [matchID, match] = [id, name]; }, 'updateMatchID', name);
    },
    updateCredentials(value) {
      check('updateCredentials');
      credentials = value;
      tell('updateCredentials', value);
      announce();
    },
    get log() {
      return getState()?.log ?? [];
    },
    get matchData() {
      return matchData;
    },
    get chatMessages() {
      return chatMessages;
    },
    get playerID() {
      return playerID;
    },
    get matchID() {
      return matchID;
    },
    get credentials() {
      return credentials;
    },
    get game() {
      return game;
    },
  });

  return { client, receive };
}

/** Arguments as the master gets them, whatever becomes of the originals; nothing if they cannot be sent. */
function copied(args) {
  try {
    return jsonCopy(args);
  } catch {
    return undefined;
  }
}

function invalid(message) {
  return { type: 'action/action_invalid', message };
}

function isObject(value) {
  return typeof value === 'object' && value !== null;
}
