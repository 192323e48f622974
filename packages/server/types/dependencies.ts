// Types of Koa, Node and prom-client. If a package has no types, `@ts-ignore` turns them into `any`. It is in JSDoc comments, because the
// compiler copies only those into declarations.
import type { Server } from 'rondel/master';

/**
 * The Koa app of a server.
 * @ts-ignore */
export type KoaApp = import('koa')<import('koa').DefaultState, Server.AppCtx>;
/**
 * Koa's router, with the lobby's routes.
 * @ts-ignore */
export type KoaRouter = import('@koa/router').Router<any, Server.AppCtx>;
/**
 * Koa's context of a request to a route of the lobby.
 * @ts-ignore */
export type KoaContext = import('@koa/router').RouterContext<any, Server.AppCtx>;
/** @ts-ignore */
export type HttpRequest = import('node:http').IncomingMessage;
/** @ts-ignore */
export type HttpServer = import('node:http').Server;
/** @ts-ignore */
export type HttpsOptions = import('node:https').ServerOptions;
/** @ts-ignore */
export type MetricsRegistry = import('prom-client').Registry<any>;

declare module 'rondel/master' {
  namespace Server {
    interface KoaTypes {
      app: KoaApp;
      context: KoaContext;
    }
  }
}
