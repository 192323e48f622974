import { freeze } from 'immer';

import { dispatchers, isActiveIn, legalMovesOf } from './dispatchers.js';
import { isDevelopment } from './environment.js';
import { rondelError } from './error.js';
import { Handle, rejected } from './handle.js';
import { jsonCopy } from './json-copy.js';
import { lazyFields } from './lazy.js';
import { loadSync } from './load-sync.js';
import { REAL_TIME } from './network.js';
import { diff, patched } from './patch.js';
import { randomID } from './random-id.js';
import { Replica } from './replica.js';
import { messageOf, say } from './report.js';
import { makeSubscribers } from './subscribers.js';

/** How a message fits to what is confirmed: see `fits` in src/js/sync.rs. */
const [FOLLOWS, OLD] = [0, 1];

const PREDICTIONS = ['moves', 'flow', 'none'];

/** For `getState()`. What is pending is read live: that an action was confirmed as it was predicted is no new state. */
const withLog = lazyFields({ log: ({ log }) => entriesOf(log) }, { pending: ({ pending }) => pending() });

const SPECTATOR = { type: 'action/inactive_player', message: 'a client without a playerID looks on' };

/**
 * The online half of a client: its match is somewhere else, and reaches it through the transport.
 *
 * @param {import('./transport.js').Transport} transport
 * @param {import('../client.d.ts').ClientOpts} options
 * @returns {{ client: object, receive: (data: object) => void }} the client, and what takes a master's messages
 */
