import { printError } from '../util/print-error.js';
import { described, printable } from '../util/foreign-text.js';
import { rondelError } from '../util/error.js';
import { messageOf } from '../util/print.js';
import { SILENT } from './silence-timeout.js';
import type { Foreign } from '../util/foreign.js';
import type { BotFailure } from './seated-bots.js';
import type { BotDecision } from './bot-runner.js';

/** Maximum number of different failures that are printed. */
const MAX_FAILURES = 50;
/** Maximum length of printed arguments, in characters. */
const MAX_ARGS_LENGTH = 80;
/** Code of the error of a `play` that returned no action. */
const NO_ACTION = 'bot/noAction';

/** Returns the result of a bot's `play`, in the page or in a worker. Throws `bot/noAction` if it has no action. */
export function readDecision(decision: Foreign): BotDecision {
  if (decision?.action) return decision;
  throw rondelError(NO_ACTION, `play(state, playerID): expected { action }, got ${described(decision?.action === undefined ? decision : decision.action)}`);
}

/** Returns a function that prints failures of bots, each one once. */
export function failurePrinter(): (text: string, reason: unknown) => void {
  const isNew = failureFilter();
  return (text, reason) => isNew(`${text} ${messageOf(reason)}`) && printError(`rondel: ${text}:`, reason);
}

/** Returns a function that returns `true` for a new failure, until too many are known. */
export function failureFilter(): (failure: string) => boolean {
  const known = new Set<string>();
  return (failure) => {
    if (known.has(failure) || known.size >= MAX_FAILURES) return false;
    known.add(failure);
    return true;
  };
}

/** Returns the message about a failed bot: its action, and the action in its place. */
export function failureText(gameName: string, { playerID, action, reason, standIn }: BotFailure) {
  const attempt = action === undefined ? attemptText(reason) : `did ${actionText(action)} in vain`;
  const instead = standIn === null ? 'it waits until the match goes on' : `${actionText(standIn)} was done in its place`;
  return `game '${gameName}': the bot of player '${playerID}' ${attempt}; ${instead}`;
}

/** Returns `true` if a bot has thrown nothing, and returned no action. */
export function isIdle(reason: unknown) {
  return codeOf(reason) === NO_ACTION;
}

/** Describes the failure of a bot without an action. */
function attemptText(reason: unknown) {
  return isIdle(reason) || codeOf(reason) === SILENT ? 'did nothing' : 'has failed';
}

/** The reason may be any value, and its getter may throw. */
function codeOf(reason: Foreign): unknown {
  try {
    return reason.code;
  } catch {
    return undefined;
  }
}

/** Returns an action as a call, for example `play("ace", 2)`. The action may be any value, and its getters may throw. */
function actionText(action: Foreign) {
  try {
    const { type, args } = action.payload;
    if (typeof type !== 'string') return 'an invalid action';
    const list = Array.isArray(args) ? args.map(argumentText).join(', ') : '';
    return `${printable(type)}(${list.length > MAX_ARGS_LENGTH ? `${list.slice(0, MAX_ARGS_LENGTH)}…` : list})`;
  } catch {
    return 'an invalid action';
  }
}

function argumentText(arg: unknown) {
  return typeof arg === 'bigint' || typeof arg === 'function' ? described(arg) : String(JSON.stringify(arg));
}
