import {
  LONGEST_NAME, PLACE_NONE, PROBLEM_STATE, REFUSAL_ACTION_INVALID, REQUEST_EVENT, REQUEST_MOVE, VALUE_TRUE, VALUE_UNDEFINED, WAIT_THROWS,
} from '../engine/codes.js';
import { encodeState } from '../engine/state.js';
import { requestOf } from '../game/request-code.js';
import { showSame } from './online-state.js';
import type { MatchHost } from '../engine/match-host.js';
import type { OtherObject } from '../engine/instance.js';
import type { OpenEngine } from '../game/match.js';
import type { Effect as GameEffect } from '../../types/effects.js';
import type { State } from '../../types/game.js';
import type { RondelError } from '../util/error.js';
import type { Foreign } from '../util/foreign.js';
import type { Effect, Instance, PlayerAction } from './online-engine.js';
import type { OnlineState } from './online-state.js';
import type { SeatID } from './players.js';

/**
 * Returns the imports of the module for an online client, in addition to those for the game's code. Effects are collected, and handled
 * after the call has returned.
 *
 * @param rules settings for parsing the master's states
 */
export function hostMethods(instance: Instance, { plugins, compat }: { plugins: string[], compat: boolean }) {
  const { match: { host } } = instance;
  const kept = (id: number): Foreign => host.kept(id);
  const leave = (...effect: Effect) => { instance.effects.push(effect); };
  return {
    handOver(id: number) {
      try {
        host.list = encodeState({ ...kept(id).view, _undo: [], _redo: [] }, { plugins, compat, seed: '0' });
        return PLACE_NONE;
      } catch (error) {
        if ((error as RondelError).code !== PROBLEM_STATE) throw error;
        return host.keep({ type: REFUSAL_ACTION_INVALID, message: (error as RondelError).message });
      }
    },
    isSame(one: number, other: number) {
      try {
        return showSame(kept(one), kept(other)) ? 1 : 0;
      } catch {
        // Values that are too deep to be compared count as different.
        return 0;
      }
    },
    keepAhead(base: number, g: number, ctx: number, data: number, ...rest: number[]) {
      const [log, added, _stateID, canUndo] = rest;
      const { view, log: known } = kept(base);
      const ahead = host.take(log);
      return host.keep({
        view: { G: kept(g), ctx: kept(ctx), plugins: withOwn(view.plugins, kept(data), plugins), _stateID },
        log: { ...known, ahead },
        deltalog: added > 0 ? ahead.slice(-added) : [],
        canUndo: Boolean(canUndo),
        canRedo: false,
      } satisfies OnlineState);
    },
    begin(action: number) {
      instance.running = kept(action) as PlayerAction;
      const { type, args } = instance.running.payload;
      [host.moveName, host.moveArgs] = [type!, args];
    },
    replays: () => leave('replays'),
    emits: (action: number, effect: number) => leave('emits', kept(action) as PlayerAction, kept(effect) as GameEffect),
    waits(action: number, why: number) {
      leave('waits', { name: kept(action).payload.type, why, thrown: why === WAIT_THROWS ? host.caught : null });
      host.caught = null;
    },
    send(action: number, ...made: number[]) {
      const [seen, seq, first, dependsOn, ahead] = made;
      leave('send', kept(action), { seen, seq, first, dependsOn, ahead: Boolean(ahead) });
    },
    resolve: (seq: number, error: number) => leave('resolve', seq, kept(error)),
    publish: (next: number) => leave('publish', kept(next) ?? null),
    requestSync: () => leave('requestSync'),
    refuse(error: number) {
      instance.refusal = kept(error);
    },
  };
}

/** Replaces the data of the client's own plugins. Data of other plugins, which only the master has, stays as it is. */
function withOwn(seen: State['plugins'], data: State['plugins'], names: string[]) {
  const own = names.filter((name) => data[name]).map((name) => [name, data[name]]);
  return own.length > 0 ? { ...seen, ...Object.fromEntries(own) } : seen;
}

/** Returns the arguments of the module for an action. The argument of an event goes into the host's list. */
export function moduleArguments({ host, names }: OpenEngine, action: PlayerAction): number[] {
  const { type, payload: { type: name, args } } = action;
  const [request, place] = requestOf(type, name!, names);
  return [host.keep(action), request, place, handedArgument(host, { request, place, name, args })];
}

/** Sets the acting player. */
export function setSeat({ host }: OpenEngine, core: OtherObject, seat: SeatID) {
  // Names are never longer.
  host.list = [seat?.slice(0, LONGEST_NAME)];
  core.playAs();
}

/**
 * Returns the number of a move's arguments, or a flag for an event's argument in the list. An action that has panicked is not run here
 * again, only at the master.
 */
function handedArgument(host: MatchHost, { request, place, name, args }: { request: number; place: number; name: string | undefined; args: Foreign }) {
  if (host.failing?.has(args)) {
    host.caught = { error: host.failing.get(args) };
    return VALUE_UNDEFINED;
  }
  if (request === REQUEST_MOVE) return host.keepArguments(name!, args);
  return request === REQUEST_EVENT ? handedEvent(host, place, args) : VALUE_UNDEFINED;
}

/** Returns a flag for an event's argument in the list. The master decides about an argument that cannot be encoded. */
function handedEvent(host: MatchHost, event: number, args: Foreign) {
  try {
    host.passEvent(event, args[0]);
    return VALUE_TRUE;
  } catch (error) {
    host.caught = { error };
    return VALUE_UNDEFINED;
  }
}
