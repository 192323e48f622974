import { idText } from '../client/players.js';
import { makeSubscribers } from '../client/subscribers.js';
import { rulesOf } from '../game/rules.js';
import { messageOf } from '../util/print.js';
import { keepSeat, memoryOf } from './keep-seat.js';
import { isUnanswered, makeLobbyConnection } from './lobby-connection.js';
import { VISITOR } from './lobby-memory.js';
import { makePolling } from './polling.js';
import type { Foreign } from '../util/foreign.js';
import type { LobbyActions, LobbyOptions, LobbyState } from '../../types/lobby.js';
import type { LobbyConnection, OwnSeat, Place, ProvedSeat } from './lobby-connection.js';

/** Asks a server for something. */
type Work<Done> = (target: LobbyConnection) => Done | Promise<Done>;

/** Milliseconds after which the list is requested again. */
const USUAL_INTERVAL = 2000;

/** The state before the first `start`, which a server renders as well. */
const BEFORE: LobbyState = Object.freeze({ matches: Object.freeze([]), hasMore: false, isLoading: true, isBusy: false, error: '', playerName: VISITOR, seat: null, ownSeats: Object.freeze([]) });

/**
 * What `Lobby` is made of, for pages with a design of their own: the matches of a server, and where the player is. It has the shape of a
 * client, so that hooks follow it, and asks the server while it is started.
 */
