import { makeSubscribers } from '../client/subscribers.js';
import { rulesOf } from '../game/rules.js';
import { Local } from '../online/transports/local.js';
import { SocketIO } from '../online/transports/socket-io.js';
import { messageOf } from '../util/print.js';
import { makeLobbyConnection } from './lobby-connection.js';
import { makeLobbyMemory, VISITOR } from './lobby-memory.js';
import { makePolling } from './polling.js';
import type { LobbyRendererArgs } from '../../types/lobby.js';
import type { Foreign } from '../util/foreign.js';
import type { GameComponent, LobbyConnection } from './lobby-connection.js';
import type { Phase } from './lobby-memory.js';

interface Form {
  name: string | undefined;
  game: number;
  numPlayers: number | undefined;
}

/** The player's view and their inputs. */
interface State {
  phase: Phase;
  playerName: string;
  errorMsg: string;
  runningMatch: LobbyRendererArgs['runningMatch'];
  form: Form;
}

/** State that a lobby shows. */
export interface Shown extends State {
  matches: LobbyConnection['matches'];
  hasMoreMatches: boolean;
  seat: ReturnType<LobbyConnection['ownSeat']>;
}

/** Result of `makeLobbyStore`. */
export type LobbyStore = ReturnType<typeof makeLobbyStore>;

/** A player's visit to the lobby. */
type Visit = ReturnType<typeof newVisit>;

/** A request to a server. */
type Work = (target: LobbyConnection) => unknown;

/**
 * Values of the forms: a name if it differs from the player's, the index of the game, and the number of players if it is not the minimum.
 */
const EMPTY_FORM: Form = Object.freeze({ name: undefined, game: 0, numPlayers: undefined });

/** Options of a lobby: boardgame.io's props. */
export interface LobbyOptions {
  gameComponents: readonly GameComponent[];
  /** Address of the lobby. Default: the page's origin. */
  lobbyServer?: string;
  /** Address of the matches' server. */
  gameServer?: string;
  debug?: Foreign;
  /** Creates the component of a match. */
  clientFactory: (options: Foreign) => Foreign;
  /** In milliseconds. With `Infinity` or 0 the page refreshes the list itself. */
  refreshInterval: number;
}

/**
 * Creates a lobby without a view: the player, the list of matches, and the running match. It has the interface of a client, so that
 * `useGame` follows it, and requests the list while it is started.
 */
