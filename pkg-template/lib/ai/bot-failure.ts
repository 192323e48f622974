import { printError } from '../util/print-error.js';
import { described, printable } from '../util/foreign-text.js';
import { rondelError } from '../util/error.js';
import { messageOf } from '../util/print.js';
import { SILENT } from './attended.js';
import type { Foreign } from '../util/foreign.js';
import type { BotFailure } from './seated-bots.js';
import type { Thought } from './thinker.js';

/** So many different failures are printed: a bot may fail in new ways for ever. */
const MOST = 50;
/** Characters of a move's arguments that are shown. */
const LONGEST = 80;
/** The code of the error of a `play` that has returned no action. */
const NO_ACTION = 'bot/noAction';

/** Returns what a bot's `play` has returned, in the page or in a worker. Throws `bot/noAction` if it has no action. */
export function readThought(thought: Foreign): Thought {
  if (thought?.action) return thought;
  throw rondelError(NO_ACTION, `play(state, playerID): expected { action }, got ${described(thought?.action === undefined ? thought : thought.action)}`);
}

/** Prints what has gone wrong with bots, the same once. */
export function failurePrinter(): (text: string, reason: unknown) => void {
  const isNew = newFailures();
  return (text, reason) => isNew(`${text} ${messageOf(reason)}`) && printError(`rondel: ${text}:`, reason);
}

/** Whether a failure is to be printed: it has not been before, and not too many have. */
export function newFailures(): (failure: string) => boolean {
  const known = new Set<string>();
  return (failure) => {
    if (known.has(failure) || known.size >= MOST) return false;
    known.add(failure);
    return true;
  };
}

/** Which bot failed at which move, and what was done in its place. */
export function failureText(gameName: string, { playerID, action, reason, standIn }: BotFailure) {
  const tried = action === undefined ? attemptText(reason) : `did ${actionText(action)} in vain`;
  const instead = standIn === null ? 'it waits until the match goes on' : `${actionText(standIn)} was done in its place`;
  return `game '${gameName}': the bot of player '${playerID}' ${tried}; ${instead}`;
}

/** Whether a bot has thrown nothing, and found nothing to do. */
export function isIdle(reason: unknown) {
  return codeOf(reason) === NO_ACTION;
}

/** What a bot without an action did: what it throws says that it has failed. */
function attemptText(reason: unknown) {
  return isIdle(reason) || codeOf(reason) === SILENT ? 'did nothing' : 'has failed';
}

/** It may be anything, and throw when it is looked at. */
function codeOf(reason: Foreign): unknown {
  try {
    return reason.code;
  } catch {
    return undefined;
  }
}

/** An action as it is written in a game: `play("ace", 2)`. It may be anything, and throw when it is looked at. */
function actionText(action: Foreign) {
  try {
    const { type, args } = action.payload;
    if (typeof type !== 'string') return 'what is no action';
    const list = Array.isArray(args) ? args.map(argumentText).join(', ') : '';
    return `${printable(type)}(${list.length > LONGEST ? `${list.slice(0, LONGEST)}…` : list})`;
  } catch {
    return 'what is no action';
  }
}

function argumentText(arg: unknown) {
  return typeof arg === 'bigint' || typeof arg === 'function' ? described(arg) : String(JSON.stringify(arg));
}
