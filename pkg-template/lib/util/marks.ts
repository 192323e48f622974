/** Marks on values of games and transports. All copies of this package in a page share them: two bundles may each hold a copy. */

/** Return value of a move that is not allowed. */
export const INVALID_MOVE: 'INVALID_MOVE' = 'INVALID_MOVE';

/** Mark of an INVALID_MOVE with a payload. */
export const INVALID = /* @__PURE__ */ Symbol.for('rondel.invalid');

/** Key of the original, on a function that `legacyGame` has adapted. */
export const POSITIONAL = /* @__PURE__ */ Symbol.for('rondel.positional');

/** Key of the preset's name, on a turn order. Not enumerable, so that a changed copy is not a preset. */
export const TURN_ORDER = /* @__PURE__ */ Symbol.for('rondel.turnOrder');

/** Key of the rules, on a game that is not written in JavaScript. */
export const RULES = /* @__PURE__ */ Symbol.for('rondel.rules');

/** Key of the function that opens an online session, on a transport. Only bundles with transports contain it. */
export const ONLINE = /* @__PURE__ */ Symbol.for('rondel.online');

/** Key on a plugin of Rondel that changes its data in place, under `compat` in one page. Undo then sees the changes, as in boardgame.io. */
export const IN_PLACE = /* @__PURE__ */ Symbol.for('rondel.inPlace');

/** Key of the function that returns how often a client was started since its last stop. */
export const START_COUNT = /* @__PURE__ */ Symbol.for('rondel.starts');

/** Key of the master in the page, on a transport. */
export const HOST = /* @__PURE__ */ Symbol.for('rondel.host');

/** Key of the open debug panel, on the global object. */
export const OPEN_PANEL = /* @__PURE__ */ Symbol.for('rondel.openPanel');

/** Key of the debug panel's access, on a client. */
export const PANEL = /* @__PURE__ */ Symbol.for('rondel.panel');

/** Key of the function that subscribes to answers of pending actions, on a client. */
export const ANSWERED = /* @__PURE__ */ Symbol.for('rondel.answered');
