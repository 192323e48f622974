import { freeze } from 'immer';
import { effectsFor } from '../engine/effects.js';
import { SetAside } from '../engine/set-aside.js';
import { pluginView } from '../engine/views.js';
import { rulesOf } from '../game/rules.js';
import { publicPlayers } from './match-data.js';
import { nameOf } from './names.js';
import { withoutReplay } from './replay-entries.js';
import type { Ack, IntermediateTransportData, TransportAPI, TransportData } from '../../types/master.js';
import type { EffectMap } from '../../types/effects.js';
import type { Ctx, Game, LogEntry, PlayerID, PluginState, State } from '../../types/game.js';
import type { Foreign } from '../util/foreign.js';
import type { KnownViews } from './known-views.js';
import type { StoredEntry } from './replay-entries.js';
import type { StoredState } from './stored-states.js';

/** A player, or null for a spectator. */
export type Viewer = PlayerID | null;

/** A message with whole states: a master's, which `IntermediateTransportData` describes, or one of those that hubs alone send. */
export interface Message {
  type: string;
  /** TypeScript does not know them by the type. */
  args: readonly Foreign[];
  /** The state before, if it is known. */
  prev?: StoredState;
  sync?: IntermediateTransportData['sync'];
}

/** A message of a master, and the player whom it is for, unless it is for all. */
export type OwnMessage = Message & { playerID?: PlayerID | null | undefined };

/** The same as a transport takes it. */
export type SentMessage = Parameters<TransportAPI['send']>[0];

/** A message as one viewer may see it. */
export interface Viewed {
  type: string;
  /** TypeScript does not know them by the type. */
  args: Foreign[];
  sync?: TransportData['sync'];
}

/** The form in which a viewer is sent states. */
export interface ViewOptions {
  /** Makes patches of messages that are patches. Without it, all states are sent whole. */
  Views?: typeof KnownViews;
  /** `true` if updates become patches, too. */
  patches?: boolean;
}

/** The filter through which all messages of a master go on their way to a viewer. */
export type Filter = (playerID: unknown, payload: Message, options?: ViewOptions) => Viewed;

/** A state as a viewer may see it. */
export interface View extends Pick<State, 'G' | 'ctx' | '_undo' | '_redo' | '_stateID'> {
  plugins: ShownPlugins;
}

/** The generator has no `data` there. */
type ShownPlugins = Record<string, Partial<PluginState>>;

/** Makes of a state what a viewer may see. */
export type MakeView = (state: State, playerID: Viewer) => View;

interface Look {
  viewer: Viewer;
  prev: StoredState | undefined;
  patches: boolean;
  views: KnownViews | undefined;
}

interface ChangeLook {
  viewer: Viewer;
  views: KnownViews | undefined;
  /** Truthy if there is a state before from which a patch leads to this one, and the viewer takes it. */
  isPatch: unknown;
}

/**
 * Data of the built-in plugins that viewers receive: never the seed and the generator's state. boardgame.io's client
 * expects some data of the others.
 */
const BUILT_IN: ShownPlugins = freeze({ random: {}, log: { data: {} }, events: { data: {} } }, true);
const NAMES = Object.keys(BUILT_IN);

/** Viewers are sent neither `_undo` nor `_redo`. */
const NOTHING = Object.freeze<never[]>([]) as never[];

/** The messages that show states. */
const SHOWING = ['update', 'patch', 'sync'];

/**
 * The only way out of a master: a function that makes of the master's messages, with whole states, what one viewer
 * may see. It takes the viewer's playerID (a spectator has none) and the payload. It returns whole states, unless it is given
 * `Views`: then a patch for each patch, and with `patches` one in place of an update, too, where it can. It throws what the game's code throws, and
 * an error with the code `SET_ASIDE` while that fails the engine with what this viewer may see of the match.
 *
 * @param isBotAt whether the page has a bot for a seat
 */
