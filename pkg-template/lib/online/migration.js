import { isEngineFailure } from '../engine/set-aside.js';
import { OTHER_VERSION, isOlder, versionText } from '../engine/version.js';
import { rondelError } from '../util/error.js';
import { isObject } from '../util/objects.js';
import { printable } from '../util/printable.js';
import { ifRejected, isPromise } from '../util/promise.js';
import { messageOf } from '../util/print.js';
import { findUnserializable } from '../util/serializable.js';
import { noop } from '../util/noop.js';
import { jsonCopy } from '../util/json-copy.js';

/**
 * A stored state for these rules: their `migrate` makes it of the state that another version has stored. The
 * history of undo ends there. Throws if they have no way to it; the error names both versions. Throws as well if it fails the engine.
 *
 * @param {import('../game/rules.js').Rules} rules
 * @param {any} stored
 * @param {{ matchID: string, version: string | number | undefined, check: (state: object) => void }} options `check` throws
 *   if the rules cannot go on from a state
 */
export function migrate(rules, stored, { matchID, version, check }) {
  const { _version: from } = stored;
  const refuse = (why, cause) => otherVersion({ matchID, from, version, why }, cause);
  if (version === undefined || isOlder(version, from)) throw refuse('');
  if (typeof rules.migrate !== 'function') throw refuse(', and have no migrate');
  const { parts, problem, thrown } = attempt(rules, stored);
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

/**
 * What the game's code makes of a copy, copied, so that it cannot change any more. Or the `problem` with it, and what was `thrown`.
 *
 * @returns {{ parts?: { G: any, ctx: any, plugins: any }, problem?: string, thrown?: unknown }}
 */
function attempt(rules, { G, ctx, plugins = {}, _version }) {
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

function read(made, { compat }) {
  if (made === undefined) return { problem: ', and their migrate returned nothing for it' };
  if (isPromise(made)) {
    ifRejected(made, noop);
    return { problem: ': migrate returned a promise: no callback of a game is async' };
  }
  const { G, ctx, plugins } = isObject(made) ? made : /** @type {any} */ ({});
  const parts = { G, ctx, plugins };
  const lacking = Object.keys(parts).filter((part) => parts[part] === undefined);
  if (lacking.length > 0) return { problem: `: migrate returned no ${lacking.join(', no ')}` };
  const unfit = findUnserializable(parts, '', { sound: new WeakSet(), isAccepted: () => compat });
  if (unfit) return unstorable(unfit);
  return { parts: jsonCopy(parts) };
}

/** Players are sent only which part: a path within `G` may be a secret. */
function unstorable({ path, found }) {
  const [part] = path.slice(1).split(/[.[]/);
  const thrown = rondelError('game/unserializable', `migrate: ${path.slice(1)}: ${found} cannot be serialised; a state holds only what JSON can say`);
  return { problem: `: migrate returned what cannot be stored in ${part}`, thrown };
}

function otherVersion({ matchID, from, version, why }, cause) {
  const played = from === undefined ? 'without a version' : `with ${versionText(from)}`;
  const rules = version === undefined ? 'these rules have no version' : `these rules are ${versionText(version)}`;
  const message = `match '${printable(matchID)}' was last played ${played}; ${rules}${why}`;
  const error = rondelError(OTHER_VERSION, message, { match: from ?? null, server: version ?? null });
  if (cause !== undefined) error.cause = cause;
  return error;
}
