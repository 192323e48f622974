import { PROBLEM_DEFINITION } from './codes.js';
import { described } from '../util/foreign-text.js';
import { rondelError } from '../util/error.js';
import type { ActionError } from '../../types/game.js';

/** Characters of a version that is a text. */
const LONGEST = 100;
const A_VERSION = `a whole number, or a string of 1 to ${LONGEST} characters`;

/** The code of the error of a match that was played with another version of the rules, and is left as it is. */
export const OTHER_VERSION = 'game/version';

/** Returns `true` if a value may be the version of a game's rules. */
export function isVersion(value: unknown): value is string | number {
  return typeof value === 'string' ? value !== '' && value.length <= LONGEST : Number.isSafeInteger(value);
}

/** The version that a game declares; undefined if it declares none. Throws if it is no version. */
export function readVersion(declared: unknown): string | number | undefined {
  if (declared === undefined || isVersion(declared)) return declared;
  throw rondelError(PROBLEM_DEFINITION, `version: expected ${A_VERSION}; got ${described(declared)}`);
}

/** The version of a game's rules; undefined if they have none. */
export function versionOf({ settings }: { settings?: { version?: unknown } }): string | number | undefined {
  return readVersion(settings?.version);
}

/** Returns `true` if rules are known to be older. Only numeric versions have an order. */
export function isOlder(version: unknown, other: unknown) {
  return typeof version === 'number' && typeof other === 'number' && version < other;
}

/**
 * The refusal if a client's rules have another version than the server's; null if they do not, or the server sends no version: then
 * it is one of boardgame.io's, or its game has none.
 */
export function mismatch(client: string | number | undefined, server: string | number | undefined): ActionError | null {
  if (server === undefined || server === client) return null;
  const message = `this page has ${versionText(client)} of the game; the server has ${versionText(server)}`;
  return { type: 'match/version', message, payload: { client: client ?? null, server } };
}

/**
 * Returns the refusal of a client with another version, if the game asks for that; `null` otherwise. A client without a version may be
 * boardgame.io's.
 */
export function objectionToVersion(rules: { settings?: { version?: unknown, refuseOtherVersions?: boolean } }, client: string | number | undefined) {
  if (!rules.settings?.refuseOtherVersions || client === undefined) return null;
  const { message, payload } = mismatch(client, versionOf(rules)) ?? {};
  return message === undefined ? null : { error: message, payload };
}

/** A version, for errors. */
export function versionText(version: string | number | undefined) {
  return version === undefined ? 'no version' : `version ${JSON.stringify(version)}`;
}
