import { versionOf, versionText } from '../engine/version.js';
import { rulesOf } from '../game/rules.js';
import { isForReplay } from '../game/replay.js';
import { logWithoutCredentials, objectionToMatchFile } from '../online/match-file.js';
import { withoutReplay } from '../online/replayable.js';
import { rondelError } from '../util/error.js';
import { differenceBetween } from './difference.js';
import { played } from './played.js';

/**
 * Replays a match that a server has exported, and compares the outcome of each action with the one in the file.
 *
 * @type {typeof import('../../testing.js').replay}
 */
export function replay(file, { game }) {
  const objection = objectionToMatchFile(file);
  if (objection) throw rondelError('testing/replay', `replay: ${objection}`);
  const rules = rulesOf(game);
  const { initialState, log, state: last, metadata } = file;
  if (metadata?.gameName !== undefined && metadata.gameName !== rules.name) {
    throw rondelError('testing/replay', `replay: the match is one of '${metadata.gameName}', and this game is '${rules.name}'`);
  }
  const otherVersion = noteOfVersions([/** @type {any} */ (initialState)._version, last._version], versionOf(rules));
  const steps = [];
  let state = initialState;
  try {
    for (const step of played(game, { initialState, log, state: last })) {
      compareEntries(step);
      state = step.state;
      steps.push({ action: step.action, state });
    }
    compareStates(last, state, steps.at(-1)?.action);
  } catch (error) {
    if (otherVersion && error?.code === 'testing/replay') error.message += `; ${otherVersion}`;
    throw error;
  }
  return { initialState, steps, state, otherVersion };
}

/** Compares what is logged of an action, without what is kept for replay. */
function compareEntries({ action, state, entries, stateID }) {
  if (isForReplay(entries[0])) return;
  const logged = logWithoutCredentials(withoutReplay(entries));
  compare(logged, state.deltalog ?? [], { what: `of the action of state ${stateID}, the log`, stateID, action });
}

function compareStates(one, other, action) {
  for (const part of ['G', 'ctx', 'plugins']) {
    compare(one[part], other[part], { what: `the last state, ${one._stateID}: ${part}`, stateID: one._stateID, action });
  }
}

function compare(one, other, { what, stateID, action }) {
  const [expected, replayed] = [one, other].map((value) => inOrder(JSON.parse(JSON.stringify(value ?? null))));
  const difference = differenceBetween(expected, replayed);
  if (!difference) return;
  const { path, texts } = difference;
  const message = `${what}${path && `.${path}`}: ${texts[0]} then, ${texts[1]} when it is played again`;
  throw rondelError('testing/replay', message, { stateID, action, path });
}

/** With sorted members: a database may keep those of an object in another order. */
function inOrder(value) {
  if (Array.isArray(value)) return value.map(inOrder);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.keys(value).sort().map((key) => [key, inOrder(value[key])]));
}

/** A note if a match and a game are of different versions; null if they are not. */
function noteOfVersions(match, version) {
  const others = [...new Set(match)].filter((one) => one !== version);
  if (others.length === 0) return null;
  const rules = [...new Set(match)].map(versionText).join(', then with ');
  return `the match was played with ${rules}, and this game has ${versionText(version)}: play it again with the rules that it was played with`;
}
