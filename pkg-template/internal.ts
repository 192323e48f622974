export { createMatch } from './lib/ai/create-match.js';
export { getFilterPlayerView, ProcessGameConfig } from './lib/online/internals.js';
export { CreateGameReducer, InitializeGame } from './lib/online/reducer.js';
export { Async, Sync } from './lib/online/storage/contract.js';
export { Transport } from './lib/online/transports/transport.js';

export type { ChatMessage, FilteredMetadata, IntermediateTransportData, Server, StorageAPI, SyncInfo, TransportData } from './types/master.js';
export type * from './types/transport.js';
