import { FlatFile, InMemory, Origins, Postgres, Server, SocketIO, Sqlite } from 'rondel/server';
import type { GameServer, ServerTransport } from 'rondel/server';
import type { Server as Types } from 'rondel';

export const server = Server({ games: [], transport: new SocketIO() });
export const { addressOf, admin, app, auth, db, kill, router, run, transport } = server;
export const { appServer, operationsServer } = await run();
export const matches = admin.listMatches();
export const { https, io, pubSub } = transport;
export const pages = Origins;

export const own = (given: ServerTransport) => Server({ games: [], transport: { ...given, port: 4000 } });
export const users = (given: GameServer) => given.router.get('/users', (ctx) => { ctx.body = ctx.hubs.size; });
export const contextOf = (make: Types.GenerateCredentials) => (...given: Parameters<typeof make>) => given;

export class Counted extends InMemory {}
export class WithUsers extends FlatFile {
  users() {
    return this.getItem('users');
  }
}
export const storages = [new Counted(), new WithUsers({ dir: 'matches' }), new Sqlite('matches.db'), new Postgres()];
