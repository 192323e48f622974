// Base classes of storages.
export { Async, Sync } from 'rondel/internal';

export type { LogEntry, State } from 'rondel';
export type { Server, StorageAPI } from 'rondel/master';
