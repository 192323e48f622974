import { PROBLEM_DEFINITION, REFUSAL_ACTION_INVALID } from '../engine/codes.js';
import { boundTo } from '../util/bound.js';
import { rondelError } from '../util/error.js';
import { RULES } from '../util/marks.js';
import { isObject } from '../util/objects.js';
import { isPromise, unawaited } from '../util/promise.js';
import { shortened } from '../util/shortened.js';

/** What JavaScript games declare, for masters, bots and tests of games. Other games declare it in their rules. */

/** Fields by which a game in JavaScript is recognised: one of these is enough. */
const FIELDS = ['setup', 'moves', 'phases', 'turn', 'endIf'];

/** The callbacks of `ai`, whose `this` is that. */
const AI_CALLBACKS = ['enumerate', 'determinize', 'score', 'objectives'];

/** Whether an export of a module is a game, by its fields. */
export function isGame(value) {
  return isObject(value) && (value[RULES] !== undefined || FIELDS.some((field) => value[field] !== undefined));
}

/**
 * Whether a move of this name is declared anywhere.
 *
 * @param {import('./rules.js').Rules} rules
 * @param {string} name
 */
export function hasMove(rules, name) {
  return rules.names?.moves.includes(name) ?? declaredMoves(rules, name).length > 0;
}

/**
 * The moves of this name, short or long, at all places where the game declares one.
 *
 * @param {import('./rules.js').Rules} rules
 * @param {string} name
 */
export function declaredMoves({ game }, name) {
  const places = [game, ...Object.values(game.phases ?? {}), ...stagesIn(game).map(([, stage]) => stage)];
  const declared = places.map((place) => (Object.hasOwn(place.moves ?? {}, name) ? place.moves[name] : undefined));
  return declared.filter(Boolean);
}

/**
 * The functions of the moves of this name.
 *
 * @param {import('./rules.js').Rules} rules
 * @param {string} name
 */
export function movesCalled(rules, name) {
  return declaredMoves(rules, name).map((move) => (typeof move === 'function' ? move : move.move));
}

/**
 * The names of phases and stages.
 *
 * @param {import('./rules.js').Rules} rules
 */
export function placesOf({ game }) {
  return [...Object.keys(game.phases ?? {}), ...stagesIn(game).map(([name]) => name)];
}

/**
 * The options of the game's bots.
 *
 * @param {import('./rules.js').Rules} rules
 */
export function botOptionsOf({ botOptions, game }) {
  if (botOptions) return botOptions;
  const ai = Object.entries(game.ai ?? {}).map(([key, value]) => [key, AI_CALLBACKS.includes(key) && typeof value === 'function' ? boundTo(game.ai, value) : value]);
  return { ...Object.fromEntries(ai), game, seed: game.seed };
}

/**
 * Why a match cannot begin with this `setupData`; undefined if it can.
 *
 * @param {import('./rules.js').Rules} rules
 * @param {unknown} setupData
 * @param {number} numPlayers
 * @returns {string | undefined}
 */
export function objectionToSetupData(rules, setupData, numPlayers) {
  if (rules.checkSetupData) return rules.checkSetupData(setupData, numPlayers);
  return synchronous('validateSetupData', rules.game.validateSetupData?.(setupData, numPlayers));
}

/** The refusal of a match whose `setupData` the game does not accept, for the reason that it gives, which may quote them. */
export function refusalOfSetupData(why) {
  const text = shortened(String(why));
  return text.startsWith('setupData') ? text : `setupData: ${text}`;
}

/**
 * Why a chat message is not delivered; undefined if the game accepts it.
 *
 * @param {import('./rules.js').Rules} rules
 * @param {{ payload: unknown, sender: string | null }} message
 * @returns {{ error: string, type: string } | undefined}
 */
export function objectionToChat({ game, checkChatMessage }, { payload, sender }) {
  const check = checkChatMessage ?? game.validateChatMessage?.bind(game);
  const isMessage = check ? synchronous('validateChatMessage', check(payload, sender)) : true;
  return isMessage ? undefined : { error: 'the game does not take this for a chat message', type: REFUSAL_ACTION_INVALID };
}

/**
 * The game with other settings; the same game if its settings are fixed.
 *
 * @param {import('./rules.js').Rules} rules
 * @param {import('./rules.js').Variation} fields
 */
export function gameWith(rules, fields) {
  if (rules.variant) return rules.variant(fields);
  return rules.open ? rules.game : { ...rules.game, ...fields };
}

/** What a callback of a game has returned; throws for a promise, which would be taken for a verdict. */
function synchronous(callback, returned) {
  if (isPromise(unawaited(returned))) throw rondelError('game/returned', `${callback} returned a promise: no callback of a game is async`);
  return returned;
}

function stagesIn({ turn, phases }) {
  const turns = [turn, ...Object.values(phases ?? {}).map((phase) => phase.turn)];
  return turns.flatMap((one) => Object.entries(one?.stages ?? {}));
}

/** Throws for what is no game at all: definitions are read later. */
export function expectGame(game) {
  if (!isObject(game)) throw rondelError(PROBLEM_DEFINITION, `game: expected an object, got ${game && typeof game}`);
}
