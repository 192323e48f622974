import { refusalOfSetupData } from '../game/declarations.js';
import { isObject } from '../util/objects.js';
import { createMatch, objectionToNumPlayers } from './match-data.js';
import { hasPlayers } from './storage/stored-match.js';

/** The field of metadata of a match that has begun because a client asked for it. */
const BEGUN_BY_SYNC = '_begunBySync';

/**
 * A match that begins because a client asks for it, and is deleted if nobody plays it; or `{ error }`, why it does not begin. Throws what the
 * game throws.
 *
 * @param {object} game
 * @param {{ numPlayers: unknown, setupData: unknown }} asked
 * @param {{ rules: import('../game/rules.js').Rules, isForAnyNumber: boolean, whyNot: () => string | null }} ways
 * @returns {{ metadata?: any, initialState?: any, error?: string }}
 */
export function beginBySync(game, { numPlayers, setupData }, { rules, isForAnyNumber, whyNot }) {
  const unfit = isForAnyNumber ? null : objectionToNumPlayers(rules, numPlayers);
  const objection = unfit ?? whyNot();
  if (objection) return { error: objection };
  const match = createMatch({ game, unlisted: true, setupData, numPlayers: /** @type {number} */ (numPlayers) });
  if ('setupDataError' in match) return { error: setupData === undefined ? 'game requires setupData' : refusalOfSetupData(match.setupDataError) };
  return { ...match, metadata: { ...match.metadata, [BEGUN_BY_SYNC]: true } };
}

/**
 * Whether metadata are those of a match that has begun because a client asked for it, before this moment, and in which nobody has
 * taken a seat. What is stored may be anything.
 *
 * @param {any} metadata
 * @param {number} before in milliseconds
 */
export function mayBeUnplayed(metadata, before) {
  if (!isBegunBySync(metadata) || !(metadata.createdAt < before)) return false;
  return isObject(metadata.players) && !hasPlayers(metadata);
}

/** Whether metadata are those of a match that has begun because a client asked for it. What is stored may be anything. */
export function isBegunBySync(metadata) {
  return isObject(metadata) && metadata[BEGUN_BY_SYNC] === true;
}

/** Whether nobody has acted in this state. */
export function isUntouched(state) {
  return isObject(state) && state._stateID === 0;
}
