import { current, isDraft } from 'immer';

import { EVENTS_OF_GAMES } from './codes.js';
import { rondelError } from '../util/error.js';
import { hasMembers } from '../util/objects.js';

/**
 * What moves and hooks get as `events`, `random` and `log`: made once for a host, working on the action that its engine
 * is processing.
 */
export function makeTools(host) {
  return { events: makeEvents(host), random: makeRandom(host), log: makeLog(host) };
}

function makeEvents(host) {
  const events = {};
  EVENTS_OF_GAMES.forEach((name, kind) => {
    // Not written into the assignment: see lib/util/noop.js.
    const event = (arg) => {
      if (!host.engine.callEvent(host.hand(kind, settle(arg)))) throw outside(`events.${name}`);
    };
    events[name] = event;
  });
  return Object.freeze(events);
}

function makeRandom(host) {
  return randomOf(() => {
    const drawn = host.engine.number();
    // NaN: no action is being processed, so there is no generator to draw from.
    if (drawn !== drawn) throw outside('random');
    return drawn;
  });
}

/**
 * What games know as `random`, over a function that draws numbers from 0 up to 1.
 *
 * @param {() => number} number
 */
export function randomOf(number) {
  const throwDie = (faces) => Math.floor(number() * faces) + 1;
  const dice = (faces, count) =>
    count === undefined ? throwDie(faces) : Array.from({ length: count }, () => throwDie(faces));
  return Object.freeze({
    D4: (count) => dice(4, count),
    D6: (count) => dice(6, count),
    D8: (count) => dice(8, count),
    D10: (count) => dice(10, count),
    D12: (count) => dice(12, count),
    D20: (count) => dice(20, count),
    Die: (faces = 6, count) => dice(faces, count),
    Number: number,
    Shuffle: (deck) => {
      const left = [...deck];
      const shuffled = [];
      while (left.length > 0) {
        const index = Math.trunc(left.length * number());
        const last = left.pop();
        // The last card takes the place of the one that is drawn, as in boardgame.io.
        shuffled.push(index < left.length ? left[index] : last);
        if (index < left.length) left[index] = last;
      }
      return shuffled;
    },
  });
}

function makeLog(host) {
  return Object.freeze({
    setMetadata: (metadata) => {
      host.checks?.metadata(metadata);
      if (!host.engine.setMetadata(host.keep(host.asStored(settle(metadata))))) throw outside('log.setMetadata');
    },
  });
}

/** The value with each draft of Immer's replaced by its present contents: drafts are revoked after a move. */
export function settle(value) {
  if (!hasMembers(value)) return value;
  if (isDraft(value)) return current(value);
  if (Array.isArray(value)) return settleAll(value, () => [...value]);
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype ? settleAll(value, () => ({ ...value })) : value;
}

function settleAll(value, copy) {
  let settled = value;
  for (const key of Object.keys(value)) {
    const member = settle(value[key]);
    if (member === value[key]) continue;
    if (settled === value) settled = copy();
    settled[key] = member;
  }
  return settled;
}

function outside(what) {
  return rondelError('game/outside', `${what} was used outside moves and hooks: it works only while one runs`);
}
