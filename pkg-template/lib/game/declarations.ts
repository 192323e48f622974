import { PROBLEM_DEFINITION, REFUSAL_ACTION_INVALID } from '../engine/codes.js';
import { boundTo } from '../util/bound.js';
import { rondelError } from '../util/error.js';
import { RULES } from '../util/marks.js';
import { isObject } from '../util/objects.js';
import { isPromise, unawaited } from '../util/promise.js';
import { shortened } from '../util/foreign-text.js';
import type { Game, Move, PhaseConfig } from '../../types/game.js';
import type { Foreign, ForeignFunction } from '../util/foreign.js';
import type { Rules, Variation } from './rules.js';

/** What JavaScript games declare, for masters, bots and tests of games. Other games declare it in their rules. */

/** Fields by which a game in JavaScript is recognised: one of these is enough. */
const FIELDS = ['setup', 'moves', 'phases', 'turn', 'endIf'];

/** The callbacks of `ai`, whose `this` is that. */
const AI_CALLBACKS = ['enumerate', 'determinize', 'score', 'objectives'];

/** Whether an export of a module is a game, by its fields. */
export function isGame(value: Foreign): boolean {
  return isObject(value) && (value[RULES] !== undefined || FIELDS.some((field) => value[field] !== undefined));
}

/** Whether a move of this name is declared anywhere. */
export function hasMove(rules: Rules, name: string) {
  return rules.names?.moves.includes(name) ?? declaredMoves(rules, name).length > 0;
}

/** The moves of this name, short or long, at all places where the game declares one. */
export function declaredMoves({ game }: Rules, name: string): Move[] {
  const places: Pick<PhaseConfig, 'moves'>[] = [game, ...Object.values<PhaseConfig>(game.phases ?? {}), ...stagesIn(game).map(([, stage]) => stage)];
  const declared = places.map((place) => (Object.hasOwn(place.moves ?? {}, name) ? place.moves![name] : undefined));
  return declared.filter(Boolean) as Move[];
}

/** The functions of the moves of this name. */
export function movesCalled(rules: Rules, name: string) {
  return declaredMoves(rules, name).map((move) => (typeof move === 'function' ? move : move.move));
}

/** The names of phases and stages. */
export function placesOf({ game }: Rules) {
  return [...Object.keys(game.phases ?? {}), ...stagesIn(game).map(([name]) => name)];
}

/** The options of the game's bots. */
export function botOptionsOf({ botOptions, game }: Rules) {
  if (botOptions) return botOptions;
  const ai = Object.entries(game.ai ?? {}).map(([key, value]) => [key, AI_CALLBACKS.includes(key) && typeof value === 'function' ? boundTo(game.ai, value as ForeignFunction) : value]);
  return { ...Object.fromEntries(ai), game, seed: game.seed };
}

/** Why a match cannot begin with this `setupData`; undefined if it can. */
export function objectionToSetupData(rules: Rules, setupData: unknown, numPlayers: number): string | undefined {
  if (rules.checkSetupData) return rules.checkSetupData(setupData, numPlayers);
  return synchronous('validateSetupData', rules.game.validateSetupData?.(setupData, numPlayers));
}

/** The refusal of a match whose `setupData` the game does not accept, for the reason that it gives, which may quote them. */
export function refusalOfSetupData(why: unknown) {
  const text = shortened(String(why));
  return text.startsWith('setupData') ? text : `setupData: ${text}`;
}

/** Why a chat message is not delivered; undefined if the game accepts it. */
export function objectionToChat({ game, checkChatMessage }: Rules, { payload, sender }: { payload: unknown, sender: string | null }): { error: string, type: string } | undefined {
  const check = checkChatMessage ?? game.validateChatMessage?.bind(game);
  const isMessage = check ? synchronous('validateChatMessage', check(payload, sender)) : true;
  return isMessage ? undefined : { error: 'the game does not take this for a chat message', type: REFUSAL_ACTION_INVALID };
}

/** The game with other settings; the same game if its settings are fixed. */
export function gameWith(rules: Rules, fields: Variation) {
  if (rules.variant) return rules.variant(fields);
  return rules.open ? rules.game : { ...rules.game, ...fields };
}

/** What a callback of a game has returned; throws for a promise, which would be taken for a verdict. */
function synchronous(callback: string, returned: unknown): Foreign {
  if (isPromise(unawaited(returned))) throw rondelError('game/returned', `${callback} returned a promise: no callback of a game is async`);
  return returned;
}

function stagesIn({ turn, phases }: Game) {
  const turns = [turn, ...Object.values(phases ?? {}).map((phase) => phase.turn)];
  return turns.flatMap((one) => Object.entries(one?.stages ?? {}));
}

/** Throws for what is no game at all: definitions are read later. */
export function expectGame(game: Foreign) {
  if (!isObject(game)) throw rondelError(PROBLEM_DEFINITION, `game: expected an object, got ${game && typeof game}`);
}

/** Adds to the reason why a match does not begin how it begins under `compat`. This helps authors who port a game from boardgame.io. */
export function withoutCompat(problem: string) {
  const row = ROWS.find(([pattern]) => pattern.test(problem));
  const where = row ? `row ${row[1]} of “Where Rondel differs”` : '“compat: \'0.50\'”';
  return `${problem}. boardgame.io begins such a match, and so does Rondel with compat: '0.50' in the game: ${where} in docs/07-coming-from-boardgame-io.md`;
}

/** Rows of the table whose refusals can occur while a match begins. The section on `compat` describes all others. */
const ROWS: [RegExp, number][] = [
  [/^events\.endTurn cannot be called in phase\.onBegin/, 8],
  [/endTurn: no player in the play order/, 2],
  [/the turn declares no stage/, 3],
  [/^the game loops: phases/, 13],
];
