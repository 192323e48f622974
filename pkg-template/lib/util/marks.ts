/** Marks on values of games and transports. All copies of this package in a page share them: two bundles may each hold a copy. */

/** What a move returns to say that it is not allowed. */
export const INVALID_MOVE: 'INVALID_MOVE' = 'INVALID_MOVE';

/** The same with a payload. */
export const INVALID = /* @__PURE__ */ Symbol.for('rondel.invalid');

/** Where a function that `legacyGame` has adapted keeps the original. */
export const POSITIONAL = /* @__PURE__ */ Symbol.for('rondel.positional');

/** Where an order keeps which preset it is. Not enumerable: a changed copy is no preset. */
export const TURN_ORDER = /* @__PURE__ */ Symbol.for('rondel.turnOrder');

/** Where a game that is not written in JavaScript carries its rules. */
export const RULES = /* @__PURE__ */ Symbol.for('rondel.rules');

/** Where a transport has the function that opens an online session: only bundles with transports contain it. */
export const ONLINE = /* @__PURE__ */ Symbol.for('rondel.online');

/** Has a plugin of Rondel's own write into its data in place, which undo then sees, as with boardgame.io's: under `compat`, in one page. */
export const IN_PLACE = /* @__PURE__ */ Symbol.for('rondel.inPlace');

/** Where a client has the function that returns how often it was started since it was stopped. */
export const STARTS = /* @__PURE__ */ Symbol.for('rondel.starts');

/** Where a client has the function that subscribes to answers of pending actions. */
export const ANSWERED = /* @__PURE__ */ Symbol.for('rondel.answered');