export function makeLobby(given: LobbyOptions) {
  let options = given;
  const memory = memoryOf(given.seats ?? keepSeat());
  let connection = connect(VISITOR);
  let hasBegun = false;
  // The last error of the player's, whether it is that the server did not answer, and where they are.
  let state: { error: string, isUnanswered: boolean, seat: OwnSeat | null } = { error: '', isUnanswered: false, seat: null };
  /** How many actions are under way. */
  let busy = 0;
  let shown: LobbyState | null = BEFORE;
  /** The actions under way, by name and arguments: pressing twice makes one request. */
  const attempts = new Map<unknown, Promise<Foreign>>();
  const { subscribe, notifyAll } = makeSubscribers(getState, () => false, false);
  const polling = makePolling({
    interval: () => options.refreshInterval ?? USUAL_INTERVAL,
    // A player at a match does not see the list.
    isWanted: () => state.seat === null,
    isWaiting: () => connection.waiting > 0,
    ask: (patience) => ask((target) => askForList(target, patience)),
  });
  let unwatch = () => {};
  const actions: LobbyActions = Object.freeze<LobbyActions>({
    create: (gameName, { numPlayers, ...more }) => once(['create', gameName, numPlayers, more], (target) => target.create(gameName, numPlayers, more)),
    join: (gameName, matchID, playerID) => once(['join', gameName, matchID, playerID], async (target) => take(await target.sit(gameName, matchID, idText(playerID) ?? undefined))),
    goTo,
    exitMatch,
    leave: () => once(['leave'], (target) => leave(target, 'leaveMatch')),
    leaveGame: () => once(['leaveGame'], (target) => leave(target, 'leaveGame')),
    playAgain: (more) => once(['playAgain', state.seat?.matchID], async (target) => take(await target.playAgain(here(), more))),
    rename: (playerName) => once(['rename', playerName], (target) => rename(target, playerName)),
    refresh,
    showMore: () => ask((target) => target.showMore()),
  });

  return { getState, subscribe, start, stop, update, actions };

  function getState(): LobbyState {
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

  function moveTo(seat: OwnSeat | null) {
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
  function update(next: LobbyOptions) {
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

  function connect(playerName: string) {
    return makeLobbyConnection({ server: options.server, componentOf, playerName, memory });
  }

  function componentOf(gameName: string) {
    const game = options.games.find((one) => rulesOf(one).name === gameName);
    return game && { game, board: null };
  }

  /** Takes the remembered seat: one that was forgotten is lost. Spectators stay where they are. Returns whether the player has moved. */
  function noteSeat() {
    const { seat } = state;
    const isSettled = seat ? seat.credentials === undefined : memory.recall().isAtList;
    const kept = isSettled ? undefined : memory.seatAt(seat?.matchID, connection.playerName, seat?.playerID ?? undefined);
    if (isSettled || (kept?.credentials === seat?.credentials && kept?.matchID === seat?.matchID)) return false;
    moveTo(kept ? seatOf(kept) : null);
    if (!kept) polling.ask();
    return true;
  }

  /** Moves the player to a match. */
  function take(place: Place): OwnSeat {
    const seat = seatOf(place);
    const { credentials, playerID, ...rest } = seat;
    // First: what is remembered is compared with where the player is.
    state.seat = seat;
    if (credentials !== undefined && playerID !== null) memory.keepAs(connection.playerName, { credentials, playerID, ...rest });
    moveTo(seat);
    return seat;
  }

  /** For seats that were kept without a game, it is known if the page has only one. */
  function seatOf({ gameName = options.games.length === 1 ? rulesOf(options.games[0]).name : undefined, matchID, playerID, credentials }: Place): OwnSeat {
    return Object.freeze({ gameName: gameName as string, matchID, playerID, credentials });
  }

  function here() {
    if (!state.seat) throw new Error('there is no match to go on from');
    return state.seat;
  }

  function goTo(gameName: string | undefined, matchID: string, playerID?: string | null) {
    state.error = '';
    return take({ gameName, ...memory.seatAt(matchID, connection.playerName, idText(playerID) ?? undefined) ?? { matchID, playerID: null } });
  }

  /** Goes back to the list, and keeps the seat. */
  function exitMatch() {
    if (state.seat === null) return;
    state.error = '';
    goToList();
    polling.ask();
  }

  async function leave(target: LobbyConnection, method: 'leaveMatch' | 'leaveGame') {
    const { seat } = state;
    if (!seat) return;
    if (seat.credentials !== undefined) await target.giveUp(seat as ProvedSeat, method);
    if (state.seat === null || state.seat.matchID === seat.matchID) goToList();
  }

  function goToList() {
    // First: what is remembered is compared with where the player is.
    state.seat = null;
    memory.goToList();
    moveTo(null);
  }

  /** At the present seat first: without that the name stays. Of the others some may have been lost. */
  async function rename(target: LobbyConnection, playerName: string) {
    const { seat } = state;
    const others = memory.seatsOf(target.playerName).map(seatOf).filter(({ credentials }) => credentials !== seat?.credentials);
    if (seat?.credentials !== undefined) await target.rename(seat as ProvedSeat, playerName);
    connection = connect(playerName);
    memory.rename(target.playerName, playerName);
    announce();
    // A lobby is asked for a match by the name of its game.
    for (const other of others.filter(({ gameName }) => gameName !== undefined)) await target.rename(other as ProvedSeat, playerName, { isLost: true });
  }

  function once<Done>(what: unknown[], work: Work<Done>): Promise<Done | undefined> {
    const key = keyOf(what);
    if (!attempts.has(key)) attempts.set(key, attempt(work).finally(() => attempts.delete(key)));
    return attempts.get(key)!;
  }

  /** Never rejects: `error` is the error message. Then the list is requested again, if the player sees it. */
  async function attempt<Done>(work: Work<Done>): Promise<Done | undefined> {
    busy += 1;
    announce();
    try {
      const done = await work(connection);
      end('');
      if (state.seat === null) polling.ask();
      return done;
    } catch (error) {
      end(messageOf(error), isUnanswered(error));
      return undefined;
    }
  }

  /** An action has ended. */
  function end(error: string, isOutage = false) {
    busy -= 1;
    Object.assign(state, { error, isUnanswered: isOutage });
    announce();
  }

  /** Asks for the list. The server answers again: its absence is no longer an error. */
  async function askForList(target: LobbyConnection, patience: number) {
    await target.refresh(patience);
    if (target === connection && target.outage === '' && state.isUnanswered) state.error = '';
  }

  /** The player asks for the list. If it arrives, an earlier error is over. */
  async function refresh() {
    const { error } = state;
    await polling.ask();
    if (connection.outage !== '' || error === '' || state.error !== error) return;
    state.error = '';
    announce();
  }

  /** Shows the answer to a request, unless another server is in use by then. */
  async function ask(request: Work<unknown>) {
    const target = connection;
    await request(target);
    if (target === connection) announce();
  }
}

/** An action and its arguments as text: the same for the same. What JSON cannot say is another each time. */
function keyOf(what: unknown[]) {
  try {
    return JSON.stringify(what);
  } catch {
    return what;
  }
}
