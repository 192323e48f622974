import {
  ARGUMENT_KINDS, ARGUMENT_LIST, ARGUMENT_NULL, ARGUMENT_OBJECT, ARGUMENT_OTHER, DEEPEST_VALUE, EVENT_END_GAME,
  EVENT_SET_ACTIVE_PLAYERS, MOST_PLAYERS,
} from './codes.js';
import { hasMembers } from '../util/objects.js';

/** A value with more parts is not encoded in full: the engine looks names up in lists, one by one. */
const MOST_PARTS = 20_000;

/** The argument of an event, encoded as deep as the event reads it: an outcome of `endGame` is the game's own. */
export function encodeEvent(event: number, arg: unknown) {
  return encodeArgument(arg, event === EVENT_SET_ACTIVE_PLAYERS ? DEEPEST_VALUE : Number(event !== EVENT_END_GAME));
}

/** A value as the list that `pushArgument` writes. */
export function encodeArgument(value: unknown, levels: number) {
  const out: unknown[] = [];
  pushArgument(out, value, levels);
  return out;
}

/**
 * Flattens a value for `src/js/read/argument.rs`, down to the given number of levels. A value becomes its kind and itself. A list or an
 * object adds the number of its members and each member, in an object after its key. The engine interprets and checks the value.
 */
export function pushArgument(out: unknown[], value: unknown, levels: number, most = out.length + MOST_PARTS) {
  if (levels > 0 && hasMembers(value)) {
    const keys = Array.isArray(value) ? null : Object.keys(value);
    // The engine refuses more than there can be players, and need not see how many more.
    const length = Math.min((keys ?? (value as unknown[])).length, MOST_PLAYERS + 1);
    if (out.length + length < most) {
      out.push(keys ? ARGUMENT_OBJECT : ARGUMENT_LIST, value, length);
      for (let i = 0; i < length; i += 1) {
        if (keys) out.push(keys[i]);
        pushArgument(out, value[keys ? keys[i] : i], levels - 1, most);
      }
      return;
    }
  }
  const kind = value === null ? ARGUMENT_NULL : ARGUMENT_KINDS.indexOf(typeof value);
  out.push(kind < 0 ? ARGUMENT_OTHER : kind, value);
}
