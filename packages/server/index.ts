export { Origins } from './lib/origins.js';
export { Server } from './lib/server.js';
export { SocketIO } from './lib/socket-io.js';
export { FlatFile } from './lib/storage/flat-file.js';
export { InMemory } from './lib/storage/in-memory.js';
export { Postgres } from './lib/storage/postgres.js';
export { Sqlite } from './lib/storage/sqlite.js';

export type { MatchFile } from 'rondel/testing';
export type * from './types/admin.js';
export type { KoaApp, KoaContext, KoaRouter } from './types/dependencies.js';
export type * from './types/events.js';
export type * from './types/limits.js';
export type * from './types/operations.js';
export type * from './types/server.js';
export type * from './types/storages.js';
export type * from './types/transport.js';
