import { current, isDraft } from 'immer';

import { EVENTS_OF_GAMES } from './codes.js';
import { makeEffect } from './effects.js';
import { rondelError } from '../util/error.js';
import { hasMembers } from '../util/objects.js';
import type { EffectsAPI } from '../../types/effects.js';
import type { EventsAPI, LogAPI, RandomAPI } from '../../types/game.js';
import type { Foreign } from '../util/foreign.js';
import type { Host } from './host.js';

/** Arguments of moves and hooks in addition to `G` and `ctx`. */
export interface Tools {
  events: EventsAPI;
  random: RandomAPI;
  log: LogAPI;
  effects: EffectsAPI;
}

/**
 * Makes `events`, `random`, `log` and `effects` for moves and hooks, once per host. They work on the action that the engine is processing.
 */
export function makeTools(host: Host): Tools {
  return { events: makeEvents(host), random: makeRandom(host), log: makeLog(host), effects: makeEffects(host) };
}

function makeEvents(host: Host): EventsAPI {
  const events: Record<string, (arg: unknown) => void> = {};
  EVENTS_OF_GAMES.forEach((name, kind) => {
    // Not written into the assignment: see lib/util/noop.js.
    const event = (arg: unknown) => {
      if (!host.engine.callEvent(host.passEvent(kind, settle(arg)))) throw outside(`events.${name}`);
    };
    events[name] = event;
  });
  return Object.freeze(events) as unknown as EventsAPI;
}

function makeRandom(host: Host) {
  return randomOf(() => {
    const drawn = host.engine.number();
    // NaN: no action is being processed, so there is no generator to draw from.
    if (drawn !== drawn) throw outside('random');
    return drawn;
  });
}

/** Makes the API `random` of games over a function that draws numbers from 0 up to 1. */
export function randomOf(number: () => number): RandomAPI {
  const throwDie = (faces: number) => Math.floor(number() * faces) + 1;
  const dice = (faces: number, count: number | undefined) =>
    count === undefined ? throwDie(faces) : Array.from({ length: count }, () => throwDie(faces));
  return Object.freeze({
    D4: (count?: number) => dice(4, count),
    D6: (count?: number) => dice(6, count),
    D8: (count?: number) => dice(8, count),
    D10: (count?: number) => dice(10, count),
    D12: (count?: number) => dice(12, count),
    D20: (count?: number) => dice(20, count),
    Die: (faces = 6, count?: number) => dice(faces, count),
    Number: number,
    Shuffle: <Card>(deck: readonly Card[]) => {
      const left = [...deck];
      const shuffled: Card[] = [];
      while (left.length > 0) {
        const index = Math.trunc(left.length * number());
        const last = left.pop()!;
        // The last card takes the place of the one that is drawn, as in boardgame.io.
        shuffled.push(index < left.length ? left[index] : last);
        if (index < left.length) left[index] = last;
      }
      return shuffled;
    },
  }) as RandomAPI;
}

function makeLog(host: Host): LogAPI {
  return Object.freeze({
    setMetadata: (metadata: unknown) => {
      host.checks?.metadata(metadata);
      if (!host.engine.setMetadata(host.keep(host.asStored(settle(metadata))))) throw outside('log.setMetadata');
    },
  });
}

function makeEffects(host: Host): EffectsAPI {
  return Object.freeze({
    emit: (name: unknown, data?: unknown, options?: unknown) => {
      const effect = makeEffect(host.declaredEffects, name, { data, options }, host.numPlayers);
      if (!host.engine.emit(host.keep(effect))) throw outside('effects.emit');
    },
  });
}

/** The value with each draft of Immer's replaced by its present contents: drafts are revoked after a move. */
export function settle(value: Foreign): Foreign {
  if (!hasMembers(value)) return value;
  if (isDraft(value)) return current(value);
  if (Array.isArray(value)) return settleAll(value, () => [...value]);
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype ? settleAll(value, () => ({ ...value })) : value;
}

function settleAll(value: Foreign, copy: () => Foreign) {
  let settled = value;
  for (const key of Object.keys(value)) {
    const member = settle(value[key]);
    if (member === value[key]) continue;
    if (settled === value) settled = copy();
    settled[key] = member;
  }
  return settled;
}

function outside(what: string) {
  return rondelError('game/outside', `${what} was used outside moves and hooks: it works only while one runs`);
}
