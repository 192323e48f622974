import { idText } from '../client/players.js';
import { makeSubscribers } from '../client/subscribers.js';
import { rulesOf } from '../game/rules.js';
import { messageOf } from '../util/print.js';
import { keepSeat, memoryOf } from './keep-seat.js';
import { isUnanswered, makeLobbyConnection } from './lobby-connection.js';
import { VISITOR } from './lobby-memory.js';
import { makePolling } from './polling.js';
import type { Foreign } from '../util/foreign.js';
import type { Lobby, LobbyActions, LobbyOptions, LobbyState } from '../../types/lobby.js';
import type { LobbyConnection, OwnSeat, Place, ProvedSeat } from './lobby-connection.js';

/** A request to a server. */
type Work<Done> = (target: LobbyConnection) => Done | Promise<Done>;

/** Default interval of list requests, in milliseconds. */
const USUAL_INTERVAL = 2000;

/** State before the first `start`, which a server renders as well. */
const BEFORE: LobbyState = Object.freeze({ matches: Object.freeze([]), hasMore: false, isLoading: true, isBusy: false, error: '', playerName: VISITOR, seat: null, ownSeats: Object.freeze([]) });

/**
 * Creates a lobby without a view, for pages with their own design: the matches of a server, the player's seat, and the player's actions. It
 * requests the list while it is started. In React and Vue, `useLobby` does this for a component.
 *
 * @example
 * const lobby = makeLobby({ games: [game] });
 * lobby.subscribe(({ matches, seat }) => show(matches, seat));
 * lobby.start();
 */
export function makeLobby(given: LobbyOptions): Lobby {
  let options = given;
  const memory = memoryOf(given.seats ?? keepSeat());
  let connection = connect(VISITOR);
  let hasBegun = false;
  // The player's last error, whether the server failed to answer, and the player's seat.
  let state: { error: string, isUnanswered: boolean, seat: OwnSeat | null } = { error: '', isUnanswered: false, seat: null };
  /** Number of pending actions. */
  let busy = 0;
  let shown: LobbyState | null = BEFORE;
  /** Pending actions by name and arguments: a second press makes no second request. */
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

  /** Restores the player's seat of an earlier visit. */
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

  /** Applies changed options of the page. */
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

  /** Takes the stored seat; a seat that was removed is lost. Spectators stay. Returns `true` if the player has moved. */
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
    // First: the memory is compared with the current seat.
    state.seat = seat;
    if (credentials !== undefined && playerID !== null) memory.keepAs(connection.playerName, { credentials, playerID, ...rest });
    moveTo(seat);
    return seat;
  }

  /** A seat that was stored without a game belongs to the page's only game. */
  function seatOf({ gameName = options.games.length === 1 ? rulesOf(options.games[0]).name : undefined, matchID, playerID, credentials }: Place): OwnSeat {
    return Object.freeze({ gameName: gameName as string, matchID, playerID, credentials });
  }

  function here() {
    if (!state.seat) throw new Error('the player is at no match');
    return state.seat;
  }

  function goTo(gameName: string | undefined, matchID: string, playerID?: string | null) {
    state.error = '';
    return take({ gameName, ...memory.seatAt(matchID, connection.playerName, idText(playerID) ?? undefined) ?? { matchID, playerID: null } });
  }

  /** Returns to the list, and keeps the seat. */
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
    // First: the memory is compared with the current seat.
    state.seat = null;
    memory.goToList();
    moveTo(null);
  }

  /** Renames the player at the current seat first: if that fails, the name stays. Other seats may have been lost. */
  async function rename(target: LobbyConnection, playerName: string) {
    const { seat } = state;
    const others = memory.seatsOf(target.playerName).map(seatOf).filter(({ credentials }) => credentials !== seat?.credentials);
    if (seat?.credentials !== undefined) await target.rename(seat as ProvedSeat, playerName);
    connection = connect(playerName);
    memory.rename(target.playerName, playerName);
    announce();
    // A lobby identifies a match by its game's name as well.
    for (const other of others.filter(({ gameName }) => gameName !== undefined)) await target.rename(other as ProvedSeat, playerName, { isLost: true });
  }

  function once<Done>(what: unknown[], work: Work<Done>): Promise<Done | undefined> {
    const key = keyOf(what);
    if (!attempts.has(key)) attempts.set(key, attempt(work).finally(() => attempts.delete(key)));
    return attempts.get(key)!;
  }

  /** Runs an action. Never rejects: `error` is the error message. Refreshes the list afterwards if the player sees it. */
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

  /** Records the end of an action. */
  function end(error: string, isOutage = false) {
    busy -= 1;
    Object.assign(state, { error, isUnanswered: isOutage });
    announce();
  }

  /** Requests the list. Its answer clears the error of a server that did not answer. */
  async function askForList(target: LobbyConnection, patience: number) {
    await target.refresh(patience);
    if (target === connection && target.outage === '' && state.isUnanswered) state.error = '';
  }

  /** Requests the list for the player. Its answer clears an earlier error. */
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

/** Returns an action with its arguments as text; the list itself, which equals no other, if JSON cannot represent it. */
function keyOf(what: unknown[]) {
  try {
    return JSON.stringify(what);
  } catch {
    return what;
  }
}