export function getFilterPlayerView(game: Game, isBotAt?: (playerID: PlayerID) => boolean): Filter {
  const make = viewMaker(game);
  const declared = rulesOf(game).settings.effects;
  const setAside = new SetAside();
  let known: KnownViews | undefined;

  return (playerID, { type, args, prev, sync }, { Views, patches = false } = {}) => {
    const viewer = nameOf(playerID);
    const views = Views && (known ??= new Views(make));
    const filter = () => filtered(type, args, { viewer, prev, patches, views });
    const data = SHOWING.includes(type) ? setAside.attempt(args[0], partOf(viewer), filter) : filter();
    if (sync) data.sync = syncFor(viewer, sync);
    return data;
  };

  function filtered(type: string, args: readonly Foreign[], { viewer, prev, patches, views }: Look): Viewed {
    const matchID = args[0];
    switch (type) {
      case 'update':
        return changed(matchID, [prev, args[1]], { viewer, views, isPatch: patches && prev });
      case 'patch':
        return changed(matchID, [args[2], args[3]], { viewer, views, isPatch: true });
      case 'sync': {
        const { state, log, earlier, filteredMetadata, nextMatchID, initialState, chat, version } = args[1];
        const viewOf = (seen: StoredState) => (views ? views.of(seen, viewer) : make(seen, viewer));
        return {
          type,
          args: [matchID, {
            state: viewOf(state),
            log: logFor(viewer, log, declared),
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
        return { type, args: [matchID, { ...args[1], log: logFor(viewer, args[1].log, declared) }] };
      case 'matchData':
        return { type, args: [matchID, publicPlayers(args[1], isBotAt), ...args.slice(2, 3)] };
      default:
        return { type, args: [...args] };
    }
  }

  function changed(matchID: string, [before, state]: [before: StoredState | undefined, state: StoredState], { viewer, views, isPatch }: ChangeLook): Viewed {
    const log = logFor(viewer, newLog(before, state), declared);
    if (views && isPatch) return { type: 'patch', args: [matchID, before!._stateID, state._stateID, views.patch(before!, state, viewer), log] };
    const view = views ? views.of(state, viewer, before) : make(state, viewer);
    return { type: 'update', args: [matchID, view, log] };
  }
}

/** Returns the name of the part of a match that a viewer may see. */
function partOf(viewer: Viewer) {
  return viewer === null ? 'spectators' : `player ${viewer}`;
}

/** The new entries of a log. A message that changes nothing has the same state, whose log has been sent. */
function newLog(before: StoredState | undefined, state: StoredState): StoredEntry[] | undefined {
  return before === state ? [] : state.deltalog;
}

/** A function that makes of a state what a viewer may see. */
function viewMaker(filteredGame: Game): MakeView {
  const rules = rulesOf(filteredGame);
  const own = (rules.settings.plugins ?? []).filter(({ name }) => !Object.hasOwn(BUILT_IN, name));
  return make;

  /** Field by field: other fields that a state may have stay with the master. */
  function make({ G, ctx, plugins, _stateID }: State, playerID: Viewer): View {
    return {
      G: rules.view({ G, ctx }, playerID),
      ctx,
      plugins: pluginsFor(playerID, G, ctx, plugins),
      _undo: NOTHING,
      _redo: NOTHING,
      _stateID,
    };
  }

  function pluginsFor(playerID: Viewer, G: Foreign, ctx: Ctx, plugins: State['plugins'] = {}): ShownPlugins {
    const { game } = rules;
    // Mostly there are only these, and the result is the same for each state.
    if (own.length === 0 && NAMES.every((name) => Object.hasOwn(plugins, name))) return BUILT_IN;
    const view: ShownPlugins = {};
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

function logFor(viewer: Viewer, log: StoredEntry[] | undefined, declared: EffectMap | undefined) {
  return withoutReplay(log ?? []).map((entry) => withEffects(viewer, entryFor(viewer, entry) as LogEntry, declared));
}

/** The entry with those of its effects that the viewer may see. */
function withEffects(viewer: Viewer, entry: LogEntry, declared: EffectMap | undefined): LogEntry {
  if (!entry.effects) return entry;
  const { effects, ...rest } = entry;
  const seen = effectsFor(viewer, effects, declared);
  return seen ? { ...rest, effects: [...seen] } : rest;
}

function entryFor(viewer: Viewer, entry: LogEntry) {
  const { action, redact } = entry;
  const isAuthor = viewer !== null && viewer === nameOf(action.payload.playerID);
  const isHidden = redact && !isAuthor;
  if (!isHidden && !('credentials' in action.payload)) return entry;
  // Other masters have stored them.
  const { credentials, ...payload } = action.payload as LogEntry['action']['payload'] & { credentials?: unknown };
  if (!isHidden) return { ...entry, action: { ...action, payload } };
  // The game's notes may contain the same information as the arguments.
  const { redact: _, metadata: __, hookMetadata: ___, ...shown } = entry;
  return { ...shown, action: { ...action, payload: { ...payload, args: null } } };
}

/** The acknowledgements of this viewer's own actions. */
function syncFor(viewer: Viewer, { acks, undo, redo, now }: NonNullable<Message['sync']>): Viewed['sync'] {
  const sync: { acks: Ack[], canUndo?: true, canRedo?: true, now?: number } = { acks: viewer !== null && Object.hasOwn(acks, viewer) ? acks[viewer] : [] };
  if (viewer !== null && viewer === undo) sync.canUndo = true;
  if (viewer !== null && viewer === redo) sync.canRedo = true;
  if (now !== undefined) sync.now = now;
  return sync;
}
