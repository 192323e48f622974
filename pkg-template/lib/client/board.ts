import { idText, matchOf } from './players.js';
import type { Connection } from '../../types/client.js';
import type { Client } from './client.js';
import type { Foreign } from '../util/foreign.js';

/**
 * Returns the props of a board: boardgame.io's, the connection of its client, and the possible actions.
 *
 * @param state state that the client shows
 * @param more other props of the board's component, which are passed on
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

/** Returns the props of the component that is shown until there is a match. */
export function loadingProps({ connection, reconnect }: { connection: Connection; reconnect: () => void }) {
  return { connection, reconnect };
}

/** Returns the text of the default loading component: why there is no match, or that it is loading. */
export function loadingText({ reason }: Connection) {
  return reason?.message ?? 'connecting...';
}

/** Seat of a client: match, player and credentials. */
export type Seat = { matchID?: Foreign, playerID?: Foreign, credentials?: Foreign };

/** Returns the seat among the options or props of a component. */
export function seatOf({ matchID, playerID, credentials }: Seat): Seat {
  return { matchID: matchOf(matchID), playerID, credentials };
}

/** Moves a client to another match or seat if the props of its component have changed. Keeps what the page has set on the client itself. */
export function moveSeat(client: Client<Foreign, Foreign>, before: Seat, now: Seat) {
  if (!isSameID(now.matchID, before.matchID)) client.updateMatchID(now.matchID);
  if (!isSameID(now.playerID, before.playerID)) client.updatePlayerID(now.playerID);
  if ((now.credentials ?? null) !== (before.credentials ?? null)) client.updateCredentials(now.credentials);
}

/** Compares IDs as boardgame.io does: a number equals its text, and null equals undefined. */
function isSameID(one: unknown, other: unknown) {
  return (idText(one) ?? null) === (idText(other) ?? null);
}
