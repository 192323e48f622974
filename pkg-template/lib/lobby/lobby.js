import { makeSubscribers } from '../client/subscribers.js';
import { rulesOf } from '../game/rules.js';
import { messageOf } from '../util/print.js';
import { keepSeat, memoryOf } from './keep-seat.js';
import { makeLobbyConnection } from './lobby-connection.js';
import { VISITOR } from './lobby-memory.js';
import { makePolling } from './polling.js';

/** Milliseconds after which the list is asked for again. */
const USUAL_INTERVAL = 2000;

/** What a page that has not begun shows, as the server that renders it does. */
const BEFORE = Object.freeze({ matches: Object.freeze([]), hasMore: false, isLoading: true, error: '', playerName: VISITOR, seat: null });

/**
 * What `Lobby` is made of, for pages with a look of their own: the matches of a server, and where the player is. It has the shape of a
 * client, so that hooks follow it, and asks the server while it is started.
 *
 * @param {import('../../lobby.d.ts').LobbyOptions} given
 */
export function makeLobby(given) {
  let options = given;
  const memory = memoryOf(given.seats ?? keepSeat());
  let connection = connect(VISITOR);
  let hasBegun = false;
  // What the player has done that failed last, and where they are.
  /** @type {{ error: string, seat: import('../../lobby.d.ts').LobbySeat | null }} */
  let state = { error: '', seat: null };
  /** @type {any} */
  let shown = BEFORE;
  /** What is under way, by what it is: whoever presses twice asks once. */
  const attempts = new Map();
  const { subscribe, notifyAll } = makeSubscribers(getState, () => false, false);
  const polling = makePolling({
    interval: () => options.refreshInterval ?? USUAL_INTERVAL,
    isWanted: () => true,
    isWaiting: () => connection.waiting > 0,
    ask: (patience) => ask((asked) => asked.refresh(patience)),
  });
  let unwatch = () => {};
  const actions = Object.freeze({
    create: (gameName, { numPlayers, ...more }) => attempt((asked) => asked.create(gameName, numPlayers, more)),
    join: (gameName, matchID, playerID) => once(['join', gameName, matchID, playerID], async (asked) => take(await asked.sit(gameName, matchID, playerID))),
    goTo: (gameName, matchID) => take({ gameName, ...memory.seatAt(matchID, connection.playerName) ?? { matchID, playerID: null } }),
    leave: () => once(['leave'], leave),
    playAgain: (more) => once(['playAgain', state.seat?.matchID], async (asked) => take(await asked.playAgain(here(), more))),
    rename: (playerName) => once(['rename', playerName], (asked) => rename(asked, playerName)),
    refresh: polling.ask,
    showMore: () => ask((asked) => asked.showMore()),
  });

  return { getState, subscribe, start, stop, update, actions };

  function getState() {
    return (shown ??= Object.freeze({
      matches: connection.matches,
      hasMore: connection.hasMore,
      isLoading: !connection.isKnown,
      error: state.error || connection.outage,
      playerName: connection.playerName,
      seat: state.seat,
    }));
  }

  function announce() {
    if (hasBegun) shown = null;
    notifyAll();
  }

  function set(changes) {
    Object.assign(state, changes);
    announce();
  }

  /** Goes on where the player was in an earlier visit. */
  function start() {
    if (polling.isStarted()) return;
    polling.start();
    unwatch = memory.subscribe(noteSeat);
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

  /** The seat that is remembered: one that was forgotten is lost. Who looks on stays where they are. */
  function noteSeat() {
    const { seat } = state;
    if (seat && seat.credentials === undefined) return;
    const kept = memory.seatAt(seat?.matchID, connection.playerName);
    const next = kept ? seatOf(kept) : null;
    if (next?.credentials !== seat?.credentials || next?.matchID !== seat?.matchID) set({ seat: next });
  }

  /** The player is there from now on. */
  function take(place) {
    const seat = seatOf(place);
    const { credentials, playerID, ...rest } = seat;
    // First: what is remembered is compared with where the player is.
    state.seat = seat;
    if (credentials !== undefined && playerID !== null) memory.keepAs(connection.playerName, { credentials, playerID, ...rest });
    announce();
    return seat;
  }

  /** Of seats that were kept without it, the game is known where the page has one alone. */
  function seatOf({ gameName = options.games.length === 1 ? rulesOf(options.games[0]).name : undefined, matchID, playerID, credentials }) {
    return Object.freeze({ gameName, matchID, playerID, credentials });
  }

  function here() {
    if (!state.seat) throw new Error('there is no match to go on from');
    return state.seat;
  }

  async function leave(asked) {
    const { seat } = state;
    if (!seat) return;
    if (seat.credentials !== undefined) await asked.giveUp(seat);
    if (state.seat?.matchID === seat.matchID) set({ seat: null });
  }

  async function rename(asked, playerName) {
    const { seat } = state;
    if (seat?.credentials !== undefined) await asked.rename(seat, playerName);
    connection = connect(playerName);
    memory.rename(asked.playerName, playerName);
    announce();
  }

  function once(what, work) {
    const key = JSON.stringify(what);
    if (!attempts.has(key)) attempts.set(key, attempt(work).finally(() => attempts.delete(key)));
    return attempts.get(key);
  }

  /** Never rejects: `error` says what has failed. Afterwards the list is asked for again. */
  async function attempt(work) {
    try {
      const done = await work(connection);
      set({ error: '' });
      polling.ask();
      return done;
    } catch (error) {
      set({ error: messageOf(error) });
      return undefined;
    }
  }

  /** Shows what has come of a question, unless another server is asked by then. */
  async function ask(question) {
    const asked = connection;
    await question(asked);
    if (asked === connection) announce();
  }
}
