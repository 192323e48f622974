import { EVENT_END_PHASE, EVENT_END_STAGE, EVENT_END_TURN, EVENT_PASS, EVENTS } from '../engine/codes.js';
import { POSITIONAL } from '../util/marks.js';
import { mulberry32 } from '../util/random.js';
import { gameWith, movesCalled } from '../game/declarations.js';
import { originalGame, rulesOf } from '../game/rules.js';
import { unwatched } from './watched.js';
import type { RandomPlayOpts } from '../../types/testing.js';
import type { Ctx, Game, PlayerID, State } from '../../types/game.js';
import type { EngineCache } from '../game/engine-cache.js';
import type { Rules, Variation } from '../game/rules.js';
import type { Foreign, ForeignFunction } from '../util/foreign.js';
import type { TimeoutAction } from '../game/simulated-clock.js';

/** Returns a random integer from 0 up to, but not including, `below`. */
export type Chance = (below: number) => number;

/** An action of random play. */
export type RandomAction = Call | { type: 'UNDO' | 'REDO', payload: { type?: undefined, args?: undefined, playerID: PlayerID } };

/** A move or an event. */
type Call = { type: 'MAKE_MOVE' | 'GAME_EVENT', payload: { type: string, args: Foreign[], playerID: PlayerID } };

/** A possible move or event of a player, as a game or a test lists it. */
type Offer = { move: string, event?: undefined, args?: Foreign[] } | { move?: undefined, event: string, args?: Foreign[] };

/** A text, number, boolean or null in a JSON value, or the name of a field. */
export interface Leaf {
  path: string;
  value: string | number | boolean | null;
  isName?: boolean;
}

/** Options for choosing one player's actions. */
interface RandomPlayer {
  chance: Chance;
  moves: RandomPlayOpts['moves'];
  playerID: PlayerID;
}

/** Events that do not end the match. */
const HARMLESS = [EVENT_END_TURN, EVENT_END_PHASE, EVENT_END_STAGE, EVENT_PASS].map((kind) => EVENTS[kind]);

/** Matches the text of a function with rest parameters or `arguments`, or without source text. */
const VARIADIC = /^[^(]*\(\s*\.\.\.|\barguments\b|\[native code\]/;

/** Prefix of strings that random play invents. */
const MADE_UP = 'made-up-';

/** Returns a random number generator for random play. The same seed and game yield the same numbers. */
export function makeChance(seed: number, game: number): Chance {
  const number = mulberry32(Math.imul(seed, 0x9e3779b1) ^ Math.imul(game + 1, 0x85ebca6b));
  return (below) => Math.floor(number() * below);
}

/**
 * Returns a random action: usually a move of a player who may act.
 *
 * @param state state as a master has it
 */
export function randomAction(rules: Rules, cache: EngineCache, state: State, { chance, moves }: Omit<RandomPlayer, 'playerID'>): RandomAction {
  const { ctx } = state;
  const active = ctx.activePlayers ? Object.keys(ctx.activePlayers) : [ctx.currentPlayer];
  const playerID = pick(chance(20) > 0 && active.length > 0 ? active : ctx.playOrder, chance) ?? '0';
  const kind = chance(20);
  if (kind === 0) return { type: 'UNDO', payload: { playerID } };
  if (kind === 1) return { type: 'REDO', payload: { playerID } };
  const events = HARMLESS.filter((name) => cache.names.events.includes(name));
  if (kind === 2 && events.length > 0) return action('GAME_EVENT', pick(events, chance), [], playerID);
  return randomMove(rules, cache, state, { chance, moves, playerID });
}

/** Returns a random move of a player, as a bot of `onTimeout` would choose it; `null` for an event. */
export function randomMoveOf(rules: Rules, cache: EngineCache, state: State, how: RandomPlayer): { type: string, args: Foreign[] } | null {
  const { type, payload } = randomMove(rules, cache, state, how);
  return type === 'MAKE_MOVE' ? { type: payload.type, args: payload.args } : null;
}

/** Returns `true` if random play has invented a value. */
export function isMadeUp(value: unknown) {
  return typeof value === 'string' && value.startsWith(MADE_UP);
}

/** Returns the game with other settings, if they are not fixed, and with reproducible random numbers. */
export function variantOf(game: Game, fields: Variation): Game {
  return gameWith(rulesOf(originalGame(game)), { ...fields, random: 'seeded' });
}

/** Returns the number of players by the options or the game. Default: 2. */
export function playersOf({ settings: { minPlayers = 1, maxPlayers = Infinity } }: Rules, numPlayers: number | undefined) {
  return numPlayers ?? Math.min(Math.max(2, minPlayers), maxPlayers);
}

/** Returns an action in words. */
export function inWords({ type, payload: { type: name, args = [], playerID } }: RandomAction | TimeoutAction) {
  const kind = ({ MAKE_MOVE: 'moves', GAME_EVENT: 'events', TIMEOUT: 'time-out, moves' } as Partial<Record<typeof type, string>>)[type];
  const call = kind && name !== undefined ? `${kind}.${name}(${args.map((arg: unknown) => JSON.stringify(arg)).join(', ')})` : type.toLowerCase();
  return `player ${playerID}: ${call}`;
}

/** Returns the primitive values in a JSON value with their paths, and the names of fields with `isName`. */
export function* leavesOf(value: unknown, path = '', name: string | undefined = undefined): Generator<Leaf> {
  if (name !== undefined) yield { path, value: name, isName: true };
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i += 1) yield* leavesOf(value[i], `${path}[${i}]`);
  } else if (typeof value === 'object' && value !== null) {
    for (const key of Object.keys(value)) yield* leavesOf((value as Record<string, unknown>)[key], path === '' ? key : `${path}.${key}`, key);
  } else if (value !== undefined) {
    yield { path, value } as Leaf;
  }
}

