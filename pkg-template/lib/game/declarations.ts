import { PROBLEM_DEFINITION, REFUSAL_ACTION_INVALID } from '../engine/codes.js';
import { boundTo } from '../util/bound.js';
import { rondelError } from '../util/error.js';
import { rulesOf } from './rules.js';
import { RULES } from '../util/marks.js';
import { isObject } from '../util/objects.js';
import { isPromise, unawaited } from '../util/promise.js';
import { shortened } from '../util/foreign-text.js';
import type { Ctx, Game, Move, OnTimeout, PhaseConfig, PlayerID, TurnConfig } from '../../types/game.js';
import type { Foreign, ForeignFunction } from '../util/foreign.js';
import type { Rules, Variation } from './rules.js';

/** Declarations of JavaScript games, for masters, bots and tests. Other games declare them in their rules. */

/** Fields that identify a game in JavaScript. One of them is enough. */
const FIELDS = ['setup', 'moves', 'phases', 'turn', 'endIf'];

/** Callbacks of `ai`, with `ai` as their `this`. */
const AI_CALLBACKS = ['enumerate', 'determinize', 'score', 'objectives'];

/** Returns `true` if a module's export is a game, by its fields. */
export function isGame(value: Foreign): boolean {
  return isObject(value) && (value[RULES] !== undefined || FIELDS.some((field) => value[field] !== undefined));
}

/** Returns `true` if a move of this name is declared anywhere. */
export function hasMove(rules: Rules, name: string) {
  return rules.names?.moves.includes(name) ?? declaredMoves(rules, name).length > 0;
}

/** Returns all declarations of a move, short or long. */
export function declaredMoves({ game }: Rules, name: string): Move[] {
  const places: Pick<PhaseConfig, 'moves'>[] = [game, ...Object.values<PhaseConfig>(game.phases ?? {}), ...stagesIn(game).map(([, stage]) => stage)];
  const declared = places.map((place) => (Object.hasOwn(place.moves ?? {}, name) ? place.moves![name] : undefined));
  return declared.filter(Boolean) as Move[];
}

/** Returns the functions of all moves of this name. */
export function movesCalled(rules: Rules, name: string) {
  return declaredMoves(rules, name).map((move) => (typeof move === 'function' ? move : move.move));
}

/** Returns the names of all phases and stages. */
export function phaseAndStageNames({ game }: Rules) {
  return [...Object.keys(game.phases ?? {}), ...stagesIn(game).map(([name]) => name)];
}

/** Returns the options of the game's bots. */
export function botOptionsOf({ botOptions, game }: Rules) {
  if (botOptions) return botOptions;
  const ai = Object.entries(game.ai ?? {}).map(([key, value]) => [key, AI_CALLBACKS.includes(key) && typeof value === 'function' ? boundTo(game.ai, value as ForeignFunction) : value]);
  return { ...Object.fromEntries(ai), game, seed: game.seed };
}

/** Returns the reason why a match cannot begin with this `setupData`; `undefined` if it can. */
export function objectionToSetupData(rules: Rules, setupData: unknown, numPlayers: number): string | undefined {
  if (rules.checkSetupData) return rules.checkSetupData(setupData, numPlayers);
  return synchronous('validateSetupData', rules.game.validateSetupData?.(setupData, numPlayers));
}

/** Returns the refusal of a match whose `setupData` the game does not accept. The game's reason may quote them. */
export function refusalOfSetupData(why: unknown) {
  const text = shortened(String(why));
  return text.startsWith('setupData') ? text : `setupData: ${text}`;
}

/** Returns the refusal of a chat message; `undefined` if the game accepts it. */
export function objectionToChat({ game, checkChatMessage }: Rules, { payload, sender }: { payload: unknown, sender: string | null }): { error: string, type: string } | undefined {
  const check = checkChatMessage ?? game.validateChatMessage?.bind(game);
  const isMessage = check ? synchronous('validateChatMessage', check(payload, sender)) : true;
  return isMessage ? undefined : { error: 'the game does not take this for a chat message', type: REFUSAL_ACTION_INVALID };
}

/** Returns the game with other settings. Returns the same game if its settings are fixed. */
export function gameWith(rules: Rules, fields: Variation) {
  if (rules.variant) return rules.variant(fields);
  return rules.open ? rules.game : { ...rules.game, ...fields };
}

/** Returns the result of a game's callback. Throws for a promise, which would pass as a result. */
function synchronous(callback: string, returned: unknown): Foreign {
  if (isPromise(unawaited(returned))) throw rondelError('game/returned', `${callback} returned a promise: no callback of a game is async`);
  return returned;
}

function stagesIn({ turn, phases }: Game) {
  const turns = [turn, ...Object.values(phases ?? {}).map((phase) => phase.turn)];
  return turns.flatMap((one) => Object.entries(one?.stages ?? {}));
}

/** Returns `true` if a turn or a stage of the game declares a time. */
export function isTimed(of: Game): boolean {
  const { isTimed: known, game } = rulesOf(of);
  if (known !== undefined) return known;
  const turns: (Pick<TurnConfig, 'time'> | undefined)[] = [game.turn, ...Object.values<PhaseConfig>(game.phases ?? {}).map((phase) => phase.turn)];
  return [...turns, ...stagesIn(game).map(([, stage]) => stage)].some((place) => place?.time !== undefined && place.time !== null);
}

/** Returns what the game declares for the end of this player's time: a hook, a move, or the name of a bot. */
export function onTimeoutOf({ game }: Pick<Rules, 'game'>, { phase, activePlayers }: Pick<Ctx, 'phase' | 'activePlayers'>, playerID: PlayerID): OnTimeout | undefined {
  const turn = (phase === null ? undefined : game.phases?.[phase]?.turn) ?? game.turn;
  const stage = activePlayers?.[playerID];
  const ofStage = typeof stage === 'string' ? turn?.stages?.[stage]?.onTimeout : undefined;
  return ofStage ?? turn?.onTimeout ?? undefined;
}

/** Throws if the value is not an object. Definitions are checked later. */
export function expectGame(game: Foreign) {
  if (!isObject(game)) throw rondelError(PROBLEM_DEFINITION, `game: expected an object, got ${game && typeof game}`);
}

/** Adds to a refusal that the match begins under `compat`, for authors who port a game from boardgame.io. */
export function withoutCompat(problem: string) {
  const row = ROWS.find(([pattern]) => pattern.test(problem));
  const where = row ? `row ${row[1]} of “Where Rondel differs”` : '“compat: \'0.50\'”';
  return `${problem}. boardgame.io begins such a match, and so does Rondel with compat: '0.50' in the game: ${where} in docs/07-coming-from-boardgame-io.md`;
}

/** Rows of the table whose refusals can occur when a match begins. The section on `compat` describes all others. */
const ROWS: [RegExp, number][] = [
  [/^events\.endTurn cannot be called in phase\.onBegin/, 8],
  [/endTurn: no player in the play order/, 2],
  [/the turn declares no stage/, 3],
  [/^the game loops: phases/, 13],
];
