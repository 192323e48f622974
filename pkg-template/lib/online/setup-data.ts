import { isEqual } from './protocol/patch.js';
import { copyOf } from './protocol/limited-copy.js';
import { rondelError } from '../util/error.js';
import { print } from '../util/print.js';
import { printable } from '../util/foreign-text.js';
import { findUnstorable } from '../util/serializable.js';

/**
 * The `setupData` of clients whose match is hosted by their own page or origin: it begins with them. A server never reads them, because
 * there they are given to the lobby, which limits them.
 */

const UNLIMITED = { values: Infinity, text: Infinity, longest: Infinity };

/** A copy of what a page has given; undefined if that is nothing. Throws for what JSON cannot represent, with the path. */
export function copyOfSetupData(setupData: unknown) {
  if (setupData === undefined) return undefined;
  const problem = findUnstorable(setupData, 'setupData');
  if (problem) throw unserializable(`${problem.path}: ${problem.found}`);
  try {
    return copyOf(setupData, UNLIMITED);
  } catch {
    throw unserializable('setupData: what is too deep, or has a member called __proto__,');
  }
}

/** A copy of the setup data that a client sends when it asks for a match; undefined if it sends none, or what no page of ours sends. */
export function readSetupData(about: unknown) {
  try {
    const { setupData } = Object(about);
    return setupData === undefined ? undefined : copyOf(setupData, UNLIMITED);
  } catch {
    return undefined;
  }
}

/** Warns that a match goes on with the setup data that it began with, if a client has others. Returns whether it has warned. */
export function warnOfOtherSetupData(matchID: string, { given, stored }: { given: unknown, stored: unknown }): boolean {
  if (given === undefined || isEqual(given, stored)) return false;
  print('warn', `rondel: match ${printable(matchID)} started with setupData that differ from this client's, and keeps them: use another matchID to start another match`);
  return true;
}

function unserializable(what: string) {
  return rondelError('game/unserializable', `${what} cannot be serialised; setupData may contain only JSON values`);
}
