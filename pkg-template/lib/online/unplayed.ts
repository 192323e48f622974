import { refusalOfSetupData } from '../game/declarations.js';
import { isObject } from '../util/objects.js';
import { createMatch, objectionToNumPlayers } from './match-data.js';
import { hasPlayers } from './storage/stored-match.js';
import type { Game } from '../../types/game.js';
import type { Rules } from '../game/rules.js';
import type { Foreign } from '../util/foreign.js';
import type { NewMatch } from './match-data.js';

/** The client's options of the match. */
interface Given {
  numPlayers: unknown;
  setupData: unknown;
  /** The present moment. */
  now: number;
}

/** How a match begins that a client has asked for. */
interface Beginning {
  rules: Rules;
  isForAnyNumber: boolean;
  /** Returns why the client may not begin a match; null if they may. */
  whyNot: () => string | null;
}

/** A new match, or why it does not begin. */
export type Begun = NewMatch & { error?: undefined } | { error: string };

/** The field of metadata of a match that has begun because a client asked for it. */
const BEGUN_BY_SYNC = '_begunBySync';

/**
 * A match that begins because a client asks for it, and is deleted if nobody plays it; or `{ error }`, why it does not begin. Throws what the
 * game throws.
 */
export function beginBySync(game: Game, { numPlayers, setupData, now }: Given, { rules, isForAnyNumber, whyNot }: Beginning): Begun {
  const unfit = isForAnyNumber ? null : objectionToNumPlayers(rules, numPlayers);
  const objection = unfit ?? whyNot();
  if (objection) return { error: objection };
  const match = createMatch({ game, unlisted: true, setupData, numPlayers: numPlayers as number, now });
  if ('setupDataError' in match) return { error: setupData === undefined ? 'game requires setupData' : refusalOfSetupData(match.setupDataError) };
  return { ...match, metadata: { ...match.metadata, [BEGUN_BY_SYNC]: true } };
}

/**
 * Returns `true` for metadata of a match that a client's `sync` began before this time, and in which no seat is taken. Accepts any stored
 * value.
 *
 * @param before in milliseconds
 */
export function mayBeUnplayed(metadata: unknown, before: number): boolean {
  if (!isBegunBySync(metadata) || !(metadata.createdAt < before)) return false;
  return isObject(metadata.players) && !hasPlayers(metadata);
}

/** Returns `true` for metadata of a match that a client's `sync` began. Accepts any stored value. */
export function isBegunBySync(metadata: unknown): metadata is Foreign {
  return isObject(metadata) && metadata[BEGUN_BY_SYNC] === true;
}

/** Returns `true` if no player has acted before this state. */
export function isUntouched(state: unknown): boolean {
  return isObject(state) && state._stateID === 0;
}
