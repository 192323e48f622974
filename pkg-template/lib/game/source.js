/** Where a game that `ProcessGameConfig` has made keeps the one it was made from. */
export const SOURCE = Symbol('the game as it was written');

/** The game as it was written. */
export const unprocessed = (game) => game?.[SOURCE] ?? game;
