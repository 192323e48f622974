import { makeSubscribers } from '../client/subscribers.js';
import { rulesOf } from '../game/rules.js';
import { messageOf } from '../util/print.js';
import { keepSeat, memoryOf } from './keep-seat.js';
import { makeLobbyConnection } from './lobby-connection.js';
import { VISITOR } from './lobby-memory.js';
import { makePolling } from './polling.js';

/** Milliseconds after which the list is requested again. */
const USUAL_INTERVAL = 2000;

/** The state before the first `start`, which a server renders as well. */
const BEFORE = Object.freeze({ matches: Object.freeze([]), hasMore: false, isLoading: true, isBusy: false, error: '', playerName: VISITOR, seat: null, ownSeats: Object.freeze([]) });

/**
 * What `Lobby` is made of, for pages with a design of their own: the matches of a server, and where the player is. It has the shape of a
 * client, so that hooks follow it, and asks the server while it is started.
 *
 * @param {import('../../lobby.d.ts').LobbyOptions} given
 */
export function makeLobby(given) {
  let options = given;
  const memory = memoryOf(given.seats ?? keepSeat());
  let connection = connect(VISITOR);
  let hasBegun = false;
  // The last error of the player's, and where they are.
  /** @type {{ error: string, seat: import('../../lobby.d.ts').LobbySeat | null }} */
  let state = { error: '', seat: null };
  /** How many actions are under way. */
  let busy = 0;
  /** @type {any} */
  let shown = BEFORE;
  /** The actions under way, by name and arguments: pressing twice makes one request. */
  const attempts = new Map();
  const { subscribe, notifyAll } = makeSubscribers(getState, () => false, false);
  const polling = makePolling({
    interval: () => options.refreshInterval ?? USUAL_INTERVAL,
    // A player at a match does not see the list.
    isWanted: () => state.seat === null,
    isWaiting: () => connection.waiting > 0,
    ask: (patience) => ask((target) => target.refresh(patience)),
  });
  let unwatch = () => {};
  const actions = Object.freeze({
    create: (gameName, { numPlayers, ...more }) => once(['create', gameName, numPlayers, more], (target) => target.create(gameName, numPlayers, more)),
    join: (gameName, matchID, playerID) => once(['join', gameName, matchID, playerID], async (target) => take(await target.sit(gameName, matchID, playerID))),
    goTo,
    exitMatch,
    leave: () => once(['leave'], (target) => leave(target, 'leaveMatch')),
    leaveGame: () => once(['leaveGame'], (target) => leave(target, 'leaveGame')),
    playAgain: (more) => once(['playAgain', state.seat?.matchID], async (target) => take(await target.playAgain(here(), more))),
    rename: (playerName) => once(['rename', playerName], (target) => rename(target, playerName)),
    refresh: polling.ask,
    showMore: () => ask((target) => target.showMore()),
  });

  return { getState, subscribe, start, stop, update, actions };

  function getState() {
    return (shown ??= Object.freeze({
      matches: connection.matches,
      hasMore: connection.hasMore,
      isLoading: !connection.isKnown,
      isBusy: busy > 0,
      error: state.error || (state.seat ? '' : connection.outage),
      playerName: connection.playerName,
      seat: state.seat,
      ownSeats: Object.freeze(memory.seatsOf(connection.playerName).map(seatOf)),
    }));
  }

  function announce() {
    if (hasBegun) shown = null;
    notifyAll();
  }

  /** @param {import('../../lobby.d.ts').LobbySeat | null} seat */
  function moveTo(seat) {
    state.seat = seat;
    polling.setTimer();
    announce();
  }

  /** Restores where the player was in an earlier visit. */
  function start() {
    if (polling.isStarted()) return;
    polling.start();
    unwatch = memory.subscribe(() => noteSeat() || announce());
    if (!hasBegun) {
      hasBegun = true;
      connection = connect(memory.recall().playerName ?? options.playerName ?? VISITOR);
    }
    noteSeat();
    announce();
    polling.askNow();
  }

  function stop() {
    unwatch();
    polling.stop();
  }

  /** Takes other options of the page. */
  function update(next) {
    const before = options;
    options = next;
    if (next.server !== before.server) {
      connection = connect(connection.playerName);
      announce();
      if (polling.isStarted()) polling.askNow();
    } else if (next.refreshInterval !== before.refreshInterval) {
      polling.setTimer();
    }
  }

  function connect(playerName) {
    return makeLobbyConnection({ server: options.server, componentOf, playerName, memory });
  }

  function componentOf(gameName) {
    const game = options.games.find((one) => rulesOf(one).name === gameName);
    return game && { game, board: null };
  }

  /** Takes the remembered seat: one that was forgotten is lost. Spectators stay where they are. Returns whether the player has moved. */
  function noteSeat() {
    const { seat } = state;
    const isSettled = seat ? seat.credentials === undefined : memory.recall().isAtList;
    const kept = isSettled ? undefined : memory.seatAt(seat?.matchID, connection.playerName);
    if (isSettled || (kept?.credentials === seat?.credentials && kept?.matchID === seat?.matchID)) return false;
    moveTo(kept ? seatOf(kept) : null);
    if (!kept) polling.ask();
    return true;
  }

  /** Moves the player to a match. */
  function take(place) {
    const seat = seatOf(place);
    const { credentials, playerID, ...rest } = seat;
    // First: what is remembered is compared with where the player is.
    state.seat = seat;
    if (credentials !== undefined && playerID !== null) memory.keepAs(connection.playerName, { credentials, playerID, ...rest });
    moveTo(seat);
    return seat;
  }

  /** For seats that were kept without a game, it is known if the page has only one. */
  function seatOf({ gameName = options.games.length === 1 ? rulesOf(options.games[0]).name : undefined, matchID, playerID, credentials }) {
    return Object.freeze({ gameName, matchID, playerID, credentials });
  }

  function here() {
    if (!state.seat) throw new Error('there is no match to go on from');
    return state.seat;
  }

  function goTo(gameName, matchID) {
    state.error = '';
    return take({ gameName, ...memory.seatAt(matchID, connection.playerName) ?? { matchID, playerID: null } });
  }

  /** Goes back to the list, and keeps the seat. */
  function exitMatch() {
    if (state.seat === null) return;
    state.error = '';
    goToList();
    polling.ask();
  }

  async function leave(target, method) {
    const { seat } = state;
    if (!seat) return;
    if (seat.credentials !== undefined) await target.giveUp(seat, method);
    if (state.seat === null || state.seat.matchID === seat.matchID) goToList();
  }

  function goToList() {
    // First: what is remembered is compared with where the player is.
    state.seat = null;
    memory.goToList();
    moveTo(null);
  }

  /** At the present seat first: without that the name stays. Of the others some may have been lost. */
  async function rename(target, playerName) {
    const { seat } = state;
    const others = memory.seatsOf(target.playerName).map(seatOf).filter(({ credentials }) => credentials !== seat?.credentials);
    if (seat?.credentials !== undefined) await target.rename(seat, playerName);
    connection = connect(playerName);
    memory.rename(target.playerName, playerName);
    announce();
    // A lobby is asked for a match by the name of its game.
    for (const other of others.filter(({ gameName }) => gameName !== undefined)) await target.rename(other, playerName, { isLost: true });
  }

  function once(what, work) {
    const key = keyOf(what);
    if (!attempts.has(key)) attempts.set(key, attempt(work).finally(() => attempts.delete(key)));
    return attempts.get(key);
  }

  /** Never rejects: `error` is the error message. Then the list is requested again, if the player sees it. */
  async function attempt(work) {
    busy += 1;
    announce();
    try {
      const done = await work(connection);
      end('');
      if (state.seat === null) polling.ask();
      return done;
    } catch (error) {
      end(messageOf(error));
      return undefined;
    }
  }

  /** An action has ended. */
  function end(error) {
    busy -= 1;
    state.error = error;
    announce();
  }

  /** Shows the answer to a request, unless another server is in use by then. */
  async function ask(request) {
    const target = connection;
    await request(target);
    if (target === connection) announce();
  }
}

/** An action and its arguments as text: the same for the same. What JSON cannot say is another each time. */
function keyOf(what) {
  try {
    return JSON.stringify(what);
  } catch {
    return what;
  }
}
