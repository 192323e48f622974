/** Marks on what games and transports hand over. All copies of this package in a page have the same: two bundles may each hold one. */

/** What a move returns that is not allowed. */
export const INVALID_MOVE = 'INVALID_MOVE';

/** The same with a payload. */
export const INVALID = /* @__PURE__ */ Symbol.for('rondel.invalid');

/** Where a function that `legacyGame` has adapted keeps the one that was written. */
export const POSITIONAL = /* @__PURE__ */ Symbol.for('rondel.positional');

/** Where an order keeps which preset it is. Not enumerable: a changed copy is no preset. */
export const TURN_ORDER = /* @__PURE__ */ Symbol.for('rondel.turnOrder');

/** Where a game that is not written in JavaScript carries its rules. */
export const RULES = /* @__PURE__ */ Symbol.for('rondel.rules');

/** Where a transport has what opens a session of online play: it comes with transports only. */
export const ONLINE = /* @__PURE__ */ Symbol.for('rondel.online');

/** What tells a plugin of Rondel's own to write into its data where undo finds it, as boardgame.io's do: under `compat`, in one page. */
export const IN_PLACE = /* @__PURE__ */ Symbol.for('rondel.inPlace');

/** Where a client says how often it has been started since it was stopped. */
export const STARTS = /* @__PURE__ */ Symbol.for('rondel.starts');

/** By what a client tells that an action which has waited was answered. */
export const ANSWERED = /* @__PURE__ */ Symbol.for('rondel.answered');
