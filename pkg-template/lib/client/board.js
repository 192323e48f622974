import { idText, matchOf } from './players.js';

/**
 * What a board is shown of a match: boardgame.io's props, how its client is connected, and what can be done now.
 *
 * @param {any} client
 * @param {object} state what the client shows
 * @param {object} more what the board's component is handed besides, and hands on
 * @param {boolean} isMultiplayer
 */
export function boardProps(client, state, more, isMultiplayer) {
  const {
    moves, events, undo, redo, reset, sendChatMessage, log, matchID, playerID, matchData, nextMatchID, chatMessages, notices, connection, reconnect,
    canMove, legalMoves,
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
  };
}

/** What a component is shown that stands in for the board until there is a match. */
export function loadingProps({ connection, reconnect }) {
  return { connection, reconnect };
}

/** What the usual one says: why there is no match, or that it is on its way. */
export function loadingText({ reason }) {
  return reason?.message ?? 'connecting...';
}

/**
 * Where a client sits: which match, at whose place, and by what right.
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
 * Takes a client to another match or seat, where what its component was given has changed. What the page has told the
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
