// Names that boardgame.io and Rondel export.

/** Names of the entry `boardgame.io` and of its inner files, by the entry of Rondel that exports them. */
export const NAMES: Record<string, readonly string[]> = {
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
