// Errors of a master's refusals that clients and hosts compare. The first three are boardgame.io's.

/** A request for a match that does not exist, or that is not of this game. */
export const GAME_NOT_FOUND = 'game not found';
/** A request with credentials that are not the player's. The master does not know whether they were. */
export const UNAUTHORIZED = 'unauthorized';
/** An action with such credentials. */
export const UNAUTHORIZED_ACTION = 'unauthorized action';
/** A request for a match without metadata: it is deleted, or has not begun. */
export const METADATA_NOT_FOUND = 'metadata not found';
/** A request of somebody who is not a player of the match. */
export const NOT_A_PLAYER = 'player not in the match';
