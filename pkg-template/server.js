export { FlatFile } from './lib/server/storage/flat-file.js';
export { Origins } from './lib/server/origins.js';
export { Server } from './lib/server/server.js';
export { SocketIO } from './lib/server/socket-io.js';
export { InMemory } from './lib/server/storage/in-memory.js';
export { Sqlite } from './lib/server/storage/sqlite.js';
export { Postgres } from './lib/server/storage/postgres.js';
