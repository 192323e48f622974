import { GAME_FIELDS, MOVE_FIELDS, PHASE_FIELDS, STAGE_FIELDS, TURN_FIELDS } from '../engine/codes.js';

/**
 * The fields that a developer may write in each place: those that the engine reads, and those that JavaScript alone uses. In phases,
 * turns and stages anything else is most likely misspelt; elsewhere games keep fields of their own. `types.d.ts` declares the same, and no more:
 * tests/entries/fields.ts.
 */
export const FIELDS = {
  game: /* @__PURE__ */ written(GAME_FIELDS, {
    found: ['noOp', 'start', 'moveNames'],
    added: [
      'minPlayers', 'maxPlayers', 'deltaState', 'predict', 'random', 'validateSetupData', 'validateChatMessage', 'playerView', 'ai',
      'version', 'migrate', 'refuseOtherVersions',
    ],
  }),
  ai: /** @type {const} */ (['enumerate', 'determinize', 'score', 'objectives', 'bots', 'iterations', 'playoutDepth']),
  move: /* @__PURE__ */ written(MOVE_FIELDS, { found: ['id', 'function'], added: ['move'] }),
  order: /** @type {const} */ (['first', 'next', 'playOrder']),
  phase: /* @__PURE__ */ written(PHASE_FIELDS, { found: ['name'], added: ['start'] }),
  turn: /* @__PURE__ */ written(TURN_FIELDS, { found: [], added: ['moveLimit'] }),
  stage: /* @__PURE__ */ written(STAGE_FIELDS, { found: ['name'], added: ['moveLimit'] }),
};

/** The fields that boardgame.io's bots, which also play on Rondel, and `ProcessGameConfig` write into a game. */
export const FOREIGN_FIELDS = { game: ['processMove', 'flow', 'moveNames', 'pluginNames'], phase: ['wrapped'], turn: ['wrapped'] };

/** The callbacks of a plugin. */
export const PLUGIN_METHODS = /** @type {const} */ ([
  'setup', 'api', 'flush', 'dangerouslyFlushRawState', 'action', 'fnWrap', 'noClient', 'isInvalid', 'playerView',
]);

/**
 * The fields that the engine reads, without those that are computed and not written there, and with those that are added.
 *
 * @template {string} Read
 * @template {Read} const Found
 * @template {string} const Added
 * @param {readonly Read[]} read
 * @param {{ found: readonly Found[], added: readonly Added[] }} how
 * @returns {(Exclude<Read, Found> | Added)[]}
 */
function written(read, { found, added }) {
  const isFound = (field) => found.includes(field);
  return /** @type {any} */ ([...read.filter((field) => !isFound(field)), ...added]);
}
