import { printError } from '../util/print-error.js';
import { described } from '../util/described.js';
import { rondelError } from '../util/error.js';
import { printable } from '../util/printable.js';
import { messageOf } from '../util/print.js';
import { SILENT } from './attended.js';

/** So many different failures are printed: a bot may fail in new ways for ever. */
const MOST = 50;
/** Characters of a move's arguments that are shown. */
const LONGEST = 80;
/** The code of the error of a `play` that has returned no action. */
const NO_ACTION = 'bot/noAction';

/**
 * Returns what a bot's `play` has returned, in the page or in a worker. Throws `bot/noAction` if it has no action.
 *
 * @param {any} thought
 * @returns {{ action: any, metadata?: any }}
 */
export function readThought(thought) {
  if (thought?.action) return thought;
  throw rondelError(NO_ACTION, `play(state, playerID): expected { action }, got ${described(thought?.action === undefined ? thought : thought.action)}`);
}

/**
 * Prints what has gone wrong with bots, the same once.
 *
 * @returns {(text: string, reason: unknown) => void}
 */
export function failurePrinter() {
  const isNew = newFailures();
  return (text, reason) => isNew(`${text} ${messageOf(reason)}`) && printError(`rondel: ${text}:`, reason);
}

/**
 * Whether a failure is to be printed: it has not been before, and not too many have.
 *
 * @returns {(failure: string) => boolean}
 */
export function newFailures() {
  const known = new Set();
  return (failure) => {
    if (known.has(failure) || known.size >= MOST) return false;
    known.add(failure);
    return true;
  };
}

/**
 * Which bot failed at which move, and what was done in its place.
 *
 * @param {string} gameName
 * @param {import('./seated-bots.js').BotFailure} failure
 */
export function failureText(gameName, { playerID, action, reason, standIn }) {
  const tried = action === undefined ? attemptText(reason) : `did ${actionText(action)} in vain`;
  const instead = standIn === null ? 'it waits until the match goes on' : `${actionText(standIn)} was done in its place`;
  return `game '${gameName}': the bot of player '${playerID}' ${tried}; ${instead}`;
}

/** Whether a bot has thrown nothing, and found nothing to do. */
export function isIdle(reason) {
  return codeOf(reason) === NO_ACTION;
}

/** What a bot without an action did: what it throws says that it has failed. */
function attemptText(reason) {
  return isIdle(reason) || codeOf(reason) === SILENT ? 'did nothing' : 'has failed';
}

/** It may be anything, and throw when it is looked at. */
function codeOf(reason) {
  try {
    return reason.code;
  } catch {
    return undefined;
  }
}

/** An action as it is written in a game: `play("ace", 2)`. It may be anything, and throw when it is looked at. */
function actionText(action) {
  try {
    const { type, args } = action.payload;
    if (typeof type !== 'string') return 'what is no action';
    const list = Array.isArray(args) ? args.map(argumentText).join(', ') : '';
    return `${printable(type)}(${list.length > LONGEST ? `${list.slice(0, LONGEST)}…` : list})`;
  } catch {
    return 'what is no action';
  }
}

function argumentText(arg) {
  return typeof arg === 'bigint' || typeof arg === 'function' ? described(arg) : String(JSON.stringify(arg));
}