function randomMove(rules: Rules, cache: EngineCache, state: State, { chance, moves, playerID }: RandomPlayer): RandomAction {
  const { ctx } = state;
  const view = rules.view(state, playerID);
  const offered: Offer[] = (moves ? moves(view, ctx, playerID, chance) : rules.enumerate?.({ G: view, ctx }, playerID, chance)) ?? [];
  if (offered.length > 0) {
    const { move, event, args = [] } = pick(offered, chance);
    return move === undefined ? action('GAME_EVENT', event, args, playerID) : action('MAKE_MOVE', move, args, playerID);
  }
  const known = cache.names.moves.map((name) => action('MAKE_MOVE', name, [], playerID));
  const possible = known.filter((one) => cache.check(state, one) === null);
  const chosen = pick(possible.length > 0 ? possible : known, chance);
  if (!chosen) return { type: 'UNDO', payload: { playerID } };
  const declared = movesCalled(rules, chosen.payload.type);
  const count = argumentsOf(declared.length > 1 ? pick(declared, chance) : declared[0]) ?? chance(3);
  const values = [...leavesOf(view)].filter(({ isName }) => !isName).map(({ value }) => value);
  const args = Array.from({ length: count }, () => randomArg(values, ctx, chance));
  return action('MAKE_MOVE', chosen.payload.type, args, playerID);
}

/** Returns the number of arguments that a move declares after its context; `undefined` if it is variadic or unknown. */
function argumentsOf(move: ForeignFunction | undefined) {
  if (move === undefined) return undefined;
  const given: ForeignFunction & { [POSITIONAL]?: ForeignFunction } = unwatched(move);
  const positional = given[POSITIONAL];
  const written = positional ?? given;
  // In the positional style, the context is `G` and `ctx`.
  if (written.length > 0) return Math.max(0, written.length - (positional ? 2 : 1));
  return VARIADIC.test(Function.prototype.toString.call(written)) ? undefined : 0;
}

/**
 * Returns a random argument. Most moves take small numbers and players. A value from the player's view may be a card. Some moves pass on
 * anything.
 */
function randomArg(values: unknown[], { playOrder }: Ctx, chance: Chance) {
  switch (chance(8)) {
    case 0:
    case 1:
      return chance(10);
    case 2:
      return pick(playOrder, chance) ?? '0';
    case 3:
    case 4:
      return `${MADE_UP}${chance(1e9).toString(36)}`;
    default:
      return pick(values, chance) ?? 0;
  }
}

function action(type: Call['type'], name: string, args: Foreign[], playerID: PlayerID): Call {
  return { type, payload: { type: name, args, playerID } };
}

function pick<Element>(list: readonly Element[], chance: Chance) {
  return list[chance(list.length)];
}