export function makeLobbyStore(given: LobbyOptions) {
  let options = given;
  const memory = makeLobbyMemory();
  let connection = connect(VISITOR);
  const polling = makePolling({
    interval: () => options.refreshInterval,
    isWanted: () => state.phase === 'list',
    isWaiting: () => connection.waiting > 0,
    ask: (patience) => ask((target) => target.refresh(patience)),
  });
  let visit = newVisit();
  let unwatch = () => {};
  let state: State = Object.freeze<State>({ phase: 'enter', playerName: VISITOR, errorMsg: '', runningMatch: null, form: EMPTY_FORM });
  let shown: Shown | null = null;
  const { subscribe, notifyAll } = makeSubscribers(getState, () => false, false);
  const handlers = Object.freeze({
    handleEnterLobby: enterLobby,
    handleExitLobby: exitLobby,
    handleCreateMatch: (gameName: string, numPlayers: number) => once(['create', gameName, numPlayers], (target) => target.create(gameName, numPlayers)),
    handleJoinMatch: (gameName: string, matchID: string, playerID: string) => once(['join', gameName, matchID, playerID], (target) => target.join(gameName, matchID, playerID)),
    handleLeaveMatch: (gameName: string, matchID: string) => once(['leave', gameName, matchID], (target) => target.leave(gameName, matchID)),
    handleExitMatch: exitMatch,
    // Never rejects: `errorMsg` is the error message. Answers to a replaced connection are ignored.
    handleRefreshMatches: polling.ask,
    handleMoreMatches: () => ask((target) => target.showMore()),
    handleStartMatch: startMatch,
  });

  return {
    getState,
    subscribe,
    start,
    stop,
    update,
    fillIn,
    handlers,
    get connection() {
      return connection;
    },
  };

  function getState(): Shown {
    return (shown ??= Object.freeze({
      ...state,
      // A player at a match does not need the list.
      errorMsg: state.errorMsg || (state.phase === 'list' ? connection.outage : ''),
      matches: connection.matches,
      hasMoreMatches: connection.hasMore,
      seat: connection.ownSeat(),
    }));
  }

  function set(changes: Partial<State>) {
    state = Object.freeze({ ...state, ...changes });
    announce();
  }

  function announce() {
    shown = null;
    notifyAll();
  }

  /** Restores the player's place of an earlier visit, or before `stop`. */
  function start() {
    if (polling.isStarted()) return;
    polling.start();
    unwatch = memory.subscribe(noteSeat);
    if (state.phase === 'enter') {
      const { phase, playerName } = memory.recall();
      if (playerName !== undefined) set({ playerName });
      if (phase !== 'enter') enterLobby(playerName ?? VISITOR);
    } else if (state.phase === 'list') {
      polling.askNow();
    }
  }

  function stop() {
    unwatch();
    polling.stop();
  }

  /** Takes the credentials of the running match from the memory: the player may have taken the seat again in another tab. */
  function noteSeat() {
    const { runningMatch, playerName } = state;
    const { matchID, playerID, credentials } = memory.proofOf(playerName) ?? {};
    const isOfMatch = matchID !== undefined && matchID === runningMatch?.matchID && playerID === runningMatch.playerID;
    if (isOfMatch && credentials !== runningMatch.credentials) set({ runningMatch: { ...runningMatch, credentials } });
  }

  /** Applies changed options of the page. */
  function update(next: LobbyOptions) {
    const before = options;
    options = next;
    if (next.lobbyServer !== before.lobbyServer) {
      connection = connect(connection.playerName);
      if (state.phase === 'list') polling.askNow();
    } else if (next.refreshInterval !== before.refreshInterval && state.phase === 'list') {
      polling.setTimer();
    }
  }

  /** Stores a form input of the player. */
  function fillIn(changes: Partial<Form>) {
    set({ form: Object.freeze({ ...state.form, ...changes }) });
  }

  function connect(playerName: string) {
    return makeLobbyConnection({ server: options.lobbyServer, componentOf, playerName, memory });
  }

  function componentOf(gameName: string) {
    return options.gameComponents.find(({ game }) => rulesOf(game).name === gameName);
  }

  function enterLobby(playerName: string) {
    visit = newVisit();
    connection = connect(playerName);
    goTo('list', { playerName, errorMsg: '', form: { ...state.form, name: undefined } });
  }

  /** Leaves the player's match and then the lobby, even if the match cannot be left. `errorMsg` is the reason. */
  function exitLobby() {
    return (visit.exit ??= leaveLobby(visit));
  }

  async function leaveLobby(left: Visit) {
    const errorMsg = await messageOfFailure(connection.disconnect);
    // The player may have entered again.
    if (left !== visit) return;
    visit = newVisit();
    connection = connect(state.playerName);
    goTo('enter', { errorMsg });
  }

  /** Calls `attempt`, but joins a pending request with the same arguments. */
  function once(what: unknown[], work: Work): Promise<void> {
    const key = JSON.stringify(what);
    const { attempts } = visit;
    if (!attempts.has(key)) attempts.set(key, attempt(work).finally(() => attempts.delete(key)));
    return attempts.get(key)!;
  }

  /** Makes a request of the player, and refreshes the list afterwards. */
  async function attempt(work: Work) {
    const target = connection;
    const errorMsg = await messageOfFailure(() => work(target));
    if (target !== connection) return;
    set({ errorMsg });
    if (errorMsg === '') await polling.ask();
  }

  function startMatch(gameName: string, { matchID, playerID, numPlayers }: { matchID: string, playerID?: string, numPlayers: number }) {
    const component = componentOf(gameName);
    if (!component) {
      set({ errorMsg: `game ${gameName} not supported` });
      return;
    }
    const isAlone = Number(numPlayers) === 1;
    const app = options.clientFactory({
      game: component.game,
      board: component.board,
      debug: options.debug,
      ...(isAlone ? alone(component) : { multiplayer: SocketIO(options.gameServer ? { server: options.gameServer } : undefined) }),
    });
    goTo('play', {
      errorMsg: '',
      runningMatch: { app, matchID, playerID: isAlone ? '0' : playerID, credentials: memory.proofOf(state.playerName)?.credentials },
    });
  }

  function exitMatch() {
    goTo('list', {});
  }

  function goTo(phase: Phase, changes: Partial<State>) {
    set({ phase, runningMatch: null, ...changes });
    memory.rememberPlayer(phase, state.playerName);
    if (phase === 'list') polling.askNow();
    else polling.setTimer();
  }

  /** Shows the answer to a request, unless another server is in use by then. */
  async function ask(request: Work) {
    const target = connection;
    await request(target);
    if (target === connection) announce();
  }
}

/**
 * Creates a visit. `exit` is set once the player leaves, so that they leave only once. `attempts` are pending requests by action and
 * arguments.
 */
function newVisit(): { exit: Promise<void> | null, attempts: Map<string, Promise<void>> } {
  return { exit: null, attempts: new Map() };
}

/** Returns the error message of work; an empty text if it succeeded. */
async function messageOfFailure(work: () => unknown) {
  try {
    await work();
    return '';
  } catch (error) {
    return messageOf(error);
  }
}

/** Returns the options of a match for one: it runs in the page, against the page's bots for the game. */
function alone(component: GameComponent) {
  const { bots = {} } = component;
  return { numPlayers: 1 + Object.keys(bots).length, multiplayer: Local({ bots }) };
}
