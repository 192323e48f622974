import { makeSubscribers } from '../client/subscribers.js';
import { rulesOf } from '../game/rules.js';
import { Local } from '../online/transports/local.js';
import { SocketIO } from '../online/transports/socket-io.js';
import { messageOf } from '../util/report.js';
import { makeLobbyConnection } from './lobby-connection.js';
import { recall, rememberCredentials, rememberPlayer } from './lobby-memory.js';

/** Who has no name yet. */
const VISITOR = 'Visitor';
/** What the player has filled in: a name, if another than theirs; which game of the page's; for how many, if not the fewest. */
const EMPTY_FORM = Object.freeze({ name: undefined, game: 0, numPlayers: undefined });

/**
 * What the page gives a lobby: boardgame.io's props.
 *
 * @typedef {object} LobbyOptions
 * @property {readonly import('./lobby-connection.js').GameComponent[]} gameComponents
 * @property {string} [lobbyServer] the address of the lobby; none: where the page is from
 * @property {string} [gameServer] the address that matches are played at
 * @property {any} [debug]
 * @property {(options: object) => any} clientFactory makes the component that plays a match
 * @property {number} refreshInterval milliseconds
 */

/**
 * A lobby without a face: who the player is, which matches there are, which one is played. It has the shape of a client,
 * so that `useGame` follows it, and asks the server while it is started.
 *
 * @param {LobbyOptions} given
 */
export function makeLobbyStore(given) {
  let options = given;
  let connection = connect(VISITOR, undefined);
  let timer;
  let isStarted = false;
  // The connection that is being asked for the matches, if one is.
  /** @type {any} */
  let asking = null;
  // Why the list of matches is not known; `errorMsg` says it unless an action has failed.
  let outage = '';
  /** @type {any} */
  let state = Object.freeze({ phase: 'enter', playerName: VISITOR, errorMsg: '', runningMatch: null, form: EMPTY_FORM });
  /** @type {any} */
  let shown = null;
  const { subscribe, notifyAll } = makeSubscribers(getState, () => false, false);
  const handlers = Object.freeze({
    handleEnterLobby: enterLobby,
    handleExitLobby: exitLobby,
    handleCreateMatch: (gameName, numPlayers) => attempt(() => connection.create(gameName, numPlayers)),
    handleJoinMatch: (gameName, matchID, playerID) => attempt(() => connection.join(gameName, matchID, playerID)),
    handleLeaveMatch: (gameName, matchID) => attempt(() => connection.leave(gameName, matchID)),
    handleExitMatch: exitMatch,
    handleRefreshMatches: refresh,
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

  function getState() {
    return (shown ??= Object.freeze({
      ...state,
      errorMsg: state.errorMsg || outage,
      matches: connection.matches,
    }));
  }

  function set(changes) {
    state = Object.freeze({ ...state, ...changes });
    announce();
  }

  function announce() {
    shown = null;
    notifyAll();
  }

  /** Goes on where the player was, in an earlier visit or before `stop`. */
  function start() {
    isStarted = true;
    if (state.phase === 'enter') {
      const { phase, playerName } = recall();
      if (playerName !== undefined) set({ playerName });
      if (phase !== 'enter') enterLobby(playerName ?? VISITOR);
    } else if (state.phase === 'list') {
      keepAsking();
    }
  }

  function stop() {
    isStarted = false;
    clearInterval(timer);
  }

  /** Takes other options of the page. */
  function update(next) {
    const before = options;
    options = next;
    if (next.lobbyServer !== before.lobbyServer) {
      connection = connect(connection.playerName, connection.playerCredentials);
      if (state.phase === 'list') keepAsking();
    } else if (next.refreshInterval !== before.refreshInterval && state.phase === 'list') {
      setTimer();
    }
  }

  /** Takes what the player has put into a form. */
  function fillIn(changes) {
    set({ form: Object.freeze({ ...state.form, ...changes }) });
  }

  function connect(playerName, playerCredentials) {
    return makeLobbyConnection({ server: options.lobbyServer, componentOf, playerName, playerCredentials });
  }

  function componentOf(gameName) {
    return options.gameComponents.find(({ game }) => rulesOf(game).name === gameName);
  }

  function enterLobby(playerName) {
    connection = connect(playerName, recall().credentials.get(playerName));
    goTo('list', { playerName, form: { ...state.form, name: undefined } });
  }

  async function exitLobby() {
    const left = connection;
    clearInterval(timer);
    try {
      await left.disconnect();
    } catch (error) {
      set({ errorMsg: messageOf(error) });
      setTimer();
      return;
    }
    if (left.playerCredentials === undefined) rememberCredentials(left.playerName, undefined);
    outage = '';
    goTo('enter', { errorMsg: '' });
  }

  /** What the player asks of the server. Afterwards the list is asked for anew. */
  async function attempt(work) {
    const asked = connection;
    const { playerCredentials } = asked;
    const errorMsg = await messageOfFailure(async () => {
      await work();
      await asked.refresh();
    });
    if (asked === connection) {
      if (errorMsg === '') outage = '';
      set({ errorMsg });
    }
    // Only then: another tab may know better.
    if (asked.playerCredentials !== playerCredentials) rememberCredentials(asked.playerName, asked.playerCredentials);
  }

  /**
   * @param {string} gameName
   * @param {{ matchID: string, playerID?: string, numPlayers: number }} match
   */
  function startMatch(gameName, { matchID, playerID, numPlayers }) {
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
      runningMatch: { app, matchID, playerID: isAlone ? '0' : playerID, credentials: connection.playerCredentials },
    });
  }

  function exitMatch() {
    goTo('list', { runningMatch: null });
  }

  function goTo(phase, changes) {
    set({ phase, ...changes });
    rememberPlayer(phase, state.playerName);
    if (phase === 'list') keepAsking();
    else clearInterval(timer);
  }

  function keepAsking() {
    setTimer();
    refresh();
  }

  function setTimer() {
    clearInterval(timer);
    // One question at a time: a slow server is not asked faster than it answers.
    if (isStarted && state.phase === 'list') timer = setInterval(() => asking === connection || refresh(), options.refreshInterval);
  }

  /** Never rejects: `errorMsg` says what has failed. What a connection answers that has been replaced is of no interest. */
  async function refresh() {
    const asked = connection;
    asking = asked;
    const failure = await messageOfFailure(() => asked.refresh(options.refreshInterval));
    if (asked !== connection) return;
    asking = null;
    outage = failure;
    announce();
  }
}

/** Why something has failed; an empty text if it has not. */
async function messageOfFailure(work) {
  try {
    await work();
    return '';
  } catch (error) {
    return messageOf(error);
  }
}

/** A match for one: it is played in the page, against the bots that the page has for the game. */
function alone(component) {
  const { bots = {} } = component;
  return { numPlayers: 1 + Object.keys(bots).length, multiplayer: Local({ bots }) };
}
