import { freeze } from 'immer';
import { rulesOf } from '../game/rules.js';
import { publicPlayers } from './match-data.js';
import { nameOf } from './names.js';
import { diff } from './protocol/patch.js';

/**
 * What viewers get of the plugins that every game has: never the seed and the generator's state. boardgame.io's client
 * expects some data of the others.
 */
const BUILT_IN = freeze({ random: {}, log: { data: {} }, events: { data: {} } }, true);
const NAMES = Object.keys(BUILT_IN);

/**
 * Viewers know neither what could be undone nor what could be done again.
 *
 * @type {readonly any[]}
 */
const NOTHING = Object.freeze([]);

/**
 * The only way out of a master: a function that makes of what the master says, with states in full, what one viewer
 * may see. It takes the viewer's playerID (a spectator has none) and the payload. With `patches` it answers a patch
 * in place of an update where it can; with `whole`, which is for this package alone, an update in place of a patch.
 *
 * @param {object} game
 * @returns {(playerID: string | null | undefined, payload: any, options?: { patches?: boolean, whole?: boolean }) => any}
 */
export function getFilterPlayerView(game) {
  const views = new Views(game);

  return (playerID, { type, args, prev, sync }, { patches = false, whole = false } = {}) => {
    const viewer = nameOf(playerID);
    const data = filtered(type, args, { viewer, prev, patches, whole });
    if (sync) data.sync = syncFor(viewer, sync);
    return data;
  };

  function filtered(type, args, { viewer, prev, patches, whole }) {
    const matchID = args[0];
    switch (type) {
      case 'update': {
        const state = args[1];
        return patches && prev ? patch(matchID, prev, state, viewer) : update(matchID, prev, state, viewer, whole);
      }
      case 'patch': {
        const [, , before, state] = args;
        return whole ? update(matchID, before, state, viewer, whole) : patch(matchID, before, state, viewer);
      }
      case 'sync': {
        const { state, log, filteredMetadata, initialState } = args[1];
        return {
          type,
          args: [matchID, {
            state: views.of(state, viewer),
            log: logFor(viewer, log),
            filteredMetadata: filteredMetadata && publicPlayers(filteredMetadata),
            initialState: initialState && views.of(initialState, viewer),
          }],
        };
      }
      case 'matchData':
        return { type, args: [matchID, publicPlayers(args[1])] };
      default:
        return { type, args: [...args] };
    }
  }

  function update(matchID, before, state, viewer, whole) {
    // What is whole is compared with what the client has, whichever object it is.
    const view = whole ? views.make(state, viewer) : views.of(state, viewer, before);
    return { type: 'update', args: [matchID, view, logFor(viewer, newLog(before, state))] };
  }

  function patch(matchID, before, state, viewer) {
    const operations = views.patch(before, state, viewer);
    const log = logFor(viewer, newLog(before, state));
    return { type: 'patch', args: [matchID, before._stateID, state._stateID, operations, log] };
  }
}

/** An answer that changes nothing is told of the state as it is: its log has been told. */
function newLog(before, state) {
  return before === state ? [] : state.deltalog;
}

/** States as each viewer may see them. */
class Views {
  #rules;
  /** The game's own. */
  #plugins;
  /**
   * What is known of each state: `first`, a view that leads to the next viewer's, since there are few, and `before`,
   * under what the state before it is known. Masters and storages make copies of a state; its `_undo` they share, and
   * no other state has it.
   */
  #known = new WeakMap();
  #ctxPatch;

  constructor(game) {
    this.#rules = rulesOf(game);
    this.#plugins = (this.#rules.settings.plugins ?? []).filter(({ name }) => !Object.hasOwn(BUILT_IN, name));
  }

  /** Field by field: what anybody may add to a state stays with the master. */
  make({ G, ctx, plugins, _stateID }, playerID) {
    return {
      G: this.#rules.view({ G, ctx }, playerID),
      ctx,
      plugins: this.#pluginsFor(playerID, G, ctx, plugins),
      _undo: NOTHING,
      _redo: NOTHING,
      _stateID,
    };
  }

