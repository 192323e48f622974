// Re-exports the package `rondel-server`, so that a project of boardgame.io's changes one import.
export { FlatFile, InMemory, Origins, Postgres, Server, SocketIO, Sqlite } from 'rondel-server';

export type * from 'rondel-server';
