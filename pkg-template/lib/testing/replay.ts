import { versionOf, versionText } from '../engine/version.js';
import { rulesOf } from '../game/rules.js';
import { isForReplay } from '../game/replay.js';
import { logWithoutCredentials, objectionToMatchFile } from '../online/match-file.js';
import { withoutReplay } from '../online/replay-entries.js';
import { hasCode, rondelError } from '../util/error.js';
import { isObject } from '../util/objects.js';
import { differenceBetween } from './difference.js';
import { replaySteps } from './replay-steps.js';
import type { Effect } from '../../types/effects.js';
import type { StorageAPI } from '../../types/master.js';
import type { Replay, ReplayableMatch, ReplayableState, ReplayOpts } from '../../types/testing.js';
import type { Foreign } from '../util/foreign.js';
import type { ReplayStep } from './replay-steps.js';

type Version = ReplayableState['_version'];

/** Description of a comparison, with the action that led to the state. */
interface Compared {
  what: string;
  stateID: number;
  action: Foreign;
}

const CODE = 'testing/replay';

const NO_EFFECTS: readonly Effect[] = [];

/**
 * Replays a match, state by state: one that a server has exported, or one from a storage. Secure random numbers come from the log; a
 * generator draws the same numbers again. Compares the log entries of each action, and the last state.
 *
 * Throws `testing/replay` with the place
 * - at the first difference, unless `compare` is `false`.
 * - if the rules do not allow an action that was made.
 * - if the log lacks an action, for example in a game with `disableLog`.
 *
 * `error.payload` is `{ stateID, action, path }`.
 *
 * @example
 * const { steps } = replay(JSON.parse(readFileSync('match.json', 'utf8')), { game });
 * for (const { action, state } of steps) console.log(action.payload, state.G);
 *
 * @example
 * // Tries other rules on an old match.
 * const match = await storage.fetch(matchID, { initialState: true, log: true, state: true });
 * const { state } = replay(match, { game: otherRules, compare: false });
 */
export function replay<G = any>(match: ReplayableMatch<G>, options: ReplayOpts<G>): Replay<G> {
  const { game, compare = true } = options;
  const objection = objectionTo(match);
  if (objection) throw rondelError(CODE, `replay: ${objection}`);
  const rules = rulesOf(game);
  const { initialState, state: last, metadata } = match;
  if (metadata?.gameName !== undefined && metadata.gameName !== rules.name) {
    throw rondelError(CODE, `replay: the match is one of '${metadata.gameName}', and this game is '${rules.name}'`);
  }
  const otherVersion = noteOfVersions([initialState as StorageAPI.StoredState, ...last ? [last] : []], versionOf(rules));
  const steps: Replay<G>['steps'] = [];
  let state = initialState;
  try {
    for (const step of replaySteps(game, match)) {
      if (compare) compareEntries(step);
      state = step.state;
      steps.push({ action: step.action, state, effects: effectsIn(step.entries) });
    }
    if (compare && last) compareStates(last, state, steps.at(-1)?.action);
  } catch (error) {
    if (otherVersion && hasCode(error, [CODE])) (error as Error).message += `; ${otherVersion}`;
    throw error;
  }
  return { initialState, steps, state, otherVersion };
}

/** Returns the effects of an action. They are in its first entry. */
function effectsIn([entry]: ReplayStep['entries']): readonly Effect[] {
  return entry?.effects ?? NO_EFFECTS;
}

/** Returns the reason why a match cannot be replayed; `null` if it can. Only files have a format. */
function objectionTo(match: unknown): string | null {
  if (!isObject(match) || match.format !== undefined) return objectionToMatchFile(match);
  const isWhole = isObject(match.initialState) && Array.isArray(match.log);
  return isWhole ? null : "expected what exportMatch of a server's `admin` has made, or `initialState` and `log` as `fetch` of a storage returns them";
}

/** Compares the log entries of an action, without the data for replay. */
function compareEntries({ action, state, entries, stateID }: ReplayStep) {
  if (isForReplay(entries[0])) return;
  const logged = logWithoutCredentials(withoutReplay(entries));
  expectSame(logged, state.deltalog ?? [], { what: `state ${stateID}: log`, stateID, action });
}

function compareStates(one: Foreign, other: Foreign, action: Foreign) {
  for (const part of ['G', 'ctx', 'plugins']) {
    expectSame(one[part], other[part], { what: `the last state, ${one._stateID}: ${part}`, stateID: one._stateID, action });
  }
}

function expectSame(one: unknown, other: unknown, { what, stateID, action }: Compared) {
  const [expected, replayed] = [one, other].map((value) => inOrder(JSON.parse(JSON.stringify(value ?? null))));
  const difference = differenceBetween(expected, replayed);
  if (!difference) return;
  const { path, texts } = difference;
  const message = `${what}${path && `.${path}`}: ${texts[0]} then, ${texts[1]} when it is played again`;
  throw rondelError(CODE, message, { stateID, action, path });
}

/** Returns a value with sorted members: a database may store those of an object in another order. */
function inOrder(value: Foreign): Foreign {
  if (Array.isArray(value)) return value.map(inOrder);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.keys(value).sort().map((key) => [key, inOrder(value[key])]));
}

/** Returns a note if the stored states of a match and a game have different versions; otherwise `null`. */
function noteOfVersions(states: Pick<ReplayableState, '_version'>[], version: Version) {
  const versions = [...new Set(states.map(({ _version }) => _version))];
  if (versions.every((one) => one === version)) return null;
  const rules = versions.map(versionText).join(', then with ');
  return `the match was played with ${rules}, and this game has ${versionText(version)}: play it again with the rules that it was played with`;
}
