import {
  LONGEST_NAME, PLACE_NONE, PROBLEM_STATE, REFUSAL_ACTION_INVALID, REQUEST_EVENT, REQUEST_MOVE, VALUE_TRUE, VALUE_UNDEFINED, WAIT_THROWS,
} from '../engine/codes.js';
import { encodeState } from '../engine/state.js';
import { requestOf } from '../game/request-code.js';
import { showSame } from './online-state.js';

/**
 * The imports of the module for an online client, besides those for the game's code. Effects are only noted: none is handled before the
 * call has returned.
 *
 * @param {import('./online-engine.js').Instance} instance
 * @param {{ plugins: string[], compat: boolean }} rules how states of the master's are read
 */
export function hostMethods(instance, { plugins, compat }) {
  const { match: { host } } = instance;
  const kept = (id) => host.kept(id);
  const leave = (...effect) => { instance.effects.push(/** @type {any} */ (effect)); };
  return {
    handOver(id) {
      try {
        host.list = encodeState({ ...kept(id).view, _undo: [], _redo: [] }, { plugins, compat, seed: '0' });
        return PLACE_NONE;
      } catch (error) {
        if (error.code !== PROBLEM_STATE) throw error;
        return host.keep({ type: REFUSAL_ACTION_INVALID, message: error.message });
      }
    },
    isSame(one, other) {
      try {
        return showSame(kept(one), kept(other)) ? 1 : 0;
      } catch {
        // What is too deep to be compared is shown.
        return 0;
      }
    },
    keepAhead(base, g, ctx, data, ...rest) {
      const [log, added, _stateID, canUndo] = rest;
      const { view, log: known } = kept(base);
      const ahead = host.take(log);
      return host.keep({
        view: { G: kept(g), ctx: kept(ctx), plugins: withOwn(view.plugins, kept(data), plugins), _stateID },
        log: { ...known, ahead },
        deltalog: added > 0 ? ahead.slice(-added) : [],
        canUndo: Boolean(canUndo),
        canRedo: false,
      });
    },
    begin(action) {
      instance.running = kept(action);
      const { type, args } = instance.running.payload;
      [host.moveName, host.moveArgs] = [type, args];
    },
    waits(action, why) {
      leave('waits', kept(action).payload.type, why, why === WAIT_THROWS ? host.caught : null);
      host.caught = null;
    },
    send(action, ...made) {
      const [seen, seq, first, dependsOn, ahead] = made;
      leave('send', kept(action), { seen, seq, first, dependsOn, ahead: Boolean(ahead) });
    },
    resolve: (seq, error) => leave('resolve', seq, kept(error)),
    publish: (next) => leave('publish', kept(next) ?? null),
    requestSync: () => leave('requestSync'),
    refuse(error) {
      instance.refusal = kept(error);
    },
  };
}

/** Data that only the master has, such as that of other plugins, stays as it was. */
function withOwn(seen, data, names) {
  const own = names.filter((name) => data[name]).map((name) => [name, data[name]]);
  return own.length > 0 ? { ...seen, ...Object.fromEntries(own) } : seen;
}

/** An action as arguments for the module; the argument of an event is in the list. */
export function handed({ host, names }, action) {
  const { type, payload: { type: name, args } } = action;
  const [request, place] = requestOf(type, name, names);
  return [host.keep(action), request, place, handedArgument(host, { request, place, name, args })];
}

/** This player acts from now on. */
export function setSeat({ host }, core, seat) {
  // Nobody has a longer name.
  host.list = [seat?.slice(0, LONGEST_NAME)];
  core.playAs();
}

/** The number of a move's arguments, or whether that of an event is in the list. Only the master runs again what has panicked. */
function handedArgument(host, { request, place, name, args }) {
  if (host.failing?.has(args)) {
    host.caught = { error: host.failing.get(args) };
    return VALUE_UNDEFINED;
  }
  if (request === REQUEST_MOVE) return host.keepArguments(name, args);
  return request === REQUEST_EVENT ? handedEvent(host, place, args) : VALUE_UNDEFINED;
}

/** Whether the argument of an event is in the list: the master decides on what cannot be encoded. */
function handedEvent(host, event, args) {
  try {
    host.hand(event, args[0]);
    return VALUE_TRUE;
  } catch (error) {
    host.caught = { error };
    return VALUE_UNDEFINED;
  }
}