  /** The same object at each call. `before` is the state that this one follows, if that is known. */
  of(state, viewer, before) {
    return this.#entry(state, viewer, before).view;
  }

  patch(before, after, viewer) {
    const from = this.of(before, viewer);
    const entry = this.#entry(after, viewer, before);
    if (entry.from !== from) {
      entry.from = from;
      entry.patch = this.#diff(from, entry.view);
    }
    return entry.patch;
  }

  #diff(from, to) {
    // `ctx` is the same for all viewers.
    if (this.#ctxPatch?.from !== from.ctx || this.#ctxPatch.to !== to.ctx) {
      this.#ctxPatch = { from: from.ctx, to: to.ctx, operations: diff(from.ctx, to.ctx, '/ctx') };
    }
    const operations = diff(from.G, to.G, '/G');
    for (const operation of this.#ctxPatch.operations) operations.push(operation);
    diff(from.plugins, to.plugins, '/plugins', operations);
    return diff(from._stateID, to._stateID, '/_stateID', operations);
  }

  #entry(state, viewer, before) {
    const { G, ctx, plugins, _stateID, _undo } = state;
    const known = this.#known.get(_undo) ?? this.#begin(_undo, before);
    let entry = known.first;
    while (entry && entry.viewer !== viewer) entry = entry.next;
    if (entry?.G !== G || entry.ctx !== ctx || entry.plugins !== plugins || entry.view._stateID !== _stateID) {
      const view = this.make(state, viewer);
      if (entry) return Object.assign(entry, { G, ctx, plugins, view, from: undefined });
      entry = { viewer, G, ctx, plugins, view, from: undefined, patch: undefined, next: known.first };
      known.first = entry;
    }
    return entry;
  }

  /**
   * Of a match, two states are enough. Without this, the views of those before would stay until a major collection:
   * a minor one takes what is in an old WeakMap for alive.
   */
  #begin(_undo, before) {
    const known = { first: undefined, before: undefined };
    if (!Array.isArray(_undo)) return known;
    if (before && before._undo !== _undo) {
      known.before = before._undo;
      const last = this.#known.get(before._undo);
      if (last) this.#known.delete(last.before);
    }
    this.#known.set(_undo, known);
    return known;
  }

  #pluginsFor(playerID, G, ctx, plugins = {}) {
    const { game } = this.#rules;
    // Mostly that is all, and the same for each state.
    if (this.#plugins.length === 0 && NAMES.every((name) => Object.hasOwn(plugins, name))) return BUILT_IN;
    const view = {};
    for (const name of NAMES) {
      if (Object.hasOwn(plugins, name)) view[name] = BUILT_IN[name];
    }
    for (const { name, playerView } of this.#plugins) {
      if (!Object.hasOwn(plugins, name)) continue;
      const { data } = plugins[name];
      view[name] = { data: playerView ? playerView({ G, ctx, game, data, playerID }) : data };
    }
    return view;
  }
}

function logFor(viewer, log) {
  return (log ?? []).map((entry) => entryFor(viewer, entry));
}

function entryFor(viewer, entry) {
  const { action, redact } = entry;
  const isAuthor = viewer !== null && viewer === nameOf(action.payload.playerID);
  const isHidden = redact && !isAuthor;
  if (!isHidden && !('credentials' in action.payload)) return entry;
  const { credentials, ...payload } = action.payload;
  if (!isHidden) return { ...entry, action: { ...action, payload } };
  const { redact: _, ...shown } = entry;
  return { ...shown, action: { ...action, payload: { ...payload, args: null } } };
}

/** What the master has answered, for this viewer's own actions. */
function syncFor(viewer, { acks, undo, redo }) {
  const sync = { acks: viewer !== null && Object.hasOwn(acks, viewer) ? acks[viewer] : [] };
  if (viewer !== null && viewer === undo) sync.canUndo = true;
  if (viewer !== null && viewer === redo) sync.canRedo = true;
  return sync;
}
