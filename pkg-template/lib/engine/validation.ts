/**
 * Checks of states from elsewhere. They were stored, or made elsewhere, and may hold anything, getters and proxies that throw
 * included. Each error names the path of what is wrong, and nothing else.
 */
import { LONGEST_NAME, PROBLEM_STATE } from './codes.js';
import { playerName } from './players.js';
import { described } from '../util/foreign-text.js';
import { rondelError } from '../util/error.js';
import { hasMembers, isObject } from '../util/objects.js';
import { checkStackForSteps } from './stack-probe.js';
import type { Foreign } from '../util/foreign.js';

type Parse<Result, Rules> = (value: Foreign, rules: Rules) => Result;

/** A problem and its place. A place begins with a dot or a bracket. */
export class ValidationError {
  #place: string;
  #problem: string;

  constructor(place: string, problem: string) {
    this.#place = place;
    this.#problem = problem;
  }

  /** From what was thrown while a place was read. It may be anything, a proxy included: `in` runs none of its code. */
  static at(place: string, thrown: unknown) {
    const isValidationError = hasMembers(thrown) && #place in thrown;
    return isValidationError ? new ValidationError(place + thrown.#place, thrown.#problem) : new ValidationError(place, 'cannot be read');
  }

  toError() {
    return rondelError(PROBLEM_STATE, `${this.#place.replace(/^\./, '') || 'state'}: ${this.#problem}`);
  }
}

/** Parses a value from elsewhere. Throws an error that names the path, from `place` on. */
export function parsed<Result, Rules>(place: string, parse: Parse<Result, Rules>, value: unknown, rules?: Rules): Result {
  // Where the stack is full, any state would seem to throw.
  checkStackForSteps();
  try {
    return parse(value, rules as Rules);
  } catch (thrown) {
    throw ValidationError.at(place, thrown).toError();
  }
}

/** Parses a part of a value. `rules` are what else the parser needs. */
export function within<Result, Rules>(place: string, parse: Parse<Result, Rules>, value: Foreign, rules?: Rules): Result {
  try {
    return parse(value, rules as Rules);
  } catch (thrown) {
    throw ValidationError.at(place, thrown);
  }
}

export function parseList<Entry, Rules>(list: Foreign, parse: Parse<Entry, Rules>, rules: Rules, most: number) {
  const length = lengthOf(list, 'a list', most);
  const result: Entry[] = [];
  for (let i = 0; i < length; i += 1) {
    try {
      result.push(parse(list[i], rules));
    } catch (thrown) {
      throw ValidationError.at(`[${i}]`, thrown);
    }
  }
  return result;
}

export function lengthOf(value: Foreign, what: string, most: number) {
  if (!Array.isArray(value)) throw unexpected('', what, value);
  const { length } = value;
  if (!(length <= most)) throw unexpected('', `${what}, ${most} at most`, length);
  return length;
}

export function whole(place: string, value: Foreign, least: number, most: number): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw unexpected(place, 'a whole number', value);
}

export function number(place: string, value: Foreign): number {
  if (Number.isFinite(value)) return value;
  throw unexpected(place, 'a number', value);
}

export function optionalPlayer(place: string, value: Foreign, compat: boolean) {
  return value === undefined || value === null ? undefined : player(place, value, compat);
}

export function player(place: string, value: Foreign, compat: boolean) {
  const known = playerName(value, compat);
  if (known === undefined) throw unexpected(place, 'a player', value);
  return name(place, known);
}

export function optionalText(place: string, value: Foreign, what: string) {
  if (typeof value === 'string') return name(place, value);
  if (value === undefined || value === null) return undefined;
  throw unexpected(place, what, value);
}

export function name(place: string, text: string) {
  if (text.length > LONGEST_NAME) throw new ValidationError(place, `a name of ${text.length} characters; ${LONGEST_NAME} is the most`);
  return text;
}

export function object(place: string, value: Foreign): Foreign {
  if (isObject(value)) return value;
  throw unexpected(place, 'an object', value);
}

export function unexpected(place: string, expected: string, value: unknown) {
  return new ValidationError(place, `expected ${expected}, got ${described(value)}`);
}
