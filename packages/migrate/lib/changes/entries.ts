// Where the names of boardgame.io's entries are in Rondel.

/** Entries whose names are all in the entry of the same name of `rondel`. */
const SAME = ['client', 'core', 'plugins', 'testing', 'react', 'multiplayer', 'master', 'internal', 'ai', 'debug', 'server'];

/** Names of the entry `boardgame.io` and of its inner files, by the entry of Rondel that exports them. */
const NAMES: Record<string, readonly string[]> = {
  rondel: [
    'Client', 'LobbyClient', 'LobbyClientError', 'ActivePlayers', 'GameMethod', 'INVALID_MOVE', 'PlayerView', 'Stage', 'TurnOrder',
    'ActionError', 'ClientState', 'PlayerMetadata', 'ActionPayload', 'ActionResult', 'ActionShape', 'ActivePlayersArg', 'AiEnumerate', 'AnyFn', 'ChatMessage',
    'CredentialedActionShape', 'Ctx', 'DefaultPluginAPIs', 'ErrorType', 'EventsAPI', 'FilteredMetadata', 'FnContext', 'Game', 'LobbyAPI',
    'LogAPI', 'LogEntry', 'LongFormMove', 'Move', 'MoveFn', 'MoveMap', 'PartialGameState', 'PhaseConfig', 'PhaseMap', 'PlayerID',
    'Plugin', 'PluginContext', 'PluginState', 'RandomAPI', 'Reducer', 'Server', 'StageArg', 'StageConfig', 'StageMap', 'StageName',
    'State', 'StorageAPI', 'Store', 'SyncInfo', 'TransientMetadata', 'TransientState', 'TurnConfig', 'TurnOrderConfig', 'Undo',
  ],
  'rondel/client': ['ClientOpts'],
  'rondel/plugins': ['PlayerAPI', 'PlayerPlugin', 'PluginPlayer'],
  'rondel/react': ['BoardProps', 'GameComponent', 'Lobby'],
  'rondel/internal': ['Transport', 'TransportOpts', 'TransportData', 'IntermediateTransportData', 'InitializeGame', 'ProcessGameConfig', 'CreateGameReducer', 'getFilterPlayerView', 'createMatch', 'Async', 'Sync'],
  'rondel/multiplayer': ['Local', 'SocketIO'],
  'rondel/master': ['Master', 'Auth', 'TransportAPI'],
  'rondel/ai': ['Bot', 'MCTSBot', 'RandomBot', 'Simulate', 'Step'],
  'rondel/testing': ['MockRandom'],
  'rondel/server': ['FlatFile', 'Origins'],
};

/** Types that `rondel/legacy` has in the shape of boardgame.io 0.49. All other types of `rondel` are in it, too. */
export const LEGACY_TYPES = 'rondel/legacy';

/** Names of boardgame.io's main entry that have another name in Rondel. */
const RENAMED: Record<string, { name: string; entry: string }> = {
  ReactClient: { name: 'Client', entry: 'rondel/react' },
};

/** Names of entries that are elsewhere in Rondel: of older versions of boardgame.io. `null`: Rondel has no such name. */
const MOVED: Record<string, Record<string, string | null>> = {
  core: { Game: null, InitializeGame: 'rondel/internal', Pass: null },
  server: { Firebase: null, GenericPubSub: null, Mongo: null },
};

/** One name of an import, and where Rondel has it. */
export interface Place {
  entry: string;
  /** The exported name in Rondel. */
  name: string;
}

/** A module of boardgame.io that an import names. */
export interface Specifier {
  /** The entry of Rondel that takes its place as a whole, if there is one. */
  entry: string | undefined;
  /** Returns the place of one name, or `undefined` if Rondel has no such name. */
  placeOf(name: string): Place | undefined;
}

/** Returns what becomes of a module specifier, or `undefined` if it does not name boardgame.io. */
export function specifierOf(text: string): Specifier | undefined {
  const [, path] = /^boardgame\.io(\/.*)?$/.exec(text) ?? [undefined, undefined];
  if (path === undefined) return text === 'boardgame.io' ? { entry: 'rondel', placeOf: placeByName } : undefined;
  const entry = entryOf(path);
  if (entry) return { entry: `rondel/${entry}`, placeOf: (name) => placeIn(entry, name) };
  return { entry: undefined, placeOf: placeByName };
}

/** Returns the public entry that a path names, directly or as one of the files of `dist`. */
function entryOf(path: string): string | undefined {
  const [, name] = /^\/(?:dist\/(?:cjs|esm|types\/packages)\/)?([\w-]+?)(?:\.js|\.d\.ts|\.d|\/index(?:\.js)?)?\/?$/.exec(path) ?? [];
  return name !== undefined && SAME.includes(name) ? name : undefined;
}

function placeIn(entry: string, name: string): Place | undefined {
  const moved = MOVED[entry]?.[name];
  return moved === null ? undefined : { entry: moved ?? `rondel/${entry}`, name };
}

function placeByName(name: string): Place | undefined {
  const renamed = RENAMED[name];
  if (renamed) return renamed;
  const entry = Object.keys(NAMES).find((one) => NAMES[one]?.includes(name));
  return entry === undefined ? undefined : { entry, name };
}

/** All names by entry: tests compare them with what Rondel exports. */
export const namesByEntry: Readonly<Record<string, readonly string[]>> = NAMES;
