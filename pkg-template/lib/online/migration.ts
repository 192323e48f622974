import { isEngineFailure } from '../engine/set-aside.js';
import { OTHER_VERSION, isOlder, versionText } from '../engine/version.js';
import { rondelError } from '../util/error.js';
import { isObject } from '../util/objects.js';
import { printable } from '../util/foreign-text.js';
import { ifRejected, isPromise } from '../util/promise.js';
import { messageOf } from '../util/print.js';
import { findUnserializable } from '../util/serializable.js';
import { noop } from '../util/noop.js';
import { jsonCopy } from '../util/json-copy.js';
import type { PartialGameState } from '../../types/game.js';
import type { Rules } from '../game/rules.js';
import type { Foreign } from '../util/foreign.js';
import type { Problem } from '../util/serializable.js';
import type { StoredState } from './stored-states.js';

type Version = string | number | undefined;

/** Rules with a way from other versions. */
type Migrating = Rules & Required<Pick<Rules, 'migrate'>>;

interface Options {
  matchID: string;
  /** The version of the rules. */
  version: Version;
  /** Throws if the rules cannot go on from a state. */
  check: (state: StoredState) => void;
}

/** The parts of a state that `migrate` has made; or the problem with them, and what was thrown. */
type Outcome = { parts: PartialGameState, problem?: undefined, thrown?: undefined } | { parts?: undefined, problem: string, thrown?: unknown };

/**
 * A stored state for these rules: their `migrate` makes it of the state that another version has stored. The
 * history of undo ends there. Throws if they have no way to it; the error names both versions. Throws as well if it fails the engine.
 */
export function migrate(rules: Rules, stored: StoredState, { matchID, version, check }: Options): StoredState {
  const { _version: from } = stored;
  const refuse = (why: string, cause?: unknown) => otherVersion({ matchID, from, version, why }, cause);
  if (version === undefined || isOlder(version, from)) throw refuse('');
  if (typeof rules.migrate !== 'function') throw refuse(', and have no migrate');
  const { parts, problem, thrown } = attempt(rules as Migrating, stored);
  if (!parts) throw refuse(problem, thrown);
  // Without its state the generator would begin again, with numbers that anybody can predict.
  const random = stored.plugins?.random;
  if (random !== undefined && isObject(parts.plugins)) parts.plugins = { random, ...parts.plugins };
  const undo = { _undo: rules.settings.disableUndo ? [] : [parts], _redo: [], _history: undefined };
  const state = { ...stored, ...parts, ...undo, _version: version };
  try {
    check(state);
  } catch (error) {
    if (isEngineFailure(error)) throw error;
    throw refuse(`: what migrate returned makes no sense: ${messageOf(error)}`, error);
  }
  return state;
}

/** Runs the game's `migrate` on a copy of the state. Copies the result, so that the game cannot change it later. */
function attempt(rules: Migrating, { G, ctx, plugins = {}, _version }: StoredState): Outcome {
  let problem = ', and their migrate threw';
  try {
    const made = rules.migrate(jsonCopy({ G, ctx, plugins }), _version);
    // It may be anything, also an object that throws when it is read.
    problem = ': what migrate returned cannot be read';
    return read(made, rules);
  } catch (thrown) {
    if (isEngineFailure(thrown)) throw thrown;
    return { problem, thrown };
  }
}

function read(made: unknown, { compat }: Rules): Outcome {
  if (made === undefined) return { problem: ', and their migrate returned nothing for it' };
  if (isPromise(made)) {
    ifRejected(made, noop);
    return { problem: ': migrate returned a promise: no callback of a game is async' };
  }
  const { G, ctx, plugins } = isObject(made) ? made : {} as Foreign;
  const parts: Record<string, Foreign> = { G, ctx, plugins };
  const lacking = Object.keys(parts).filter((part) => parts[part] === undefined);
  if (lacking.length > 0) return { problem: `: migrate returned no ${lacking.join(', no ')}` };
  const unfit = findUnserializable(parts, '', { sound: new WeakSet(), isAccepted: () => compat });
  if (unfit) return unstorable(unfit);
  return { parts: jsonCopy(parts) };
}

/** Players are sent only which part: a path within `G` may be a secret. */
function unstorable({ path, found }: Problem): Outcome {
  const [part] = path.slice(1).split(/[.[]/);
  const thrown = rondelError('game/unserializable', `migrate: ${path.slice(1)}: ${found} cannot be serialised; a state may contain only JSON values`);
  return { problem: `: migrate returned what cannot be stored in ${part}`, thrown };
}

function otherVersion({ matchID, from, version, why }: { matchID: string, from: Version, version: Version, why: string }, cause: unknown) {
  const played = from === undefined ? 'without a version' : `with ${versionText(from)}`;
  const rules = version === undefined ? 'these rules have no version' : `these rules are ${versionText(version)}`;
  const message = `match '${printable(matchID)}' was last played ${played}; ${rules}${why}`;
  const error = rondelError(OTHER_VERSION, message, { match: from ?? null, server: version ?? null });
  if (cause !== undefined) error.cause = cause;
  return error;
}
