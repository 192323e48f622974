/** A value of the game's own code or data, or of a stranger, which the package passes on and does not look into. */
export type Foreign = any;

/** A function of the game's own: a move, a hook or another callback. */
export type ForeignFunction = (...args: Foreign[]) => Foreign;
