import { idText, matchOf } from './players.js';

/**
 * The props of a board: boardgame.io's, how its client is connected, and what can be done now.
 *
 * @param {any} client
 * @param {object} state what the client shows
 * @param {object} more the other props of the board's component, which are passed on
 * @param {boolean} isMultiplayer
 */
export function boardProps(client, state, more, isMultiplayer) {
  const {
    moves, events, undo, redo, reset, sendChatMessage, log, matchID, playerID, matchData, nextMatchID, chatMessages, notices, connection, reconnect,
    canMove, legalMoves, act,
  } = client;
  return {
    ...state,
    ...more,
    isMultiplayer,
    moves,
    events,
    undo,
    redo,
    reset,
    sendChatMessage,
    log,
    matchID,
    playerID: playerID ?? null,
    matchData,
    nextMatchID,
    chatMessages,
    notices,
    connection,
    reconnect,
    canMove,
    legalMoves,
    act,
  };
}

/** The props of the component that stands in for the board until there is a match. */
export function loadingProps({ connection, reconnect }) {
  return { connection, reconnect };
}

/** The text of the default one: why there is no match, or that it is loading. */
export function loadingText({ reason }) {
  return reason?.message ?? 'connecting...';
}

/**
 * The seat of a client: which match, which player, and the credentials.
 *
 * @typedef {{ matchID?: any, playerID?: any, credentials?: any }} Seat
 */

/**
 * The seat among the options or props of a component.
 *
 * @param {Seat} given
 * @returns {Seat}
 */
export function seatOf({ matchID, playerID, credentials }) {
  return { matchID: matchOf(matchID), playerID, credentials };
}

/**
 * Moves a client to another match or seat, where the props of its component have changed. What the page has set on the
 * client itself meanwhile stays.
 *
 * @param {any} client
 * @param {Seat} before
 * @param {Seat} now
 */
export function moveSeat(client, before, now) {
  if (!isSameID(now.matchID, before.matchID)) client.updateMatchID(now.matchID);
  if (!isSameID(now.playerID, before.playerID)) client.updatePlayerID(now.playerID);
  if ((now.credentials ?? null) !== (before.credentials ?? null)) client.updateCredentials(now.credentials);
}

/** As boardgame.io compares: a number is the same as its text, and nobody is nobody. */
function isSameID(one, other) {
  return (idText(one) ?? null) === (idText(other) ?? null);
}