export function openOnline(transport, options) {
  const { game, debug } = options;
  const clock = transport.clock ?? REAL_TIME;
  const compat = game.compat === '0.50';
  const development = isDevelopment();
  const isTalkative = development && debug !== false;
  // In development, what shows before the answer is tried out all the same.
  const isAnswered = !development && transport.isImmediate;
  const depth = checkedDepth(options.predict ?? game.predict ?? 'moves');
  const replica = new Replica(game, { depth: depth === 'flow' ? 'flow' : 'moves' });
  const session = randomID();
  const { OnlineClient } = loadSync();
  const host = { predict, isSame, send, settle, publish, requestSync, refuse: noteRefusal, leavesTrace, passedOver };
  const core = new OnlineClient(host, session);
  const { subscribe, notifyAll, clear } = makeSubscribers(getState, compat);
  const handles = new Map();
  const explained = new Set();
  let { matchID = 'default', playerID, credentials } = options;
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
  let isBusy = false;
  // What came while the game's code ran, or while something was being sent.
  let waiting = [];
  let timer;
  let wakesAt = Infinity;

  transport.subscribeToConnectionStatus(() => call((now) => {
    core.connect(transport.isConnected, now);
    hasNews = true;
  }));

  /** Everything that reaches the match goes through here: it is told once, at the end. */
  function call(work) {
    if (isDisposed) return;
    if (isBusy) {
      waiting.push(work);
      return;
    }
    isBusy = true;
    try {
      work(clock.now());
    } finally {
      isBusy = false;
    }
    if (hasNews) announce();
    if (!isDisposed) setTimer();
    if (waiting.length > 0) call(waiting.shift());
  }

  function announce() {
    hasNews = false;
    state = null;
    notifyAll();
  }

  function act(what, type, name, args) {
    if (isDisposed) return refused(what, invalid('the client has been disposed of'));
    if (isBusy) return refused(what, invalid('a move or hook cannot make moves of its own'));
    // No master would answer.
    if (playerID === null || playerID === undefined) return refused(what, SPECTATOR);
    const sent = copied(args);
    if (args && !sent) return refused(what, invalid('arguments that JSON has no text for cannot be sent'));
    const action = { type, payload: name === undefined ? { playerID } : { type: name, args: sent, playerID } };
    let seq;
    const { handle, settle } = Handle.open(() => !isDisposed && core.isPredicted(seq));
    call((now) => {
      seq = core.submit(action, now);
      if (seq === 0) return;
      handles.set(seq, { what, settle });
      hasNews ||= lastError !== null;
      lastError = null;
    });
    if (seq === 0) return refused(what, refusal);
    return compat ? undefined : handle;
  }

  function refused(what, error) {
    if (isTalkative) say('error', `rondel: ${what} was refused: ${error.message}`);
    const handle = rejected(error);
    lastError = handle.error;
    announce();
    return compat ? undefined : handle;
  }

  function getState() {
    if (!shown) return null;
    return (state ??= makeState());
  }

  function makeState() {
    const { view, log, deltalog, canUndo, canRedo } = shown;
    const { G, ctx } = preview ?? view;
    const isActive = playerID !== null && playerID !== undefined && isActiveIn(ctx, playerID);
    return withLog({
      G,
      ctx,
      plugins: view.plugins,
      deltalog,
      _undo: [],
      _redo: [],
      _stateID: view._stateID,
      isActive,
      isConnected: transport.isConnected,
      canUndo,
      canRedo,
      lastError,
    }, { log, pending });
  }

  function pending() {
    return isDisposed ? 0 : core.pending();
  }

  /** For the module: what comes of an action here; nothing if only the master can tell. */
  function predict(base, action) {
    const { type, payload } = action;
    if (depth === 'none' || isAnswered || (type !== 'MAKE_MOVE' && type !== 'GAME_EVENT')) return undefined;
    const error = replica.check(base.view, action);
    if (error) return [undefined, false, error];
    if (type === 'GAME_EVENT' && depth === 'moves') return undefined;
    const outcome = replica.apply(base.view, action);
    if ('thrown' in outcome) return waits(payload.type, `it throws here (${messageOf(outcome.thrown)})`);
    if (outcome.waits) return waits(payload.type, 'only the master knows what comes of it');
    if (outcome.error) return [undefined, false, outcome.error];
    const next = viewOf(outcome.state, base.view);
    replica.follow(next, outcome.state);
    const { deltalog, ctx } = outcome.state;
    const log = { ...base.log, ahead: [...base.log.ahead, ...deltalog] };
    const entered = outcome.entered === true || outcome.entered.includes(playerID);
    const canUndo = isAloneActiveIn(ctx, playerID) && replica.canUndo(next, playerID);
    return [{ view: next, log, deltalog, canUndo, canRedo: false }, entered];
  }

  /** A predicted state as its player sees it: what a master keeps to itself stays as the view has it. */
  function viewOf({ G, ctx, plugins, _undo, _stateID }, { plugins: known }) {
    const own = replica.names.plugins.map((name) => [name, plugins[name]]);
    const seen = own.length > 0 ? { ...known, ...Object.fromEntries(own) } : known;
    return { G, ctx, plugins: seen, _undo, _redo: [], _stateID };
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
    settle(error);
    if (!error) return;
    if (isTalkative) say('error', `rondel: ${what} was refused: ${error.message}`);
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
      transport[method](...args);
    } catch (error) {
      if (isTalkative) say('error', 'rondel: the transport threw', error);
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
    call((now) => {
      try {
        take(data, now);
      } catch (error) {
        if (isTalkative) say('error', 'rondel: a message of the master makes no sense', error);
        core.miss(now);
      }
    });
  }

  function take({ type, args, sync }, now) {
    if (args[0] !== matchID) return;
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
        if (fit === OLD) return;
        if (fit !== FOLLOWS) return core.miss(now);
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
    confirmed = { view: { ...view, _undo }, log, deltalog, canUndo, canRedo };
    log.entries.push(...added);
    const waitingBefore = handles.size;
    const isTaken = core.receive(confirmed, view._stateID, last, refused, whole, now);
    if (!isTaken) {
      // Nothing has been added to the log either: what is too old has no entries that are new.
      confirmed = before;
      return false;
    }
    // An answer that neither changes nor settles anything: something before what it answers is missing.
    const isNews = before?.view._stateID !== view._stateID || handles.size < waitingBefore;
    if (sync && !isNews && waitingBefore > 0) core.mendGap(now);
    return true;
  }

  function ackIn({ acks = [] }) {
    const ack = acks.find(([name]) => name === session);
    if (!ack) return [0, []];
    const [, last, refused] = ack;
    return [last, refused?.flat() ?? []];
  }

  /** How many of this player's own actions are in what is new of the log. Events do not say whose they are. */
  function ownIn(entries, stateID) {
    const authors = entries.filter(({ automatic }) => !automatic).map(({ action }) => action.payload.playerID);
    const own = authors.filter((author) => author === playerID).length;
    const isAnonymous = confirmed?.view._stateID < stateID && authors.every((author) => author === undefined);
    return isAnonymous ? 1 : own;
  }

  /** Another match or player: what is pending has no answer any more, and what was seen is not his to see. */
  function leave() {
    [confirmed, initialState, matchData, chatMessages] = [null, null, undefined, []];
    call(() => {
      core.forget(invalid('the client has gone to another match or seat'));
      lastError = null;
    });
  }

  function setTimer() {
    const deadline = core.deadline();
    if (deadline >= wakesAt) return;
    clock.clearTimeout(timer);
    wakesAt = Number.isNaN(deadline) ? Infinity : deadline;
    if (wakesAt === Infinity) return;
    timer = clock.setTimeout(() => {
      wakesAt = Infinity;
      call((now) => core.wake(now));
    }, Math.max(0, deadline - clock.now()));
  }

  function canMove(name, ...args) {
    if (isDisposed || !shown || !replica.names.moves.includes(name)) return false;
    try {
      return replica.canMove(shown.view, { type: 'MAKE_MOVE', payload: { type: name, args, playerID: playerID ?? null } });
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
    reset: () => refused('reset', invalid('a match on a master cannot be reset by a client')),
    loadState: () => refused('loadState', invalid('the state of a match on a master is not a client\'s to load')),
    getState,
    getInitialState: () => initialState,
    subscribe,
    canMove,
    legalMoves: () => (shown ? legalMovesOf(game, getState(), playerID, canMove) : []),
    previewState(other) {
      preview = other;
      announce();
    },
    sendChatMessage(payload) {
      transport.sendChatMessage(matchID, { id: randomID(), sender: playerID, payload: jsonCopy(payload) });
    },
    start() {
      if (!isDisposed) transport.connect();
    },
    stop() {
      transport.disconnect();
    },
    dispose() {
      if (isDisposed) return;
      if (isBusy) throw rondelError('client/busy', 'a move or hook cannot dispose of the client');
      clear();
      core.forget(invalid('the client has been disposed of'));
      transport.disconnect();
      clock.clearTimeout(timer);
      isDisposed = true;
      core.free();
      replica.free();
    },
    updatePlayerID(id) {
      playerID = id;
      leave();
      // A subscriber may have taken him further.
      transport.updatePlayerID(playerID);
    },
    updateMatchID(id) {
      matchID = id;
      leave();
      transport.updateMatchID(matchID);
    },
    updateCredentials(value) {
      credentials = value;
      transport.updateCredentials(value);
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

function checkedDepth(depth) {
  if (PREDICTIONS.includes(depth)) return depth;
  throw rondelError('client/predict', `predict: expected ${PREDICTIONS.map((name) => `'${name}'`).join(', ')}`);
}

/** Whether this player could undo: nobody else may be active. */
function isAloneActiveIn(ctx, playerID) {
  return isActiveIn(ctx, playerID) && (!ctx.activePlayers || Object.keys(ctx.activePlayers).length === 1);
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

function entriesOf({ entries, length, ahead }) {
  return [...entries.slice(0, length), ...ahead];
}

/** Whether two states show the same. What says the same in both becomes the same object. */
function isSame(one, other) {
  // Before anything else, because it costs nothing.
  if (one.view._stateID !== other.view._stateID) return false;
  let isSameView = true;
  for (const part of ['G', 'ctx', 'plugins']) {
    if (one.view[part] === other.view[part]) continue;
    if (diff(one.view[part], other.view[part]).length === 0) other.view[part] = one.view[part];
    else isSameView = false;
  }
  const isSameRest = one.canUndo === other.canUndo && one.canRedo === other.canRedo && isSameLog(one.log, other.log);
  // Of one list, so that the next comparison is short.
  if (isSameRest) one.log = other.log;
  return isSameView && isSameRest;
}

function isSameLog(one, other) {
  if (one.length + one.ahead.length !== other.length + other.ahead.length) return false;
  // Of the same list both begin alike: what was predicted is at the end.
  const ahead = one.entries === other.entries ? one.ahead.length + other.ahead.length : Infinity;
  const [ends, others] = [one, other].map(({ entries, length, ahead: last }) => {
    return [...entries.slice(Math.max(0, length + last.length - ahead), length), ...last];
  });
  return diff(ends, others).length === 0;
}
