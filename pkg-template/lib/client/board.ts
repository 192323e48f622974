import { idText, matchOf } from './players.js';
import type { Connection } from '../../types/client.js';
import type { Client } from './client.js';
import type { Foreign } from '../util/foreign.js';

/**
 * The props of a board: boardgame.io's, how its client is connected, and what can be done now.
 *
 * @param state what the client shows
 * @param more the other props of the board's component, which are passed on
 */
export function boardProps(client: Client<Foreign, Foreign>, state: object, more: object, isMultiplayer: boolean) {
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
export function loadingProps({ connection, reconnect }: { connection: Connection; reconnect: () => void }) {
  return { connection, reconnect };
}

/** The text of the default one: why there is no match, or that it is loading. */
export function loadingText({ reason }: Connection) {
  return reason?.message ?? 'connecting...';
}

/** The seat of a client: which match, which player, and the credentials. */
export type Seat = { matchID?: Foreign, playerID?: Foreign, credentials?: Foreign };

/** The seat among the options or props of a component. */
export function seatOf({ matchID, playerID, credentials }: Seat): Seat {
  return { matchID: matchOf(matchID), playerID, credentials };
}

/**
 * Moves a client to another match or seat, where the props of its component have changed. What the page has set on the
 * client itself meanwhile stays.
 */
export function moveSeat(client: Client<Foreign, Foreign>, before: Seat, now: Seat) {
  if (!isSameID(now.matchID, before.matchID)) client.updateMatchID(now.matchID);
  if (!isSameID(now.playerID, before.playerID)) client.updatePlayerID(now.playerID);
  if ((now.credentials ?? null) !== (before.credentials ?? null)) client.updateCredentials(now.credentials);
}

/** As boardgame.io compares: a number is the same as its text, and nobody is nobody. */
function isSameID(one: unknown, other: unknown) {
  return (idText(one) ?? null) === (idText(other) ?? null);
}
