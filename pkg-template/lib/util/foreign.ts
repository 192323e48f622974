/** A value of the game's code or data, or of a stranger. The package passes it on without reading it. */
export type Foreign = any;

/** A function of the game: a move, a hook or another callback. */
export type ForeignFunction = (...args: Foreign[]) => Foreign;
