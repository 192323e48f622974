import { freeze } from 'immer';
import { SetAside, attemptToShow } from '../engine/set-aside.js';
import { pluginView } from '../engine/views.js';
import { rulesOf } from '../game/rules.js';
import { publicPlayers } from './match-data.js';
import { nameOf } from './names.js';
import { withoutReplay } from './replayable.js';

/**
 * What viewers are sent of the built-in plugins: never the seed and the generator's state. boardgame.io's client
 * expects some data of the others.
 */
const BUILT_IN = freeze({ random: {}, log: { data: {} }, events: { data: {} } }, true);
const NAMES = Object.keys(BUILT_IN);

/**
 * Viewers are sent neither `_undo` nor `_redo`.
 *
 * @type {readonly any[]}
 */
const NOTHING = Object.freeze([]);

/** The messages that show states. */
const SHOWING = ['update', 'patch', 'sync'];

/**
 * The only way out of a master: a function that makes of the master's messages, with whole states, what one viewer
 * may see. It takes the viewer's playerID (a spectator has none) and the payload. It returns whole states, unless it is given
 * `Views`: then a patch for each patch, and with `patches` one in place of an update, too, where it can. It throws what the game's code throws, and
 * an error with the code `SET_ASIDE` while that fails the engine with what this viewer may see of the match.
 *
 * @param {object} game
 * @param {(playerID: string) => boolean} [isBotAt] whether the page has a bot for a seat
 * @returns {(playerID: string | null | undefined, payload: any, options?: { Views?: typeof import('./known-views.js').KnownViews, patches?: boolean }) => any}
 */
export function getFilterPlayerView(game, isBotAt) {
  const make = viewMaker(game);
  const setAside = new SetAside();
  let known;

  return (playerID, { type, args, prev, sync }, { Views, patches = false } = {}) => {
    const viewer = nameOf(playerID);
    const views = Views && (known ??= new Views(make));
    const filter = () => filtered(type, args, { viewer, prev, patches, views });
    const data = SHOWING.includes(type) ? attemptToShow(setAside, lookOf(viewer, args[0]), filter) : filter();
    if (sync) data.sync = syncFor(viewer, sync);
    return data;
  };

  function filtered(type, args, { viewer, prev, patches, views }) {
    const matchID = args[0];
    switch (type) {
      case 'update':
        return changed(matchID, [prev, args[1]], { viewer, views, isPatch: patches && prev });
      case 'patch':
        return changed(matchID, [args[2], args[3]], { viewer, views, isPatch: true });
      case 'sync': {
        const { state, log, earlier, filteredMetadata, nextMatchID, initialState, chat, version } = args[1];
        const viewOf = (seen) => (views ? views.of(seen, viewer) : make(seen, viewer));
        return {
          type,
          args: [matchID, {
            state: viewOf(state),
            log: logFor(viewer, log),
            ...earlier !== undefined && { earlier },
            filteredMetadata: filteredMetadata && publicPlayers(filteredMetadata, isBotAt),
            ...nextMatchID !== undefined && { nextMatchID },
            initialState: initialState && viewOf(initialState),
            ...chat !== undefined && { chat },
            ...version !== undefined && { version },
          }],
        };
      }
      case 'log':
        return { type, args: [matchID, { ...args[1], log: logFor(viewer, args[1].log) }] };
      case 'matchData':
        return { type, args: [matchID, publicPlayers(args[1], isBotAt), ...args.slice(2, 3)] };
      default:
        return { type, args: [...args] };
    }
  }

  function changed(matchID, [before, state], { viewer, views, isPatch }) {
    const log = logFor(viewer, newLog(before, state));
    if (views && isPatch) return { type: 'patch', args: [matchID, before._stateID, state._stateID, views.patch(before, state, viewer), log] };
    const view = views ? views.of(state, viewer, before) : make(state, viewer);
    return { type: 'update', args: [matchID, view, log] };
  }
}

/** The name of what a viewer may see of a match. */
function lookOf(viewer, matchID) {
  return viewer === null ? `spectators of ${matchID}` : `${viewer.length} ${viewer} of ${matchID}`;
}

/** The new entries of a log. A message that changes nothing has the same state, whose log has been sent. */
function newLog(before, state) {
  return before === state ? [] : state.deltalog;
}

/**
 * A function that makes of a state what a viewer may see.
 *
 * @param {object} filteredGame
 * @returns {(state: any, playerID: string | null) => any}
 */
function viewMaker(filteredGame) {
  const rules = rulesOf(filteredGame);
  const own = (rules.settings.plugins ?? []).filter(({ name }) => !Object.hasOwn(BUILT_IN, name));
  return make;

  /** Field by field: other fields that a state may have stay with the master. */
  function make({ G, ctx, plugins, _stateID }, playerID) {
    return {
      G: rules.view({ G, ctx }, playerID),
      ctx,
      plugins: pluginsFor(playerID, G, ctx, plugins),
      _undo: NOTHING,
      _redo: NOTHING,
      _stateID,
    };
  }

  function pluginsFor(playerID, G, ctx, plugins = {}) {
    const { game } = rules;
    // Mostly there are only these, and the result is the same for each state.
    if (own.length === 0 && NAMES.every((name) => Object.hasOwn(plugins, name))) return BUILT_IN;
    const view = {};
    for (const name of NAMES) {
      if (Object.hasOwn(plugins, name)) view[name] = BUILT_IN[name];
    }
    for (const plugin of own) {
      const { name } = plugin;
      if (!Object.hasOwn(plugins, name)) continue;
      const { data } = plugins[name];
      view[name] = { data: pluginView(plugin, { game, G, ctx, data, playerID }, rules.compat) };
    }
    return view;
  }
}

function logFor(viewer, log) {
  return withoutReplay(log ?? []).map((entry) => entryFor(viewer, entry));
}

function entryFor(viewer, entry) {
  const { action, redact } = entry;
  const isAuthor = viewer !== null && viewer === nameOf(action.payload.playerID);
  const isHidden = redact && !isAuthor;
  if (!isHidden && !('credentials' in action.payload)) return entry;
  const { credentials, ...payload } = action.payload;
  if (!isHidden) return { ...entry, action: { ...action, payload } };
  // What the game has noted may say what the arguments do.
  const { redact: _, metadata: __, hookMetadata: ___, ...shown } = entry;
  return { ...shown, action: { ...action, payload: { ...payload, args: null } } };
}

/** The acknowledgements of this viewer's own actions. */
function syncFor(viewer, { acks, undo, redo }) {
  const sync = { acks: viewer !== null && Object.hasOwn(acks, viewer) ? acks[viewer] : [] };
  if (viewer !== null && viewer === undo) sync.canUndo = true;
  if (viewer !== null && viewer === redo) sync.canRedo = true;
  return sync;
}
